//! Searching and reading text. Texts are bytes, and places are numbers of bytes.

use super::automaton::{states_of_pieces, steps};
use super::longest;
use super::quads::word;
use super::starts::starts_and_total;
use crate::par::{IndexedParIter, ParBuffer, ParIter};
use crate::{Buffer, Error};
use regex_automata::dfa::{Automaton, dense};
use regex_automata::util::{primitives::StateID, syntax};
use regex_automata::{Input, meta};
use std::collections::HashMap;
use vyre_macros::{func, function, kernel};

const NOWHERE: u32 = u32::MAX;

fn first_of(place: &Buffer<u32>) -> Result<Option<u32>, Error> {
    Ok(place.read()?.first().copied().filter(|place| *place != NOWHERE))
}

#[kernel(crate = crate)]
fn find_first(data: &[u8], needle: &[u8], place: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() && needle.len() <= data.len() - i {
        let mut at = 0u32;
        while at < needle.len() && data[i + at] == needle[at] {
            at += 1;
        }
        if at == needle.len() {
            place[0].fetch_min(i);
        }
    }
}

/// Where a needle stands first, as of [`str::find`]. Nothing is found at 0.
///
/// ```
/// use vyre::algorithms::text;
///
/// let hay = vyre::Device::cpu().buffer(b"needles and hay")?;
/// assert_eq!(text::find(&hay, b"hay")?, Some(12));
/// assert_eq!(text::find(&hay, b"straw")?, None);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn find(b: &Buffer<u8>, needle: &[u8]) -> Result<Option<u32>, Error> {
    let device = b.device();
    if needle.is_empty() {
        return Ok(Some(0));
    }
    if needle.len() > b.len() {
        return Ok(None);
    }
    let (needle, mut place) = (device.buffer(needle)?, device.buffer(&[NOWHERE])?);
    find_first(b, &needle, &mut place).invocations([b.len() as u32, 1, 1]).dispatch(device)?;
    first_of(&place)
}

/// Whether a needle stands at a place.
#[function(crate = crate)]
fn stands_at(data: &[u8], at: u32, needle: &[u8]) -> bool {
    let mut same = 0u32;
    if needle.len() <= data.len() - at {
        while same < needle.len() && data[at + same] == needle[same] {
            same += 1;
        }
    }
    same == needle.len()
}

/// Where two bytes stand with which a needle begins.
#[kernel(crate = crate)]
fn mark_pairs(data: &[u8], pairs: &[u32], marks: &mut [u8]) {
    let i = invocation_id().x;
    if 4 * i + 4 < data.len() {
        for k in 0..4u32 {
            let at = 4 * i + k;
            let pair = data[at] as u32 | (data[at + 1] as u32) << 8;
            marks[at] = (pairs[pair / 32] >> (pair % 32) & 1) as u8;
        }
    } else {
        for at in 4 * i..(4 * i + 4).min(marks.len()) {
            let mut pair = if at < data.len() { data[at] as u32 } else { 0 };
            if at + 1 < data.len() {
                pair |= (data[at + 1] as u32) << 8;
            }
            marks[at] = (pairs[pair / 32] >> (pair % 32) & 1) as u8;
        }
    }
}

/// How many needles stand at each of some places.
#[kernel(crate = crate)]
fn count_found(data: &[u8], needles: &[u8], ends: &[u32], places: &[u32], counts: &mut [u32]) {
    let i = invocation_id().x;
    if i < counts.len() {
        let mut count = 0u32;
        for k in 0..ends.len() - 1 {
            let is_there: bool = stands_at(data, places[i], &needles[ends[k]..ends[k + 1]]);
            if is_there {
                count += 1;
            }
        }
        counts[i] = count;
    }
}

#[kernel(crate = crate)]
fn list_found(
    data: &[u8],
    needles: &[u8],
    ends: &[u32],
    places: &[u32],
    starts: &[u32],
    out: &mut [[u32; 2]],
) {
    let i = invocation_id().x;
    if i < places.len() {
        let mut at = starts[i];
        for k in 0..ends.len() - 1 {
            let is_there: bool = stands_at(data, places[i], &needles[ends[k]..ends[k + 1]]);
            if is_there {
                out[at] = [places[i], k];
                at += 1;
            }
        }
    }
}

