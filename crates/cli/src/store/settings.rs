//! What people chose in a menu and want to find there again, in a file that they can read and edit: a line for each, written as
//! on the command line. The menus begin with it; whoever says on the command line what they want gets that and nothing else.

use std::fs;
use std::io;
#[cfg(test)]
use std::path::Path;
use std::path::PathBuf;

use anyhow::Context;
use duel::session::{First, Rounds};
use duel::speech::did_you_mean;
use duel::{Level, RuleBook, Seat, Who};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml_edit::{DocumentMut, Item};

use crate::names::Names;
use crate::store::files::{self, Reading};
use crate::words::{self, say};

/// Nobody chooses more than this.
const SETTINGS_BYTES: usize = 1 << 14;

/// What was chosen the last time; what nobody has chosen is not there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// The game, with its size: a book's name or a code, such as `juniper-green:40`.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) book: Option<RuleBook>,
    /// Who sits in the second seat: a person, a computer of some level, or one that is found.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) opponent: Option<Against>,
    /// What the players are called.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<Names>,
    /// Who moves first.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) first: Option<First>,
    /// How many rounds a match has; a single game without it.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<Rounds>,
    /// Whether the first pick must be composite, where a book allows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fair: Option<bool>,
    /// Who may ask for advice.
    #[serde(with = "as_written", skip_serializing_if = "Option::is_none")]
    pub(crate) advice: Option<Advised>,
    /// Whether people find the legal numbers themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) find: Option<bool>,
    /// Short turns in line mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) brief: Option<bool>,
}

/// Who may ask for advice, by seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Advised(pub(crate) [bool; 2]);

impl Advised {
    pub(crate) const BOTH: Advised = Advised([true, true]);
    /// As they are written.
    pub(crate) const ALL: [(&str, Advised); 4] = [
        ("both", Advised::BOTH),
        ("1", Advised([true, false])),
        ("2", Advised([false, true])),
        ("none", Advised([false, false])),
    ];
}

impl Written for Advised {
    fn written(&self) -> String {
        let (text, _) = Advised::ALL.iter().find(|(_, other)| other == self).expect("all of them have a name");
        (*text).into()
    }

    fn read(text: &str) -> Result<Advised, String> {
        let known = Advised::ALL.iter().find(|(known, _)| *known == text);
        known.map(|&(_, advised)| advised).ok_or_else(|| words::both().no_such_advice())
    }
}

/// Against whom somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// Whoever is beaten about half the time.
    Auto,
    This(Who),
}

/// A setting as it stands in the file, and how it is read again.
pub(crate) trait Written: Sized {
    fn written(&self) -> String;
    fn read(text: &str) -> Result<Self, String>;
}

impl Written for RuleBook {
    fn written(&self) -> String {
        self.code()
    }

    fn read(text: &str) -> Result<RuleBook, String> {
        let book = RuleBook::find(text).map_err(|error| say(&error))?;
        book.game().check_playable().map_err(|error| say(&error))?;
        Ok(book)
    }
}

impl Written for Against {
    fn written(&self) -> String {
        match self {
            Against::Auto => "auto".into(),
            Against::This(who) => who.to_string(),
        }
    }

    fn read(text: &str) -> Result<Against, String> {
        if text == "auto" {
            return Ok(Against::Auto);
        }
        match Level::from_word(text).map_or_else(|| text.parse(), |level| Ok(Who::Level(level))) {
            Ok(who @ (Who::Person | Who::Level(_))) => Ok(Against::This(who)),
            Ok(Who::Program) | Err(_) => Err(words::both().no_such_opponent()),
        }
    }
}

impl Written for Names {
    fn written(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Names, String> {
        text.parse()
    }
}

impl Written for First {
    fn written(&self) -> String {
        match self {
            First::Seat(seat) => seat.number().to_string(),
            First::Toss => "toss".into(),
        }
    }

    fn read(text: &str) -> Result<First, String> {
        match text {
            "1" => Ok(First::Seat(Seat::One)),
            "2" => Ok(First::Seat(Seat::Two)),
            "toss" => Ok(First::Toss),
            _ => Err(words::both().no_such_first()),
        }
    }
}

impl Written for Rounds {
    fn written(&self) -> String {
        match self {
            Rounds::BestOf(rounds) => format!("best of {rounds}"),
            Rounds::All(rounds) => rounds.to_string(),
        }
    }

