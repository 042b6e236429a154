//! Where the statements and expressions of a program stand in a file.
//!
//! The macro knows the tokens of every place, and a run that wants to name a place needs file, line and column. In between
//! the positions are bytes, one or two for each place:
//!
//! ```text
//! places: { column:varint [line:varint] }
//! ```
//!
//! Both are differences to the place before. The lowest bit of `column` says whether `line` follows; what is above it, and `line`,
//! are zigzag-coded. The first place is counted from line 1, column 1. A varint is LEB128 of at most 64 bits.

use std::borrow::Cow;
use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, counted from 1.
    pub line: u32,
    /// The character of the line, counted from 1, as rustc counts them.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where each statement and expression of one body stands, by the numbers of [`walk`](crate::walk).
///
/// The body is the entry of a program or a [`Composition`](crate::Composition), of which the result is numbered after the
/// statements.
///
/// ```
/// use vyre_ir::{Position, Sources};
/// let positions = [(3, 5), (3, 9), (4, 1)].map(|(line, column)| Position { line, column });
/// let sources = Sources::new("src/lib.rs", positions);
/// assert_eq!(sources.get(1).map(|at| at.to_string()), Some("3:9".to_string()));
/// assert_eq!(sources.get(3), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    file: Cow<'static, str>,
    positions: Cow<'static, [u8]>,
}

impl Sources {
    /// The sources of a body whose places have these positions.
    pub fn new(file: impl Into<Cow<'static, str>>, positions: impl IntoIterator<Item = Position>) -> Sources {
        Sources { file: file.into(), positions: Cow::Owned(Sources::encode(positions)) }
    }

    /// The positions of all places of a body as bytes.
    pub fn encode(positions: impl IntoIterator<Item = Position>) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut last = Position { line: 1, column: 1 };
        for position in positions {
            let column = zigzag(last.column, position.column) << 1;
            if position.line == last.line {
                put(&mut bytes, column);
            } else {
                put(&mut bytes, column | 1);
                put(&mut bytes, zigzag(last.line, position.line));
            }
            last = position;
        }
        bytes
    }

    /// The sources that [`encode`](Self::encode) made the bytes of. Where other bytes make no sense, the places end.
    pub const fn encoded(file: &'static str, positions: &'static [u8]) -> Sources {
        Sources { file: Cow::Borrowed(file), positions: Cow::Borrowed(positions) }
    }

    /// The path of the file, as the compiler names it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The position of a statement or expression; nothing if there is none of that number.
    pub fn get(&self, place: usize) -> Option<Position> {
        self.positions().nth(place)
    }

    /// The positions of all places, in order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let (mut bytes, mut last) = (self.positions.iter(), Position { line: 1, column: 1 });
        std::iter::from_fn(move || {
            let column = number(&mut bytes)?;
            if column & 1 == 1 {
                last.line = moved(last.line, number(&mut bytes)?)?;
            }
            last.column = moved(last.column, column >> 1)?;
            Some(last)
        })
    }
}

/// The way from one number to another: twice as far, and odd if it goes down.
fn zigzag(from: u32, to: u32) -> u64 {
    let step = i64::from(to) - i64::from(from);
    (step << 1 ^ step >> 63) as u64
}

/// Where such a way leads.
fn moved(from: u32, way: u64) -> Option<u32> {
    let step = (way >> 1) as i64 ^ -((way & 1) as i64);
    u32::try_from(i64::from(from).checked_add(step)?).ok().filter(|to| *to > 0)
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The next varint; nothing if the bytes end in it, or before it, or if it has more than 64 bits.
fn number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.next()?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn positions_come_back() {
        let edges = [1, 2, 63, 64, 65, 8191, 8192, u32::MAX - 1, u32::MAX];
        let all: Vec<Position> =
            edges.iter().flat_map(|line| edges.map(|column| at(*line, column))).collect();
        for positions in [&[][..], &all, &[at(7, 7); 5]] {
            let sources = Sources::new("a.rs", positions.iter().copied());
            assert_eq!(sources.positions().collect::<Vec<_>>(), positions);
            assert_eq!(sources.get(positions.len()), None);
            for (place, position) in positions.iter().enumerate() {
                assert_eq!(sources.get(place), Some(*position));
            }
        }
    }

    #[test]
    fn the_bytes_are_those_that_the_head_says() {
        // From 1:1 four lines down and four columns to the right: 4 is 8 in zigzag, and 8 << 1 | 1 is 17. Then two columns to the
        // right and one to the left.
        assert_eq!(Sources::encode([at(5, 5), at(5, 7), at(5, 6)]), [17, 8, 4 << 1, 1 << 1]);
        // 40 columns to the right are 80, and 160 takes two bytes of seven bits: 32 and 1.
        assert_eq!(Sources::encode([at(1, 41)]), [0x80 | 32, 1]);
    }

    #[test]
    fn bytes_that_are_no_positions_end_the_list() {
        let after = |bytes: &'static [u8]| Sources::encoded("a.rs", bytes).positions().collect::<Vec<_>>();
        assert_eq!(after(&[4]), [at(1, 2)]);
        // Two columns back are 3 in zigzag, which leads to column 0; an unfinished number; a missing line.
        assert_eq!(after(&[4, 3 << 1, 4]), [at(1, 2)]);
        assert_eq!(after(&[4, 0x80]), [at(1, 2)]);
        assert_eq!(after(&[4, 1]), [at(1, 2)]);
        // A number without an end; a line beyond 2^32.
        assert_eq!(after(&[0xff; 40]), []);
        assert_eq!(after(&[1, 0xfe, 0xff, 0xff, 0xff, 0x1f]), []);
    }
}
