//! Rules of life-like cellular automata: how many neighbours let a cell be born, and how many let it survive.

use std::fmt;
use std::str::FromStr;

/// A rule such as `B3/S23`, Conway's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// Bit `n` is set where a dead cell with `n` neighbours is born.
    pub birth: u32,
    /// Bit `n` is set where a living cell with `n` neighbours survives.
    pub survive: u32,
}

impl Rule {
    /// Conway's game of life.
    pub const LIFE: Rule = Rule { birth: 1 << 3, survive: 1 << 2 | 1 << 3 };

    /// Whether a cell lives in the next generation.
    pub fn lives(self, alive: bool, neighbours: u32) -> bool {
        let counts = if alive { self.survive } else { self.birth };
        counts >> neighbours & 1 == 1
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule::LIFE
    }
}

/// A rule that is not of the form `B3/S23`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rule `{0}` is not of the form B3/S23, with digits from 0 to 8")]
pub struct RuleError(String);

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads `B3/S23`, also in lower case or without the slash, and the older `23/3`, which names survival first.
    fn from_str(text: &str) -> Result<Rule, RuleError> {
        read(text).ok_or_else(|| RuleError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Rule> {
    let upper = text.trim().to_ascii_uppercase();
    let (birth, survive) = match upper.strip_prefix('B') {
        Some(rest) => {
            let (birth, survive) = rest.split_once('S')?;
            (birth.strip_suffix('/').unwrap_or(birth), survive)
        }
        None => {
            let (survive, birth) = upper.split_once('/')?;
            (birth, survive)
        }
    };
    Some(Rule { birth: counts(birth)?, survive: counts(survive)? })
}

fn counts(digits: &str) -> Option<u32> {
    digits.chars().try_fold(0, |set, digit| Some(set | 1 << digit.to_digit(9)?))
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |set: u32| (0..9).filter(move |n| set >> n & 1 == 1).map(|n| n.to_string());
        let (birth, survive): (String, String) =
            (digits(self.birth).collect(), digits(self.survive).collect());
        write!(f, "B{birth}/S{survive}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        for text in ["B3/S23", "b3/s23", "B3S23", "23/3", " B3/S32 "] {
            assert_eq!(text.parse(), Ok(Rule::LIFE), "{text}");
        }
        assert_eq!("B/S".parse(), Ok(Rule { birth: 0, survive: 0 }));
        assert_eq!("B36/S012345678".parse(), Ok(Rule { birth: 0b100_1000, survive: 0x1ff }));
    }

    #[test]
    fn rules_survive_being_written() {
        for text in ["B3/S23", "B36/S23", "B0/S8", "B/S", "B2/S"] {
            assert_eq!(text.parse::<Rule>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_notations_are_refused() {
        for text in ["", "3", "B3", "B9/S23", "B3/S23:T30,20", "B2-a/S12", "LifeHistory", "B3//S23", "/S2B3"]
        {
            let error = text.parse::<Rule>().unwrap_err();
            assert!(error.to_string().contains(text), "{error}");
        }
    }

    #[test]
    fn births_and_survival_differ() {
        assert!(Rule::LIFE.lives(true, 2));
        assert!(!Rule::LIFE.lives(false, 2));
        assert!(Rule::LIFE.lives(false, 3));
        assert!(!Rule::LIFE.lives(true, 4));
    }
}
