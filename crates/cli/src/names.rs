//! What the players are called, as somebody has said it.

use std::fmt::{self, Display};
use std::str::FromStr;

use duel::{Name, Seat, Sitter, Who};

use crate::words::{self, language, say};

/// A name for each seat; or one, for the first person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    one: Name,
    two: Option<Name>,
}

impl Names {
    /// One name, that of the first person.
    pub(crate) fn one(name: Name) -> Names {
        Names { one: name, two: None }
    }

    /// The name of the first person.
    pub(crate) fn first(&self) -> &Name {
        &self.one
    }

    /// Those of the people, where names are kept from game to game: a computer that plays a person then keeps its own.
    pub(crate) fn of_people(&self, are_people: [bool; 2]) -> Names {
        match (are_people, &self.two) {
            ([true, false], _) => Names { one: self.one.clone(), two: None },
            ([false, true], Some(two)) => Names { one: two.clone(), two: None },
            _ => self.clone(),
        }
    }

    /// Who sits where under which name. Nobody gets the name that the other one has.
    pub(crate) fn seat(names: Option<&Names>, who: [Who; 2]) -> [Sitter; 2] {
        let usual = Seat::BOTH.map(|seat| Sitter::usual(who[seat.index()], seat, language()));
        let Some(Names { one, two }) = names else { return usual };
        let [first, second] = usual;
        if let Some(two) = two {
            return [Sitter { name: one.clone(), ..first }, Sitter { name: two.clone(), ..second }];
        }
        let seat = Seat::BOTH.into_iter().find(|seat| who[seat.index()] == Who::Person).unwrap_or(Seat::One);
        let mut sitters = [first, second];
        let usual = std::mem::replace(&mut sitters[seat.index()].name, one.clone());
        let other = &mut sitters[seat.other().index()].name;
        if other == one {
            *other = usual;
        }
        sitters
    }
}

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Names, String> {
        let name = |text: &str| text.parse().map_err(|error: duel::NameError| say(&error));
        let names = match text.split(',').collect::<Vec<_>>()[..] {
            [one] => Names { one: name(one)?, two: None },
            [one, two] => Names { one: name(one)?, two: Some(name(two)?) },
            _ => return Err(words::both().no_such_names()),
        };
        if names.two.as_ref() == Some(&names.one) {
            return Err(words::both().same_names());
        }
        Ok(names)
    }
}

/// As they are given.
impl Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.two {
            Some(two) => write!(f, "{},{two}", self.one),
            None => self.one.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use duel::Level;

    use super::*;

    fn seated(names: &str, who: [Who; 2]) -> [String; 2] {
        let names: Names = names.parse().unwrap();
        Names::seat(Some(&names), who).map(|sitter| sitter.name.to_string())
    }

    #[test]
    fn one_name_is_the_persons_and_two_are_for_the_seats() {
        let computer = Who::Level(Level::Answers);
        assert_eq!(seated("Ada", [Who::Person, computer]), ["Ada", "Computer, level 3"]);
        assert_eq!(seated("Ada", [computer, Who::Person]), ["Computer, level 3", "Ada"]);
        assert_eq!(seated("Ada", [Who::Person; 2]), ["Ada", "Player 2"]);
        assert_eq!(seated("Player 2", [Who::Person; 2]), ["Player 2", "Player 1"]);
        assert_eq!(seated("Ada,Hal", [Who::Person, computer]), ["Ada", "Hal"]);
        let of_people = |are_people| "Ada,Bo".parse::<Names>().unwrap().of_people(are_people).to_string();
        assert_eq!([[true; 2], [true, false], [false, true]].map(of_people), ["Ada,Bo", "Ada", "Bo"]);
    }

    #[test]
    fn what_names_nobody_is_refused() {
        for text in ["", ",", "Ada,", "Ada,Ada", "Ada,Bo,Cy", "a\u{1b}"] {
            assert!(text.parse::<Names>().is_err(), "{text:?}");
        }
        for text in ["Ada", "Ada,Bo"] {
            assert_eq!(text.parse::<Names>().map(|names| names.to_string()), Ok(text.into()));
        }
    }
}