/// A bit for each two bytes, of which the first is the lower one, with which a needle may begin.
fn pairs(needles: &[&[u8]]) -> Vec<u32> {
    let mut set = vec![0u32; 1 << 11];
    let mut add = |first: u8, second: u8| {
        let pair = u32::from(first) | u32::from(second) << 8;
        set[(pair / 32) as usize] |= 1 << (pair % 32);
    };
    for needle in needles {
        match needle {
            [first, second, ..] => add(*first, *second),
            [first] => (0..=u8::MAX).for_each(|second| add(*first, second)),
            [] => (0..=u8::MAX).for_each(|first| (0..=u8::MAX).for_each(|second| add(first, second))),
        }
    }
    set
}

/// Where each of some needles stands, overlapping ones too: the place and the number of the needle, sorted. An empty needle stands everywhere, at the end too.
///
/// ```
/// let text = vyre::Device::cpu().buffer(b"abab")?;
/// let found = vyre::algorithms::text::find_all(&text, &[b"ab", b"aba", b"b"])?;
/// assert_eq!(found.read()?, [[0, 0], [0, 1], [1, 2], [2, 0], [3, 2]]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn find_all(b: &Buffer<u8>, needles: &[&[u8]]) -> Result<Buffer<[u32; 2]>, Error> {
    let device = b.device();
    if needles.is_empty() {
        return device.zeros(0);
    }
    let ends = std::iter::once(0).chain(needles.iter().scan(0u32, |end, needle| {
        *end = end.wrapping_add(needle.len() as u32);
        Some(*end)
    }));
    let ends = device.buffer(&ends.collect::<Vec<_>>())?;
    let pairs = device.buffer(&pairs(needles))?;
    let needles = device.buffer(&needles.concat())?;
    // An empty needle stands behind the last byte, too.
    let mut marks = device.zeros::<u8>(b.len() + 1)?;
    let invocations = marks.len().div_ceil(4) as u32;
    mark_pairs(b, &pairs, &mut marks).invocations([invocations, 1, 1]).dispatch(device)?;
    let marked = marks.par_iter().enumerate().filter(func!(|(_, mark): (u32, u8)| mark != 0));
    let places = marked.map(func!(|(at, _): (u32, u8)| at)).collect()?;
    if places.is_empty() {
        return device.zeros(0);
    }
    let mut counts = device.zeros(places.len())?;
    count_found(b, &needles, &ends, &places, &mut counts).dispatch(device)?;
    let (starts, total) = starts_and_total(&counts)?;
    let mut out = device.zeros(total)?;
    if total > 0 {
        list_found(b, &needles, &ends, &places, &starts, &mut out)
            .invocations([places.len() as u32, 1, 1])
            .dispatch(device)?;
    }
    Ok(out)
}

/// An automaton as a table. States are rows; those of matches and those without a way out are the first two.
struct Table {
    /// The column of each byte.
    classes: Vec<u32>,
    /// The next state for each state and class.
    next: Vec<u32>,
    /// Whether the end of the text is a match.
    at_end: Vec<u32>,
    start: u32,
}

const MATCH: u32 = 0;
const DEAD: u32 = 1;
/// The most entries of a table. What needs more is computed on the host.
const MOST_ENTRIES: usize = 1 << 22;

/// The table of a pattern; none if it is too large, or asks for what no such automaton can tell.
fn table(pattern: &str) -> Option<Table> {
    let config = dense::Config::new()
        .minimize(false)
        .dfa_size_limit(Some(1 << 24))
        .determinize_size_limit(Some(1 << 26));
    let dfa = dense::Builder::new()
        .configure(config)
        .syntax(syntax::Config::new().utf8(false))
        .build(pattern)
        .ok()?;
    let start = dfa.start_state_forward(&Input::new("")).ok()?;
    let classes: Vec<u32> = (0..=u8::MAX).map(|byte| dfa.byte_classes().get(byte).into()).collect();
    let width = classes.iter().max().map_or(0, |last| *last as usize + 1);
    // A byte of each class.
    let bytes: Vec<u8> = (0..width)
        .filter_map(|class| classes.iter().position(|it| *it as usize == class))
        .map(|byte| byte as u8)
        .collect();
    let (mut rows, mut open) = (HashMap::from([(start, 2)]), vec![start]);
    let mut next: Vec<u32> = [MATCH, DEAD].into_iter().flat_map(|state| vec![state; width]).collect();
    let mut at_end = vec![1, 0];
    let row = |state: StateID, rows: &mut HashMap<StateID, u32>, open: &mut Vec<StateID>| match state {
        _ if dfa.is_match_state(state) => MATCH,
        _ if dfa.is_dead_state(state) => DEAD,
        _ => *rows.entry(state).or_insert_with(|| {
            open.push(state);
            // The first two rows are there, and those of all that were found before.
            open.len() as u32 + 1
        }),
    };
    let mut at = 0;
    while let Some(&state) = open.get(at) {
        at += 1;
        if dfa.is_quit_state(state) || next.len() > MOST_ENTRIES {
            return None;
        }
        for byte in &bytes {
            let to = row(dfa.next_state(state, *byte), &mut rows, &mut open);
            next.push(to);
        }
        at_end.push(dfa.is_match_state(dfa.next_eoi_state(state)).into());
    }
    Some(Table { classes, next, at_end, start: 2 })
}

