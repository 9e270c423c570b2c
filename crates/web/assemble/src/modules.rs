//! ES modules joined into one script, each before those that import it and in a scope of its own.
//!
//! A module becomes a constant that has what it exports, so modules must not import each other in a circle; and there is no renaming:
//! an import brings names as they are. A JSON file that is imported is a constant by the name that it is imported by.

use anyhow::{Context, Result, bail, ensure};

/// The module and everything that it imports, as one script. `read` gives the text of a file by its name.
pub(crate) fn joined(entry: &str, read: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let mut script = String::new();
    visit(entry, read, &mut Vec::new(), &mut Vec::new(), &mut script)?;
    Ok(script)
}

/// Adds a module after those that it imports. `open` are the modules that wait for it.
fn visit(
    name: &str,
    read: &dyn Fn(&str) -> Result<String>,
    open: &mut Vec<String>,
    done: &mut Vec<String>,
    script: &mut String,
) -> Result<()> {
    if done.iter().any(|other| other == name) {
        return Ok(());
    }
    ensure!(!open.iter().any(|other| other == name), "{} import each other in a circle", open.join(", "));
    open.push(name.into());
    let mut inside = String::new();
    let mut exported = Vec::new();
    for line in without_comments(&read(name)?) {
        ensure!(
            line.matches('`').count() % 2 == 0,
            "in {name}: a text in backticks ends in the line it begins in: {line}"
        );
        let line = match imported(line).with_context(|| format!("in {name}"))? {
            Some((names, other)) if other.ends_with(".json") => &constant(names, read(other)?.trim_end())?,
            Some((names, other)) => {
                visit(other, read, open, done, script)?;
                &format!("const {names} = {};", scope(other))
            }
            None => match line.strip_prefix("export ") {
                Some(line) => {
                    exported.push(declared(line).with_context(|| format!("in {name}"))?.to_owned());
                    line
                }
                None => line,
            },
        };
        inside.push_str(line);
        inside.push('\n');
    }
    open.pop();
    done.push(name.into());
    script.push_str(&format!(
        "const {} = (() => {{\n{inside}return {{ {} }};\n}})();\n",
        scope(name),
        exported.join(", ")
    ));
    Ok(())
}

/// The lines of a module as they are without being set in, and without those that are nothing but comment: that is for whoever reads the
/// module.
fn without_comments(text: &str) -> impl Iterator<Item = &str> {
    let mut is_open = false;
    text.lines().map(str::trim).filter(move |line| {
        let is_comment = is_open || line.starts_with("//") || line.starts_with("/**");
        is_open = is_comment && !line.starts_with("//") && !line.contains("*/");
        // After a comment of one line there can be something else.
        !is_comment || line.find("*/").is_some_and(|end| end + 2 < line.len())
    })
}

/// The constant that a module becomes.
fn scope(module: &str) -> String {
    module.replace(|c: char| !c.is_ascii_alphanumeric(), "$")
}

/// The names that a line imports, and the file that it imports from.
fn imported(line: &str) -> Result<Option<(&str, &str)>> {
    let Some(rest) = line.strip_prefix("import ") else { return Ok(None) };
    ensure!(!line.contains(" as "), "an import must not rename: {line}");
    let parts = rest.split_once(" from \"./").and_then(|(names, rest)| Some((names, rest.strip_suffix("\";")?)));
    Ok(Some(
        parts
            .with_context(|| format!("an import is one line, such as: import {{ a }} from \"./b.js\";, not: {line}"))?,
    ))
}

/// The constant that an import makes of data.
fn constant(name: &str, data: &str) -> Result<String> {
    ensure!(!name.starts_with('{'), "data is imported whole");
    Ok(format!("const {name} = {data};"))
}

/// The name that an exported line declares.
fn declared(line: &str) -> Result<&str> {
    let rest = ["const ", "async function ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word));
    let Some(rest) = rest else { bail!("a constant, a function or a class is exported, not: {line}") };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    Ok(&rest[..end])
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
            ("a.js", "import { b } from \"./b.js\";\nconst own = 1;\nexport const a = b + own;\n"),
            ("b.js", "export function b() {}\nexport async function c() {}\n"),
        ]);
        assert_eq!(
            script.unwrap(),
            "const b$js = (() => {\nfunction b() {}\nasync function c() {}\nreturn { b, c };\n})();\n\
             const a$js = (() => {\nconst { b } = b$js;\nconst own = 1;\nconst a = b + own;\nreturn { a };\n})();\n\
             const main$js = (() => {\nconst { a } = a$js;\nconst { b } = b$js;\nrun(a, b);\nreturn {  };\n})();\n"
        );
    }

    #[test]
    fn comments_stay_behind() {
        let text = "// a\n/** b */\n/**\n * c\n * d\n */\nrun(); // e\n  /** f */ (g).run();\n";
        assert_eq!(without_comments(text).collect::<Vec<_>>(), ["run(); // e", "/** f */ (g).run();"]);
    }

    #[test]
    fn data_is_a_constant() {
        let script = join(&[
            ("main.js", "import words from \"./words.en.json\";\nsay(words);\n"),
            ("words.en.json", "{ \"title\": \"Duel\" }\n"),
        ]);
        assert!(script.unwrap().contains("\nconst words = { \"title\": \"Duel\" };\nsay(words);\n"));
    }

    #[test]
    fn what_would_go_wrong_is_refused() {
        for (modules, problem) in [
            (vec![("main.js", "import { a as b } from \"./a.js\";\n")], "in main.js"),
            (vec![("main.js", "import {\n")], "in main.js"),
            (vec![("main.js", "export let a = 1;\n")], "in main.js"),
            (vec![("main.js", "import { a } from \"./a.js\";\n")], "no a.js"),
            (vec![("main.js", "import { title } from \"./a.json\";\n"), ("a.json", "{}")], "data is imported whole"),
            (
                vec![
                    ("main.js", "import { a } from \"./a.js\";\n"),
                    ("a.js", "import { b } from \"./b.js\";\n"),
                    ("b.js", "import { a } from \"./a.js\";\n"),
                ],
                "main.js, a.js, b.js import each other in a circle",
            ),
        ] {
            assert_eq!(join(&modules).unwrap_err().to_string(), problem);
        }
    }
}
