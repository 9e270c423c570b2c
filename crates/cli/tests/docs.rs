//! What the documentation shows is what the program does.
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod common;

use std::path::Path;

use common::User;

fn document(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// The fenced blocks of a document whose opening fence ends with this.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let mut parts = document.split("```");
    parts.next();
    std::iter::from_fn(|| Some((parts.next()?, parts.next())))
        .filter_map(|(block, _)| block.split_once('\n').filter(|(fence, _)| *fence == language))
        .map(|(_, body)| body.to_string())
        .collect()
}

#[test]
fn the_game_in_the_readme_is_a_real_one() {
    let readme = document("README.md");
    let shown = blocks(&readme, "").into_iter().find(|block| block.starts_with("$ divisor-duel --plain play")).unwrap();
    let (command, game) = shown.split_once('\n').unwrap();
    let arguments: Vec<&str> = command.split_whitespace().skip(2).collect();
    let played = User::new().run(&arguments, "12\n9\n6\n18\n2\n4\n8\n16\n");
    let mut rest = played.stdout.as_str();
    for part in game.split("...\n") {
        let at = rest.find(part.trim()).unwrap_or_else(|| panic!("not in the game:\n{part}"));
        rest = &rest[at + part.trim().len()..];
    }
    assert_eq!(rest, "\n", "the end is shown");
}

#[test]
fn the_short_turns_in_the_readme_are_real_ones() {
    let readme = document("README.md");
    let shown = blocks(&readme, "").into_iter().find(|block| block.starts_with("$ divisor-duel --brief")).unwrap();
    let (command, game) = shown.split_once('\n').unwrap();
    let arguments: Vec<&str> = command.split_whitespace().skip(2).collect();
    assert_eq!(User::new().run(&arguments, "12\n").stdout, game);
}

#[test]
fn the_analyses_in_the_readme_are_real_ones() {
    let readme = document("README.md");
    let shown = blocks(&readme, "").into_iter().find(|block| block.starts_with("$ divisor-duel analyze")).unwrap();
    let user = User::new();
    for (command, output) in shown.split("$ divisor-duel ").skip(1).map(|part| part.split_once('\n').unwrap()) {
        let arguments: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(user.run(&arguments, "").stdout.trim(), output.trim(), "{command}");
    }
}

#[test]
fn the_hint_in_the_readme_is_a_real_one() {
    let readme = document("README.md");
    let hint = User::new().run(&["play", "juniper-green:40"], "hint move\n").stdout;
    let hint = hint.lines().find(|line| line.starts_with("Take ")).unwrap();
    assert!(readme.contains(&format!("\n{hint}\n")), "{hint}");
}

#[test]
fn the_rule_file_and_the_record_in_the_formats_are_good() {
    let formats = document("docs/formats.md");
    let user = User::new();
    user.write("tens.toml", &blocks(&formats, "toml")[0]);
    let checked = user.run(&["rules", "check", "tens.toml"], "");
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);

    let record = blocks(&formats, "").into_iter().find(|block| block.starts_with("[Format")).unwrap();
    user.write("game.duel", record);
    let shown = user.run(&["show", "game.duel"], "");
    assert!(shown.stdout.ends_with("Bo cannot move. Ada wins!\n"), "{}{}", shown.stdout, shown.stderr);
}

#[test]
fn the_json_in_the_formats_is_what_show_prints() {
    let formats = document("docs/formats.md");
    let user = User::new();
    for (block, arguments) in blocks(&formats, "json")
        .iter()
        .zip([&["show", "classic", "12", "6", "--json"][..], &["show", "divider", "2", "--json"]])
    {
        assert_eq!(user.run(arguments, "").stdout, *block);
    }
}

#[test]
fn the_events_in_the_formats_are_those_of_a_session() {
    let formats = document("docs/formats.md");
    let block = blocks(&formats, "text").into_iter().find(|block| block.contains("\"event\"")).unwrap();
    let events: Vec<duel::session::Event> =
        block.lines().map(|line| duel::session::Event::from_json(line).unwrap()).collect();
    assert_eq!(events.iter().map(duel::session::Event::to_json).collect::<Vec<_>>().join("\n"), block.trim_end());
    let session = duel::Session::replay(&events).unwrap();
    assert_eq!((session.position().last(), session.help()), (Some(12), [0, 1]));
}

#[test]
fn the_transcript_of_the_bot_protocol_is_a_real_one() {
    let protocol = document("docs/bot-protocol.md");
    let shown = blocks(&protocol, "").into_iter().find(|block| block.starts_with("> ")).unwrap();
    let user = User::new();
    // The bot of the page, with an ear at the door.
    user.write(
        "bot.sh",
        r#"while read -r line; do
    echo "> $line" >>heard
    case $line in
    *'"outcome":null'*)
        legal=${line#*'"legal":['}
        move=${legal%%[],]*}
        echo "< $move" >>heard
        echo "$move"
        ;;
    esac
done"#,
    );
    let arguments = ["arena", "--bot", "first=sh bot.sh", "--bot", "easy=level:1", "--game", "evens", "--games", "2"];
    // Sixty times the usual time, so that a busy machine changes nothing.
    let ran = user.run(&[&arguments[..], &["--time", "60", "--start-time", "300"]].concat(), "");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let heard = std::fs::read_to_string(user.path("heard")).unwrap();
    let usual =
        heard.replace("\"clock_ms\":360000", "\"clock_ms\":6000").replace("\"clock_ms\":60000", "\"clock_ms\":1000");
    assert_eq!(usual, shown);
}