/// Goes on with the pieces from `from` to `to`, which count from where each begins.
#[kernel(crate = crate, workgroup_size = 64)]
fn run_table(
    data: &[u8],
    offsets: &[u32],
    classes: &[u32],
    next: &[u32],
    width: u32,
    states: &mut [u32],
    from: u32,
    to: u32,
) {
    let i = invocation_id().x;
    if i < states.len() {
        let piece = &data[offsets[i]..offsets[i + 1]];
        let mut state = states[i];
        for at in from..to.min(piece.len()) {
            if state > 1 {
                state = next[state * width + classes[piece[at]]];
            } else {
                break;
            }
        }
        states[i] = state;
    }
}

#[kernel(crate = crate)]
fn is_match(states: &[u32], at_end: &[u32], out: &mut [bool]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = at_end[states[i]] == 1;
    }
}

/// Whether a pattern matches each piece, as `is_match` of the crate `regex` says for bytes. The piece `i` is the bytes from `offsets[i]` to `offsets[i + 1]`.
///
/// The pattern becomes an automaton, which an invocation runs over a piece. A pattern whose automaton is too large, or that asks for Unicode's word boundaries, is matched on
/// the host.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (text, offsets) = (device.buffer(b"ERROR: 17ok")?, device.buffer(&[0u32, 9, 11])?);
/// let found = vyre::algorithms::text::matches(&text, &offsets, r"^[A-Z]+: \d+$")?;
/// assert_eq!(found.read()?, [true, false]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Pattern`], or what a launch and a read can fail with.
pub fn matches(b: &Buffer<u8>, offsets: &Buffer<u32>, pattern: &str) -> Result<Buffer<bool>, Error> {
    let syntax = syntax::Config::new().utf8(false);
    let config = meta::Config::new().utf8_empty(false);
    let regex = meta::Builder::new().configure(config).syntax(syntax).build(pattern);
    let regex = regex.map_err(|error| {
        let message = error.syntax_error().map_or_else(|| error.to_string(), ToString::to_string);
        Error::Pattern { message }
    })?;
    let (device, count) = (b.device(), offsets.len().saturating_sub(1));
    if count == 0 {
        return device.zeros(0);
    }
    let Some(table) = table(pattern) else {
        let (data, offsets) = (b.read()?, offsets.read()?);
        let piece = |ends: &[u32]| {
            let end = (ends[1] as usize).min(data.len());
            data.get(ends[0] as usize..end).unwrap_or_default()
        };
        let found: Vec<bool> = offsets.windows(2).map(|ends| regex.is_match(piece(ends))).collect();
        return device.buffer(&found);
    };
    let width = (table.next.len() / table.at_end.len()) as u32;
    let (classes, next, at_end) =
        (device.buffer(&table.classes)?, device.buffer(&table.next)?, device.buffer(&table.at_end)?);
    let mut states = device.buffer(&vec![table.start; count])?;
    let (longest, mut from) = (longest(b.len(), offsets)?, 0);
    while from < longest {
        let to = from.saturating_add(1 << 15);
        run_table(b, offsets, &classes, &next, width, &mut states, from, to).dispatch(device)?;
        from = to;
    }
    let mut out = device.zeros(count)?;
    is_match(&states, &at_end, &mut out).dispatch(device)?;
    Ok(out)
}

/// The four bytes that a word of the text has; zeros behind the end.
#[function(crate = crate)]
fn word_at(data: &[u8], at: u32) -> u32 {
    let mut word = 0u32;
    for k in 0..4u32 {
        if at < data.len() && k < data.len() - at {
            word |= (data[at + k] as u32) << (8 * k);
        }
    }
    word
}

