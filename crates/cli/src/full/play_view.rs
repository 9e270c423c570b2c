//! How a game looks.

use duel::rulebook::Phrase;
use duel::{Numbers, Seat};
use ratatui::layout::Rect;

use super::app::Desk;
use super::canvas::{Canvas, width};
use super::keys::{self, Key, enter, escape, letter};
use super::layout::Areas;
use super::play::Play;
use super::play_end::End;
use super::players::Players;
use super::quiz::Quiz;
use super::remarks::{Said, legal_list};
use super::skin::Ink;
use crate::words::{self, ADDRESS, language, lines_of_book, of_lesson, say, together};

impl Play {
    pub(super) fn draw_game(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let areas = Areas::of(canvas.area());
        self.draw_title(canvas, areas.title);
        match &self.end {
            None => self.draw_turn(canvas, desk),
            Some(end) => match end.asked() {
                Some(quiz) => quiz.draw(canvas, &self.message),
                None => self.draw_end(canvas, end),
            },
        }
        let keys = self.end.as_ref().map_or_else(|| self.keys_in_a_turn(), |end| self.keys_at_the_end(end));
        canvas.keys(areas.keys, &keys);
    }

    /// What is played, how the match stands, and which move it is: as much of it as there is room for.
    fn draw_title(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let session = self.session();
        let (book, [one, two], round) = (session.book(), session.score(), session.round());
        // On auto the opponent changes, and the score stays.
        let names = Seat::BOTH.map(|seat| session.called(seat, ADDRESS)).map(|called| say(&called));
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
        let move_number = words::full().move_number(self.position().moves().len() + 1);
        let move_number = if self.end.is_none() { move_number } else { String::new() };
        let unsaved = if self.sitting.keeper().is_failing() { words::full().not_saved() } else { String::new() };
        let lesson = self.sitting.lesson().map(|lesson| of_lesson(lesson.title()));
        let title = lesson.as_deref().unwrap_or(book.title());
        // A game that no book describes has its code for a title, and in a lesson nobody needs it.
        let code =
            if title == book.plain_code() || lesson.is_some() { String::new() } else { format!("  {}", book.code()) };
        // The title is whole as long as anything else can be shorter.
        let fits = |code: &str, score: &str| {
            let right = [&*move_number, score, &*unsaved].into_iter().filter(|text| !text.is_empty());
            let right: u16 = right.map(|text| width(text) + 2).sum();
            width(title) + width(code) + right <= area.width
        };
        let ways = [(&*code, &*score), ("", &*score), (&*code, &*short), ("", &*short)];
        let (code, score) = ways.into_iter().find(|(code, score)| fits(code, score)).unwrap_or(("", &*short));
        for (text, ink) in [(&*move_number, Ink::Faint), (score, Ink::Plain), (&*unsaved, Ink::Loses)] {
            if !text.is_empty() {
                area = canvas.right(area, text, ink);
            }
        }
        canvas.fitted(area, [(title, Ink::Title), (code, Ink::Faint)]);
    }

    /// What the book says, of this position.
    pub(super) fn book_says(&self, phrase: Phrase) -> Vec<String> {
        let session = self.session();
        let called = session.called_by_side(ADDRESS);
        lines_of_book(session.book().say_beside_a_board(phrase, session.position(), &called, language()))
    }

    /// Whose turn it is, what was typed, what just happened, and how it came to this.
    fn draw_turn(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let (position, is_asked) = (self.position(), self.is_asked());
        let players = Players::of(self.session());
        self.board.draw(canvas, position, &players, is_asked);
        let (turn, prompt) = if position.moves().is_empty() {
            (Phrase::FirstTurn, Phrase::FirstPrompt)
        } else {
            (Phrase::Turn, Phrase::Prompt)
        };
        let mut heading = self.book_says(turn);
        let is_listed = is_asked && !self.session().hides_legal();
        if is_listed && !self.board.is_all_in_view(position, canvas.area()) {
            heading.push(self.choices(canvas));
        }
        let prompt = match (is_asked, desk.jobs.is_working()) {
            (true, _) => self.book_says(prompt).join(" "),
            (false, true) => words::full().is_thinking(),
            (false, false) => words::full().enter_shows_the_move(),
        };
        let said = Said {
            players: &players,
            side: Some(position.turn()),
            heading: (heading, Ink::Title),
            prompt,
            is_asked,
            message: (together([self.notice.clone(), self.message.clone()]), Ink::Plain),
            list: words::list_name(self.session().book(), position, &self.session().called_by_side(ADDRESS)),
        };
        self.board.draw_said(canvas, position, &said);
    }

