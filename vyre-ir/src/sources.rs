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
//!
//! Between two places the body may change to that of a function which takes the place of its call. This begins with a `column` of 1 and a `line` of 0,
//! which no place has:
//!
//! ```text
//! change: 1:varint 0:varint call:varint [caller:varint line:varint column:varint function file]
//! function, file: length:varint { byte }
//! ```
//!
//! Calls are counted from 1, and 0 is the body itself. The first change to a call says what is in brackets. A change to the body at hand says that the next place may wrap around.

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

/// A call of a function whose body stands in the place of the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlinedCall {
    /// The path of the function: in the kernel's or the function's own, if it begins with `::`.
    pub function: String,
    /// The file that the function was written in; empty if it is that of the body.
    pub file: String,
    /// The number of the call in whose function this call stands: one less than its own, or fewer; 0 for the body itself.
    pub caller: u32,
    /// Where the call stands.
    pub at: Position,
}

/// What is known of a statement or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// Where it stands.
    pub position: Position,
    /// The number of the call whose function it is of; 0 for the body itself.
    pub call: u32,
    /// Whether someone asked for what wraps around, by `wrapping_add` or a cast.
    pub may_wrap: bool,
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
        Sources::encode_inlined(positions.into_iter().map(|position| (position, 0)), &[])
    }

    /// The positions of all places of a body as bytes, each with the number of the call whose function it is of: 0 for the body itself.
    ///
    /// ```
    /// use vyre_ir::{InlinedCall, Position, Sources};
    /// let at = |line, column| Position { line, column };
    /// let call = InlinedCall { function: "::square".to_string(), file: String::new(), caller: 0, at: at(9, 5) };
    /// let bytes = Sources::encode_inlined([(at(8, 5), 0), (at(3, 9), 1)], &[call.clone()]);
    /// let sources = Sources::encoded("src/lib.rs", bytes.leak());
    /// assert_eq!(sources.get(1), Some(at(3, 9)));
    /// assert_eq!(sources.calls(1), [call]);
    /// ```
    pub fn encode_inlined(
        places: impl IntoIterator<Item = (Position, u32)>,
        calls: &[InlinedCall],
    ) -> Vec<u8> {
        let place = |(position, call)| SourcePlace { position, call, may_wrap: false };
        Sources::encode_places(places.into_iter().map(place), calls)
    }

    /// As [`encode_inlined`](Self::encode_inlined), with all that is known of each place.
    pub fn encode_places(places: impl IntoIterator<Item = SourcePlace>, calls: &[InlinedCall]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut last, mut current) = (Position { line: 1, column: 1 }, 0);
        // The numbers that calls have in the bytes: in the order in which they are needed.
        let (mut known, mut numbers) = (0, vec![0; calls.len() + 1]);
        for SourcePlace { position, call, may_wrap } in places {
            let call = if call as usize > calls.len() { 0 } else { call };
            if call != current {
                change(&mut bytes, call, calls, (&mut known, &mut numbers));
                current = call;
            }
            if may_wrap {
                change(&mut bytes, call, calls, (&mut known, &mut numbers));
            }
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

    /// The same of what no `static` holds.
    pub fn owned(file: String, positions: Vec<u8>) -> Sources {
        Sources { file: Cow::Owned(file), positions: Cow::Owned(positions) }
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
        self.places().map(|place| place.position)
    }

    /// The calls through which a place is in the body, the innermost first; none for a place of the body itself.
    pub fn calls(&self, place: usize) -> Vec<InlinedCall> {
        let mut places = self.places_with_calls();
        let Some(SourcePlace { call, .. }) = places.nth(place) else { return Vec::new() };
        let calls = places.calls;
        let known = |call: u32| calls.get((call as usize).checked_sub(1)?).cloned();
        // A caller has a lower number, so the chain ends.
        std::iter::successors(known(call), |inner| known(inner.caller)).collect()
    }

    /// What is known of all places, in order.
    pub fn places(&self) -> impl Iterator<Item = SourcePlace> {
        self.places_with_calls()
    }

    fn places_with_calls(&self) -> Places<'_> {
        let last = Position { line: 1, column: 1 };
        Places { bytes: self.positions.iter(), last, current: 0, may_wrap: false, calls: Vec::new() }
    }
}

/// Goes through the bytes.
struct Places<'a> {
    bytes: std::slice::Iter<'a, u8>,
    last: Position,
    current: u32,
    /// Whether the next place may wrap around.
    may_wrap: bool,
    calls: Vec<InlinedCall>,
}

impl Iterator for Places<'_> {
    type Item = SourcePlace;

    fn next(&mut self) -> Option<SourcePlace> {
        loop {
            let column = number(&mut self.bytes)?;
            if column & 1 == 1 {
                let line = number(&mut self.bytes)?;
                if (column, line) == CHANGE {
                    self.change()?;
                    continue;
                }
                self.last.line = moved(self.last.line, line)?;
            }
            self.last.column = moved(self.last.column, column >> 1)?;
            let may_wrap = std::mem::take(&mut self.may_wrap);
            return Some(SourcePlace { position: self.last, call: self.current, may_wrap });
        }
    }
}

