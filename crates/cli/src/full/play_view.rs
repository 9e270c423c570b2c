//! How a game looks.

use duel::Numbers;
use ratatui::layout::Rect;

use super::app::Desk;
use super::canvas::Canvas;
use super::keys::{self, Key, enter, escape, letter};
use super::layout::Areas;
use super::play::Play;
use super::play_end::End;
use super::quiz::Quiz;
use super::scene::Scene;
use crate::words::{self, ADDRESS, of_lesson, say, together};

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

    /// The game as it is drawn.
    fn scene(&self) -> Scene<'_> {
        let session = self.session();
        Scene { session, board: &self.board, address: ADDRESS, you: session.only_person(), is_asked: self.is_asked() }
    }

    fn draw_title(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let unsaved = if self.sitting.keeper().is_failing() { words::full().not_saved() } else { String::new() };
        let lesson = self.sitting.lesson().map(|lesson| of_lesson(lesson.title()));
        self.scene().draw_title(canvas, area, lesson.as_deref(), "", &unsaved);
    }

    /// Whose turn it is, what was typed, what just happened, and how it came to this.
    fn draw_turn(&self, canvas: &mut Canvas<'_>, desk: &Desk) {
        let instead = match desk.jobs.is_working() {
            true => words::full().is_thinking(),
            false => words::full().enter_shows_the_move(),
        };
        self.scene().draw_turn(canvas, &instead, together([self.notice.clone(), self.message.clone()]));
    }

    /// Who won and why.
    fn draw_end(&self, canvas: &mut Canvas<'_>, end: &End) {
        let position = self.position();
        // What is lost otherwise comes before what there is to learn.
        let mut first: Vec<String> = end.complaint().into_iter().collect();
        first.extend(end.ending.learned.as_ref().map(|learned| learned.words.clone()));
        first.extend([self.notice.clone(), self.message.clone()]);
        let mut last: Vec<String> = Vec::new();
        last.extend(end.ending.written_to.as_ref().map(|path| words::full().record_is_in(&path.display())));
        if self.may().fair_start && self.learned().is_none() {
            let rule = position.fair_offer().and_then(|game| game.first_pick_rule());
            let rule = rule.map(|rule| say(&rule)).unwrap_or_default();
            last.push(words::full().offer_fair_start(&rule));
        }
        self.scene().draw_end(canvas, first, last);
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