/// The bytes of a word that are in no valid sequence, by their highest bits, and those of them before whose place 1, 2 and 3 bytes of their sequence stand.
///
/// A byte has the highest bit of its place in a word where something holds of it, as of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte" (2021).
#[function(crate = crate)]
fn errors(word: u32, before: u32) -> (u32, [u32; 3]) {
    const TOPS: u32 = 0x8080_8080;
    let (one, two, three) = (word << 8 | before >> 24, word << 16 | before >> 16, word << 24 | before >> 8);
    // What begins sequences of two bytes or more, of three or more, and of four.
    let (is_lead, is_lead_of_3, is_lead_of_4) =
        (one & one << 1, two & two << 1 & two << 2, three & three << 1 & three << 2 & three << 3);
    let is_expected = (is_lead | is_lead_of_3 | is_lead_of_4) & TOPS;
    let is_continued = word & !(word << 1) & TOPS;
    // Bytes that are nowhere: 0xc0, 0xc1, and those from 0xf5 on.
    let is_short = word & word << 1 & !(word << 2 | word << 3 | word << 4 | word << 5 | word << 6);
    let is_past =
        word & word << 1 & word << 2 & word << 3 & (word << 4 | word << 5 & (word << 6 | word << 7));
    // What could be written shorter, surrogates, and what is past the last code point: behind 0xe0, 0xed, 0xf0 and 0xf4.
    let of_3 = one & one << 1 & one << 2 & !(one << 3);
    let of_4 = one & one << 1 & one << 2 & one << 3;
    let is_e0 = of_3 & !(one << 4 | one << 5 | one << 6 | one << 7);
    let is_ed = of_3 & one << 4 & one << 5 & !(one << 6) & one << 7;
    let is_f0 = of_4 & !(one << 4 | one << 5 | one << 6 | one << 7);
    let is_f4 = of_4 & !(one << 4) & one << 5 & !(one << 6 | one << 7);
    let (fifth, fourth) = (word << 2, word << 3);
    let is_second = is_e0 & !fifth | is_ed & fifth | is_f0 & !(fifth | fourth) | is_f4 & (fifth | fourth);
    let is_wrong = (is_expected ^ is_continued | (is_short | is_past | is_second) & TOPS) & TOPS;
    (is_wrong, [is_expected & is_lead, is_expected & is_lead_of_3, is_expected & is_lead_of_4])
}

/// Where the first byte stands that is in no valid sequence. An invocation looks at sixteen bytes, and at the three before them.
#[kernel(crate = crate)]
fn find_invalid(data: &[u8], place: &[AtomicU32]) {
    let i = invocation_id().x;
    if i <= data.len() / 16 {
        let mut words = [0u32; 4];
        if data.len() - 16 * i >= 16 {
            for k in 0..4u32 {
                words[k] = word(data, 16 * i + 4 * k);
            }
        } else {
            for k in 0..4u32 {
                words[k] = word_at(data, 16 * i + 4 * k);
            }
        }
        let mut before = if i > 0 { word(data, 16 * i - 4) } else { 0 };
        if (words[0] | words[1] | words[2] | words[3] | before) & 0x8080_8080 != 0 {
            for k in 0..4u32 {
                let (is_wrong, leads) = errors(words[k], before);
                if is_wrong != 0 {
                    let first = is_wrong.trailing_zeros();
                    let top = 1u32 << first;
                    let back = if leads[0] & top != 0 {
                        1
                    } else if leads[1] & top != 0 {
                        2
                    } else if leads[2] & top != 0 {
                        3
                    } else {
                        0
                    };
                    place[0].fetch_min(16 * i + 4 * k + first / 8 - back);
                }
                before = words[k];
            }
        }
    }
}

/// Where the first error starts, if the bytes are no UTF-8: `Utf8Error::valid_up_to` of std.
///
/// ```
/// use vyre::algorithms::text;
///
/// let device = vyre::Device::cpu();
/// assert_eq!(text::utf8_valid(&device.buffer("größer".as_bytes())?)?, None);
/// assert_eq!(text::utf8_valid(&device.buffer(b"gr\xc3")?)?, Some(2));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn utf8_valid(b: &Buffer<u8>) -> Result<Option<u32>, Error> {
    let mut place = b.device().buffer(&[NOWHERE])?;
    if !b.is_empty() {
        let blocks = b.len() as u32 / 16 + 1;
        find_invalid(b, &mut place).invocations([blocks, 1, 1]).dispatch(b.device())?;
    }
    first_of(&place)
}

