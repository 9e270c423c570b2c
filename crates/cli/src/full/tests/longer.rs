//! Another language, whose texts are longer: nothing that a player reads goes past it, and every screen has room for it.

use duel::speech::Language;

use super::*;
use crate::full::layout::Areas;
use crate::words::{self, QUOTED, SAID, SPOKEN};

/// Where a player can be: at the menu, a puzzle or a game, and the keys that lead on from there. `<` is Left, `>` Right, `{` Home,
/// `}` End and `^` Esc; what comes of the key after a `` ` `` is not waited for; `~` turns round what can be saved.
const PLACES: &[(&str, &str)] = &[
    ("menu", ""),
    ("menu", "\t"),
    ("menu", "\t>"),
    ("menu", "\t>>>>>"),
    ("menu", "\t<<\t>"),
    ("menu", "\t\tAda,"),
    ("menu", "\t\tAda,Bo"),
    ("menu", "\t\t\t>"),
    ("menu", "\t\t\t>>"),
    ("menu", "\t\t\t>>\n"),
    ("menu", "\t\t\t\t1"),
    ("menu", "\t\t\t\t\t>"),
    ("menu", "\t\t\t\t\t\t>"),
    ("menu", "\t\t\t\t\t\t12"),
    ("menu", "5\t"),
    ("menu", "5\t\t\t\t"),
    ("menu", "5\t\t\t\t0"),
    ("menu", "5\t\t\t\t7"),
    ("menu", "r"),
    ("menu", "`d"),
    ("menu", "c"),
    ("menu", "c4\n8\n2\nh"),
    ("menu", "cgg"),
    ("menu", "cg"),
    ("menu", "cggg2\n1\n7\n"),
    ("menu", "cggg2\n1\n7\nt6\n3\n9\n"),
    ("menu", "c7\n5\n"),
    ("menu", "cu"),
    ("menu", "cy"),
    ("damaged menu", "r"),
    ("menu", "l"),
    ("menu", "l\n"),
    ("menu", "l\nh"),
    ("menu", "l\na"),
    ("menu", "l\n5\n"),
    ("menu", "l\n6\n4\n4\n2\n"),
    ("menu", "l\n6\n4\n4\n5\n"),
    ("menu", "l\n6\n4\n4\n5\n3\nry"),
    ("menu", "l5\n8\n2\n"),
    ("menu", "?"),
    ("menu", "?}"),
    ("menu", "i"),
    ("menu", "5i}"),
    ("puzzle", ""),
    ("puzzle", "h"),
    ("puzzle", "a"),
    ("puzzle", "7\n"),
    ("puzzle", "99\n"),
    ("puzzle", "44"),
    ("uncounted puzzle", "a"),
    ("daily puzzle", ""),
    ("daily puzzle", "a"),
    ("solved puzzle", ""),
    ("classic", ""),
    ("classic", "12\np"),
    ("classic", "12\nr"),
    ("classic", "12\n7\n"),
    ("classic", "u"),
    ("classic", "12\nu"),
    ("classic,invalid=loses", ""),
    ("classic,invalid=loses", "12\n7\n"),
    ("last-resort:8", "p"),
    ("last-resort:8", "6\np"),
    ("last-resort:8", "7\np"),
    ("last-resort:8", "7\n1\np"),
    ("take:2..30,misere", "6\np"),
    ("take:1..30,first=odd", "i"),
    ("juniper-green", "24\nh"),
    ("juniper-green", "24\ne"),
    ("juniper-green", "24\ne12"),
    ("divider:60,84,90", "e"),
    ("divider:60,84,90", "p"),
    ("divider:7,60", ""),
    ("divider:6", "e"),
    ("divider:4", "e"),
    ("divider:12", ""),
    ("divider:60", "2\n"),
    ("watched chain", ""),
    ("watched chain", "\n"),
    ("answered chain", "12`\n"),
    ("answered chain", "12\n"),
    ("answered chain", "11\n"),
    ("chain", "`h"),
    ("chain", "`h^"),
    ("chain", "s"),
    ("single chain", "12\nmr"),
    ("single chain", "11\nn"),
    ("written chain", "11\n"),
    ("chain", "12\n4\nry"),
    ("chain", "11\nn"),
    ("chain", "11\nn12\n11\n2\n10\n5\nry"),
    ("chain", "11\n"),
    ("chain", "14\n7\n"),
    ("chain", "14\n7\n\n"),
    ("chain", "14\n7\n\n14\n"),
    ("chain", "14\n7\n\n11\n"),
    ("chain", "14\n7\n\na"),
    ("chain", "14\n7\ns"),
    ("chain", "14\n7\nss"),
    ("chain", "14\n7\n~s"),
    ("chain", "14\n7\n`v"),
    ("chain", "14\n7\nv"),
    ("chain", "14\n7\nv{"),
    ("chain", "14\n7\nv{t"),
    ("chain", "12\n3\nryv"),
    ("chain", "12\nm"),
    ("chain", "12\nmr"),
    ("chain", "12\nmrv"),
    ("chain", "12\nmrd"),
    ("chain", "12\nmrdy"),
    ("chain", "14\n7\nsbr"),
    ("chain", "14\n7\nbh"),
    ("answered chain", "11\nbhs"),
    ("chain", "14\n7\nbh/"),
    ("chain", "14\n7\nbh/7"),
    ("chain", "14\n7\nbh/77"),
    ("chain", "14\n7\nbh/7\n"),
    ("chain", "14\n7\nbhd"),
    ("chain", "14\n7\nbhdy"),
    ("chain", "14\n7\nbhv"),
    ("menu", "h"),
    ("unwritten chain", "12\n4\nry"),
    ("lost chain", "12\n4\nry"),
    ("unsaved chain", "12\n"),
    ("unsaved chain", "12\ns"),
    ("unsaved chain", "12\n~4\n"),
    ("unsaved chain", "12\nm"),
    ("unsaved chain", "12\nmm"),
    ("unsaved chain", "12\nq"),
];