impl Places<'_> {
    fn change(&mut self) -> Option<()> {
        let call = usize::try_from(number(&mut self.bytes)?).ok()?;
        if call == self.calls.len() + 1 {
            let mut word = || u32::try_from(number(&mut self.bytes)?).ok();
            let caller = word().filter(|caller| (*caller as usize) < call)?;
            let at = Position { line: word()?, column: word()? };
            let (function, file) = (text(&mut self.bytes)?, text(&mut self.bytes)?);
            self.calls.push(InlinedCall { function, file, caller, at });
        }
        let call = u32::try_from(call).ok().filter(|_| call <= self.calls.len())?;
        self.may_wrap = call == self.current;
        self.current = call;
        Some(())
    }
}

/// What begins a change to the body of another call.
const CHANGE: (u64, u64) = (1, 0);

/// Writes a change to a call, and before it to those around it that are new.
fn change(
    bytes: &mut Vec<u8>,
    call: u32,
    calls: &[InlinedCall],
    (known, numbers): (&mut u32, &mut Vec<u32>),
) {
    let begin = |bytes: &mut Vec<u8>, number: u32| {
        [CHANGE.0, CHANGE.1, number.into()].into_iter().for_each(|part| put(bytes, part));
    };
    let caller = |call: u32| Some(calls.get((call as usize).checked_sub(1)?)?.caller);
    let around = std::iter::successors(Some(call), |inner| caller(*inner).filter(|outer| outer < inner));
    let mut new: Vec<u32> = around.take_while(|call| *call > 0 && numbers[*call as usize] == 0).collect();
    new.reverse();
    for at in &new {
        *known += 1;
        numbers[*at as usize] = *known;
        begin(bytes, *known);
        let InlinedCall { function, file, caller, at: Position { line, column } } = &calls[*at as usize - 1];
        let caller = numbers.get(*caller as usize).copied().unwrap_or(0);
        [caller, *line, *column].into_iter().for_each(|part| put(bytes, part.into()));
        for text in [function, file] {
            put(bytes, text.len() as u64);
            bytes.extend(text.as_bytes());
        }
    }
    if new.is_empty() {
        begin(bytes, numbers[call as usize]);
    }
}

fn text(bytes: &mut std::slice::Iter<'_, u8>) -> Option<String> {
    let length = usize::try_from(number(bytes)?).ok()?;
    let (text, rest) = bytes.as_slice().split_at_checked(length)?;
    *bytes = rest.iter();
    String::from_utf8(text.to_vec()).ok()
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

    #[test]
    fn places_know_the_calls_around_them() {
        let call = |function: &str, caller, line| InlinedCall {
            function: function.to_string(),
            file: if function == "outer" { "b.rs".to_string() } else { String::new() },
            caller,
            at: at(line, 2),
        };
        // The second call stands in the first one's function, and the third in the body.
        let calls = [call("outer", 0, 10), call("::inner", 1, 20), call("::inner", 0, 30)];
        let places =
            [(at(1, 1), 0), (at(2, 2), 2), (at(2, 2), 1), (at(3, 3), 3), (at(4, 4), 0), (at(2, 2), 2)];
        let sources =
            Sources { file: "a.rs".into(), positions: Cow::Owned(Sources::encode_inlined(places, &calls)) };
        assert_eq!(sources.positions().collect::<Vec<_>>(), places.map(|(position, _)| position));
        let functions = |place| -> Vec<(String, String, u32)> {
            let told = |call: InlinedCall| (call.function, call.file, call.at.line);
            sources.calls(place).into_iter().map(told).collect()
        };
        let (outer, inner) = (("outer".into(), "b.rs".into(), 10), ("::inner".into(), "".into(), 20));
        for (place, expected) in [
            (0, vec![]),
            (1, vec![inner.clone(), outer.clone()]),
            (2, vec![outer.clone()]),
            (3, vec![("::inner".into(), "".into(), 30)]),
            (4, vec![]),
            (5, vec![inner, outer]),
            (6, vec![]),
        ] {
            assert_eq!(functions(place), expected, "place {place}");
        }
    }

    #[test]
    fn places_know_whether_they_may_wrap() {
        let call = InlinedCall { function: "f".into(), file: String::new(), caller: 0, at: at(9, 9) };
        let place = |(column, call, may_wrap)| SourcePlace { position: at(1, column), call, may_wrap };
        let places =
            [(2, 0, true), (3, 0, false), (3, 1, true), (3, 1, true), (4, 1, false), (4, 0, true)].map(place);
        let sources = Sources {
            file: "a.rs".into(),
            positions: Cow::Owned(Sources::encode_places(places, std::slice::from_ref(&call))),
        };
        assert_eq!(sources.places().collect::<Vec<_>>(), places);
        assert_eq!((sources.calls(3), sources.calls(5)), (vec![call], vec![]));
        // By the head: one column to the right is 2 in zigzag.
        assert_eq!(Sources::encode_places([place((2, 0, true))], &[]), [1, 0, 0, 2 << 1]);
    }

    #[test]
    fn changes_to_no_call_end_the_list() {
        let after = |bytes: &'static [u8]| Sources::encoded("a.rs", bytes).positions().count();
        // A place, and a change to a call that nothing is said of, to one that stands in itself, and to one whose name is missing.
        assert_eq!(after(&[4, 1, 0, 2, 4]), 1);
        assert_eq!(after(&[4, 1, 0, 1, 1, 1, 1, 0, 0, 4]), 1);
        assert_eq!(after(&[4, 1, 0, 1, 0, 1, 1, 9, 0, 4]), 1);
        // To the body itself, and to a call without a name.
        assert_eq!(after(&[4, 1, 0, 0, 4]), 2);
        assert_eq!(after(&[4, 1, 0, 1, 0, 1, 1, 0, 0, 4]), 2);
    }
}