    /// What can be chosen, for a board that does not show all of it.
    fn choices(&self, canvas: &Canvas<'_>) -> String {
        let position = self.position();
        let label = words::both().legal();
        let columns = Areas::of(canvas.area()).words.width;
        format!("{label} {}", legal_list(position, columns.saturating_sub(width(&label) + 3)))
    }

    /// Who won and why.
    fn draw_end(&self, canvas: &mut Canvas<'_>, end: &End) {
        let (session, position) = (self.session(), self.position());
        let players = Players::of(session);
        self.board.draw(canvas, position, &players, false);
        let Some(outcome) = position.outcome() else { return };
        let called = session.called_by_side(ADDRESS);
        let heading = lines_of_book(session.book().say_end_beside_a_board(position, &called, language()));
        // Whoever plays against a computer sees at once whether they have won.
        let is_lost = session.only_person().is_some_and(|you| you != session.seat(outcome.winner));
        // What is lost otherwise comes before what there is to learn.
        let mut words: Vec<String> = end.complaint().into_iter().collect();
        words.extend(end.ending.learned.as_ref().map(|learned| learned.words.clone()));
        words.extend([self.notice.clone(), self.message.clone()]);
        words.extend(session.verdict_remark(ADDRESS).iter().map(say));
        words.extend(session.remarks_at_the_end(ADDRESS).iter().map(say));
        words.extend(end.ending.written_to.as_ref().map(|path| words::full().record_is_in(&path.display())));
        if self.may().fair_start && self.learned().is_none() {
            let rule = position.fair_offer().and_then(|game| game.first_pick_rule());
            let rule = rule.map(|rule| say(&rule)).unwrap_or_default();
            words.push(words::full().offer_fair_start(&rule));
        }
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

    fn keys_at_the_end(&self, end: &End) -> Vec<Key> {
        let may = self.may();
        let mut keys = match end.asked().map(Quiz::is_over) {
            Some(false) => Quiz::keys().into_iter().chain([escape(words::full().leave_it())]).collect(),
            Some(true) => vec![enter(words::full().go_on())],
            None if end.turning_point.is_some() => vec![enter(words::full().turning_point())],
            None => Vec::new(),
        };
        let lesson = self.sitting.lesson().zip(self.learned());
        if let Some((lesson, is_won)) = lesson {
            keys.extend(match is_won {
                true => lesson.next().map(|_| letter('n', words::full().next_lesson())),
                false => Some(letter('n', words::full().play_again())),
            });
            keys.push(letter('l', if is_won { words::full().the_lessons() } else { words::full().the_steps() }));
        } else if end.asked().is_none_or(Quiz::is_over) {
            keys.extend(may.next_round.then(|| letter('n', words::full().next_round())));
            keys.extend(may.rematch.then(|| letter('n', words::full().rematch())));
        }
        keys.push(keys::review());
        // While the turning point is asked, Esc only leaves that.
        let way_out = self.way_back.clone().unwrap_or_else(|| words::full().menu());
        keys.extend((!end.is_asking).then(|| escape(way_out)));
        keys.extend((may.fair_start && lesson.is_none()).then(|| letter('f', words::full().fair_start())));
        keys.push(letter('s', words::full().save_record()));
        keys.extend(end.turning_point.is_some().then(|| letter('o', words::full().play_on())));
        keys.extend([keys::quit(), keys::help()]);
        keys
    }

    fn keys_in_a_turn(&self) -> Vec<Key> {
        let mut keys = vec![enter(words::full().take()), letter('u', words::full().undo())];
        if self.may().help {
            keys.extend([letter('h', words::full().hint()), letter('e', words::full().exact())]);
            if let Numbers::Pool(_) = self.position().numbers() {
                keys.push(letter('p', words::full().pairs()));
            }
        }
        keys.extend([
            keys::quit(),
            letter('m', self.way_back.clone().unwrap_or_else(|| words::full().menu())),
            letter('r', words::full().resign()),
            letter('o', words::full().play_on()),
            letter('s', words::full().save()),
        ]);
        keys.extend([keys::rules(), keys::help()]);
        keys
    }
}
