//! Whole arenas, their standings checked against a slow recomputation that shares nothing with the program; interrupt and resume.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]
#![cfg(unix)]

mod bell;
#[path = "../common/mod.rs"]
mod common;
mod slow;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bell::{Bell, signal};
use common::{User, program, run};
use serde_json::{Value, json};
use slow::{Slow, judge_slowly, options, rate_slowly, read_slowly, start_of, wins};

const PATIENT: [&str; 4] = ["--time", "60", "--start-time", "60"];
const HONEST: &str = r#"sed -un 's/.*"legal":\[\([^],]*\).*"outcome":null.*/\1/p'"#;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots").join(name).canonicalize().unwrap()
}

/// The example in Rust, compiled as its first lines say.
fn compiled(user: &User) -> PathBuf {
    let target = user.path("middle");
    let source = example("middle.rs");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(compiler).arg("-O").arg(source).arg("-o").arg(&target).status().unwrap();
    assert!(compiled.success());
    target
}

#[test]
fn four_bots_over_three_games_are_counted_as_by_hand() {
    let user = User::new();
    let bots = [
        format!("python=python3 {}", example("first.py").display()),
        format!("shell=sh {}", example("last.sh").display()),
        format!("rust={}", compiled(&user).display()),
        format!("ours={} bot --level 4", program().display()),
    ];
    let mut arguments = vec!["arena", "--json", "--games", "6", "--seed", "11", "--concurrency", "2"];
    arguments.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    arguments.extend(["--game", "evens", "--game", "take:2..16", "--game", "divider:60,84"]);
    arguments.extend(PATIENT);
    let ran = user.run(&arguments, "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();

    let games = read_slowly(&fs::read_to_string(user.path("arena.duel")).unwrap());
    assert_eq!(games.len(), 6 * 3 * 6, "six pairs, three games, six times");
    assert_eq!(report["games"], games.len());
    assert!(games.iter().all(|game| game.reason == "no-move"), "the examples are good bots: {}", ran.stderr);
    let names = ["python", "shell", "rust", "ours"].map(String::from);
    let counts = judge_slowly(&games);
    let ratings = rate_slowly(&names, &games);
    for (at, name) in names.iter().enumerate() {
        let bot = &report["bots"][at];
        assert_eq!(bot["name"], *name);
        let of_bot = |game: &&Slow| game.players.contains(name);
        let won = |game: &&Slow| game.players[game.winner] == *name;
        let played = games.iter().filter(of_bot).count();
        let wins = games.iter().filter(won).count();
        assert_eq!((&bot["games"], &bot["wins"]), (&json!(played), &json!(wins)), "{name}");
        assert_eq!(bot["losses"], json!({"no-move": played - wins, "illegal-number": 0, "time": 0, "forfeit": 0}));
        assert!((bot["elo"].as_f64().unwrap() - ratings[at]).abs() < 0.1, "{name}: {bot} and {}", ratings[at]);

        let expected = |of: &dyn Fn(&str, usize) -> bool| {
            let counted = counts.iter().filter(|((bot, code, ply), _)| bot == name && of(code, *ply));
            counted.fold([0; 3], |sum, (_, count)| [0, 1, 2].map(|column| sum[column] + count[column]))
        };
        let found = |value: &Value| ["decisions", "critical", "mistakes"].map(|field| value[field].as_u64().unwrap());
        assert_eq!(found(&bot["mistakes"]), expected(&|_, _| true), "{name}");
        assert_eq!(bot["mistakes"]["unsettled"], 0);
        for code in ["evens", "take:2..16", "divider:60,84"] {
            assert_eq!(found(&bot["by_game"][code]), expected(&|game, _| game == code), "{name} in {code}");
        }
        let plies = bot["by_ply"].as_object().unwrap();
        assert!(!plies.is_empty());
        for (ply, value) in plies {
            assert_eq!(found(value), expected(&|_, at| at.to_string() == *ply), "{name} at {ply}");
        }
    }
    for pair in report["pairs"].as_array().unwrap() {
        let [one, two] = [0, 1].map(|at| pair["bots"][at].as_str().unwrap());
        let won = |winner: &str, loser: &str| {
            let by = |game: &&Slow| game.players[game.winner] == winner && game.players[1 - game.winner] == loser;
            games.iter().filter(by).count()
        };
        assert_eq!(pair["wins"], json!([won(one, two), won(two, one)]));
    }
}

#[test]
fn each_opening_is_played_from_both_sides_and_any_record_can_be_cut_out() {
    let user = User::new();
    let arguments = ["arena", "--bot", "a=level:2", "--bot", "b=level:3", "--bot", "c=level:1", "--games", "7"];
    let ran = user.run(&[&arguments[..], &["--game", "chain", "--gauntlet"]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.starts_with("Results, and how games were lost\nbot  games  won"), "{}", ran.stdout);
    let text = fs::read_to_string(user.path("arena.duel")).unwrap();
    let games = read_slowly(&text);
    assert_eq!(games.len(), 16, "two pairs of a gauntlet, seven games rounded up to eight");
    for pair in games.chunks(2) {
        assert_eq!(pair[0].moves[..pair[0].opening], pair[1].moves[..pair[1].opening]);
        assert_eq!(pair[0].players, [pair[1].players[1].clone(), pair[1].players[0].clone()]);
        assert!(pair[0].players.contains(&"a".to_string()));
    }
    let at = text.rfind("[Format").unwrap();
    user.write("one.duel", &text[at..]);
    let reviewed = user.run(&["review", "one.duel"], "");
    assert_eq!(reviewed.code, Some(0), "{}", reviewed.stderr);
    assert!(reviewed.stdout.contains("chain: "), "{}", reviewed.stdout);
    // Of a file of its own it is also said how to play on from it.
    let by_round = user.run(&["review", "arena.duel", "--round", "16"], "").stdout;
    let play_on = "Play on from one of these moves: divisor-duel play --from one.duel --move NUMBER\n";
    assert_eq!(by_round + play_on, reviewed.stdout);
    let refused = user.run(&["show", "arena.duel"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("holds the games of an arena"), "{}", refused.stderr);
    let missing = user.run(&["review", "arena.duel", "--round", "17"], "");
    assert_eq!(missing.stderr, "error: arena.duel: there is no game 17: none has [Round \"17\"]\n");
}

/// Everything that must not depend on when the games were played.
fn essence(user: &User, file: &str) -> Vec<String> {
    let text = fs::read_to_string(user.path(file)).unwrap();
    let mut games: Vec<String> = text.split("[Format").skip(1).map(|game| game.trim().to_string()).collect();
    games.sort();
    games
}

#[test]
fn an_interrupted_arena_goes_on_and_comes_to_the_same() {
    let user = User::new();
    let bot = format!("it's={HONEST}");
    let whole = [
        &["arena", "--json", "--games", "10", "--record", "whole.duel", "--game", "chain", "--game", "evens"][..],
        &["--bot", &bot, "--bot", "b=level:1", "--bot", "c=level:2", "--seed", "3"],
        &PATIENT,
    ]
    .concat();
    let expected = user.run(&whole, "");
    assert_eq!(expected.code, Some(0), "{}", expected.stderr);

    // The arena is stopped in the middle of a game, and later once more. The bot does not answer after that, so that the
    // arena cannot go on while the signal is on its way.
    let bell = Bell::new(&user.path(""));
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let record = format!("{name}.duel");
        let count = user.path(&format!("{name}.count"));
        let stop = format!(
            "it's=echo x >>{count}; [ $(wc -l <{count}) -gt 2 ] && exec {HONEST}; \
             (while read -r l; do n=$((n + 1)); [ $n = 20 ] && {{ {}; cat >/dev/null; }}; echo \"$l\"; done) \
             | {HONEST}",
            bell.ring(),
            count = count.display()
        );
        let mut arguments: Vec<String> = whole.iter().map(ToString::to_string).collect();
        let bot = arguments.iter().position(|argument| argument.starts_with("it's=")).unwrap();
        arguments[bot] = stop;
        let file = arguments.iter().position(|argument| argument == "whole.duel").unwrap();
        arguments[file].clone_from(&record);
        let mut command = user.command();
        command.args(&arguments);
        let mut ran = bell.run(command, |referee| signal(name, referee));
        let mut stops = 0;
        while ran.code == Some(code) {
            stops += 1;
            let (_, way_back) = ran.stderr.split_once("Go on with: divisor-duel ").unwrap();
            let mut shell = Command::new("sh");
            user.prepare(&mut shell);
            let line = format!("exec {} {}", program().display(), way_back.lines().next().unwrap());
            shell.args(["-c", &line]);
            ran = bell.run(shell, |referee| signal(name, referee));
        }
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert_eq!(stops, 2, "{}", ran.stderr);
        assert_eq!(essence(&user, &record), essence(&user, "whole.duel"));
        assert_eq!(ran.stdout, expected.stdout);
    }
}

#[test]
fn whoever_wants_an_arena_to_outlive_the_terminal_gets_it() {
    let user = User::new();
    let bell = Bell::new(&user.path(""));
    let bot = format!("{}; {HONEST}", bell.ring_and_wait());
    let mut shell = Command::new("sh");
    user.prepare(&mut shell);
    // What nohup does.
    let line = "trap '' HUP; exec \"$0\" arena --bot \"x=$1\" --bot y=level:1 --games 2 --time 60 --start-time 60";
    shell.args(["-c", line]).arg(program()).arg(&bot);
    let mut is_rung = false;
    let ran = bell.run(shell, |referee| {
        is_rung = true;
        signal("HUP", referee);
    });
    assert_eq!((ran.code, is_rung), (Some(0), true), "{}", ran.stderr);
}

#[test]
fn a_half_written_game_is_noticed_and_played_again() {
    let user = User::new();
    let arguments = ["--bot", "a=level:1", "--bot", "b=level:2"];
    let start = ["arena", "--json", "--games", "4", "--record", "a.duel", "--game", "evens"];
    let expected = user.run(&[&start[..], &arguments].concat(), "");
    let whole = fs::read(user.path("a.duel")).unwrap();
    let games = essence(&user, "a.duel");
    let last = whole.len() - games[3].len();
    for cut in [last, last + 20, whole.len() - 40, whole.len() - 9, whole.len() - 2, whole.len() - 1] {
        user.write("a.duel", &whole[..cut]);
        let ran = user.run(&[&["arena", "--json", "--resume", "a.duel"][..], &arguments].concat(), "");
        assert_eq!((ran.code, &ran.stdout), (Some(0), &expected.stdout), "cut at {cut}: {}", ran.stderr);
        assert_eq!(essence(&user, "a.duel"), games, "cut at {cut}");
        assert!(ran.stderr.contains("3 of 4 games were played before."), "cut at {cut}: {}", ran.stderr);
    }
    // Our own players are in the plan: there is no command to be given again.
    let complete = user.run(&["arena", "--json", "--resume", "a.duel"], "");
    assert_eq!((complete.code, &complete.stdout), (Some(0), &expected.stdout));
    assert!(complete.stderr.contains("4 of 4 games were played before."), "{}", complete.stderr);
}

#[test]
fn fault_09_a_full_disk_ends_the_arena_and_loses_no_game() {
    let user = User::new();
    let bots = ["--bot", "a=level:1", "--bot", "b=level:2"];
    // A limit on the size of files is a disk that is soon full.
    let mut shell = Command::new("sh");
    user.prepare(&mut shell);
    let limited = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} arena {} --games 200 --game chain --concurrency 2",
        program().display(),
        bots.join(" ")
    );
    shell.args(["-c", &limited]);
    let ran = run(shell, "");
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: cannot write arena.duel"), "{}", ran.stderr);
    let text = fs::read_to_string(user.path("arena.duel")).unwrap();
    let whole =
        [&["arena", "--games", "200", "--game", "chain", "--json", "--record", "whole.duel"][..], &bots].concat();
    let expected = user.run(&whole, "");
    let again = user.run(&[&["arena", "--resume", "arena.duel", "--json"][..], &bots].concat(), "");
    assert_eq!((again.code, &again.stdout), (Some(0), &expected.stdout), "{}", again.stderr);
    assert_eq!(essence(&user, "arena.duel"), essence(&user, "whole.duel"));
    assert!(fs::read_to_string(user.path("arena.duel")).unwrap().starts_with(&text), "what was there is still there");
}

