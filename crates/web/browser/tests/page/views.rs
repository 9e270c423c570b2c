//! Every view of the page, in the state in which there is the most to see.

use browser::Person;
use duel::{Level, Move};

use crate::steps::{position, sorted_moves};

/// A view: its name, its address, what is pressed there and what comes of it, and what shows that all is there.
pub(crate) struct View {
    pub(crate) name: &'static str,
    pub(crate) fragment: String,
    presses: &'static [(&'static str, &'static str)],
    is_there: &'static str,
}

/// All of them.
pub(crate) fn views() -> Vec<View> {
    let thrown_away = thrown_away();
    let view = |name, fragment: &str, presses, is_there| View { name, fragment: fragment.into(), presses, is_there };
    vec![
        view("home", "", &[], ".card"),
        view("game", "#/play?game=juniper-green&level=0&moves=12+6", &[], ".grid .legal"),
        view(
            "game with everything shown",
            "#/play?game=juniper-green&level=0&moves=12+6+18",
            &[
                ("Who wins", ".grid .wins, .grid .loses"),
                ("More", "dialog"),
                ("Show the pairing", ".over .arc"),
                ("Graph", "[aria-pressed=true] + [aria-pressed=true]"),
            ],
            ".over .arc",
        ),
        view("game, first move", "#/play?game=classic&level=2&seed=1", &[], ".grid .legal"),
        view(
            "division game",
            "#/play?game=divider:60,84&level=0&moves=84/7",
            &[("Who wins", ".table .wins, .table .loses")],
            ".table .wins, .table .loses",
        ),
        view(
            "resigning",
            "#/play?game=classic&level=0&moves=12",
            &[("More", "dialog"), ("Resign", "dialog")],
            "dialog",
        ),
        view("more", "#/play?game=classic&level=0&moves=12", &[("More", "dialog")], "dialog"),
        view("game with advice", "#/play?game=juniper-green&level=0&moves=12+6", &[("Hint", ".grid.dim")], ".grid.dim"),
        view(
            "rules beside a game",
            "#/play?game=juniper-green,first=composite&level=0",
            &[("More", "dialog"), ("How to play", "dialog h2")],
            "dialog",
        ),
        view("sharing", "#/play?game=classic&level=0&moves=12", &[("More", "dialog"), ("Share", ".share")], ".share"),
        view("end", &format!("#/play?game=juniper-green&level=5&seed=1&moves={thrown_away}"), &[], ".moral"),
        view(
            "turning point",
            &format!("#/play?game=juniper-green&level=5&seed=1&moves={thrown_away}"),
            &[("The turning point", ".board .legal")],
            ".board .legal",
        ),
        view(
            "end, shared",
            &format!("#/play?game=juniper-green&level=5&seed=1&moves={thrown_away}"),
            &[("More", "dialog"), ("Share", ".share")],
            ".share",
        ),
        view("review", &format!("#/review?game=juniper-green&moves={thrown_away}"), &[], ".moves li"),
        view("review of a lost game", "#/review?game=divider&moves=60/2&lost=2%7Cresigned%7C", &[], ".heap .better"),
        view("end before the first move", "#/play?game=divider:7&level=0", &[], ".end h2"),
        view("explorer", "#/explore?game=juniper-green", &[], ".grid .wins"),
        view("proof", "#/explore?game=juniper-green:40", &[("Proof", ".argument")], ".argument"),
        view("longest chain", "#/longest?size=100", &[("Hint", ".over .way, .message:not(:empty)")], ".grid .legal"),
        view(
            "longest chain, looked up",
            "#/longest?size=100",
            &[("More", "dialog"), ("A longest chain", ".argument")],
            ".argument",
        ),
        view("longest chain, more", "#/longest?size=150", &[("More", "dialog")], "dialog"),
        view("graph", "#/play?game=juniper-green&level=0&moves=12+6", &[("Graph", ".under line")], ".under line"),
        view(
            "who wins by size",
            "#/explore?game=classic",
            &[("More", "dialog"), ("Who wins by size", ".survey-rows")],
            ".survey-rows",
        ),
        view("question", "#/explore?game=juniper-green&moves=12+6&question=1", &[], ".board .legal"),
        view("lessons", "#/learn", &[], "#content a[href*=learn], #content button"),
        view("a step of a lesson", "#/learn/pairs", &[], ".board .legal"),
        view("lesson for whoever teaches", "#/teach/pairs", &[], ".teach .steps .paper"),
        view("history", "#/history", &[], "h1"),
        view("explorer, division game", "#/explore?game=divider:60,84", &[], ".table .wins, .table .loses"),
        view(
            "explorer, large board",
            "#/explore?game=take:2..10000&moves=5040",
            &[],
            ".flowing .wins, .flowing .loses",
        ),
        view("puzzle", "#/puzzle?game=juniper-green&grade=easy&seed=7", &[], ".board .legal"),
        view("puzzle, looked up", "#/puzzle?game=divider&seed=7", &[("Show the answer", ".tray .main")], ".tray .main"),
        view("rules", "#/rules/juniper-green", &[], "[data-part=forward]"),
        view("rules of division", "#/rules/divider", &[], "[data-part=forward]"),
        view("sheet", "#/print/juniper-green", &[], ".sheet .puzzles li"),
        view("sheet of a division game", "#/print/divider", &[], ".sheet .puzzles li"),
        view("open", "#/open", &[], "textarea"),
        view("explorer, many divisors", "#/explore?game=divide:897612484786617600", &[], ".table .wins, .table .loses"),
        view("an unknown address", "#/constructor", &[], ".message:not(:empty)"),
        view("a broken address", "#/explore?game=classic&moves=12+7", &[], ".message:not(:empty)"),
    ]
}

impl View {
    /// Opens the page here.
    pub(crate) fn open(&self, person: &Person) {
        self.open_in(person, str::to_owned);
    }

    /// Opens a page in another language here; `said` gives what it says for English words.
    pub(crate) fn open_in(&self, person: &Person, said: impl Fn(&str) -> String) {
        person.open(&self.fragment);
        for (words, comes) in self.presses {
            person.press(&said(words));
            person.wait_for(&format!("document.querySelector({comes:?})"));
        }
        person.wait_for(&format!("document.querySelector({:?})", self.is_there));
        // What fades into its colour has to be there.
        person.wait_for("document.getAnimations().length === 0");
    }
}

/// A game of which the first move was the mistake, to its end.
pub(crate) fn thrown_away() -> String {
    let mut here = position("juniper-green", "");
    let mut next = Some(sorted_moves(&here).1[0]);
    let mut moves: Vec<Move> = Vec::new();
    while let Some(chosen) = next {
        here.play(chosen).unwrap();
        moves.push(chosen);
        next = match moves.len() % 2 {
            1 => duel::computer::computer_move(&here, Level::from_number(5).unwrap(), 1),
            _ => here.legal_moves().first().copied(),
        };
    }
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}
