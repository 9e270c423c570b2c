//! How a position lies on the screen, and where the cursor stands in it: the same for play, review and puzzles.

use std::collections::BTreeMap;

use duel::coach::{Advice, Mark, Stage, Why};
use duel::session::Action;
use duel::{Move, Numbers, Position, Relation};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::canvas::{Canvas, Click, from_column, from_row, width};
use super::division::Division;
use super::grid::Grid;
use super::large;
use super::layout::Areas;
use super::players::Players;
use super::skin::{Ink, Signs};

/// The longest thing that can be typed: two numbers of twenty digits and a stroke.
const LONGEST: usize = 41;

/// What was found out about a position and is shown on the board.
#[derive(Default)]
pub(crate) struct Insight {
    /// The moves that win, when the verdicts are shown.
    pub(crate) winning: Option<Vec<Move>>,
    /// The partner of every number that has one, and which pair it is.
    pub(crate) partners: BTreeMap<u64, (u64, usize)>,
    pub(crate) hint: Option<Move>,
    /// The moves that matter.
    pub(crate) weighed: Vec<Move>,
    /// The letters of answers to a hint: what they may pick and what meets it have the same one.
    pub(crate) letters: BTreeMap<u64, usize>,
    /// The move that was made here, in a review, and what it did as far as that is known.
    pub(crate) played: Option<(Move, Option<Mark>)>,
}

impl Insight {
    /// What is known of a move: its sign, and how it looks.
    pub(crate) fn verdict(&self, chosen: Move, is_legal: bool, signs: &Signs) -> Option<(&'static str, Ink)> {
        match (&self.winning, self.played) {
            (Some(winning), _) if is_legal && winning.binary_search(&chosen).is_ok() => Some((signs.wins, Ink::Wins)),
            (Some(_), _) if is_legal => Some((signs.loses, Ink::Loses)),
            (_, Some((played, Some(mark)))) if played == chosen => Some((sign_of(mark, signs), ink_of(mark))),
            _ if self.hint == Some(chosen) => Some((signs.better, Ink::Wins)),
            _ => self.weighed.contains(&chosen).then_some((signs.weighed, Ink::Notice)),
        }
    }
}

/// How a move looks that did this.
pub(crate) fn ink_of(mark: Mark) -> Ink {
    match mark {
        Mark::KeptTheWin => Ink::Wins,
        Mark::ThrewItAway => Ink::Loses,
        Mark::OnlyMove | Mark::LostAnyway | Mark::NotKnown | Mark::ByChance => Ink::Faint,
    }
}

/// The sign of what a move did.
pub(crate) fn sign_of(mark: Mark, signs: &Signs) -> &'static str {
    match mark {
        Mark::KeptTheWin => signs.wins,
        Mark::ThrewItAway => signs.threw_it_away,
        Mark::LostAnyway => signs.lost_anyway,
        Mark::OnlyMove | Mark::NotKnown | Mark::ByChance => "",
    }
}

static NONE: Insight = Insight {
    winning: None,
    partners: BTreeMap::new(),
    hint: None,
    weighed: Vec::new(),
    letters: BTreeMap::new(),
    played: None,
};

/// The letters of pairs. Those that look like a digit or a stone are left out.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";

/// A letter for every pick that answers others, and the same for those; as long as there are letters.
fn letters(why: &Why) -> BTreeMap<u64, usize> {
    let mut letters = BTreeMap::new();
    for (answer, reply) in why.answers() {
        let (Move::Pick(answer), Move::Pick(reply)) = (answer, reply) else { continue };
        let next = letters.values().max().map_or(0, |last| last + 1);
        let pair = *letters.entry(reply).or_insert(next);
        letters.insert(answer, pair);
    }
    letters.retain(|_, pair| *pair < LETTERS.len());
    letters
}

/// What somebody offers as a move.
#[derive(Debug)]
pub(crate) enum Offer {
    Move(Move),
    Typed(String),
}

impl From<Offer> for Action {
    fn from(offer: Offer) -> Action {
        match offer {
            Offer::Move(chosen) => Action::Move(chosen),
            Offer::Typed(text) => Action::Type(text),
        }
    }
}