#[test]
fn a_file_that_somebody_has_changed_is_refused_and_left_alone() {
    let user = User::new();
    let bots = ["--bot", "a=level:1", "--bot", "b=level:2"];
    user.run(&[&["arena", "--games", "4", "--record", "a.duel", "--game", "evens"][..], &bots].concat(), "");
    let whole = fs::read_to_string(user.path("a.duel")).unwrap();
    let second = whole.match_indices("[Format").nth(1).unwrap().0;
    let twice = format!("{whole}\n{}", whole[whole.rfind("[Format").unwrap()..].trim_start());
    for (changed, complaint) in [
        (whole.replacen("[Player1 \"a\"]", "[Player1 \"z\"]", 1), "line 3, column 1: game 1 is between a and b"),
        (whole.replacen("[Round \"1\"]", "[Round \"9\"]", 1), "there is no game 9 in this arena"),
        (
            whole.replacen("[Opening", "[Opened", 1).replacen("[Moves \"", "[Moves \"1", 1),
            "moves and says that it has 1",
        ),
        (whole[..second].replacen("\"count\":4", "\"count\":5", 1), "line 1: each opening is played twice"),
        (twice, "is there twice"),
        (whole.replacen("# divisor", "# other", 1), "is not the file of an arena"),
        (whole.replacen("{\"bots\"", "{\"cats\"", 1), "line 1: the plan is damaged"),
        (String::new(), "is not the file of an arena"),
        (whole.replacen("[Game \"evens\"]", "[Game \"chain\"]", 1), "line "),
    ] {
        user.write("a.duel", &changed);
        let ran = user.run(&[&["arena", "--resume", "a.duel"][..], &bots].concat(), "");
        assert_eq!(ran.code, Some(1), "{complaint}: {}", ran.stderr);
        assert!(ran.stderr.contains(complaint), "{complaint}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(user.path("a.duel")).unwrap(), changed);
    }
}

#[test]
fn fault_47_the_plan_of_a_stranger_has_the_limits_of_the_command_line() {
    let user = User::new();
    let bots = |count: u32| (0..count).map(|at| json!({"name": format!("b{at}"), "level": 1})).collect::<Vec<_>>();
    let plan = |change: &[(&str, Value)]| {
        let mut plan = json!({
            "bots": bots(2), "games": ["evens"], "count": 2, "gauntlet": false, "opening": 2, "seed": 1,
            "move_ms": 1, "start_ms": 0, "prose": false,
        });
        change.iter().for_each(|(name, value)| plan[name] = value.clone());
        plan.to_string()
    };
    for (plan, complaint) in [
        (
            plan(&[("count", json!(1_000_000_000_000_u64))]),
            "at most 1000000 games of a pair, and this is 1000000000000",
        ),
        (plan(&[("bots", json!(bots(300)))]), "at most 256 bots, and this is 300"),
        (plan(&[("bots", json!(bots(20_000)))]), "a plan has at most 262144 bytes"),
        (plan(&[("bots", json!(bots(256))), ("count", json!(100_000))]), "at most 10000000 games"),
        (plan(&[("opening", json!(u64::MAX))]), "at most 1000 moves in an opening"),
        (plan(&[("move_ms", json!(u64::MAX))]), "from 0.001 to 86400 seconds"),
        (plan(&[("games", json!(["take:1..100000000"]))]), "a board has at most 1,000,000 numbers"),
    ] {
        user.write("a.duel", format!("# divisor-duel arena 1 {plan}\n"));
        for option in ["--show", "--resume"] {
            // What memory there is would not be enough to believe any of them.
            let mut shell = Command::new("sh");
            user.prepare(&mut shell);
            shell.args(["-c", "ulimit -v 400000; exec \"$0\" arena \"$1\" a.duel"]).arg(program()).arg(option);
            let ran = run(shell, "");
            assert_eq!(ran.code, Some(1), "{complaint}: {}", ran.stderr);
            assert!(ran.stderr.starts_with("error: a.duel: line 1: "), "{}", ran.stderr);
            assert!(ran.stderr.contains(complaint), "{complaint}: {}", ran.stderr);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_ends_the_judging_of_earlier_games_at_once() {
    let user = User::new();
    let bots = ["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--games", "4", "--game", "take:1..60,misere"];
    assert_eq!(user.run(&[&bots[..], &["--budget", "0"]].concat(), "").code, Some(0));
    let before = fs::read(user.path("arena.duel")).unwrap();
    let mut command = user.command();
    // A judge who has all the time in the world does not come to an end.
    command.args(["arena", "--resume", "arena.duel", "--budget", "1000000000000000"]);
    let mut resumed = command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    // It has taken the file, and listens to signals since before that.
    let taken = format!("FLOCK  ADVISORY  WRITE {} ", resumed.id());
    while !fs::read_to_string("/proc/locks").unwrap().contains(&taken) {
        assert!(resumed.try_wait().unwrap().is_none(), "it is still judging");
    }
    signal("TERM", resumed.id());
    assert_eq!(resumed.wait().unwrap().code(), Some(143));
    assert_eq!(fs::read(user.path("arena.duel")).unwrap(), before);
}

#[test]
fn wrong_arguments_are_named() {
    let user = User::new();
    user.write("there.duel", "");
    let pair = ["--bot", "a=level:1", "--bot", "b=level:2"];
    for (arguments, complaint) in [
        (vec!["--bot", "a=level:1"], "at least two bots"),
        (vec!["--bot", "a=level:1", "--bot", "a=level:2"], "there are two bots called a"),
        (vec!["--bot", "level:1"], "a bot is NAME=COMMAND"),
        (vec!["--bot", "a=level:6"], "there is no level:6: levels go from level:1 to level:5"),
        (vec!["--bot", "a="], "a has no command"),
        (vec!["classic"], "a game is given with --game classic"),
        ([&pair[..], &["--games", "many"]].concat(), "a whole number from 1 to 1000000"),
        ([&pair[..], &["--games", "-2"]].concat(), "a whole number from 1 to 1000000"),
        ([&pair[..], &["--env", "A B=1"]].concat(), "a variable's name has letters"),
        (vec!["--bot", "a=Level:3"], "there is no Level:3"),
        (vec!["--show", "x.duel", "--bot", "a=level:1"], "cannot be used with"),
        ([&pair[..], &["--record", "."]].concat(), ". is there already; choose another --record\n"),
        ([&pair[..], &["--log", "there.duel"]].concat(), "there.duel, where the log would go, is there already"),
        (vec!["--bot", "=x"], "a name cannot be empty"),
        ([&pair[..], &["--game", "chess"]].concat(), "no game called \"chess\""),
        ([&pair[..], &["--game", "divider:7"]].concat(), "is over before it begins"),
        ([&pair[..], &["--game", "evens", "--game", "take:2..20/2"]].concat(), "is there twice"),
        ([&pair[..], &["--game", "take:1..2000000"]].concat(), "the game take:1..2000000"),
        ([&pair[..], &["--time", "0"]].concat(), "seconds from 0.001"),
        ([&pair[..], &["--record", "there.duel"]].concat(), "there.duel is there already"),
        ([&pair[..], &["--env", "NO_SUCH_VARIABLE"]].concat(), "there is no such variable"),
        ([&pair[..], &["--resume", "x.duel", "--games", "3"]].concat(), "cannot be used with"),
    ] {
        let ran = user.run(&[&["arena"][..], &arguments].concat(), "");
        assert_eq!(ran.code, Some(2), "{complaint}: {}", ran.stderr);
        assert!(ran.stderr.contains(complaint), "{complaint}: {}", ran.stderr);
    }
    let mut left: Vec<_> = fs::read_dir(user.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["there.duel"], "nothing was begun");
    assert_eq!(user.run(&[&["arena", "--resume", "x.duel"][..], &pair].concat(), "").code, Some(1));
    assert_eq!(user.run(&[&["arena", "--record", "/nowhere/x.duel"][..], &pair].concat(), "").code, Some(1));
    let no_log = user.run(&[&["arena", "--log", "/nowhere/x.log"][..], &pair].concat(), "");
    assert_eq!(
        (no_log.code, no_log.stderr.contains("cannot write /nowhere/x.log")),
        (Some(1), true),
        "{}",
        no_log.stderr
    );
    assert!(!user.path("arena.duel").exists());
}

#[test]
fn resuming_asks_for_commands_and_takes_nothing_else() {
    let user = User::new();
    let bot = format!("x={HONEST}");
    let start = ["arena", "--games", "2", "--bot", &bot, "--bot", "y=level:1", "--game", "evens"];
    assert_eq!(user.run(&[&start[..], &PATIENT].concat(), "").code, Some(0));
    for (bots, complaint) in [
        (vec!["--bot", &bot, "--bot", "z=level:1"], "there is no bot called z in this arena"),
        (vec!["--bot", &bot, "--bot", "y=level:2"], "y is level:1 in this arena"),
        (vec!["--bot", "x=level:2"], "x is a program in this arena"),
    ] {
        let ran = user.run(&[&["arena", "--resume", "arena.duel"][..], &bots].concat(), "");
        assert_eq!(ran.code, Some(2), "{complaint}");
        assert!(ran.stderr.contains(complaint), "{complaint}: {}", ran.stderr);
    }
    let finished = user.run(&["arena", "--resume", "arena.duel", "--json"], "");
    assert_eq!(finished.code, Some(0), "nobody needs to be started: {}", finished.stderr);
    assert!(finished.stdout.starts_with("{\"games\":2,\"planned\":2,"), "{}", finished.stdout);
    assert_eq!(user.run(&["arena", "--show", "arena.duel", "--json"], "").stdout, finished.stdout);
    let text = fs::read_to_string(user.path("arena.duel")).unwrap();
    let (first, _) = text.split_at(text.rfind("[Format").unwrap());
    user.write("arena.duel", first);
    let shown = user.run(&["arena", "--show", "arena.duel", "--json"], "");
    assert!(shown.stdout.starts_with("{\"games\":1,\"planned\":2,"), "{}", shown.stdout);
    assert_eq!(shown.stderr, "1 of 2 games have been played.\n");
    let ran = user.run(&["arena", "--resume", "arena.duel", "--bot", "y=level:1"], "");
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("x is a program: say how to start it, --bot x=COMMAND"), "{}", ran.stderr);
    let ran = user.run(&["arena", "--resume", "arena.duel", "--bot", &bot], "");
    assert_eq!(ran.code, Some(0), "levels are known: {}", ran.stderr);
    assert!(!fs::read_to_string(user.path("arena.duel")).unwrap().contains("sed"), "commands are not kept");
}

#[test]
fn a_new_arena_never_writes_over_an_old_one() {
    let user = User::new();
    let start = ["arena", "--games", "2", "--bot", "x=level:2", "--bot", "y=level:1", "--game", "evens"];
    for name in ["arena.duel", "arena-2.duel", "arena-3.duel"] {
        let ran = user.run(&start, "");
        assert!(
            ran.stderr.starts_with("2 games in ") && ran.stderr.ends_with(&format!(" s, in {name}\n")),
            "{}",
            ran.stderr
        );
    }
    assert_eq!(essence(&user, "arena.duel"), essence(&user, "arena-3.duel"), "the same seed plays the same games");
    let other = user.run(&[&start[..], &["--seed", "2"]].concat(), "");
    assert_eq!(other.code, Some(0));
    assert_ne!(essence(&user, "arena.duel"), essence(&user, "arena-4.duel"));
}

#[test]
fn our_own_players_speak_the_protocol() {
    let user = User::new();
    let position = user.run(&["show", "chain", "14", "--json"], "").stdout;
    let over = user.run(&["show", "chain", "14", "7", "--json"], "").stdout;
    for level in ["1", "2", "3", "4", "5"] {
        let ran = user.run(&["bot", "--level", level], format!("{position}{over}{position}"));
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        let answers: Vec<&str> = ran.stdout.lines().collect();
        assert!(answers.len() == 2 && answers.iter().all(|answer| ["2", "7"].contains(answer)), "{answers:?}");
    }
    for nonsense in ["hello\n", "{}\n", "[1]\n", "{\"game\":\"chess\",\"moves\":[],\"outcome\":null}\n"] {
        let ran = user.run(&["bot", "--level", "1"], nonsense);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{nonsense}");
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
    let illegal = "{\"game\":\"chain\",\"moves\":[14,15],\"outcome\":null}\n";
    assert!(user.run(&["bot", "--level", "1"], illegal).stderr.contains("15 is neither"));
}

#[test]
fn prose_is_told_on_request() {
    let user = User::new();
    let seen = user.path("seen");
    for (options, is_told) in [(&["--prose"][..], true), (&[], false)] {
        let bot = format!("x=tee {} | {HONEST}", seen.display());
        let start = ["arena", "--games", "2", "--bot", &bot, "--bot", "y=level:1", "--game", "divider:60,84"];
        assert_eq!(user.run(&[&start[..], options, &PATIENT].concat(), "").code, Some(0));
        let seen = fs::read_to_string(&seen).unwrap();
        for line in seen.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["prose"]["board"].as_str().is_some_and(|board| board.contains("On the table: ")), is_told);
            assert!(line["you"] == 1 || line["you"] == 2);
            assert_eq!(line["clock_ms"] == 0, !line["outcome"].is_null());
        }
        let told = seen.lines().filter(|line| !line.contains("\"outcome\":null")).count();
        assert_eq!(told, 2, "a bot is always told how a game ended");
    }
}

#[test]
fn exported_positions_are_different_and_labelled_right() {
    let user = User::new();
    let export = |seed: &str| user.run(&["export", "evens", "--positions", "40", "--seed", seed], "");
    let ran = export("5");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(ran.stdout, export("5").stdout);
    assert_ne!(ran.stdout, export("6").stdout);
    let mut known = HashMap::new();
    let mut seen = Vec::new();
    for line in ran.stdout.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let mut situation = start_of("evens");
        for played in line["moves"].as_array().unwrap() {
            let text = played.to_string();
            situation = options("evens", &situation).into_iter().find(|(option, _)| *option == text).unwrap().1;
        }
        let options = options("evens", &situation);
        let number = |text: &String| json!(text.parse::<u64>().unwrap());
        let legal: Vec<Value> = options.iter().map(|(text, _)| number(text)).collect();
        let winning = options.iter().filter(|(_, after)| !wins("evens", after, &mut known));
        let winning: Vec<Value> = winning.map(|(text, _)| number(text)).collect();
        assert_eq!((&line["legal"], &line["winning"]), (&json!(legal), &json!(winning)));
        assert!(!seen.contains(&situation), "{line}");
        seen.push(situation);
    }
    assert_eq!(seen.len(), 40);
    let few = user.run(&["export", "divider:12", "--positions", "100"], "");
    assert_eq!((few.code, few.stdout.lines().count()), (Some(0), 3));
    assert_eq!(few.stderr, "divider:12 has no more positions: 3 instead of 100\n");
}

#[test]
fn the_log_is_never_written_into_the_records() {
    let user = User::new();
    let bots = ["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--games", "2"];
    let ran = user.run(&[&bots[..], &["--record", "x.duel", "--log", "x.duel"]].concat(), "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("the log and the records need different files"), "{}", ran.stderr);
    assert!(!user.path("x.duel").exists());
    let same_name = user.run(&[&bots[..], &["--record", "x.log"]].concat(), "");
    assert!(same_name.stderr.contains("the log and the records need different files"), "{}", same_name.stderr);
    assert!(!user.path("x.log").exists());
    assert_eq!(user.run(&[&bots[..], &["--record", "x.log", "--log", "y.log"]].concat(), "").code, Some(0));
}

#[test]
fn whoever_stops_an_arena_is_told_how_to_go_on_even_where_nobody_reads_the_standings() {
    let user = User::new();
    // What the games so far come to goes into a pipe that nobody reads any more.
    let bell = Bell::new(&user.path(""));
    let bot = format!(
        "a=(while read -r l; do n=$((n + 1)); [ $n = 20 ] && {{ {}; cat >/dev/null; }}; echo \"$l\"; done) | {HONEST}",
        bell.ring()
    );
    let mut command = user.command();
    command.args(["arena", "--bot", &bot, "--bot", "b=level:1", "--games", "20", "--game", "evens", "--time", "60"]);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ran = bell.run_into(command, writer.into(), |referee| signal("INT", referee));
    assert!(ran.stderr.contains("Go on with: divisor-duel arena --resume arena.duel"), "{}", ran.stderr);
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
}

#[test]
fn games_are_listed_while_the_last_one_is_being_written() {
    let user = User::new();
    let bots = ["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--games", "4", "--game", "chain"];
    assert_eq!(user.run(&bots, "").code, Some(0));
    let text = fs::read_to_string(user.path("arena.duel")).unwrap();
    user.write("arena.duel", &text[..text.len() - 3]);
    let listed = user.run(&["review", "arena.duel", "--json"], "");
    assert_eq!((listed.code, listed.stdout.lines().count()), (Some(0), 3), "{}", listed.stderr);
    let first = text.find("[Moves").unwrap();
    user.write("arena.duel", format!("{}[Moved{}", &text[..first], &text[first + 6..]));
    assert_eq!(user.run(&["review", "arena.duel"], "").code, Some(0), "only the end of a file can be cut");
    user.write("arena.duel", text.replacen("[Game \"chain\"]", "[Game \"chess\"]", 1));
    let refused = user.run(&["review", "arena.duel"], "");
    assert!(refused.code == Some(1) && refused.stderr.contains("arena.duel: line 4, column "), "{}", refused.stderr);
}

#[test]
fn only_what_was_settled_is_said_to_be_without_a_choice() {
    let user = User::new();
    let bots = ["arena", "--bot", "a=level:1", "--bot", "b=level:2", "--games", "2"];
    let claim = "No decision was critical";
    let few = user.run(&[&bots[..], &["--game", "divider:4", "--opening", "0"]].concat(), "").stdout;
    assert!(few.ends_with("No decision was critical: whatever the bots did changed nothing.\n"), "{few}");
    let unsettled = user.run(&[&bots[..], &["--game", "take:2..40,misere", "--budget", "0"]].concat(), "").stdout;
    assert!(!unsettled.contains(claim), "{unsettled}");
}

#[test]
fn what_comes_out_otherwise_than_asked_is_said() {
    let user = User::new();
    let bots = ["arena", "--bot", "a=level:1", "--bot", "b=level:2"];
    let ran = user.run(&[&bots[..], &["--game", "divider:12", "--games", "7", "--opening", "9"]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    for note in [
        "note: 8 games instead of 7: each opening is played twice\n",
        "note: divider:12: openings of 1 ply instead of 9; longer ones end the game\n",
        "note: divider:12: 2 different openings for 8 games\n",
    ] {
        assert!(ran.stderr.contains(note), "{note}: {}", ran.stderr);
    }
}

#[test]
fn a_game_of_an_arena_is_looked_at_and_its_opening_is_nobodys_mistake() {
    let user = User::new();
    let bots = ["--bot", "a=read -r line; echo 'out of ideas' >&2; exit 3", "--bot", "b=level:1"];
    let start = ["arena", "--games", "4", "--opening", "3", "--game", "classic"];
    assert_eq!(user.run(&[&start[..], &bots, &PATIENT].concat(), "").code, Some(0));
    let listed = user.run(&["review", "arena.duel"], "").stdout;
    assert!(listed.contains("b wins (forfeit); the loser ended with exit code 3 instead of answering"), "{listed}");
    let games = read_slowly(&fs::read_to_string(user.path("arena.duel")).unwrap());
    for (round, game) in ["1", "2", "3", "4"].into_iter().zip(&games) {
        let lines = user.run(&["review", "arena.duel", "--round", round, "--json"], "").stdout;
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (at, line) in lines.iter().enumerate() {
            assert_eq!(line["mark"] == "by-chance", at < game.opening, "{line}");
        }
        let last = lines.last().unwrap();
        assert!(last["move"].is_null() && last["fault"].as_str().unwrap().contains("exit code 3"), "{last}");
        let words = user.run(&["--plain", "review", "arena.duel", "--round", round], "").stdout;
        assert!(words.contains("     It ended with exit code 3 instead of answering;"), "{words}");
        let shown = user.run(&["show", "arena.duel", "--round", round], "");
        assert!(shown.stdout.contains("b wins"), "{}", shown.stdout);
        let opened = user.run(&["show", "arena.duel", "--round", round, "--ply", "3", "--json"], "");
        let opened: Value = serde_json::from_str(&opened.stdout).unwrap();
        assert_eq!(opened["moves"].as_array().unwrap().len(), 3);
        assert!(opened["outcome"].is_null());
        let beyond = user.run(&["show", "arena.duel", "--round", round, "--ply", "99"], "");
        assert!(beyond.code == Some(2) && beyond.stderr.contains("the game has no more than"), "{}", beyond.stderr);
    }
    let lines = user.run(&["review", "arena.duel", "--json"], "").stdout;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines.iter().all(|line| line["game"] == "classic" && line["reason"] == "forfeit"), "{lines:?}");
    assert!(user.run(&["analyze", "arena.duel", "--round", "9"], "").stderr.contains("there is no game 9"));
    assert_eq!(user.run(&["show", "chain", "--round", "1"], "").code, Some(2));
}

#[test]
fn a_bot_that_never_plays_is_pointed_out() {
    let user = User::new();
    let bots = ["arena", "--games", "2", "--bot", "a=no-such-program", "--bot", "b=level:1"];
    let ran = user.run(&[&bots[..], &PATIENT].concat(), "");
    assert_eq!(ran.code, Some(0));
    let warning =
        "warning: a lost every game on time or by forfeit; does its command work? (--env gives it variables)\n";
    assert!(ran.stderr.ends_with(warning), "{}", ran.stderr);
}

#[test]
fn a_game_of_ones_own_is_played_and_exported() {
    let user = User::new();
    user.write("own.toml", "id = \"mine\"\ntitle = \"Mine\"\nsummary = \"A small one.\"\ngame = \"take:1..12\"\n");
    let bots = ["arena", "--games", "2", "--bot", "a=level:1", "--bot", "b=level:2", "--game", "own.toml", "--json"];
    let ran = user.run(&bots, "");
    assert!(ran.stdout.contains("\"games\":[\"take:1..12\"]"), "{}{}", ran.stdout, ran.stderr);
    let exported = user.run(&["export", "own.toml", "--positions", "3"], "");
    assert!(exported.stdout.starts_with("{\"game\":\"take:1..12\""), "{}{}", exported.stdout, exported.stderr);
}
