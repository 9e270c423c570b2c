//! Keys, clicks and sizes by chance.

use proptest::prelude::*;

use super::*;

/// What somebody or something can do to the program.
#[derive(Clone, Debug)]
enum Act {
    Key(KeyCode),
    Click(u16, u16),
    Wheel(bool, u16, u16),
    Hover(u16, u16),
    Resize(u16, u16),
    /// Lets the jobs come to an end.
    Wait,
}

fn act() -> impl Strategy<Value = Act> {
    let letters: Vec<char> = "uhepirsmnvbtfyadg?q0123456789/, xj".chars().collect();
    let ways = vec![
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::F(1),
    ];
    let point = || (0..300u16, 0..100u16);
    prop_oneof![
        4 => proptest::sample::select(letters).prop_map(|letter| Act::Key(KeyCode::Char(letter))),
        6 => proptest::sample::select(ways).prop_map(Act::Key),
        2 => point().prop_map(|(x, y)| Act::Click(x % 80, y % 24)),
        1 => (any::<bool>(), point()).prop_map(|(down, (x, y))| Act::Wheel(down, x, y)),
        1 => point().prop_map(|(x, y)| Act::Hover(x, y)),
        2 => (1..=300u16, 1..=100u16).prop_map(|(width, height)| Act::Resize(width, height)),
        1 => Just(Act::Resize(80, 24)),
        3 => Just(Act::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is pressed, clicked and resized: no panic. A cell outside the window would be one.
    #[test]
    fn no_key_and_no_size_is_too_much(
        code in proptest::sample::select(vec!["", "puzzle", "chain", "evens", "classroom", "divider:60,84,90", "take:1..1000", "last-resort"]),
        acts in proptest::collection::vec(act(), 1..80),
    ) {
        let mut hand = match code {
            "" => Hand::at_home(),
            "puzzle" => Hand::at_puzzle(7),
            code => Hand::playing(code, "level:2"),
        };
        for act in acts {
            match act {
                Act::Key(key) => hand.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE)),
                Act::Click(x, y) => hand.mouse(MouseEventKind::Down(MouseButton::Left), x, y),
                Act::Wheel(true, x, y) => hand.mouse(MouseEventKind::ScrollDown, x, y),
                Act::Wheel(false, x, y) => hand.mouse(MouseEventKind::ScrollUp, x, y),
                Act::Hover(x, y) => hand.mouse(MouseEventKind::Moved, x, y),
                Act::Resize(width, height) => hand.resize(width, height),
                Act::Wait => hand.wait(),
            }
            hand.draw();
        }
    }
}
