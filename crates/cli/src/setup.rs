//! What is played, by whom, and what to do around it: the same for every front end.

use std::path::PathBuf;

use duel::{Date, Level, Match, Move, Name, Player, Position, Record, RuleBook, Seat, computer_move};

use crate::players::Who;
use crate::record_file::{self, ID, RecordFile};
use crate::today::today;

/// The headers of a saved game that count the hints of each side.
pub(crate) const HINTS: [&str; 2] = ["Hints1", "Hints2"];
/// The headers of a saved game that name files of this user: where its record goes, and the rule file of its book. They mean
/// something only in our own store, where nobody else writes.
pub(crate) const RECORD_TO: &str = "RecordTo";
pub(crate) const RECORD_FORCE: &str = "RecordForce";
pub(crate) const RULES: &str = "Rules";

/// What is played, by whom, and what to do around it.
pub(crate) struct Setup {
    /// What the game is known by: chance, the same as long as it goes on.
    pub(crate) id: String,
    pub(crate) book: RuleBook,
    /// The rule file of a home-made book, so that its words are found again when the game is resumed.
    pub(crate) rule_file: Option<PathBuf>,
    /// The names of those in the two seats, and whether they are people.
    pub(crate) people: [Name; 2],
    pub(crate) players: [Who; 2],
    /// What the computer players' choices come from.
    pub(crate) seed: u64,
    /// Who moves first.
    pub(crate) starter: Seat,
    pub(crate) rounds: Option<Match>,
    /// Where the record of the finished game goes.
    pub(crate) record: Option<RecordFile>,
    /// A game that is taken up again.
    pub(crate) resumed: Option<Record>,
    /// How many hints each side has had in this game.
    pub(crate) hints: [u32; 2],
}

impl Setup {
    /// Who has the turn in a game with so many moves made.
    fn seat_at(&self, moves: usize) -> Seat {
        if moves.is_multiple_of(2) { self.starter } else { self.starter.other() }
    }

    /// Who is to move.
    pub(crate) fn who(&self, position: &Position) -> Who {
        self.players[self.seat_at(position.moves().len()).index()]
    }

    /// The side of the only person at a table with a computer.
    pub(crate) fn person_against_computer(&self) -> Option<Player> {
        let person = match self.players {
            [Who::Human, Who::Computer(_)] => Seat::One,
            [Who::Computer(_), Who::Human] => Seat::Two,
            _ => return None,
        };
        Some(if person == self.starter { Player::One } else { Player::Two })
    }

    /// The move of a computer player of this level.
    pub(crate) fn computer_move(&self, position: &Position, level: Level) -> Option<Move> {
        computer_move(position, level, self.luck())
    }

    /// What the computer players' moves come from in this game: each round of a match has luck of its own.
    pub(crate) fn luck(&self) -> u64 {
        let round = self.rounds.as_ref().map_or(0, |rounds| u64::from(rounds.round()));
        self.seed.wrapping_add(round)
    }

    /// Takes the last move back, and after it those of computer players, so that it is a person's turn again. What was
    /// taken back, the last move first; nothing when no person has moved.
    pub(crate) fn take_back(&self, position: &mut Position) -> Vec<(Player, Move)> {
        let by_a_person = |&at: &usize| self.players[self.seat_at(at).index()] == Who::Human;
        let Some(last) = (0..position.moves().len()).rev().find(by_a_person) else { return Vec::new() };
        let mut taken_back = Vec::new();
        while position.moves().len() > last {
            let Some(undone) = position.undo() else { break };
            taken_back.push((position.turn(), undone));
        }
        taken_back
    }

    /// Counts a finished game in the match, if there is one, and gets ready for the next one.
    pub(crate) fn count(&mut self, finished: &Position) {
        self.resumed = None;
        self.hints = [0, 0];
        let Some(rounds) = &mut self.rounds else { return };
        let winner = finished.outcome().map_or(Player::One, |outcome| outcome.winner);
        rounds.won_by(if winner == Player::One { self.starter } else { self.starter.other() });
        self.starter = rounds.starter();
    }