/// What the screen has of a board. The position is given to it, and is nobody's but the session's.
#[derive(Default)]
pub(crate) struct Board {
    /// Which of the choices the cursor is on.
    cursor: usize,
    /// Whether people find the legal numbers themselves: then every free number is a choice.
    hides_legal: bool,
    /// The first row that is shown, where the window is too low for all of them.
    top: usize,
    typed: String,
    /// Whether the cursor is where somebody has put it in this turn.
    is_chosen: bool,
    /// What was found out, and about which position.
    insight: Option<(Position, Insight)>,
    /// How far advice has gone in this turn.
    stage: Option<Stage>,
}

/// What drawing needs to see of a board.
pub(crate) struct Seen<'a> {
    pub(crate) cursor: Option<Move>,
    pub(crate) insight: &'a Insight,
    pub(crate) players: &'a Players,
    /// Whether a choice can be made by clicking on it.
    pub(crate) playable: bool,
    /// Whether it is to be found out what is legal.
    pub(crate) hides_legal: bool,
}

/// How the board of a position lies in a window.
enum Face {
    Grid(Grid),
    Division(Division),
}

impl Face {
    fn place(&self, chosen: Move) -> (usize, usize) {
        match self {
            Face::Grid(grid) => grid.place(chosen.number()),
            Face::Division(division) => division.place(chosen),
        }
    }

    /// The rows of the board, and how many of them are shown.
    fn rows(&self) -> (usize, usize) {
        match self {
            Face::Grid(grid) => (grid.rows(), grid.shown()),
            Face::Division(division) => (division.rows(), division.shown()),
        }
    }
}

impl Board {
    /// A board on which legal numbers are shown, or have to be found.
    pub(crate) fn hiding_legal(hides_legal: bool) -> Board {
        Board { hides_legal, ..Board::default() }
    }

    pub(super) fn hides_legal(&self) -> bool {
        self.hides_legal
    }

    /// The move under the cursor.
    fn choice(&self, position: &Position) -> Option<Move> {
        if self.hides_legal { self.choices(position).nth(self.cursor) } else { position.nth_legal(self.cursor) }
    }

