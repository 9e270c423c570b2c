//! The page in a made-up language, `target/divisor-duel-made-up.html`, in which nothing is written in plain letters and every sentence
//! is 40 % longer: what goes past the words, and what another language would have no room for.

use std::cmp::Reverse;

use browser::{Person, root};
use duel::RuleBook;
use duel::lesson::{Lesson, Step};
use duel::rulebook::Phrase;
use duel::speech::{Called, Language, made_up};
use serde_json::json;

use crate::looks::beside_the_screen;
use crate::views::{View, views};

/// Whatever somebody reads or hears: texts, labels, what is in a list to choose from, the title of the window.
const READ: &str = "const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        // What can be copied or typed is a file's, or the person's own.
        if (element.closest('script, style, noscript, textarea') || !(element.checkVisibility() || element.closest('option'))) continue;
        if (node === element) texts.push(...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''));
        else texts.push(node.data);
    }
    return texts;";

/// Texts that do not fit where they stand. The numbers of a board have a test of their own.
const CUT_OFF: &str = "return [...document.querySelectorAll('button:not(.number), .button, nav a, .tabs a, label, h1, h2, h3, th, td, caption, legend, li')]
    .filter((each) => each.checkVisibility() && !each.matches('.unseen') && getComputedStyle(each).display !== 'inline' && each.scrollWidth > each.clientWidth)
    .map((each) => `${each.outerHTML.slice(0, 160)}: ${each.scrollWidth} > ${each.clientWidth}`);";

/// Whether a text has a word in plain letters; a letter alone can be a sign, and a marked letter is part of a word, too.
fn is_plain(text: &str) -> bool {
    let is_plain = |word: &str| word.len() >= 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    text.split(|c: char| !c.is_alphabetic()).any(is_plain)
}

/// What is the same in every language: what books say for themselves, and the codes of games.
fn of_the_books() -> Vec<String> {
    let several = ["divider:60,84", "divide:60", "divide:60,84"].map(|code| RuleBook::find(code).unwrap());
    let texts = RuleBook::built_in().iter().chain(&several).flat_map(|book| {
        let rules = book.rules_as_played(Language::English);
        let paragraphs = |text: &str| text.split("\n\n").map(|part| part.trim().to_owned()).collect::<Vec<_>>();
        let mut texts = vec![book.title().into(), book.summary().into(), book.code(), book.game().to_string()];
        texts.extend([rules.as_str(), book.scoring()].into_iter().flat_map(paragraphs));
        texts.extend(book.tips_title().map(String::from));
        let tips = book.tips().iter().cloned();
        texts.extend(tips.flat_map(|tip| [tip.name, Some(tip.text.trim().into()), tip.truth]).flatten());
        texts.extend(screen_words(book));
        texts
    });
    texts.collect()
}

/// What lessons say, and names of formats: the same in every language, too.
fn of_lessons_and_formats() -> Vec<String> {
    let said = Lesson::built_in().iter().flat_map(|lesson| {
        let steps = lesson.steps().iter().map(Step::say);
        [lesson.title(), lesson.learned(), lesson.before_the_game()].into_iter().chain(steps)
    });
    said.chain(["PNG", "SVG"]).map(|text| text.trim().to_owned()).collect()
}

/// What a book says on screen, in pieces between the numbers and the names.
fn screen_words(book: &RuleBook) -> Vec<String> {
    let nobody = || Called::Name("–".into());
    let voices = [[nobody(), nobody()], [Called::You("–".into()), nobody()], [nobody(), Called::You("–".into())]];
    let mut position = book.game().start().unwrap();
    let mut said = Vec::new();
    loop {
        for called in &voices {
            // The few words that are not the book's are not allowed.
            let language = Language::MadeUp;
            for (phrase, _) in Phrase::ALL {
                said.extend(book.say_beside_a_board(phrase, &position, called, language));
            }
            said.extend(book.say_end_beside_a_board(&position, called, language));
        }
        let Some(&chosen) = position.legal_moves().first() else { break };
        position.play(chosen).unwrap();
    }
    said.into_iter().flat_map(|span| span.text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()).collect()
}

/// What somebody wrote into an address: all of it, and the values in it.
fn of_the_address(fragment: &str) -> Vec<String> {
    let values = fragment.split(['?', '&']).filter_map(|part| Some(part.split_once('=')?.1.to_owned()));
    values.chain([fragment.to_owned()]).collect()
}

/// What is in plain letters in a view, and should not be.
fn past_the_words(person: &Person, view: &View) -> Vec<String> {
    let texts: Vec<String> = serde_json::from_value(person.script(READ, json!([]))).unwrap();
    let skip = made_up("Skip to the game");
    assert!(texts.contains(&skip), "{} is in that language: {texts:?}", view.name);
    let mut allowed = [of_the_books(), of_lessons_and_formats(), of_the_address(&view.fragment)].concat();
    allowed.retain(|text| is_plain(text));
    // The longest first: one can be part of another.
    allowed.sort_by_key(|text| Reverse(text.len()));
    allowed.dedup();
    let rest = |text: &String| allowed.iter().fold(text.clone(), |rest, each| rest.replace(each, ""));
    texts.iter().filter(|text| is_plain(&rest(text))).map(|text| format!("{}: {text}", view.name)).collect()
}

#[test]
fn in_another_language_nothing_goes_past_the_words_and_everything_has_its_room() {
    let mut person = Person::with_closed_page();
    person.uses(root().join("target/divisor-duel-made-up.html"));
    // No phone, because that would show a page that is too wide in small.
    let metrics = json!({ "width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": false });
    person.cdp("Emulation.setDeviceMetricsOverride", metrics);
    let mut found = Vec::new();
    for view in views() {
        view.open_in(&person, made_up);
        found.extend(past_the_words(&person, &view));
        found.extend(beside_the_screen(&person, 360).map(|each| format!("{} {each}", view.name)));
        let cut_off = serde_json::from_value::<Vec<String>>(person.script(CUT_OFF, json!([]))).unwrap();
        found.extend(cut_off.into_iter().map(|each| format!("{}: {each}", view.name)));
    }
    assert!(found.is_empty(), "{} things: {found:#?}", found.len());
}