    /// The record of the game as it stands, with what it takes to go on with it anywhere.
    pub(crate) fn record(&self, position: &Position) -> Record {
        let mut record = Record::new(&self.book, position.clone(), self.sides());
        record.set_date(self.date());
        let is_game_data = |(name, _): &(&str, &str)| ![RECORD_TO, RECORD_FORCE, RULES].contains(name);
        for (name, value) in self.resumed.iter().flat_map(Record::headers).filter(is_game_data) {
            record.set_header(name, value);
        }
        record.set_header(ID, &self.id);
        self.name_computers(&mut record);
        let starter = self.starter;
        for (name, hints) in HINTS.into_iter().zip(self.hints).filter(|(_, hints)| *hints > 0) {
            record.set_header(name, hints.to_string());
        }
        if let Some(rounds) = &self.rounds {
            let wins = rounds.score();
            record.set_header("BestOf", rounds.best_of().to_string());
            record.set_header("Score", format!("{}-{}", wins[starter.index()], wins[starter.other().index()]));
            record.set_header("Seat1", self.people[0].to_string());
        }
        record
    }

    /// The record as our own store keeps it: with the files that belong to the game.
    pub(crate) fn kept(&self, position: &Position) -> Record {
        let mut record = self.record(position);
        if let Some(RecordFile { path, force }) = &self.record {
            record.set_header(RECORD_TO, path.display().to_string());
            if *force {
                record.set_header(RECORD_FORCE, "yes");
            }
        }
        if let Some(file) = &self.rule_file {
            record.set_header(RULES, file.display().to_string());
        }
        record
    }

    /// Says in a record who is a computer, and where its luck came from.
    fn name_computers(&self, record: &mut Record) {
        let Setup { players, starter, seed, .. } = self;
        if players.iter().any(|&who| who != Who::Human) {
            record.set_header("Type1", players[starter.index()].to_string());
            record.set_header("Type2", players[starter.other().index()].to_string());
            record.set_header("Seed", seed.to_string());
        }
    }

    /// Writes the record of a finished game, if one is wanted; gives where.
    pub(crate) fn write_record(&self, finished: &Position) -> anyhow::Result<Option<PathBuf>> {
        let Some(file) = &self.record else { return Ok(None) };
        let path = file.of_round(self.rounds.as_ref().map(Match::round));
        record_file::write(&path, &self.finished_record(finished), &self.id, file.force)?;
        Ok(Some(path))
    }

    /// A finished round as our store keeps it beside the match: with where its record was to go.
    pub(crate) fn set_aside(&self, finished: &Position) -> Record {
        let mut record = self.finished_record(finished);
        if let Some(file) = &self.record {
            let path = file.of_round(self.rounds.as_ref().map(Match::round));
            record.set_header(RECORD_TO, path.display().to_string());
            if file.force {
                record.set_header(RECORD_FORCE, "yes");
            }
        }
        record
    }

    /// The record of a finished game: what was played, by whom and when.
    pub(crate) fn finished_record(&self, finished: &Position) -> Record {
        let mut record = Record::new(&self.book, finished.clone(), self.sides());
        record.set_date(self.date());
        record.set_header(ID, &self.id);
        self.name_computers(&mut record);
        record
    }

    fn date(&self) -> Date {
        self.resumed.as_ref().and_then(Record::date).unwrap_or_else(today)
    }

    /// The people by the side they play: who moved first, then the other one.
    fn sides(&self) -> [Name; 2] {
        let Setup { people, starter, .. } = self;
        [people[starter.index()].clone(), people[starter.other().index()].clone()]
    }

    /// The names by the side they play.
    pub(crate) fn names(&self) -> [String; 2] {
        self.sides().map(|name| name.to_string())
    }

    /// Who was helped how often: "Hints: 2 for Ada, 1 for Bo."
    pub(crate) fn hints_line(&self) -> Option<String> {
        let names = self.names();
        let used = names.iter().zip(self.hints).filter(|(_, hints)| *hints > 0);
        let used: Vec<String> = used.map(|(name, hints)| format!("{hints} for {name}")).collect();
        (!used.is_empty()).then(|| format!("Hints: {}.", used.join(", ")))
    }

    /// "Score: Ada 1, Bo 0".
    pub(crate) fn score_line(&self) -> String {
        let [one, two] = &self.people;
        let [wins_one, wins_two] = self.rounds.as_ref().map_or([0, 0], Match::score);
        format!("Score: {one} {wins_one}, {two} {wins_two}")
    }
}