    /// Where the cursor can go. A divisor that has to be found is typed.
    fn choices<'a>(&self, position: &'a Position) -> Box<dyn Iterator<Item = Move> + 'a> {
        match position.numbers() {
            _ if !self.hides_legal => Box::new(position.legal()),
            Numbers::Pool(_) => Box::new(position.free().into_iter().map(Move::Pick)),
            Numbers::Table(_) => Box::new(std::iter::empty()),
        }
    }

    pub(crate) fn typed(&self) -> &str {
        &self.typed
    }

    /// Wipes what was typed; false when nothing was.
    pub(crate) fn wipe(&mut self) -> bool {
        !std::mem::take(&mut self.typed).is_empty()
    }

    /// What was found out about this position.
    pub(crate) fn insight(&self, position: &Position) -> &Insight {
        self.insight.as_ref().filter(|(about, _)| about == position).map_or(&NONE, |(_, insight)| insight)
    }

    /// The same, for something else that was found out.
    pub(crate) fn insight_mut(&mut self, position: &Position) -> &mut Insight {
        self.insight.take_if(|(about, _)| about != position);
        &mut self.insight.get_or_insert_with(|| (position.clone(), Insight::default())).1
    }

    /// The stage of advice that comes next.
    pub(crate) fn next_stage(&self) -> Stage {
        Stage::after(self.stage)
    }

    /// Whether as much was said in this turn before.
    pub(crate) fn has_had(&self, advice: &Advice) -> bool {
        self.stage >= Some(advice.stage())
    }

    /// Shows advice, beside what else is known of the position: the moves that matter, or the move with what answers what.
    pub(crate) fn mark(&mut self, advice: &Advice, position: &Position, window: Rect) {
        self.stage = Some(advice.stage());
        let insight = self.insight_mut(position);
        match advice {
            Advice::Nudge(_) => {}
            Advice::Idea(idea) => insight.weighed = idea.moves.iter().map(|(chosen, _)| *chosen).collect(),
            Advice::Move(hint) => {
                insight.weighed.clear();
                insight.hint = Some(hint.chosen);
                insight.letters = letters(&hint.why);
                self.point_at(hint.chosen, position, window);
            }
        }
    }

    /// Takes off the board what was found out.
    pub(crate) fn forget(&mut self) {
        self.insight = None;
    }

    /// It is another turn: what was typed and found out is gone, and the cursor starts afresh.
    pub(crate) fn turn(&mut self, position: &Position, window: Rect) {
        *self = Board { top: self.top, ..Board::hiding_legal(self.hides_legal) };
        self.follow_turn(position, window);
    }

    /// Whether a key is not to be taken yet: where Enter alone is no answer, somebody chooses before it.
    pub(crate) fn is_too_early(&mut self, key: KeyCode) -> bool {
        self.is_chosen |= key != KeyCode::Enter;
        !self.is_chosen
    }

    /// Types, moves the cursor, or offers a move.
    pub(crate) fn key(&mut self, key: KeyCode, position: &Position, window: Rect) -> Option<Offer> {
        match key {
            // A sign or a point makes it no number, and must not vanish: a 1 can lose where -1 is asked again.
            KeyCode::Char(digit @ ('0'..='9' | '/' | '-' | '+' | '.' | ',')) if self.typed.len() < LONGEST => {
                self.typed.push(digit);
                let understood = self.typed.parse().ok().and_then(|typed| position.understand(typed).ok());
                if let Some(chosen) = understood.and_then(duel::Typed::as_move) {
                    self.point_at(chosen, position, window);
                }
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter if !self.typed.is_empty() => return Some(Offer::Typed(std::mem::take(&mut self.typed))),
            // What nobody can see is shown before it is taken.
            KeyCode::Enter if self.reveal_cursor(position, window) => {}
            KeyCode::Enter => return self.choice(position).map(Offer::Move),
            key => self.step(key, position, window),
        }
        None
    }

    /// Puts the cursor on a move, if it is a choice.
    pub(crate) fn point_at(&mut self, chosen: Move, position: &Position, window: Rect) {
        if let Some(at) = self.choices(position).position(|choice| choice == chosen) {
            self.cursor = at;
            self.show_move(chosen, &self.face(position, window));
        }
    }

    /// Moves the cursor over the choices, if the key is a way to go.
    fn step(&mut self, key: KeyCode, position: &Position, window: Rect) {
        let face = self.face(position, window);
        let (at, count) = (self.cursor, self.choices(position).count());
        let next = match key {
            _ if count == 0 => return,
            KeyCode::Right => (at + 1) % count,
            KeyCode::Left => (at + count - 1) % count,
            KeyCode::Home => 0,
            KeyCode::End => count - 1,
            KeyCode::Up | KeyCode::Down => self.neighbour(key == KeyCode::Down, position, &face).unwrap_or(at),
            _ => return,
        };
        self.cursor = next;
        self.typed.clear();
        self.choice(position).inspect(|&chosen| self.show_move(chosen, &face));
    }

    /// The nearest choice below or above the cursor. What is straight ahead is nearer than what is beside.
    fn neighbour(&self, down: bool, position: &Position, face: &Face) -> Option<usize> {
        let (row, column) = face.place(self.choice(position)?);
        let beside = match face {
            Face::Grid(_) => 2,
            Face::Division(_) => 1,
        };
        let distance = |(other_row, other): (usize, usize)| {
            let ahead = other_row.abs_diff(row);
            (ahead + beside * other.abs_diff(column), ahead)
        };
        let places = self.choices(position).map(|choice| face.place(choice)).enumerate();
        let ahead = places.filter(|(_, (other, _))| if down { *other > row } else { *other < row });
        ahead.min_by_key(|(_, place)| distance(*place)).map(|(at, _)| at)
    }

    /// The board in the middle of its place in a window.
    fn face(&self, position: &Position, window: Rect) -> Face {
        let area = Areas::of(window).board;
        match position.numbers() {
            Numbers::Pool(pool) => {
                // A sign, the number, a sign; with the pairing also the partner.
                let digits = width(&pool.last().to_string());
                let insight = self.insight(position);
                let is_marked = insight.hint.is_some_and(|hint| insight.partners.contains_key(&hint.number()));
                let paired = if insight.partners.is_empty() { 0 } else { digits + u16::from(is_marked) };
                Face::Grid(Grid::fit(pool, area, digits + 2 + paired))
            }
            // A number stays where the number lay that it was made of.
            Numbers::Table(_) => {
                Face::Division(Division::fit(&position.in_their_places(), self.choices(position).collect(), area))
            }
        }
    }

    /// Brings the last pick into view, for a board whose cursor nobody moves.
    pub(crate) fn follow_last(&mut self, position: &Position, window: Rect) {
        if let (Face::Grid(grid), Some(last)) = (&self.face(position, window), position.last()) {
            self.show_row(grid.place(last).0, grid.shown());
        }
    }

    /// Brings the last pick into view, and the cursor where it can be seen too.
    pub(crate) fn follow_turn(&mut self, position: &Position, window: Rect) {
        self.follow_last(position, window);
        let face = self.face(position, window);
        let Some(chosen) = self.choice(position).filter(|&chosen| !self.is_in_view(chosen, &face)) else { return };
        match self.choices(position).position(|choice| self.is_in_view(choice, &face)) {
            Some(at) => self.cursor = at,
            None => self.show_move(chosen, &face),
        }
    }

    /// Whether the whole board can be seen.
    pub(super) fn is_all_in_view(&self, position: &Position, window: Rect) -> bool {
        let (rows, shown) = self.face(position, window).rows();
        rows <= shown
    }

    /// Brings the cursor into view; true when it was out of sight.
    fn reveal_cursor(&mut self, position: &Position, window: Rect) -> bool {
        let face = self.face(position, window);
        let hidden = self.choice(position).filter(|&chosen| !self.is_in_view(chosen, &face));
        hidden.inspect(|&chosen| self.show_move(chosen, &face)).is_some()
    }

    fn is_in_view(&self, chosen: Move, face: &Face) -> bool {
        let (rows, shown) = face.rows();
        let top = self.top.min(rows.saturating_sub(shown));
        (top..top + shown).contains(&face.place(chosen).0)
    }

    fn show_move(&mut self, chosen: Move, face: &Face) {
        self.show_row(face.place(chosen).0, face.rows().1);
    }

    fn show_row(&mut self, row: usize, shown: usize) {
        if row < self.top {
            self.top = row;
        } else if row >= self.top + shown {
            self.top = row + 1 - shown.max(1);
        }
    }

    /// Shows other rows, as the wheel of a mouse does.
    pub(crate) fn scroll(&mut self, down: bool, position: &Position, window: Rect) {
        const STEP: usize = 3;
        let (rows, shown) = self.face(position, window).rows();
        let top = if down { self.top + STEP } else { self.top.saturating_sub(STEP) };
        self.top = top.min(rows.saturating_sub(shown));
    }

    /// Draws the board, and the line between it and the words. Without `playable` the cursor is hidden, because it is not the time
    /// to choose; in a review it stands where somebody has chosen.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, position: &Position, players: &Players, playable: bool) {
        Areas::of(canvas.area()).part(canvas);
        let face = self.face(position, canvas.area());
        let (rows, shown) = face.rows();
        let top = self.top.min(rows.saturating_sub(shown));
        let insight = self.insight(position);
        let played = insight.played.map(|(played, _)| played);
        let cursor = self.choice(position).filter(|_| playable).or(played);
        let seen = Seen { cursor, insight, players, playable, hides_legal: self.hides_legal };
        let area = match &face {
            Face::Grid(grid) => {
                for (number, cell) in grid.cells(top) {
                    draw_number(canvas, position, number, grid, cell, &seen);
                }
                grid.area
            }
            Face::Division(division) => {
                division.draw(canvas, &seen, top);
                division.area
            }
        };
        let signs = &canvas.skin.signs;
        if top > 0 {
            canvas.at_an_end(area, signs.more_above, Ink::Key);
        }
        if top + shown < rows {
            canvas.at_an_end(from_row(area, area.height.saturating_sub(1)), signs.more_below, Ink::Key);
        }
    }
}