    fn read(text: &str) -> Result<Rounds, String> {
        let number = |text: &str| text.trim().parse().map_err(|_| words::both().no_such_rounds());
        let rounds = match text.strip_prefix("best of ") {
            Some(most) => Rounds::BestOf(number(most)?),
            None => Rounds::All(number(text)?),
        };
        rounds.check([0, 0]).map_err(|error| say(&error))?;
        Ok(rounds)
    }
}

/// For serde: a setting as text.
mod as_written {
    use super::{Deserialize, Deserializer, Error, Serializer, Written};

    pub(super) fn serialize<T: Written, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_str(&value.written()),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, T: Written, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        T::read(&String::deserialize(deserializer)?).map(Some).map_err(D::Error::custom)
    }
}

/// The file that settings are kept in.
#[derive(Clone)]
pub(crate) struct SettingsFile {
    path: PathBuf,
}

impl SettingsFile {
    pub(crate) fn of_user() -> anyhow::Result<SettingsFile> {
        Ok(SettingsFile { path: files::settings_folder()?.join("settings.toml") })
    }

    /// Settings kept in any folder.
    #[cfg(test)]
    pub(crate) fn at(folder: &Path) -> SettingsFile {
        SettingsFile { path: folder.join("settings.toml") }
    }

    pub(crate) fn path(&self) -> &PathBuf {
        &self.path
    }

    /// What is in it. Of a file that cannot be understood nothing is taken, and the error says so.
    pub(crate) fn read(&self) -> anyhow::Result<Settings> {
        understood(self.text()?.as_deref().unwrap_or_default())
            .map_err(|(line, problem)| words::both().settings_strange(&self.path.display(), line, &problem))
            .map_err(anyhow::Error::msg)
    }

    /// Keeps what somebody has chosen. Whatever else is in the file stays, also what people wrote beside it; and a file that cannot
    /// be understood stays as it is.
    pub(crate) fn remember(&self, choose: impl FnOnce(&mut Settings)) -> anyhow::Result<()> {
        let old = self.text()?;
        let mut settings = self.read()?;
        choose(&mut settings);
        let new = match &old {
            Some(old) => changed(old, &settings)?,
            None => format!("# {}\n{}", words::both().about_settings(), changed("", &settings)?),
        };
        if old.as_ref() == Some(&new) {
            return Ok(());
        }
        // People keep such files elsewhere and link to them: the link stays.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        files::make_folder(files::folder_of(&path))?;
        files::write_whole(&path, &new)
    }

    /// Removes the file; false where there is none.
    pub(crate) fn forget(&self) -> anyhow::Result<bool> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            removed => removed.map(|()| true).with_context(|| format!("cannot remove {}", self.path.display())),
        }
    }

    /// The file as it stands; `None` where there is none.
    pub(crate) fn text(&self) -> anyhow::Result<Option<String>> {
        match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            // What would be waited for is no file of settings.
            Ok(found) if !found.is_file() => anyhow::bail!("cannot read {}: it is not a file", self.path.display()),
            _ => Reading::open(&self.path)?.text(SETTINGS_BYTES).map(Some),
        }
    }
}

impl Settings {
    /// What this user has chosen, and what is wrong with the file where nothing can be taken from it.
    pub(crate) fn of_user() -> (Settings, Option<String>) {
        match SettingsFile::of_user().and_then(|file| file.read()) {
            Ok(settings) => (settings, None),
            Err(error) => (Settings::default(), Some(format!("{error:#}"))),
        }
    }

    /// Keeps what this user has just chosen; gives the complaint where that cannot be.
    pub(crate) fn remember(choose: impl FnOnce(&mut Settings)) -> Option<String> {
        let kept = SettingsFile::of_user().and_then(|file| file.remember(choose));
        kept.err().map(|error| words::both().settings_not_kept(&format!("{error:#}")))
    }
}

/// What a text of settings says, or the line of what is wrong with it.
fn understood(text: &str) -> Result<Settings, (usize, String)> {
    toml_edit::de::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let line = text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let said = error.message().replace('\n', "; ");
        let mut quoted = said.split('`').skip(1).step_by(2);
        let meant = match quoted.next() {
            Some(unknown) if said.starts_with("unknown field") => did_you_mean(unknown, quoted),
            _ => None,
        };
        let problem = match meant {
            Some(meant) => words::both().settings_meant(&said, meant),
            None => said.clone(),
        };
        (line, problem)
    })
}

