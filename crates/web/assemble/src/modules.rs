//! ES modules joined into one script, each before those that import it.
//!
//! The modules share one scope then, so no two of them may use a top-level name twice; and there is no renaming: an import
//! brings names as they are. Both are checked.

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
            if imported(line)?.is_some() {
                continue;
            }
            let line = line.strip_prefix("export ").unwrap_or(line);
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
        if let Some(other) = imported(line).with_context(|| format!("in {name}"))? {
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
    fn what_would_go_wrong_is_refused() {
        for (modules, problem) in [
            (vec![("main.js", "import { a as b } from \"./a.js\";\n")], "in main.js"),
            (vec![("main.js", "import {\n")], "in main.js"),
            (vec![("main.js", "import { a } from \"./a.js\";\n")], "no a.js"),
            (
                vec![("main.js", "import { a } from \"./a.js\";\nconst x = 1;\n"), ("a.js", "export const x = 2;\n")],
                "x is declared in a.js and again in main.js",
            ),
        ] {
            assert_eq!(join(&modules).unwrap_err().to_string(), problem);
        }
    }
}