/// The states of a reader of CSV, as of the crate `csv-core`: before a record, before a field, in a field, in quotes, behind a quote in quotes.
fn csv_step(state: u32, byte: u8, separator: u8) -> u32 {
    let is_end = byte == b'\r' || byte == b'\n';
    match state {
        0 if is_end => 0,
        3 if byte == b'"' => 4,
        3 => 3,
        4 if byte == b'"' => 3,
        0 | 1 if byte == b'"' => 3,
        _ if byte == separator => 1,
        _ if is_end => 0,
        _ => 2,
    }
}

/// How many fields begin in each piece, and how many end; the end of the text ends a field, too.
#[kernel(crate = crate, workgroup_size = 64)]
fn count_fields(data: &[u8], steps: &[u32], states: &[u32], begins: &mut [u32], ends: &mut [u32]) {
    let i = invocation_id().x;
    if i < begins.len() {
        let (mut state, mut begun, mut ended) = (states[i], 0u32, 0u32);
        for at in i * 64..(i * 64 + 64).min(data.len() + 1) {
            let is_past = at == data.len();
            let next = if is_past { 0 } else { (steps[data[at]] >> (4 * state)) & 7 };
            if state == 1 || state == 0 && next != 0 {
                begun += 1;
            }
            if next == 1 || next == 0 && state != 0 {
                ended += 1;
            }
            state = next;
        }
        begins[i] = begun;
        ends[i] = ended;
    }
}

#[kernel(crate = crate, workgroup_size = 64)]
fn list_fields(
    data: &[u8],
    steps: &[u32],
    states: &[u32],
    begins: &[u32],
    ends: &[u32],
    out: &mut [[u32; 2]],
) {
    let i = invocation_id().x;
    if i < states.len() {
        let (mut state, mut begun, mut ended) = (states[i], begins[i], ends[i]);
        for at in i * 64..(i * 64 + 64).min(data.len() + 1) {
            let is_past = at == data.len();
            let next = if is_past { 0 } else { (steps[data[at]] >> (4 * state)) & 7 };
            if state == 1 || state == 0 && next != 0 {
                out[begun][0] = at;
                begun += 1;
            }
            if next == 1 || next == 0 && state != 0 {
                out[ended][1] = at;
                ended += 1;
            }
            state = next;
        }
    }
}

/// The fields of CSV, with their quotes: where each begins and where it ends. Lines without a byte have no field, and in quotes a separator and the end of a line are bytes of the
/// field, as of the crate `csv`.
///
/// ```
/// let text = b"a,\"b,c\"\n1,";
/// let fields = vyre::algorithms::text::split(&vyre::Device::cpu().buffer(text)?, b',')?.read()?;
/// assert_eq!(fields, [[0, 1], [2, 7], [8, 9], [10, 10]]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn split(b: &Buffer<u8>, separator: u8) -> Result<Buffer<[u32; 2]>, Error> {
    let device = b.device();
    let steps = device.buffer(&steps(|state, byte| csv_step(state, byte, separator)))?;
    let states = states_of_pieces::<5>(b, &steps)?;
    // The end of the text is one more byte, for which there may be one more piece.
    let pieces = (b.len() + 1).div_ceil(64);
    let states = if pieces > states.len() {
        let last = end_state(b, &steps, &states)?;
        device.buffer(&[states.read()?, vec![last]].concat())?
    } else {
        states
    };
    let (mut begins, mut ends) = (device.zeros(pieces)?, device.zeros(pieces)?);
    count_fields(b, &steps, &states, &mut begins, &mut ends).dispatch(device)?;
    let ((begins, total), (ends, _)) = (starts_and_total(&begins)?, starts_and_total(&ends)?);
    let mut out = device.zeros(total)?;
    if total > 0 {
        list_fields(b, &steps, &states, &begins, &ends, &mut out)
            .invocations([pieces as u32, 1, 1])
            .dispatch(device)?;
    }
    Ok(out)
}

/// The state behind a text of whole pieces.
fn end_state(b: &Buffer<u8>, steps: &Buffer<u32>, states: &Buffer<u32>) -> Result<u32, Error> {
    let last = b.read_range(b.len().saturating_sub(64)..)?;
    let steps = steps.read()?;
    let before = states.read_range(states.len() - 1..)?.first().copied().unwrap_or(0);
    Ok(last.iter().fold(before, |state, byte| steps[usize::from(*byte)] >> (4 * state) & 7))
}