#[test]
fn the_bots_in_the_documents_play() {
    for name in ["README.md", "docs/bot-protocol.md"] {
        let user = User::new();
        user.write("bot.py", &blocks(&document(name), "python")[0]);
        let arguments = ["arena", "--json", "--bot", "mine=python3 bot.py", "--bot", "easy=level:1", "--games", "4"];
        let patient = ["--time", "60", "--start-time", "60", "--game", "classic", "--game", "divider:60,84"];
        let ran = user.run(&[&arguments[..], &patient].concat(), "");
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert!(ran.stdout.contains(r#""losses":{"forfeit":0,"illegal-number":0,"#), "{}", ran.stdout);
        assert!(!ran.stderr.contains("lost game"), "{}", ran.stderr);
    }
}

/// What bash offers after these words, the last of them being completed.
fn completed(user: &User, script: &Path, words: &[&str]) -> Vec<String> {
    let typed = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
    let last = words.len() - 1;
    // The function that bash has been told to call, called as bash does.
    let ask = format!(
        "source '{}'; function=$(complete -p divisor-duel | grep -o -- '-F [^ ]*'); COMP_WORDS=({typed}); \
         COMP_CWORD={last}; COMP_TYPE=9; ${{function#-F }} divisor-duel '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
        script.display(),
        words[last],
        words[last - 1],
    );
    let mut bash = std::process::Command::new("bash");
    user.prepare(&mut bash);
    let path = std::env::var("PATH").unwrap_or_default();
    bash.env("PATH", format!("{}:{path}", common::program().parent().unwrap().display()));
    let output = bash.args(["--norc", "-c", &ask]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(String::from).collect()
}

#[test]
fn the_shell_completes_commands_options_and_what_stands_there() {
    let user = User::new();
    let script = user.write("completions.bash", user.run(&["completions", "bash"], "").stdout);
    let completed = |words: &[&str]| completed(&user, &script, &[&["divisor-duel"], words].concat());
    assert_eq!(completed(&["pl"]), ["play"]);
    assert_eq!(completed(&["play", "--be"]), ["--best-of"]);
    assert_eq!(completed(&["play", "--first", ""]), ["1", "2", "toss"]);
    assert_eq!(completed(&["rules", "che"]), ["check"]);
    for command in ["play", "show", "analyze", "solve", "puzzle", "survey", "graph", "ladder"] {
        assert_eq!(completed(&[command, "ch"]), ["chain"], "{command}");
    }
    assert_eq!(completed(&["rules", "ch"]), ["check", "chain"]);
    assert_eq!(completed(&["play", "comp"]), ["completions.bash"], "a rule file can stand there too");
    assert_eq!(completed(&["play", "chain", "--p2", "level:"]).len(), 5);
    assert_eq!(completed(&["puzzle", "--grade", ""]), ["easy", "medium", "hard"]);
    assert_eq!(completed(&["resume", "1"]), [""; 0]);
    user.run(&["play", "chain"], "12\n");
    assert_eq!(completed(&["resume", "1"]), ["1"]);
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(user.run(&["completions", shell], "").stdout.contains("COMPLETE"), "{shell}");
    }
}

#[test]
fn there_is_a_manual_page_for_the_program_and_each_command() {
    let user = User::new();
    for command in ["play", "resume", "show", "survey", "graph", "rules", "completions", "man"] {
        let page = user.run(&["man", command], "");
        assert!(page.stdout.contains(&format!("divisor\\-duel\\-{command}")), "{}", page.stdout);
    }
    let page = user.run(&["man"], "").stdout;
    for section in ["NAME", "EXAMPLES", "OPTIONS", "KEYS", "FILES", "ENVIRONMENT"] {
        assert!(page.contains(&format!(".SH {section}\n")), "{section}: {page}");
    }
    // What the help says of exit codes, the page says too.
    let help = user.run(&["--help"], "").stdout;
    let (_, codes) = help.split_once("Exit codes:").unwrap();
    for code in codes.split(|c: char| !c.is_ascii_digit()).filter(|code| !code.is_empty()) {
        assert!(page.split(".SH \"EXIT STATUS\"").nth(1).unwrap().contains(code), "{code}: {page}");
    }
    assert_eq!(user.run(&["man", "nonsense"], "").code, Some(2));
}

#[test]
fn the_longest_chains_of_the_theory_are_found_and_proved() {
    let theory = document("docs/theory.md");
    let table = blocks(&theory, "").into_iter().find(|block| block.starts_with("n  ")).unwrap();
    let row = |line: &str| line.split_whitespace().skip(1).map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
    let [sizes, lengths] = [0, 1].map(|at| row(table.lines().nth(at).unwrap()));
    assert_eq!(sizes.len(), lengths.len());
    let user = User::new();
    let answer = |size: u64| -> serde_json::Value {
        serde_json::from_str(&user.run(&["chain", &size.to_string(), "--json"], "").stdout).unwrap()
    };
    for (size, length) in sizes.into_iter().zip(lengths) {
        let answer = answer(size);
        assert_eq!((&answer["length"], &answer["longest"]), (&length.into(), &true.into()), "{size}");
        assert_eq!(answer["chain"].as_array().unwrap().len() as u64, length, "{size}");
    }
    let of_thirty = &answer(30)["cut"];
    assert_eq!((&of_thirty["removed"], &of_thirty["at_most"]), (&serde_json::json!([1, 2]), &26.into()));
    assert_eq!(of_thirty["pieces"].as_array().unwrap().len(), 7);
    assert_eq!(answer(100)["cut"]["at_most"], 80);
}
