//! What the documentation shows is what the program does.

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
    let shown = blocks(&readme, "").into_iter().find(|block| block.starts_with("$ divisor-duel play")).unwrap();
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