/// The ends of lines, behind the first line's beginning and before the end of the text.
#[kernel(crate = crate)]
fn begins_of(ends: &[u32], len: u32, out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = if i == 0 {
            0
        } else if i <= ends.len() {
            ends[i - 1]
        } else {
            len
        };
    }
}

/// Where lines begin, and the end of the text: of n lines n + 1 offsets, for what takes pieces. A line has its `\n`; behind the last `\n` there is a line only if it has bytes, as
/// of [`str::lines`].
///
/// ```
/// let text = vyre::Device::cpu().buffer(b"one\n\nthree")?;
/// assert_eq!(vyre::algorithms::text::lines(&text)?.read()?, [0, 4, 5, 10]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn lines(b: &Buffer<u8>) -> Result<Buffer<u32>, Error> {
    let device = b.device();
    if b.is_empty() {
        return device.zeros(1);
    }
    let ends = b.par_iter().enumerate().filter(func!(|(_, byte): (u32, u8)| byte == 10));
    let ends = ends.map(func!(|(at, _): (u32, u8)| at + 1)).collect()?;
    let last = b.read_range(b.len() - 1..)?;
    let mut out = device.zeros(ends.len() + 1 + usize::from(last != [10]))?;
    begins_of(&ends, b.len() as u32, &mut out).dispatch(device)?;
    Ok(out)
}

/// Outside of strings, in one, and behind a backslash in one.
fn json_step(state: u32, byte: u8) -> u32 {
    match (state, byte) {
        (0, b'"') | (2, _) => 1,
        (1, b'"') => 0,
        (1, b'\\') => 2,
        _ => state,
    }
}

/// Whether a byte of JSON is one of structure.
#[function(crate = crate)]
fn is_structure(state: u32, byte: u32) -> bool {
    let is_quote = byte == 34 && state != 2;
    let is_mark = byte == 123 || byte == 125 || byte == 91 || byte == 93 || byte == 58 || byte == 44;
    is_quote || state == 0 && is_mark
}

#[kernel(crate = crate, workgroup_size = 64)]
fn count_structure(data: &[u8], steps: &[u32], states: &[u32], counts: &mut [u32]) {
    let i = invocation_id().x;
    if i < counts.len() {
        let (mut state, mut count) = (states[i], 0u32);
        for at in i * 64..(i * 64 + 64).min(data.len()) {
            let byte = data[at] as u32;
            let is_one: bool = is_structure(state, byte);
            if is_one {
                count += 1;
            }
            state = (steps[byte] >> (4 * state)) & 7;
        }
        counts[i] = count;
    }
}

#[kernel(crate = crate, workgroup_size = 64)]
fn list_structure(data: &[u8], steps: &[u32], states: &[u32], starts: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < states.len() {
        let (mut state, mut place) = (states[i], starts[i]);
        for at in i * 64..(i * 64 + 64).min(data.len()) {
            let byte = data[at] as u32;
            let is_one: bool = is_structure(state, byte);
            if is_one {
                out[place] = at;
                place += 1;
            }
            state = (steps[byte] >> (4 * state)) & 7;
        }
    }
}

/// The places of `{`, `}`, `[`, `]`, `:` and `,` outside of strings, and of the quotes that begin and end strings.
///
/// ```
/// let json = vyre::Device::cpu().buffer(br#"{"a,\"": [1]}"#)?;
/// assert_eq!(vyre::algorithms::text::json_structure(&json)?.read()?, [0, 1, 6, 7, 9, 11, 12]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn json_structure(b: &Buffer<u8>) -> Result<Buffer<u32>, Error> {
    let device = b.device();
    if b.is_empty() {
        return device.zeros(0);
    }
    let steps = device.buffer(&steps(json_step))?;
    let states = states_of_pieces::<3>(b, &steps)?;
    let mut counts = device.zeros(states.len())?;
    count_structure(b, &steps, &states, &mut counts).dispatch(device)?;
    let (starts, total) = starts_and_total(&counts)?;
    let mut out = device.zeros(total)?;
    if total > 0 {
        list_structure(b, &steps, &states, &starts, &mut out)
            .invocations([states.len() as u32, 1, 1])
            .dispatch(device)?;
    }
    Ok(out)
}

