//! What can be typed in a live game. Most of it is as in every other game; what is not is between people at two places.

use api::live::LiveWish;
use duel::{Numbers, Session};

use crate::line::prompt::{self, SaveAs, table};
use crate::words;

/// Something typed in a live game.
#[derive(Debug, PartialEq)]
pub(super) enum Request<'a> {
    /// For the server: a move, an answer, a proposal.
    Wish(LiveWish),
    /// To give the game up, which is asked again.
    Resign,
    Help,
    Moves,
    Board,
    Chain,
    Rules,
    Brief,
    /// There is none in a live game.
    Advice,
    Save(SaveAs<'a>),
    /// To the game that comes after this one.
    GoOn,
    /// To be answered with this.
    Unknown(String),
}

const WORDS: [&str; 15] = [
    "help", "moves", "board", "chain", "rules", "brief", "undo", "yes", "no", "resign", "rematch", "next", "claim",
    "go", "save",
];

pub(super) fn understand(line: &str) -> Request<'_> {
    let typed = line.trim().to_ascii_lowercase();
    let wish = match typed.as_str() {
        "undo" | "take back" => LiveWish::ProposeTakeBack {},
        "yes" | "y" | "agree" => LiveWish::Agree {},
        "no" | "n" | "decline" => LiveWish::Decline {},
        "rematch" => LiveWish::ProposeRematch { fair: false },
        "rematch fair" => LiveWish::ProposeRematch { fair: true },
        "next" => LiveWish::NextRound { fair: false },
        "next fair" => LiveWish::NextRound { fair: true },
        "claim" => LiveWish::Claim {},
        "go" => return Request::GoOn,
        _ => return in_every_game(line),
    };
    Request::Wish(wish)
}

fn in_every_game(line: &str) -> Request<'_> {
    match prompt::understand(line) {
        prompt::Request::Move(text) => Request::Wish(LiveWish::Type { text: text.trim().into() }),
        prompt::Request::Help => Request::Help,
        prompt::Request::Moves => Request::Moves,
        prompt::Request::Board => Request::Board,
        prompt::Request::Chain => Request::Chain,
        prompt::Request::Rules => Request::Rules,
        prompt::Request::Brief => Request::Brief,
        prompt::Request::Resign => Request::Resign,
        prompt::Request::Save(Some(file)) => Request::Save(file),
        prompt::Request::Save(None) => Request::Unknown(words::line().save_live_as_what()),
        prompt::Request::Hint(_) | prompt::Request::Explain | prompt::Request::Pairing => Request::Advice,
        // Undo stands above.
        prompt::Request::PlayOn(_) | prompt::Request::Undo => Request::Unknown(words::line().not_in_a_live_game()),
        prompt::Request::Unknown(answer) => {
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
            let is_known = WORDS.contains(&&*word) || word == "quit";
            Request::Unknown(if is_word && !is_known { prompt::unknown(&word, &WORDS) } else { answer })
        }
    }
}

/// What can be typed here, by somebody who has a seat or by somebody who watches.
pub(super) fn help(session: &Session, is_seated: bool) -> String {
    let words = words::line();
    if !is_seated {
        let moves = (!session.hides_legal()).then(|| ("moves", words.help_moves()));
        let commands: Vec<(&str, String)> = moves
            .into_iter()
            .chain([
                ("board", words.help_live_board()),
                ("chain", words.help_chain()),
                ("rules", words.help_rules()),
                ("brief", words.help_brief()),
                ("save FILE", words.help_save_live()),
                ("quit", words.help_quit_watching()),
                ("help", words.help_help()),
            ])
            .collect();
        return table(&commands);
    }
    let (a_move, what_it_does) = match session.position().numbers() {
        Numbers::Pool(_) => ("12", words.help_pick("12")),
        Numbers::Table([_]) => ("2", words.help_divide("2")),
        Numbers::Table(_) => ("84/7", words.help_divide_one(84, 7)),
    };
    let mut commands = vec![(a_move, what_it_does)];
    commands.extend((!session.hides_legal()).then(|| ("moves", words.help_moves())));
    commands.extend([
        ("board", words.help_live_board()),
        ("chain", words.help_chain()),
        ("rules", words.help_rules()),
        ("brief", words.help_brief()),
        ("undo", words.help_propose_undo()),
        ("yes, no", words.help_answer_proposal()),
        ("resign", words.help_resign()),
        ("next", words.help_next_round()),
        ("rematch", words.help_rematch()),
        ("go", words.help_go_on()),
        ("claim", words.help_claim()),
        ("save FILE", words.help_save_live()),
        ("quit", words.help_quit_live()),
        ("help", words.help_help()),
    ]);
    format!("{}\n{}", table(&commands), prompt::cost_of_an_illegal_number(session))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_people_goes_to_the_server() {
        for (typed, wish) in [
            (" 12 ", LiveWish::Type { text: "12".into() }),
            ("84/7", LiveWish::Type { text: "84/7".into() }),
            ("UNDO", LiveWish::ProposeTakeBack {}),
            ("y", LiveWish::Agree {}),
            ("no", LiveWish::Decline {}),
            ("rematch fair", LiveWish::ProposeRematch { fair: true }),
            ("next", LiveWish::NextRound { fair: false }),
            ("claim", LiveWish::Claim {}),
        ] {
            assert_eq!(understand(typed), Request::Wish(wish));
        }
        for word in ["hint", "hint move", "explain", "pairing"] {
            assert_eq!(understand(word), Request::Advice);
        }
        assert_eq!(
            understand("rematc"),
            Request::Unknown("\"rematc\" is no command; did you mean \"rematch\"?".into())
        );
        assert!(matches!(understand("undo 3"), Request::Unknown(_)));
        assert!(matches!(understand("from 3 fox"), Request::Unknown(_)));
        assert!(matches!(understand("save"), Request::Unknown(_)));
        assert_eq!(understand("save a b.duel"), Request::Save(SaveAs { name: "a b.duel", force: false }));
    }
}
