//! How things look: signs and colours, for every kind of terminal.
//!
//! The terminal's own foreground and background are never touched, so light and dark ones both work. Where there are 256
//! colours they are those of Okabe and Ito, which people with any kind of colour vision tell apart. No meaning rests on
//! colour alone: every role has a sign or a weight of its own.

use std::io;

use duel::Seat;
use ratatui::style::{Color, Modifier, Style};

use crate::visible::is_obeyed;

/// What a piece of the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Title,
    /// What is there to be found, not to be noticed.
    Faint,
    Divisor,
    Multiple,
    /// A number that may be picked although nothing was picked before it.
    Open,
    Last,
    Taken,
    Wins,
    Loses,
    /// The sign of whoever sits there.
    Player(Seat),
    /// Something to be noticed.
    Notice,
    Key,
    Cursor,
    /// One of several things that belong together in groups: the pairs of a pairing, the primes of a number.
    Group(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    None,
    Sixteen,
    Many,
}

/// The signs of a skin.
#[derive(Debug)]
pub(crate) struct Signs {
    pub(crate) divisor: &'static str,
    pub(crate) multiple: &'static str,
    pub(crate) open: &'static str,
    pub(crate) last: &'static str,
    /// Who took a number. A sign belongs to a seat and stays with whoever sits there, whoever moves first.
    seats: [&'static str; 2],
    pub(crate) wins: &'static str,
    pub(crate) loses: &'static str,
    /// A move where none would have won: nobody's fault.
    pub(crate) lost_anyway: &'static str,
    /// A move that threw the win away.
    pub(crate) threw_it_away: &'static str,
    /// A move that would have been better, or a good one.
    pub(crate) better: &'static str,
    /// A move that matters, right or wrong.
    pub(crate) weighed: &'static str,
    /// The cursor, as the legend shows it.
    pub(crate) brackets: &'static str,
    pub(crate) pair: &'static str,
    pub(crate) then: &'static str,
    pub(crate) bar: &'static str,
    pub(crate) across: &'static str,
    pub(crate) down: &'static str,
    /// The corners of a box: top left, top right, bottom left, bottom right.
    pub(crate) corners: [&'static str; 4],
    pub(crate) divide: &'static str,
    pub(crate) left: &'static str,
    pub(crate) right: &'static str,
    pub(crate) more_above: &'static str,
    pub(crate) more_below: &'static str,
}

impl Signs {
    fn new(ascii: bool) -> Signs {
        let sign = |usual, plain| if ascii { plain } else { usual };
        Signs {
            divisor: sign("▼", "<"),
            multiple: sign("▲", ">"),
            open: sign("►", "."),
            last: sign("◆", "*"),
            // Stones, of which nobody thinks that they are wrong.
            seats: [sign("●", "#"), sign("○", "o")],
            wins: sign("✓", "+"),
            loses: sign("✗", "-"),
            lost_anyway: sign("·", "."),
            threw_it_away: "?",
            better: "!",
            weighed: sign("≈", "="),
            brackets: "[ ]",
            pair: "~",
            then: sign("→", ">"),
            bar: sign("▌", "|"),
            across: sign("─", "-"),
            down: sign("│", "|"),
            corners: [sign("╭", "+"), sign("╮", "+"), sign("╰", "+"), sign("╯", "+")],
            divide: sign("÷", "/"),
            left: sign("‹", "<"),
            right: sign("›", ">"),
            more_above: sign("↑", "^"),
            more_below: sign("↓", "v"),
        }
    }

    /// The sign of whoever sits there.
    pub(crate) fn of(&self, seat: Seat) -> &'static str {
        self.seats[seat.index()]
    }
}

#[derive(Debug)]
pub(crate) struct Skin {
    pub(crate) signs: Signs,
    pub(crate) ascii: bool,
    colours: Colours,
}

impl Skin {
    pub(crate) fn new(ascii: bool, colours: Colours) -> Skin {
        Skin { signs: Signs::new(ascii), ascii, colours }
    }

    /// The skin for the terminal that the program runs on.
    pub(crate) fn of_terminal(ascii: bool) -> Skin {
        let colours = match anstream::AutoStream::choice(&io::stdout()) {
            anstream::ColorChoice::Never => Colours::None,
            _ if has_many_colours(&variable("TERM"), &variable("COLORTERM")) => Colours::Many,
            _ => Colours::Sixteen,
        };
        Skin::new(ascii || !shows_signs(), colours)
    }

    pub(crate) fn has_colours(&self) -> bool {
        self.colours != Colours::None
    }

