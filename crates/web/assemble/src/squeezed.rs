//! A script without what only people read: comments, and spaces and line ends that separate nothing. Every text stays as it is.

/// Beside these a space separates nothing. (Beside `+`, `-` and `/` one can.)
const APART: &str = ",;:?{}()[]=&|<>";
/// After these a line goes on, or is over without its end.
const OPEN: &str = ",;:?{([=&|<>\n";

/// What is being read.
#[derive(Clone, Copy, PartialEq)]
enum In {
    /// Script; with how many braces open since the text in backticks that it is a part of.
    Script(usize),
    /// A text that ends with this character.
    Text(char),
}

/// A script without comments and needless spaces.
pub(crate) fn squeezed(script: &str) -> String {
    let mut out = String::with_capacity(script.len());
    let mut within = vec![In::Script(0)];
    let mut rest = script;
    while let Some(next) = rest.chars().next() {
        let mut length = next.len_utf8();
        let now = *within.last().expect("there is always something around");
        match now {
            In::Text('`') if rest.starts_with("${") => {
                within.push(In::Script(0));
                length = 2;
            }
            In::Text(_) if next == '\\' => length += rest[1..].chars().next().map_or(0, char::len_utf8),
            In::Text(end) if next == end => drop(within.pop()),
            In::Text(_) => {}
            In::Script(_) if rest.starts_with("/*") => {
                rest = rest.split_once("*/").map_or("", |(_, rest)| rest);
                rest = rest.strip_prefix(' ').unwrap_or(rest);
                continue;
            }
            In::Script(_) if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                out.truncate(out.trim_end_matches(' ').len());
                continue;
            }
            In::Script(_) if next == '/' && begins_a_pattern(&out) => length = pattern(rest),
            In::Script(_) if matches!(next, '"' | '\'' | '`') => within.push(In::Text(next)),
            In::Script(open) if next == '{' => *within.last_mut().expect("as above") = In::Script(open + 1),
            // The end of what stands within a text in backticks.
            In::Script(0) if next == '}' && within.len() > 1 => drop(within.pop()),
            In::Script(open) if next == '}' => {
                *within.last_mut().expect("as above") = In::Script(open.saturating_sub(1));
            }
            In::Script(_) if next == '\n' && out.chars().next_back().is_none_or(|last| OPEN.contains(last)) => {
                rest = &rest[1..];
                continue;
            }
            In::Script(_) if next == ' ' => {
                let is_apart =
                    |beside: Option<char>| beside.is_none_or(|beside| APART.contains(beside) || beside == '\n');
                if is_apart(out.chars().next_back()) || is_apart(rest[1..].chars().next()) {
                    rest = &rest[1..];
                    continue;
                }
            }
            In::Script(_) => {}
        }
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out
}

/// Whether a slash after this begins a pattern: nothing stands there that could be divided.
fn begins_a_pattern(before: &str) -> bool {
    let before = before.trim_end_matches(' ');
    before.ends_with("return") || before.chars().next_back().is_none_or(|last| "(,=:[!&|?{};\n>".contains(last))
}

/// How long the pattern is that a text begins with.
fn pattern(text: &str) -> usize {
    let (mut is_class, mut is_escaped) = (false, false);
    for (at, next) in text.char_indices().skip(1) {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_class = true,
            ']' => is_class = false,
            '/' if !is_class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_that_separate_nothing_go_and_every_text_stays() {
        for (script, expected) in [
            ("const a = (b, c) => { return b + c; };\n", "const a=(b,c)=>{return b + c;};"),
            (
                "say(\"a = b, // c\", ' ( ', `x = ${f( a, { b: ` = ` } )} = y`);",
                "say(\"a = b, // c\",' ( ',`x = ${f(a,{b:` = `})} = y`);",
            ),
            ("a = \"\\\" = \" + b; // why\nc = 1;", "a=\"\\\" = \" + b;c=1;"),
            ("const f = (/** @type {a | b} */ c) => /** @type {d} */ (c);", "const f=(c)=>(c);"),
            ("x.replace(/ = [/\" ] \\/ ( /g, y) / 2 / z;", "x.replace(/ = [/\" ] \\/ ( /g,y)/ 2 / z;"),
            ("{ \"a key\": \"a = value\" }", "{\"a key\":\"a = value\"}"),
            ("a - -b + +c", "a - -b + +c"),
            ("f(\n  a,\n  b\n)\n\n// why\ng = `x;\ny`", "f(a,b\n)\ng=`x;\ny`"),
        ] {
            assert_eq!(squeezed(script), expected);
        }
    }
}
