//! How a game looks.

use duel::speech::{Called, Ending, Remark};
use duel::{Numbers, Seat};
use ratatui::layout::Rect;

use super::app::Desk;
use super::canvas::{Canvas, from_column, from_row, width};
use super::keys::{self, Key, enter, escape, letter};
use super::layout::Areas;
use super::play::Play;
use super::play_end::End;
use super::quiz::Quiz;
use super::remarks::{BESIDE, legal_list, with_emphasis};
use super::skin::Ink;
use crate::words::{self, ADDRESS, say, together};

impl Play {
    pub(super) fn draw_game(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let areas = Areas::of(canvas.area());
        self.draw_title(canvas, areas.title);
        match &self.end {
            None => self.draw_turn(canvas, areas.words, desk),
            Some(end) => match end.asked() {
                Some(quiz) => quiz.draw(canvas, ""),
                None => self.draw_end(canvas, areas.words, end),
            },
        }
        let keys = self.end.as_ref().map_or_else(|| self.keys_in_a_turn(), |end| self.keys_at_the_end(end));
        canvas.keys(areas.keys, &keys);
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let session = self.session();
        let [one, two] = session.score();
        let [first, second] = Seat::BOTH.map(|seat| &session.sitter(seat).name);
        let round = session.round();
        let score = match session.rounds() {
            Some(rounds) => {
                words::full().score_in_round(first.as_str(), one, two, second.as_str(), round, rounds.most())
            }
            None if round > 1 => words::full().score(first.as_str(), one, two, second.as_str()),
            None => String::new(),
        };
        // Of two very long names the numbers are left.
        let score = if width(&score) > area.width { format!("{one} : {two}") } else { score };
        let unsaved = if self.sitting.keeper().is_failing() { words::full().not_saved() } else { String::new() };
        for (text, ink) in [(score, Ink::Plain), (unsaved, Ink::Loses)] {
            if !text.is_empty() {
                area = canvas.right(area, &text, ink);
            }
        }
        let (title, code) = (session.book().title(), session.book().code());
        let mut pieces = vec![(title, Ink::Title)];
        // A game that no book describes has its code for a title.
        if title != session.book().plain_code() {
            pieces.extend([("  ", Ink::Plain), (&*code, Ink::Faint)]);
        }
        canvas.fitted(area, pieces);
    }

    /// Whose turn it is, what was typed, what just happened, and how it came to this.
    fn draw_turn(&self, canvas: &mut Canvas<'_>, area: Rect, desk: &Desk) {
        let (position, is_asked) = (self.position(), self.is_asked());
        self.board.draw(canvas, position, is_asked);
        let number = words::full().move_number(position.moves().len() + 1);
        let side = format!("{} {}", canvas.skin.signs.sides[position.turn().index()], self.mover());
        let state = match (is_asked, desk.jobs.is_working()) {
            (true, _) => words::full().to_move(&side),
            (false, true) => words::full().is_thinking(&side),
            (false, false) => words::full().enter_shows_the_move(&side),
        };
        let mut pieces = vec![(&*number, Ink::Faint), ("  ", Ink::Faint)];
        pieces.extend(with_emphasis((&state, Ink::Plain), (&side, Ink::Title)));
        let mut used = self.board.draw_typed(canvas, area, &pieces);
        if is_asked {
            // Beside the board there is room for a gap.
            used += self.draw_choices(canvas, from_row(area, used)) + u16::from(area.height >= BESIDE);
        } else {
            used += 1;
        }
        let words = together([self.notice.clone(), self.message.clone()]);
        self.board.draw_words(canvas, position, &self.session().names(), used, (&words, Ink::Plain));
    }

    /// What can be picked, on one line or, beside the board, on a few; gives how many.
    fn draw_choices(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let position = self.position();
        let label = match position.numbers() {
            Numbers::Pool(_) => words::both().you_can_pick(),
            Numbers::Table([_]) => words::both().you_can_divide_by(),
            Numbers::Table(_) => words::both().you_can_divide(),
        };
        let lines = if area.height >= BESIDE { 4 } else { 1 };
        // Lines break between numbers, so none of them is quite full.
        let room = (lines * area.width).saturating_sub((lines - 1) * 8 + width(&label) + 1);
        let list = format!("{label} {}", legal_list(position, room));
        let used = canvas.prose(Rect { height: area.height.min(lines), ..area }, &list, Ink::Plain);
        canvas.text(area, &label, Ink::Faint);
        used
    }

    /// Who won and why.
    fn draw_end(&self, canvas: &mut Canvas<'_>, area: Rect, end: &End) {
        let (session, position) = (self.session(), self.position());
        self.board.draw(canvas, position, false);
        let Some(outcome) = position.outcome() else { return };
        let names = session.names();
        let called = &Called::by_names(&names);
        let won = say(&Remark::Wins(called[outcome.winner.index()].clone()));
        let why = say(&Ending { position, called });
        let used = canvas.text(area, &won, Ink::Wins);
        let mut words = Vec::new();
        if used + 2 + width(&why) <= area.width {
            canvas.text(from_column(area, used + 2), &why, Ink::Plain);
        } else {
            words.push(why);
        }
        // What is lost otherwise comes before what there is to learn.
        words.extend(end.complaint());
        words.extend([self.notice.clone(), self.message.clone()]);
        words.extend([session.fault_remark(), session.help_remark(ADDRESS)].iter().flatten().map(say));
        words.extend(end.ending.written_to.as_ref().map(|path| words::full().record_is_in(&path.display())));
        words.extend(session.verdict_remark(ADDRESS).iter().map(say));
        if self.may().fair_start {
            let rule = position.fair_offer().and_then(|game| game.first_pick_rule());
            let rule = rule.map(|rule| say(&rule)).unwrap_or_default();
            words.push(words::full().offer_fair_start(&rule));
        }
        words.retain(|line| !line.is_empty());
        self.board.draw_words(canvas, position, &names, 1, (&words.join("\n"), Ink::Plain));
    }

    fn keys_at_the_end(&self, end: &End) -> Vec<Key> {
        let may = self.may();
        let mut keys = match end.asked().map(Quiz::is_over) {
            Some(false) => Quiz::keys().into_iter().chain([escape(words::full().leave_it())]).collect(),
            Some(true) => vec![enter(words::full().go_on())],
            None if end.turning_point.is_some() => vec![enter(words::full().turning_point())],
            None => Vec::new(),
        };
        if end.asked().is_none_or(Quiz::is_over) {
            keys.extend(may.next_round.then(|| letter('n', words::full().next_round())));
            keys.extend(may.rematch.then(|| letter('n', words::full().rematch())));
        }
        keys.extend(may.fair_start.then(|| letter('f', words::full().fair_start())));
        keys.extend([keys::review(), letter('s', words::full().save_record())]);
        // While the turning point is asked, Esc only leaves that.
        keys.extend((!end.is_asking).then(|| escape(words::full().menu())));
        keys.extend([keys::quit(), keys::help()]);
        keys
    }

    fn keys_in_a_turn(&self) -> Vec<Key> {
        let mut keys = vec![
            enter(words::full().take()),
            letter('u', words::full().undo()),
            letter('h', words::full().hint()),
            letter('e', words::full().exact()),
        ];
        if let Numbers::Pool(_) = self.position().numbers() {
            keys.push(letter('p', words::full().pairs()));
        }
        keys.extend([
            keys::quit(),
            keys::menu(),
            letter('r', words::full().resign()),
            letter('s', words::full().save()),
        ]);
        keys.extend([keys::rules(), keys::help()]);
        keys
    }
}
