//! A game on the screen, whoever plays it and wherever: its title, a turn, and the end.

use duel::rulebook::Phrase;
use duel::speech::Address;
use duel::{Seat, Session};
use ratatui::layout::Rect;

use super::board::Board;
use super::canvas::{Canvas, width};
use super::layout::Areas;
use super::players::Players;
use super::remarks::{Said, legal_list};
use super::skin::Ink;
use crate::words::{self, language, lines_of_book, say};

pub(super) struct Scene<'a> {
    pub(super) session: &'a Session,
    pub(super) board: &'a Board,
    /// Who is spoken to.
    pub(super) address: Address,
    /// Whose defeat it is if they lose.
    pub(super) you: Option<Seat>,
    /// Whether somebody at this board is asked for a move.
    pub(super) is_asked: bool,
}

impl Scene<'_> {
    /// What is played, or which lesson, how the match stands, how much time is left, which move it is, and what is wrong: as much of it
    /// as there is room for.
    pub(super) fn draw_title(
        &self,
        canvas: &mut Canvas<'_>,
        mut area: Rect,
        lesson: Option<&str>,
        time_left: &str,
        wrong: &str,
    ) {
        let session = self.session;
        let (book, [one, two], round) = (session.book(), session.score(), session.round());
        // On auto the opponent changes, and the score stays.
        let names = Seat::BOTH.map(|seat| session.called(seat, self.address)).map(|called| say(&called));
        let [first, second] = names.each_ref().map(String::as_str);
        let (score, short) = match session.rounds() {
            Some(rounds) => {
                let round = words::full().round(round, rounds.most());
                (
                    format!("{}   {round}", words::full().score(first, one, two, second)),
                    format!("{one} : {two}   {round}"),
                )
            }
            None if round > 1 => (words::full().score(first, one, two, second), format!("{one} : {two}")),
            None => (String::new(), String::new()),
        };
        let move_number = words::full().move_number(session.position().moves().len() + 1);
        let move_number = if session.turn().is_some() { move_number } else { String::new() };
        let title = lesson.unwrap_or(book.title());
        // A game that no book describes has its code for a title, and in a lesson nobody needs it.
        let code =
            if title == book.plain_code() || lesson.is_some() { String::new() } else { format!("  {}", book.code()) };
        // The title is whole as long as anything else can be shorter, but for whose score it is: then the code says what is played.
        let fits = |title: &str, code: &str, score: &str| {
            let right = [&*move_number, time_left, score, wrong].into_iter().filter(|text| !text.is_empty());
            let right: u16 = right.map(|text| width(text) + 2).sum();
            width(title) + width(code) + right <= area.width
        };
        let known_as = if lesson.is_some() { title.into() } else { book.code() };
        let ways = [
            (title, &*code, &*score),
            (title, "", &*score),
            (&*known_as, "", &*score),
            (title, &*code, &*short),
            (title, "", &*short),
        ];
        let way = ways.into_iter().find(|(title, code, score)| fits(title, code, score));
        let (title, code, score) = way.unwrap_or((title, "", &*short));
        let right = [(&*move_number, Ink::Faint), (time_left, Ink::Plain), (score, Ink::Plain), (wrong, Ink::Loses)];
        for (text, ink) in right {
            if !text.is_empty() {
                area = canvas.right(area, text, ink);
            }
        }
        canvas.fitted(area, [(title, Ink::Title), (code, Ink::Faint)]);
    }

    /// What the book says, of this position.
    fn book_says(&self, phrase: Phrase) -> Vec<String> {
        let called = self.session.called_by_side(self.address);
        lines_of_book(self.session.book().say_beside_a_board(phrase, self.session.position(), &called, language()))
    }

    /// Whose turn it is, what was typed or what stands there instead, what just happened, and how it came to this.
    pub(super) fn draw_turn(&self, canvas: &mut Canvas<'_>, instead: &str, message: String) {
        let (session, position) = (self.session, self.session.position());
        let players = Players::of(session, self.address);
        self.board.draw(canvas, position, &players, self.is_asked);
        let (turn, prompt) = if position.moves().is_empty() {
            (Phrase::FirstTurn, Phrase::FirstPrompt)
        } else {
            (Phrase::Turn, Phrase::Prompt)
        };
        let mut heading = self.book_says(turn);
        let is_listed = self.is_asked && !session.hides_legal();
        if is_listed && !self.board.is_all_in_view(position, canvas.area()) {
            heading.push(self.choices(canvas));
        }
        let said = Said {
            players: &players,
            side: Some(position.turn()),
            heading: (heading, Ink::Title),
            prompt: if self.is_asked { self.book_says(prompt).join(" ") } else { instead.into() },
            is_asked: self.is_asked,
            message: (message, Ink::Plain),
            list: words::list_name(session.book(), position, &session.called_by_side(self.address)),
        };
        self.board.draw_said(canvas, position, &said);
    }

    /// What can be chosen, for a board that does not show all of it.
    fn choices(&self, canvas: &Canvas<'_>) -> String {
        let label = words::both().legal();
        let columns = Areas::of(canvas.area()).words.width;
        format!("{label} {}", legal_list(self.session.position(), columns.saturating_sub(width(&label) + 3)))
    }

    /// Who won and why, with what else there is to say before and after how everybody did.
    pub(super) fn draw_end(&self, canvas: &mut Canvas<'_>, first: Vec<String>, last: Vec<String>) {
        let (session, position) = (self.session, self.session.position());
        let players = Players::of(session, self.address);
        self.board.draw(canvas, position, &players, false);
        let Some(outcome) = position.outcome() else { return };
        let called = session.called_by_side(self.address);
        let heading = lines_of_book(session.book().say_end_beside_a_board(position, &called, language()));
        // Whoever is spoken to sees at once whether they have won.
        let is_lost = self.you.is_some_and(|you| you != session.seat(outcome.winner));
        let mut words = first;
        words.extend(session.verdict_remark(self.address).iter().map(say));
        words.extend(session.remarks_at_the_end(self.address).iter().map(say));
        words.extend(last);
        words.retain(|line| !line.is_empty());
        let said = Said {
            players: &players,
            side: Some(outcome.winner),
            heading: (heading, if is_lost { Ink::Loses } else { Ink::Wins }),
            prompt: String::new(),
            is_asked: false,
            message: (words.join("\n"), Ink::Plain),
            list: words::list_name(session.book(), position, &called),
        };
        self.board.draw_said(canvas, position, &said);
    }
}