thread_local! {
    /// Where records are written: a path of which the longer language makes no longer one, so that every run has the same room.
    static RECORDS: TempDir = {
        let digits = std::process::id().to_string();
        tempfile::Builder::new().prefix(&digits).rand_bytes(0).tempdir_in("/tmp").unwrap()
    };
}

/// So many letters of a text are no other one: the longest name has fewer.
const LETTERS: usize = 26;

impl Hand {
    fn at(place: &str, keys: &str) -> Hand {
        let mut hand = match place.split_once(' ').unwrap_or(("", place)) {
            ("", "menu") => Hand::at_home(),
            (_, "menu") => {
                let hand = Hand::at_home();
                std::fs::write(hand.folder.path().join("a.duel"), "nonsense").unwrap();
                hand
            }
            ("", "puzzle") => Hand::at_puzzle(7),
            ("uncounted", "puzzle") => {
                let hand = Hand::at_puzzle(7);
                std::fs::create_dir(hand.folder.path().join("puzzles.json")).unwrap();
                hand
            }
            (how, "puzzle") => {
                let posed = || Posed::find(None, None, Wanted::This(Which::Day(20_000))).ok().unwrap();
                let mut hand = Hand::at_home();
                hand.app.open(Box::new(Puzzles::showing(posed(), None, None)));
                if how == "solved" {
                    hand.type_in(&format!("{}\n", posed().puzzle.answer));
                    hand.app.open(Box::new(Puzzles::showing(posed(), None, None)));
                }
                hand
            }
            (how, code) => {
                let players = match how {
                    "watched" => ["level:2", "level:3"],
                    "answered" => ["human", "level:1"],
                    _ => ["human", "human"],
                };
                let mut setup = set_up(code, players);
                setup.rounds = Some(Rounds::BestOf(3)).filter(|_| how != "single");
                let record = match how {
                    "unwritten" | "lost" => Some("/nowhere/final.duel".into()),
                    "written" => Some(RECORDS.with(|folder| folder.path().join("final.duel"))),
                    _ => None,
                };
                let mut hand = Hand::playing_with(setup, record.map(|path| RecordFile { path, force: true }));
                if ["unsaved", "lost"].contains(&how) {
                    hand.turn_round();
                }
                hand
            }
        };
        // The letters of this language are not in ASCII.
        hand.app.skin = Skin::new(false, Colours::None);
        let mut is_waited_for = true;
        for key in keys.chars() {
            let key = match key {
                '`' => {
                    is_waited_for = false;
                    continue;
                }
                '~' => {
                    hand.turn_round();
                    continue;
                }
                '\n' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '{' => KeyCode::Home,
                '}' => KeyCode::End,
                '^' => KeyCode::Esc,
                letter => KeyCode::Char(letter),
            };
            if std::mem::replace(&mut is_waited_for, true) {
                hand.press(key);
            } else {
                hand.app.handle_key(KeyEvent::new(key, KeyModifiers::NONE));
            }
        }
        hand
    }

    /// From now on nothing can be saved, or it can be again.
    fn turn_round(&mut self) {
        let (folder, games) = (self.folder.path(), self.folder.path().join("games"));
        if games.is_file() {
            std::fs::remove_file(games).unwrap();
        } else if games.is_dir() {
            std::fs::remove_dir_all(folder).unwrap();
        } else {
            std::fs::write(games, "in the way").unwrap();
        }
    }