/// Draws a number in its cell.
fn draw_number(canvas: &mut Canvas<'_>, position: &Position, number: u64, grid: &Grid, cell: Rect, seen: &Seen<'_>) {
    let signs = &canvas.skin.signs;
    let pick = Move::Pick(number);
    let relation = position.relation(number);
    let legal = relation.is_legal();
    let (before, mut ink) = match relation {
        Relation::Last(_) => (signs.last, Ink::Last),
        Relation::Taken(_) => (" ", Ink::Taken),
        _ if seen.hides_legal => (" ", Ink::Plain),
        Relation::First => (signs.open, Ink::Open),
        Relation::Divisor => (signs.divisor, Ink::Divisor),
        Relation::Multiple => (signs.multiple, Ink::Multiple),
        Relation::LastResort | Relation::Free | Relation::Elsewhere => (" ", Ink::Plain),
    };
    let mut after = String::new();
    let mut after_ink = None;
    if let Some(taker) = relation.taker() {
        let seat = seen.players.seat(taker);
        after.push_str(signs.of(seat));
        after_ink = Some(Ink::Player(seat));
    } else if let Some(&(partner, pair)) = seen.insight.partners.get(&number) {
        let known = seen.insight.verdict(pick, legal, signs).map_or("", |(sign, _)| sign);
        after = format!("{}{partner}{known}", signs.pair);
        ink = Ink::Group(pair);
    } else if let Some((sign, known)) = seen.insight.verdict(pick, legal, signs) {
        (after, ink) = (sign.into(), known);
    } else if let Some(&pair) = seen.insight.letters.get(&number) {
        after.push(LETTERS[pair].into());
        ink = Ink::Group(pair);
    }
    let digits = number.to_string();
    let room = grid.digits();
    let pad = " ".repeat(room.saturating_sub(width(&digits)).into());
    let line = Rect { height: cell.height.min(1), ..cell };
    if grid.is_large && !canvas.skin.ascii {
        let shown = large::columns(width(&digits));
        let pad = large::columns(room) - shown;
        let middle = from_column(from_row(cell, large::ROWS / 2), pad);
        let is_chosen = seen.cursor == Some(pick);
        // The sign makes room for the bracket, and stands above it.
        canvas.text(if is_chosen { from_column(cell, pad) } else { middle }, before, ink);
        canvas.text(middle, if is_chosen { "[" } else { "" }, Ink::Cursor);
        large::draw(canvas, from_column(cell, pad + 1), number, ink);
        let after = [(&*after, after_ink.unwrap_or(ink)), (if is_chosen { "]" } else { "" }, Ink::Cursor)];
        canvas.pieces(from_column(middle, 1 + shown), after);
    } else if seen.cursor == Some(pick) {
        // What is known of it comes before the brackets, where not all of that has room.
        let sign = if relation == Relation::First { "" } else { before.trim() };
        let marked = format!("{sign}{digits}{after}");
        let ways = [format!("[{marked}]"), format!("[{marked}"), marked];
        let pointed_at = ways.iter().find(|way| width(way) <= line.width).unwrap_or(&ways[2]);
        // The digits stay where they are as long as there is room before them.
        let pad = width(&pad).saturating_sub(width(sign)).min(line.width.saturating_sub(width(pointed_at)));
        canvas.text(from_column(line, pad), pointed_at, Ink::Cursor);
    } else {
        canvas.pieces(line, [(&*pad, Ink::Plain), (before, ink), (&*digits, ink), (&*after, after_ink.unwrap_or(ink))]);
    }
    if seen.playable {
        canvas.target(cell, if legal && !seen.hides_legal { Click::Choice(pick) } else { Click::Number(number) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_knows_nothing_of_another_position() {
        let window = Rect::new(0, 0, 80, 24);
        let game = "chain".parse::<duel::Game>().unwrap();
        let (start, after) = (game.start().unwrap(), game.replay([Move::Pick(14)]).unwrap());
        let mut board = Board::default();
        board.insight_mut(&start).hint = Some(Move::Pick(11));
        board.key(KeyCode::End, &start, window);
        assert_eq!(board.insight(&start).hint, Some(Move::Pick(11)));
        assert!(matches!(board.key(KeyCode::Enter, &start, window), Some(Offer::Move(Move::Pick(20)))));
        // The same board, before anybody has told it that it is another turn.
        assert_eq!(board.insight(&after).hint, None);
        assert!(board.key(KeyCode::Enter, &after, window).is_none());
        board.turn(&after, window);
        assert!(matches!(board.key(KeyCode::Enter, &after, window), Some(Offer::Move(Move::Pick(2)))));
    }
}
