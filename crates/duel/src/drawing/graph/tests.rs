//! What is in a graph, and where it stands.

use super::*;
use crate::game::Game;
use crate::moves::Move;

const LABELS: Labels<'_> = Labels { title: "<a> & \"b\"", kinds: ["D", "A", "C"], now: "now", pair: "pair" };

fn after(code: &str, picks: &[u64]) -> Position {
    let mut position = code.parse::<Game>().unwrap().start().unwrap();
    picks.iter().for_each(|&pick| position.play(Move::Pick(pick)).unwrap());
    position
}

#[test]
fn the_graph_of_a_position_has_every_line_and_its_pairing() {
    let dot = Diagram::of(&after("chain", &[12, 4])).unwrap().dot("a \"b\" \\");
    assert!(dot.starts_with("graph \"a \\\"b\\\" \\\\\" {\n"), "{dot}");
    let numbers: Vec<u64> = (2..=20).filter(|&number| number != 12).collect();
    for &number in &numbers {
        assert!(dot.contains(&format!("  \"{number}\" [class=")), "{number}");
        for &other in &numbers {
            let is_line = other > number && other.is_multiple_of(number);
            assert_eq!(dot.contains(&format!("\"{number}\" -- \"{other}\"")), is_line, "{number} {other}");
        }
    }
    assert!(!dot.contains("\"12\""), "what was taken before the last pick is gone");
    assert!(dot.contains("\"4\" [class=\"now\""));
    let pairing = Pairing::of(&after("chain", &[12, 4])).unwrap();
    assert_eq!(dot.matches("class=\"pair\"").count(), pairing.pairs());
    assert!(pairing.is_missable(13) && dot.contains("\"13\" [class=\"d\""));
}

#[test]
fn a_picture_shows_every_number_once_and_words_are_no_markup() {
    for code in [
        "chain",
        "classic",
        "juniper-green",
        "last-resort",
        "divider:360,84",
        "take:2..40,misere",
        "take:1000000..1000090/3",
    ] {
        let diagram = Diagram::of(&code.parse::<Game>().unwrap().start().unwrap()).unwrap();
        let svg = diagram.svg(&LABELS).unwrap();
        for node in &diagram.nodes {
            assert_eq!(svg.matches(&format!(">{}</text>", node.number)).count(), 1, "{code} {}", node.number);
        }
        assert!(svg.contains("&lt;a&gt; &amp; &quot;b&quot;") && !svg.contains("<a>"));
        assert_eq!(
            svg.contains("class=\"pair\""),
            !code.contains("misere") && !code.contains("divider") && !code.contains("000"),
            "{code}"
        );
        let layout = diagram.layout();
        let inside = |&(x, y): &(f64, f64)| x > 0.0 && y > WORDS && x < layout.size.0 && y < layout.size.1;
        assert!(layout.centres.iter().all(inside), "{code}");
        for (at, one) in layout.centres.iter().enumerate() {
            let apart = |other: &(f64, f64)| (one.0 - other.0).abs() > layout.tile || (one.1 - other.1).abs() > TILE.1;
            assert!(layout.centres[at + 1..].iter().all(apart), "{code}");
        }
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let diagram = Diagram::of(&after("take:2..262", &[])).unwrap();
    assert_eq!(diagram.svg(&LABELS), Err(TooLargeToDraw::Numbers(261)));
    for code in ["take:1..1000000", "take:1000000..1900000", "take:1..99999900001/100000"] {
        assert!(matches!(Diagram::of(&after(code, &[])), Err(TooLargeToDraw::Lines)), "{code}");
    }
}