    /// What was said for this frame and is not in it, after a look that nothing is cut without a sign of it.
    fn left_out(&mut self) -> Vec<String> {
        // Within a sentence a text may begin with another letter.
        let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        SAID.take();
        self.draw();
        // Beside the board or the books the words are a column, which begins somewhere.
        let frame = self.frame();
        let from = |x: usize| frame.lines().map(|line| line.chars().skip(x).collect::<String>()).collect::<Vec<_>>();
        let columns = (0..self.buffer.area.width.into()).map(|x| in_one_line(&from(x).join("\n")));
        let frame = columns.collect::<Vec<_>>().join("\n");
        let mut left_out = SAID.take();
        left_out.retain(|text| !frame.contains(&in_one_line(text)));
        left_out.retain(|text| {
            let text = in_one_line(text);
            // Fewer letters may be those of another text.
            let starts = text.char_indices().skip(LETTERS).map(|(end, _)| &text[..end]);
            let shown = starts.take_while(|start| frame.contains(start)).last();
            if let Some(start) = shown {
                let is_marked =
                    ["...", " ..."].iter().any(|sign| frame.contains(&format!("{}{sign}", start.trim_end())));
                assert!(is_marked, "{text:?} is cut in\n{}", self.frame());
            }
            shown.is_none()
        });
        left_out
    }

    /// What stands in this frame in another language than the one that is spoken. The names of people and of files are in none, and
    /// what a book says of its game is in the book's own.
    fn unspoken(&self, (place, keys): (&str, &str)) -> Vec<String> {
        let in_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let frame = self.frame();
        let played = RuleBook::find(place.rsplit(' ').next().unwrap()).ok();
        let books: Vec<&RuleBook> = RuleBook::built_in().iter().chain(&played).collect();
        let titles = books.iter().flat_map(|book| [book.title().to_string(), book.id().to_string(), book.code()]);
        let mut own: Vec<String> = titles.collect();
        own.extend(QUOTED.take().iter().map(|said| in_one_line(said)));
        // Elsewhere a book has nothing to say.
        if frame.contains(&words::full().divisor_duel()) || keys.contains('i') {
            own.extend(books.iter().flat_map(|book| [book.summary(), book.rules(), book.scoring()]).map(in_one_line));
            own.extend(books.iter().filter_map(|book| book.tips_title()).map(in_one_line));
            let tips = books.iter().flat_map(|book| book.tips());
            own.extend(
                tips.flat_map(|tip| [tip.name.as_ref(), Some(&tip.text), tip.truth.as_ref()])
                    .flatten()
                    .map(|text| in_one_line(text)),
            );
        }
        let is_text = |piece: &&str| piece.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic));
        let is_own = |piece: &str| {
            // Behind a prompt or a label stands what belongs there.
            let words = piece.trim_end_matches(|letter: char| !letter.is_ascii_alphabetic());
            own.iter().any(|text| text.contains(words))
                || ["Ada", "Bo", "Ada,", "Ada,Bo"].contains(&piece)
                || piece.ends_with(".duel")
        };
        let columns = frame.lines().flat_map(|line| line.split("  "));
        let plain = columns.flat_map(|column| column.split(|letter: char| !letter.is_ascii()));
        let pieces = plain.map(|piece| piece.trim().trim_end_matches("...").trim_end()).filter(is_text);
        pieces.filter(|piece| !is_own(piece)).map(String::from).collect()
    }

    /// Whether something is cut below the board or beside it.
    fn is_cut(&self) -> bool {
        let words = Areas::of(self.buffer.area).words;
        let frame = self.frame();
        let mut rows = frame.lines().skip(words.y.into()).take(words.height.into());
        rows.any(|row| row.chars().skip(words.x.into()).collect::<String>().ends_with("..."))
    }
}

#[test]
fn nothing_goes_past_the_language_and_every_screen_has_room_for_longer_texts() {
    SPOKEN.set(Language::MadeUp);
    for &(place, keys) in PLACES {
        for (width, height) in [(60, 18), (80, 24), (100, 30), (120, 30), (59, 18)] {
            let mut hand = Hand::at(place, keys);
            hand.resize(width, height);
            let (left_out, frame) = (hand.left_out(), hand.frame());
            // A key that has no room is left out, and so is a sign of the legend. A sentence never is.
            let is_label = |text: &String| text.split(' ').count() <= 4 || text.contains(" : ");
            assert!(left_out.iter().all(is_label), "{left_out:?} is not at {place} {keys:?}\n{frame}");
            let unspoken = hand.unspoken((place, keys));
            assert!(unspoken.is_empty(), "{unspoken:?} is at {place} {keys:?}\n{frame}");
            // In a menu what is cut is said where there is room for it; what is lost has the place of what is learned.
            let may_be_cut = place.ends_with("menu")
                || keys.contains(['m', 'b'])
                || place == "unwritten chain"
                || place == "lost chain";
            assert!(may_be_cut || !hand.is_cut(), "{place} {keys:?}\n{frame}");
        }
    }
}

#[test]
fn what_became_of_a_record_and_of_a_game_is_said_whole() {
    SPOKEN.set(Language::MadeUp);
    let mut hand = Hand::at("unwritten chain", "12\n4\nry");
    hand.resize(60, 18);
    let frame = hand.frame().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(frame.contains(&duel::speech::made_up("resume 2 --record FILE")), "{}", hand.frame());
    let mut hand = Hand::at("chain", "12\nmr");
    hand.resize(60, 18);
    hand.sees(&words::both().just_now());
}