    pub(crate) fn style(&self, ink: Ink) -> Style {
        let style = Style::new();
        match ink {
            Ink::Plain => style,
            Ink::Title | Ink::Key => style.add_modifier(Modifier::BOLD),
            Ink::Faint | Ink::Taken => style.add_modifier(Modifier::DIM),
            Ink::Divisor => self.coloured(31, Color::Cyan).add_modifier(Modifier::BOLD),
            Ink::Multiple => self.coloured(132, Color::Magenta).add_modifier(Modifier::BOLD),
            Ink::Open | Ink::Wins => self.coloured(36, Color::Green).add_modifier(Modifier::BOLD),
            Ink::Last => self.coloured(172, Color::Yellow).add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Ink::Loses => self.coloured(166, Color::Red),
            Ink::Player(Seat::One) => self.coloured(68, Color::LightBlue),
            Ink::Player(Seat::Two) => self.coloured(137, Color::Reset),
            Ink::Notice => self.coloured(172, Color::Yellow).add_modifier(Modifier::BOLD),
            Ink::Cursor => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
            Ink::Group(at) => {
                const MANY: [u8; 6] = [31, 166, 36, 172, 132, 74];
                const FEW: [Color; 6] =
                    [Color::Cyan, Color::Magenta, Color::Green, Color::Yellow, Color::Red, Color::Blue];
                self.coloured(MANY[at % MANY.len()], FEW[at % FEW.len()]).add_modifier(Modifier::BOLD)
            }
        }
    }

    fn coloured(&self, many: u8, few: Color) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(few),
            Colours::Many => Style::new().fg(Color::Indexed(many)),
        }
    }
}

/// Text as this skin can show it: without control characters, and in ASCII where nothing else will do.
pub(crate) fn showable(text: &str, ascii: bool) -> String {
    let shown = |c: char| match c {
        _ if c.is_control() || is_obeyed(c) => '?',
        _ if !ascii || c.is_ascii() => c,
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '→' => '>',
        '·' | '…' => '.',
        'à'..='å' => 'a',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        _ => '?',
    };
    text.chars().map(shown).collect()
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

fn has_many_colours(term: &str, colorterm: &str) -> bool {
    let named = ["256color", "kitty", "alacritty", "ghostty", "wezterm", "foot", "direct"];
    matches!(colorterm, "truecolor" | "24bit") || named.iter().any(|name| term.contains(name)) || cfg!(windows)
}

/// Whether the terminal shows more than ASCII. The console of Linux itself has few signs in its font, whatever the locale.
pub(crate) fn shows_signs() -> bool {
    speaks_utf8(&["LC_ALL", "LC_CTYPE", "LANG"].map(variable)) && variable("TERM") != "linux"
}

/// Whether the locale writes UTF-8: the first of its variables that is set decides.
fn speaks_utf8(variables: &[String; 3]) -> bool {
    let locale = variables.iter().find(|value| !value.is_empty()).map_or("", String::as_str).to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8") || cfg!(windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_the_ascii_skin_is_ascii() {
        assert!(format!("{:?}", Signs::new(true)).is_ascii());
        assert_eq!(showable("Misère 2–50: “Ada’s” 1…\u{1b}[2J 漢", true), "Misere 2-50: \"Ada's\" 1.?[2J ?");
        assert_eq!(showable("Misère\u{7}", false), "Misère?");
    }

    #[test]
    fn the_locale_and_the_terminal_decide_what_can_be_shown() {
        let locale = |all: &str, ctype: &str, lang: &str| speaks_utf8(&[all.into(), ctype.into(), lang.into()]);
        assert!(locale("", "", "de_DE.UTF-8") && locale("C.utf8", "", "C"));
        assert!(cfg!(windows) || !locale("", "", "") && !locale("C", "", "en_US.UTF-8"));
        assert!(has_many_colours("xterm-256color", "") && has_many_colours("xterm", "truecolor"));
        assert!(cfg!(windows) || !has_many_colours("linux", ""));
    }

    #[test]
    fn what_means_something_else_looks_different() {
        for ascii in [true, false] {
            let signs = Signs::new(ascii);
            let on_a_number =
                [signs.of(Seat::One), signs.of(Seat::Two), signs.wins, signs.loses, signs.better, signs.weighed];
            let before_it = [signs.divisor, signs.multiple, signs.open, signs.last];
            let marks = [signs.threw_it_away, signs.lost_anyway];
            let all: Vec<_> = on_a_number.iter().chain(&before_it).chain(&marks).collect();
            for (at, sign) in all.iter().enumerate() {
                // In ASCII a dot before a number is not one after it.
                let is_alone = all[at + 1..].iter().all(|other| other != sign) || ascii && **sign == ".";
                assert!(is_alone, "{sign} means two things");
            }
        }
        for colours in [Colours::Sixteen, Colours::Many] {
            let skin = Skin::new(false, colours);
            let inks = [Ink::Divisor, Ink::Multiple, Ink::Wins, Ink::Loses, Ink::Last];
            let players = Seat::BOTH.map(Ink::Player);
            let all: Vec<_> = inks.into_iter().chain(players).map(|ink| skin.style(ink).fg).collect();
            for (at, colour) in all.iter().enumerate() {
                assert!(!all[at + 1..].contains(colour), "{colour:?} in {colours:?}");
            }
        }
    }

    #[test]
    fn without_colour_weight_is_left() {
        let plain = Skin::new(true, Colours::None);
        for ink in [Ink::Divisor, Ink::Multiple, Ink::Open, Ink::Last, Ink::Wins, Ink::Group(3)] {
            assert_eq!((plain.style(ink).fg, plain.style(ink).bg), (None, None));
            assert!(plain.style(ink).add_modifier.contains(Modifier::BOLD), "{ink:?}");
        }
    }
}
