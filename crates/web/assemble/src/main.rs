//! Puts the browser game together into one HTML file: `divisor-duel-page ENGINE.wasm PAGE-FOLDER OUTPUT.html [LANGUAGE]`.
//!
//! The page speaks one language, English unless another is named; `made-up` is one for tests. The modules of the page become one script, the engine is packed and written as text, and the Content-Security-Policy
//! allows exactly this style and this script, by their hashes, and no connection to anywhere.

mod modules;
mod squeezed;
mod text;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lzma_rust2::{LzmaOptions, LzmaWriter};
use sha2::{Digest, Sha256};

use crate::words::{ENGLISH, Words, file_of, tag_of};

/// The sheets of the page's style, in the order in which a later one overrules an earlier one.
const SHEETS: [&str; 6] = ["tokens", "page", "board", "stage", "views", "print"];

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(engine), Some(folder), Some(output)) = (arguments.next(), arguments.next(), arguments.next()) else {
        anyhow::bail!("usage: divisor-duel-page ENGINE.wasm PAGE-FOLDER OUTPUT.html [LANGUAGE]");
    };
    let language = arguments.next().map_or_else(|| ENGLISH.into(), |name| name.display().to_string());
    let engine = std::fs::read(&engine).with_context(|| format!("cannot read {}", engine.display()))?;
    let page = assemble(&engine, &folder, &language)?;
    std::fs::write(&output, &page).with_context(|| format!("cannot write {}", output.display()))
}

fn assemble(engine: &[u8], folder: &Path, language: &str) -> Result<String> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let words = Words::of(language, &read)?;
    let in_this_language = |name: &str| if name == file_of(ENGLISH) { words.to_json() } else { read(name) };
    let style = SHEETS.iter().map(|name| Ok(bare(&read(&format!("style/{name}.css"))?))).collect::<Result<String>>()?;
    let script = squeezed::squeezed(&modules::joined("main.js", &in_this_language)?);
    let worker = read("worker.js")?;
    for (name, text) in [("the script", &script), ("the worker", &worker), ("the style", &style)] {
        anyhow::ensure!(!text.contains("</"), "{name} contains \"</\", which could end its element");
    }
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; worker-src blob:; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(&script),
        hash(&style)
    );
    let parts = [
        ("{{language}}", tag_of(language).to_owned()),
        ("{{policy}}", policy),
        ("{{style}}", style),
        ("{{engine}}", text::of(&packed(engine)?)),
        ("{{worker}}", worker),
        ("{{script}}", script),
    ];
    let mut page = words.said_in(&read("index.html")?)?;
    for (place, text) in parts {
        anyhow::ensure!(page.matches(place).count() == 1, "index.html has no single {place}");
        page = page.replace(place, &text);
    }
    Ok(page)
}

/// A style sheet without comments, without lines being set in, and without spaces and line ends that separate nothing.
fn bare(sheet: &str) -> String {
    let kept: String = sheet.split("*/").filter_map(|part| part.split("/*").next()).collect();
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    let line_end = |line: &str| if line.ends_with(['{', '}', ';', ',']) { "" } else { "\n" };
    lines
        .map(|line| line.split('"').enumerate().map(outside_of_texts).collect::<Vec<_>>().join("\"") + line_end(line))
        .collect()
}

/// A part of a line of style without spaces that separate nothing; every other part is a text in quotes, which stays as it is.
fn outside_of_texts((at, part): (usize, &str)) -> String {
    let needless =
        [("; }", "}"), (" {", "{"), ("{ ", "{"), (" }", "}"), (": ", ":"), ("; ", ";"), (", ", ","), (" > ", ">")];
    let is_text = at % 2 == 1;
    needless.iter().filter(|_| !is_text).fold(part.to_owned(), |part, (long, short)| part.replace(long, short))
}

/// As `unpack.js` reads it. No other packing that browsers know is as small, and the engine is most of the page.
fn packed(bytes: &[u8]) -> Result<Vec<u8>> {
    let options = LzmaOptions { dict_size: 1 << 22, ..LzmaOptions::with_preset(9) };
    let mut packer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    packer.write_all(bytes)?;
    Ok(packer.finish()?)
}

fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn style_loses_spaces_that_separate_nothing() {
        for (sheet, expected) in [
            (
                "/* why */\n.a, .b > .c { color: red; top: calc(1px + 2px); }\n",
                ".a,.b>.c{color:red;top:calc(1px + 2px)}",
            ),
            (".a :is(.b, .c):not(.d) { margin: 0 1px !important; }", ".a :is(.b,.c):not(.d){margin:0 1px !important}"),
            (
                "@media (width: 1px) and (height: 2px) {\n  .a { top: 0; }\n}",
                "@media (width:1px) and (height:2px){.a{top:0}}",
            ),
            (".a::before { content: \"; : { , > }\"; }", ".a::before{content:\"; : { , > }\"}"),
        ] {
            assert_eq!(bare(sheet), expected);
        }
    }
}