/// The text with these settings in it, and everything else as it was.
fn changed(old: &str, settings: &Settings) -> anyhow::Result<String> {
    let mut document: DocumentMut = old.parse()?;
    let new = toml_edit::ser::to_document(settings)?;
    document.retain(|key, _| new.contains_key(key));
    for (key, item) in new.iter() {
        match (document.get_mut(key), item) {
            (Some(Item::Value(old)), Item::Value(new)) => {
                if new.as_str() != old.as_str() || new.as_bool() != old.as_bool() {
                    let around = old.decor().clone();
                    *old = new.clone();
                    *old.decor_mut() = around;
                }
            }
            _ => drop(document.insert(key, item.clone())),
        }
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(settings: &mut Settings) {
        *settings = Settings {
            book: RuleBook::find("juniper-green:40").ok(),
            opponent: Some(Against::This(Who::Level(Level::Answers))),
            names: "Ada,Bo".parse().ok(),
            first: Some(First::Toss),
            rounds: Some(Rounds::BestOf(3)),
            fair: Some(true),
            advice: Some(Advised([true, false])),
            find: Some(true),
            brief: None,
        };
    }

    #[test]
    fn what_was_chosen_is_found_again_as_people_write_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::at(&folder.path().join("new"));
        assert!(file.read().is_ok_and(|settings| settings.book.is_none()));
        file.remember(chosen).unwrap();
        let text = file.text().unwrap().unwrap();
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let expected = [
            "book = \"juniper-green:40\"",
            "opponent = \"level:3\"",
            "names = \"Ada,Bo\"",
            "first = \"toss\"",
            "rounds = \"best of 3\"",
            "fair = true",
            "advice = \"1\"",
            "find = true",
        ];
        assert_eq!(lines, expected);
        let read = file.read().unwrap();
        assert_eq!(read.book.map(|book| book.code()), Some("juniper-green:40".into()));
        assert_eq!(
            (read.opponent, read.rounds),
            (Some(Against::This(Who::Level(Level::Answers))), Some(Rounds::BestOf(3)))
        );
        assert!(file.forget().unwrap() && !file.forget().unwrap());
    }

    #[test]
    fn what_people_wrote_beside_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::at(folder.path());
        let mine = "# mine\nbrief   = true # for my ears\n\n# whom I play\nopponent = \"human\" # a friend\n";
        fs::write(file.path(), mine).unwrap();
        file.remember(|settings| settings.opponent = Some(Against::Auto)).unwrap();
        assert_eq!(file.text().unwrap().unwrap(), mine.replace("human", "auto"));
        file.remember(|settings| (settings.opponent, settings.fair) = (None, Some(false))).unwrap();
        assert_eq!(file.text().unwrap().unwrap(), "# mine\nbrief   = true # for my ears\nfair = false\n");
    }

    #[test]
    fn a_strange_file_is_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::at(folder.path());
        let deep = format!("book = {}", "[".repeat(10_000));
        let strange = [
            ("brief = true\nbok = \"chain\"\n", "line 2: ", "did you mean \"book\"?"),
            ("\n\nopponent = \"level:9\"\n", "line 3: ", "level:1 to level:5"),
            ("book = \"take:9..1\"", "line 1: ", "9"),
            ("rounds = \"best of 0\"", "line 1: ", "at least one round"),
            ("names = \"Ada,Ada\"", "line 1: ", "different names"),
            ("names = [\"Ada\"]", "line 1: ", "expected a string"),
            ("first = \"3\"", "line 1: ", "toss"),
            ("brief = maybe", "line 1: ", ""),
            ("\u{0}\u{1b}[2J", "line 1: ", ""),
            (&deep, "line 1: ", ""),
        ];
        for (text, line, problem) in strange {
            fs::write(file.path(), text).unwrap();
            let error = file.read().unwrap_err().to_string();
            assert!(error.contains(&format!("settings.toml, {line}")) && error.contains(problem), "{error}");
            assert!(file.remember(chosen).is_err());
            assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
        }
        fs::write(file.path(), [0xff]).unwrap();
        assert!(file.read().is_err());
        fs::write(file.path(), " ".repeat(SETTINGS_BYTES + 1)).unwrap();
        assert!(file.read().unwrap_err().to_string().contains("too large"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_nothing_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = SettingsFile::at(folder.path());
        let real = folder.path().join("real.toml");
        fs::write(&real, "brief = true\n").unwrap();
        std::os::unix::fs::symlink(&real, file.path()).unwrap();
        file.remember(|settings| settings.brief = Some(false)).unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "brief = false\n");
        assert!(fs::symlink_metadata(file.path()).unwrap().is_symlink());
        fs::remove_file(file.path()).unwrap();
        fs::create_dir(file.path()).unwrap();
        assert!(file.read().is_err() && file.remember(chosen).is_err());
    }
}