/// Numbers of one or more digits, perhaps behind a `+`.
#[kernel(crate = crate, workgroup_size = 64)]
fn read_integers(data: &[u8], offsets: &[u32], out: &mut [u64], wrong: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let piece = &data[offsets[i]..offsets[i + 1]];
        let (mut at, mut value, mut is_wrong) = (0u32, 0u64, false);
        if piece.len() > 0 && piece[0] == 43 {
            at = 1;
        }
        if at == piece.len() {
            is_wrong = true;
        }
        while at < piece.len() && !is_wrong {
            let digit = piece[at] as u32 - 48;
            // A tenth of the largest number, and its last digit.
            let is_past =
                value > 1_844_674_407_370_955_161 || value == 1_844_674_407_370_955_161 && digit > 5;
            if digit > 9 || is_past {
                is_wrong = true;
            } else {
                value = value * 10 + digit as u64;
                at += 1;
            }
        }
        if is_wrong {
            wrong[0].fetch_min(offsets[i].min(data.len()) + at);
        }
        out[i] = value;
    }
}

fn numbers(wrong: Option<u32>) -> Result<(), Error> {
    wrong.map_or(Ok(()), |at| Err(Error::Decode { at: at.into(), format: "number" }))
}

/// The number that each piece is, as of [`str::parse`]. The piece `i` is the bytes from `offsets[i]` to `offsets[i + 1]`.
///
/// ```
/// use vyre::{Error, algorithms::text};
///
/// let device = vyre::Device::cpu();
/// let (digits, offsets) = (device.buffer(b"17+4")?, device.buffer(&[0u32, 2, 4])?);
/// assert_eq!(text::parse_u64(&digits, &offsets)?.read()?, [17, 4]);
/// let wrong = text::parse_u64(&device.buffer(b"1,")?, &device.buffer(&[0u32, 2])?);
/// assert!(matches!(wrong, Err(Error::Decode { at: 1, .. })));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`] with the first byte at which a piece is no number, or is too large; or what a launch and a read can fail with.
pub fn parse_u64(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<u64>, Error> {
    let (device, count) = (b.device(), offsets.len().saturating_sub(1));
    let (mut out, mut wrong) = (device.zeros(count)?, device.buffer(&[NOWHERE])?);
    if count > 0 {
        read_integers(b, offsets, &mut out, &mut wrong).dispatch(device)?;
        numbers(first_of(&wrong)?)?;
    }
    Ok(out)
}

/// The bits of the float that is nearest to `digits * 2^exponent`, or to somewhat more if there is a rest.
#[function(crate = crate)]
fn nearest_float(digits: u128, exponent: i32, has_rest: bool) -> u32 {
    let zeros = digits.leading_zeros();
    let normal = digits << zeros;
    let top = 127 - zeros as i32 + exponent;
    let mut bits = 0u32;
    if top > 127 {
        bits = 0x7f80_0000;
    } else if top >= -150 {
        // Subnormal numbers have fewer bits.
        let kept = if top >= -126 { 24u32 } else { (top + 150) as u32 };
        let high = if kept == 0 { 0u32 } else { (normal >> (128 - kept)) as u32 };
        let rest = normal << kept;
        let half = 1u128 << 127;
        bits = high;
        if rest > half || rest == half && (has_rest || high & 1 == 1) {
            bits += 1;
        }
        if top >= -126 {
            bits += ((top + 126) as u32) << 23;
        }
    }
    bits
}

/// Reads what fits integers of 128 bits. `notes` are the first byte that is wrong, and how many pieces are left for the host.
#[kernel(crate = crate, workgroup_size = 64)]
fn read_floats(data: &[u8], offsets: &[u32], out: &mut [f32], slow: &mut [u32], notes: &[AtomicU32]) {
    const NAME: [u32; 8] = [105, 110, 102, 105, 110, 105, 116, 121];
    let i = invocation_id().x;
    if i < out.len() {
        let piece = &data[offsets[i]..offsets[i + 1]];
        let len: u32 = piece.len();
        let (mut at, mut bits, mut sign) = (0u32, 0u32, 0u32);
        let (mut is_wrong, mut is_slow) = (false, false);
        if len > 0 && (piece[0] == 43 || piece[0] == 45) {
            sign = if piece[0] == 45 { 0x8000_0000 } else { 0 };
            at = 1;
        }
        let first = if at < len { piece[at] as u32 | 0x20 } else { 0 };
        if first == 105 {
            let start = at;
            while at < len && at - start < 8 && (piece[at] as u32 | 0x20) == NAME[at - start] {
                at += 1;
            }
            is_wrong = at < len || at - start != 3 && at - start != 8;
            bits = 0x7f80_0000;
        } else if first == 110 {
            let is_name =
                len - at == 3 && (piece[at + 1] as u32 | 0x20) == 97 && (piece[at + 2] as u32 | 0x20) == 110;
            is_wrong = !is_name;
            bits = 0x7fc0_0000;
        } else {
            let (mut digits, mut count, mut exponent) = (0u64, 0u32, 0i32);
            let (mut is_behind_point, mut has_digits, mut is_over) = (false, false, false);
            while at < len && !is_over {
                let digit = piece[at] as u32 - 48;
                if digit <= 9 {
                    has_digits = true;
                    if count < 19 {
                        digits = digits * 10 + digit as u64;
                        count += if digits == 0 { 0 } else { 1 };
                        exponent -= if is_behind_point { 1 } else { 0 };
                    } else {
                        is_slow = is_slow || digit != 0;
                        exponent += if is_behind_point { 0 } else { 1 };
                    }
                    at += 1;
                } else if digit == 4_294_967_294 && !is_behind_point {
                    is_behind_point = true;
                    at += 1;
                } else {
                    is_over = true;
                }
            }
            is_wrong = !has_digits;
            if has_digits && at < len && (piece[at] as u32 | 0x20) == 101 {
                at += 1;
                let mut is_negative = false;
                if at < len && (piece[at] == 43 || piece[at] == 45) {
                    is_negative = piece[at] == 45;
                    at += 1;
                }
                let (start, mut power) = (at, 0i32);
                while at < len && piece[at] as u32 - 48 <= 9 {
                    power = (power * 10 + (piece[at] as i32 - 48)).min(100_000_000);
                    at += 1;
                }
                is_wrong = at == start;
                exponent += if is_negative { 0 - power } else { power };
            }
            is_wrong = is_wrong || at < len;
            let size = count as i32 + exponent;
            if is_wrong || digits == 0 {
                bits = 0;
            } else if size > 40 {
                bits = 0x7f80_0000;
            } else if size < -46 {
                bits = 0;
            } else if !is_slow && exponent >= 0 && size <= 38 {
                let mut whole = digits as u128;
                for _ in 0..exponent {
                    whole *= 10;
                }
                bits = nearest_float(whole, 0, false);
            } else if !is_slow && exponent < 0 && exponent >= -30 {
                let mut divisor = 1u128;
                for _ in exponent..0 {
                    divisor *= 10;
                }
                let wide = digits as u128;
                let zeros = wide.leading_zeros();
                let shifted = wide << zeros;
                let quotient = shifted / divisor;
                bits = nearest_float(quotient, 0 - zeros as i32, quotient * divisor != shifted);
            } else {
                is_slow = true;
                slow[i] = 1;
                notes[1].fetch_add(1);
            }
        }
        if is_wrong {
            notes[0].fetch_min(offsets[i].min(data.len()) + at);
        }
        out[i] = f32::from_bits(bits | sign);
    }
}

/// The float that each piece is, rounded once, as of [`str::parse`]. The piece `i` is the bytes from `offsets[i]` to `offsets[i + 1]`.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (digits, offsets) = (device.buffer(b"0.1-2e3inf")?, device.buffer(&[0u32, 3, 7, 10])?);
/// let floats = vyre::algorithms::text::parse_f32(&digits, &offsets)?.read()?;
/// assert_eq!(floats, [0.1, -2e3, f32::INFINITY]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`] with the first byte at which a piece is no number, or what a launch and a read can fail with.
pub fn parse_f32(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<f32>, Error> {
    let (device, count) = (b.device(), offsets.len().saturating_sub(1));
    let mut out = device.zeros(count)?;
    if count == 0 {
        return Ok(out);
    }
    let (mut slow, mut notes) = (device.zeros::<u32>(count)?, device.buffer(&[NOWHERE, 0])?);
    read_floats(b, offsets, &mut out, &mut slow, &mut notes).dispatch(device)?;
    let notes = notes.read()?;
    numbers(notes.first().copied().filter(|place| *place != NOWHERE))?;
    // Numbers of more digits or larger exponents are rare.
    if notes.get(1).is_some_and(|count| *count > 0) {
        let (ends, mut floats) = (offsets.read()?, out.read()?);
        for (at, _) in slow.read()?.into_iter().enumerate().filter(|(_, slow)| *slow == 1) {
            let (start, end) = (ends[at] as usize, (ends[at + 1] as usize).min(b.len()));
            let digits = String::from_utf8(b.read_range(start..end)?).unwrap_or_default();
            floats[at] = digits.parse().unwrap_or(f32::NAN);
        }
        out.write(&floats)?;
    }
    Ok(out)
}
