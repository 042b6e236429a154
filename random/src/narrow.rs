//! Random kernels that store elements of 8 and 16 bits, by atomics on the words that they share: those that passes store by words.
//!
//! An invocation stores to elements of its own alone, but often several times, in loops and one after the other, and loads no others; so the order of invocations does
//! not matter. Where its elements begin and how many there are is often no multiple of those of a word, and buffers end anywhere.

use crate::{Case, Contents, Source};
use std::fmt::Write;
use vyre_ir::Program;

/// The case of a seed.
///
/// # Panics
/// If what it writes is no program: that is a fault of its own.
#[allow(clippy::expect_used, reason = "tests find a fault of the generator by its panic")]
pub fn narrow(seed: u64) -> Case {
    let mut source = Source::new(seed);
    let bits = source.range(1, 2);
    let of_word = 1 << bits;
    let size = *source.pick(&[1, 4, 16, 64]);
    let groups = source.range(1, 3);
    // The elements of an invocation: often whole words, and one where invocations may be executed several at a time.
    let own = match source.below(8) {
        0 => 1,
        1 | 2 => source.range(1, 20),
        _ => of_word * source.range(1, 6),
    };
    let words = (own * size * groups).div_ceil(of_word);
    let elements = if source.chance(1, 2) { words * of_word } else { source.below(words * of_word + 1) };
    let mut writer = Writer { source, text: String::new(), bits, own, count: 0 };
    writer.line("let i = invocation_id.x;");
    writer.line(&format!("let base = {own} * i;"));
    writer.line("let rest = select(base < params[0], params[0] - base, 0);");
    for _ in 0..writer.source.range(1, 3) {
        writer.statement();
    }
    let text = format!(
        "program\nworkgroup_size {size}, 1, 1\nbuffer a: read_write u32 @ 0\nbuffer data: read u32 @ 1\n\
         buffer out: read_write u32 @ 2\nbuffer params: uniform u32[2] @ 3\nbuffer s: read bytes @ 4\n\
         buffer t: private u32[32]\nentry {{\n{}}}\n",
        writer.text
    );
    let program: Program = text.parse().expect(&text);
    let bytes = writer.source.below(elements + 9);
    let bytes = (0..bytes).map(|_| writer.source.bits() as u8).collect();
    let mut words_of = |count: u32| (0..count).map(|_| writer.source.bits() as u32).collect();
    let inputs = vec![
        Contents::Words(words_of(elements.div_ceil(of_word))),
        Contents::Words(words_of(40)),
        Contents::Words(vec![0; (size * groups) as usize]),
        Contents::Words(vec![elements, 3]),
        Contents::Bytes(bytes),
    ];
    Case::new(program, [groups, 1, 1], inputs)
}

struct Writer {
    source: Source<'static>,
    text: String,
    /// The elements of a word, as a power of two.
    bits: u32,
    /// The elements of an invocation.
    own: u32,
    /// The names of values that there are.
    count: u32,
}

/// How elements lie in a word.
struct Word {
    /// The elements of a word, as a power of two.
    bits: u32,
    /// The bits of an index that say which one it is.
    low: u32,
    /// The bits of an element.
    mask: u32,
    /// How many bits an element has, as a power of two.
    shift: u32,
}

impl Writer {
    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn word(&self) -> Word {
        let bits = self.bits;
        Word { bits, low: (1 << bits) - 1, mask: u32::MAX >> (32 - (32 >> bits)), shift: 5 - bits }
    }

    fn fresh(&mut self, name: &str) -> String {
        self.count += 1;
        format!("{name}{}", self.count)
    }

    fn statement(&mut self) {
        match self.source.below(9) {
            0..4 => self.repeated(),
            4..6 => {
                // One element after the other, often those of a word.
                let first = self.source.below(self.own);
                let first = if self.source.chance(2, 3) { first >> self.bits << self.bits } else { first };
                for at in first..(first + (1 << self.bits)).min(self.own) {
                    if self.source.chance(15, 16) {
                        self.store(&at.to_string());
                    }
                }
            }
            6 => {
                let at = self.source.below(self.own);
                self.store(&at.to_string());
            }
            7 => {
                let at = self.source.below(self.own);
                let element = self.element(&at.to_string());
                self.line(&format!("out[i] = out[i] ^ {element};"));
            }
            _ => {
                // A number of bytes side by side.
                let first = self.source.below(self.own + 4);
                let bytes: Vec<String> = (0..self.source.range(2, 5))
                    .map(|at| format!("byte(s, base + {}) << {}", first + at, 8 * at % 32))
                    .collect();
                self.line(&format!("out[i] = out[i] ^ ({});", bytes.join(" | ")));
            }
        }
    }

    /// A loop over own elements.
    fn repeated(&mut self) {
        let whole = self.own >> self.bits << self.bits;
        let (from, to) = if whole > 0 && self.source.chance(3, 4) {
            let from = self.source.below(whole) >> self.bits << self.bits;
            (from, whole)
        } else {
            (self.source.below(self.own), self.own)
        };
        if self.source.chance(1, 4) {
            self.line(&format!("for k in 0..32 {{ t[k] = data[(k + {from}) % 40]; }}"));
        }
        let k = self.fresh("k");
        self.line(&format!("for {k} in {from}..{to} {{"));
        if self.source.chance(1, 12) {
            self.line(&format!("if {k} == params[1] {{ break; }}"));
        }
        self.store(&k);
        if self.source.chance(1, 8) {
            self.store(&k);
        }
        self.line("}");
    }

    /// The bits of an own element.
    fn element(&mut self, at: &str) -> String {
        let Word { bits, low, mask, shift } = self.word();
        format!("(atomic_load(a[(base + {at}) >> {bits}]) >> (((base + {at}) & {low}) << {shift}) & {mask})")
    }

    /// A store to an own element, in bounds.
    fn store(&mut self, at: &str) {
        let Word { bits, low, mask, shift } = self.word();
        let element = self.element(at);
        let value = match self.source.below(6) {
            4 => format!("byte(s, base + {at})"),
            0 => format!("data[(i + {at}) % 40] & {mask}"),
            1 => format!("{element} ^ (t[({at} / {}) % 32] >> ({at} % {}) & {mask})", low + 1, low + 1),
            2 => format!("{element} + {at} & {mask}"),
            3 => format!("{at} * 7 & {mask}"),
            _ => "5".to_string(),
        };
        let (place, value_name) = (self.fresh("place"), self.fresh("value"));
        let (index, cond) = match self.source.below(4) {
            0 | 1 => {
                let index = self.fresh("at");
                self.line(&format!("let {index} = select({at} < rest, base + {at}, 4294967295);"));
                (index.clone(), format!("{index} < params[0]"))
            }
            2 => (format!("(base + {at})"), format!("base + {at} < params[0]")),
            _ => {
                let index = format!("(base + {at})");
                let other = format!("base + {at} < params[0] && data[{at} % 40] % 8 < 7");
                (index, other)
            }
        };
        self.line(&format!("let {value_name} = {value};"));
        self.line(&format!("if {cond} {{"));
        self.line(&format!("let {place} = ({index} & {low}) << {shift};"));
        let (clear, set) = (self.fresh("clear"), self.fresh("set"));
        self.line(&format!("let {clear} = atomic_and(a[{index} >> {bits}], ~({mask} << {place}));"));
        self.line(&format!("let {set} = atomic_or(a[{index} >> {bits}], {value_name} << {place});"));
        self.line("}");
    }
}
