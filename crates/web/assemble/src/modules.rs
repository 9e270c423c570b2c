//! ES modules joined into one script, each before those that import it.
//!
//! The modules share one scope then, so no two of them may use a top-level name twice; and there is no renaming: an import
//! brings names as they are. Both are checked. A JSON file that is imported is a constant by the name that it is imported by.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

/// The module and everything that it imports, as one script. `read` gives the text of a module by its name.
pub(crate) fn joined(entry: &str, read: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let mut order = Vec::new();
    visit(entry, read, &mut Vec::new(), &mut order)?;
    let mut script = String::new();
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in order {
        for line in text.lines() {
            let line = match imported(line)? {
                Some(other) if is_data(other) => &constant(line, read(other)?.trim_end())?,
                Some(_) => continue,
                None => line.strip_prefix("export ").unwrap_or(line),
            };
            if let Some(declared) = declared(line)
                && let Some(other) = owners.insert(declared.into(), name.clone())
            {
                anyhow::bail!("{declared} is declared in {other} and again in {name}");
            }
            script.push_str(line);
            script.push('\n');
        }
    }
    Ok(script)
}

/// Adds a module after those that it imports. Modules may import each other: functions are there before anything runs.
fn visit(
    name: &str,
    read: &dyn Fn(&str) -> Result<String>,
    seen: &mut Vec<String>,
    order: &mut Vec<(String, String)>,
) -> Result<()> {
    if seen.iter().any(|other| other == name) {
        return Ok(());
    }
    seen.push(name.into());
    let text = read(name)?;
    for line in text.lines() {
        if let Some(other) = imported(line).with_context(|| format!("in {name}"))?
            && !is_data(other)
        {
            visit(other, read, seen, order)?;
        }
    }
    order.push((name.into(), text));
    Ok(())
}

/// The module that a line imports from.
fn imported(line: &str) -> Result<Option<&str>> {
    if !line.starts_with("import ") {
        return Ok(None);
    }
    ensure!(!line.contains(" as "), "an import must not rename: {line}");
    let name = line.split_once(" from \"./").and_then(|(_, rest)| rest.strip_suffix("\";"));
    Ok(Some(
        name.with_context(|| format!("an import is one line, such as: import {{ a }} from \"./b.js\";, not: {line}"))?,
    ))
}

fn is_data(name: &str) -> bool {
    name.ends_with(".json")
}

/// The constant that an import makes of data.
fn constant(line: &str, data: &str) -> Result<String> {
    let name = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from "));
    let (name, _) = name.filter(|(name, _)| !name.starts_with('{')).context("data is imported whole")?;
    Ok(format!("const {name} = {data};"))
}

/// The name that a top-level line declares.
fn declared(line: &str) -> Option<&str> {
    let rest =
        ["const ", "let ", "async function ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    (end > 0).then_some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(modules: &[(&str, &str)]) -> Result<String> {
        joined("main.js", &|name| {
            let found = modules.iter().find(|(other, _)| *other == name);
            found.map(|(_, text)| text.to_string()).with_context(|| format!("no {name}"))
        })
    }

    #[test]
    fn what_is_imported_comes_first_and_once() {
        let script = join(&[
            ("main.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\nrun(a, b);\n"),
            ("a.js", "import { b } from \"./b.js\";\nexport const a = b + 1;\n"),
            ("b.js", "export function b() {}\n"),
        ]);
        assert_eq!(script.unwrap(), "function b() {}\nconst a = b + 1;\nrun(a, b);\n");
    }

    #[test]
    fn data_is_a_constant() {
        let script = join(&[
            ("main.js", "import words from \"./words.en.json\";\nsay(words);\n"),
            ("words.en.json", "{ \"title\": \"Duel\" }\n"),
        ]);
        assert_eq!(script.unwrap(), "const words = { \"title\": \"Duel\" };\nsay(words);\n");
    }

    #[test]
    fn what_would_go_wrong_is_refused() {
        for (modules, problem) in [
            (vec![("main.js", "import { a as b } from \"./a.js\";\n")], "in main.js"),
            (vec![("main.js", "import {\n")], "in main.js"),
            (vec![("main.js", "import { a } from \"./a.js\";\n")], "no a.js"),
            (vec![("main.js", "import { title } from \"./a.json\";\n"), ("a.json", "{}")], "data is imported whole"),
            (
                vec![("main.js", "import a from \"./a.json\";\nconst a = 1;\n"), ("a.json", "{}")],
                "a is declared in main.js and again in main.js",
            ),
            (
                vec![("main.js", "import { a } from \"./a.js\";\nconst x = 1;\n"), ("a.js", "export const x = 2;\n")],
                "x is declared in a.js and again in main.js",
            ),
        ] {
            assert_eq!(join(&modules).unwrap_err().to_string(), problem);
        }
    }
}
