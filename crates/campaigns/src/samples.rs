//! Good files of every kind, as the program itself writes them, and the commands that read such files.

use std::path::Path;

use crate::user::User;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Record,
    Saved,
    Rules,
    Proof,
    Arena,
    Puzzles,
}

pub(crate) struct Sample {
    pub(crate) kind: Kind,
    pub(crate) content: Vec<u8>,
}

/// A command that reads a file, and what is typed into it.
pub(crate) type Reading = (&'static [&'static str], &'static str);

impl Kind {
    /// Where such a file lies: somewhere, or where the program looks for it.
    pub(crate) fn place(self) -> &'static str {
        match self {
            Kind::Record => "file.duel",
            Kind::Saved => "data/divisor-duel/games/1.duel",
            Kind::Rules => "file.toml",
            Kind::Proof => "file.json",
            Kind::Arena => "arena.duel",
            Kind::Puzzles => "data/divisor-duel/puzzles.json",
        }
    }

    /// Every command that reads such files.
    pub(crate) fn readings(self) -> &'static [Reading] {
        match self {
            Kind::Record => &[
                (&["show", "file.duel"], ""),
                (&["show", "file.duel", "--json"], ""),
                (&["review", "file.duel", "--budget", "10000"], ""),
                (&["analyze", "file.duel", "--budget", "10000"], ""),
                (&["resume", "file.duel"], "moves\nboard\nundo\n2\n"),
                (&["rules", "check", "file.duel"], ""),
            ],
            Kind::Saved => &[
                (&["resume", "--list"], ""),
                (&["resume", "--json"], ""),
                (&["resume", "1"], "moves\nboard\nundo\n2\n"),
                (&["resume", "--forget", "1"], ""),
            ],
            Kind::Rules => &[
                (&["rules", "check", "file.toml"], ""),
                (&["play", "--rules", "file.toml"], "moves\n2\n10\nundo\nboard\nresign\n"),
                (&["show", "file.toml"], ""),
                (&["analyze", "file.toml", "--budget", "10000"], ""),
            ],
            Kind::Proof => &[(&["verify", "file.json"], ""), (&["show", "file.json"], "")],
            Kind::Arena => &[
                (&["arena", "--show", "arena.duel", "--budget", "10000"], ""),
                (&["review", "arena.duel"], ""),
                (&["review", "arena.duel", "--round", "2", "--budget", "10000"], ""),
                (&["show", "arena.duel", "--round", "1", "--ply", "3"], ""),
                (&["arena", "--resume", "resumed.duel", "--budget", "10000", "--bot", "c=false"], ""),
            ],
            Kind::Puzzles => {
                &[(&["puzzle", "--seed", "2"], "hint\nanswer\n"), (&["puzzle", "--daily"], "board\nquit\n")]
            }
        }
    }
}

/// Makes good files of every kind.
pub(crate) fn samples(program: &Path) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    let mut add = |kind: Kind, user: &User, name: &str| -> anyhow::Result<()> {
        samples.push(Sample { kind, content: std::fs::read(user.path(name))? });
        Ok(())
    };
    for (game, typed) in [("evens", "12\n6\n18\n2\nresign\n"), ("divider:60,84", "60/2\n84/7\nresign\n")] {
        let user = User::new(program)?;
        user.run(&["play", game, "--record", "game.duel", "--names", "Ada,Bo"], typed)?;
        add(Kind::Record, &user, "game.duel")?;
    }
    for (options, typed) in [
        (&["classic", "--best-of", "3", "--record", "match.duel"][..], "hint\n12\n6\n"),
        (&["chain", "--p2", "level:2", "--seed", "5"], "12\n"),
        (&["--rules", "tens.toml"], "20\n"),
    ] {
        let user = User::new(program)?;
        user.write("tens.toml", TENS)?;
        user.run(&[&["play"], options].concat(), typed)?;
        add(Kind::Saved, &user, Kind::Saved.place())?;
        // A stranger may send such a file as well.
        add(Kind::Record, &user, Kind::Saved.place())?;
        add(Kind::Rules, &user, "tens.toml")?;
    }
    for game in ["juniper-green:12", "last-resort:10", "divider:60,84", "take:2..24,misere"] {
        let user = User::new(program)?;
        user.run(&["solve", game, "--proof", "proof.json"], "")?;
        add(Kind::Proof, &user, "proof.json")?;
    }
    let user = User::new(program)?;
    let bots = ["--bot", "a=level:1", "--bot", "b=level:2", "--bot", "c=sed -un s/x/y/p"];
    let options =
        ["arena", "--games", "2", "--game", "evens", "--game", "divider:60", "--time", "0.05", "--start-time", "0"];
    user.run(&[&options[..], &bots].concat(), "")?;
    add(Kind::Arena, &user, "arena.duel")?;
    user.run(&["arena", "--games", "2", "--game", "chain", "--bot", "a=level:1", "--bot", "c=level:3"], "")?;
    add(Kind::Arena, &user, "arena-2.duel")?;
    let user = User::new(program)?;
    user.run(&["puzzle", "--seed", "1"], "answer\n")?;
    user.run(&["puzzle", "--daily"], "hint\nanswer\n")?;
    add(Kind::Puzzles, &user, Kind::Puzzles.place())?;
    Ok(samples)
}

pub(crate) const TENS: &str = r#"id = "tens"
title = "Hopping tens"
summary = "Hop from ten to ten."
game = "take:10..100/10"
rules = "Pick any ten. From then on hop to a divisor or a multiple."
tips = ["70 leads only to 10."]
example = "20 40 10 70"

[words]
welcome = "Hop!"
prompt = "{player} hops from {last} to "
played = "{mover} hopped: {chain}."
"#;
