//! Values of programs, leaf by leaf; how they lie in buffers; and the words by which keys are ordered.

use crate::program::Builder;
use vyre_runtime::ir::{AtomicOp, BinOp, DataType, Expr, Node};
use vyre_runtime::{BufferElement, Leaf, ParItem};

/// A value of a program: what each leaf is.
#[derive(Clone)]
pub(crate) struct Value {
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) parts: Vec<Expr>,
}

/// The leaves of an item.
pub(crate) fn leaves<T: ParItem>() -> Vec<Leaf> {
    let mut leaves = Vec::new();
    T::leaves(0, &mut leaves);
    leaves.into_iter().map(|(_, leaf)| leaf).collect()
}

/// The words of an item whose leaves share none.
pub(crate) fn words_of(leaves: &[Leaf]) -> u32 {
    leaves.iter().map(|leaf| leaf.words()).sum()
}

impl Value {
    pub(crate) fn of(leaf: Leaf, part: Expr) -> Value {
        Value { leaves: vec![leaf], parts: vec![part] }
    }

    /// A `u32`.
    pub(crate) fn u32(part: Expr) -> Value {
        Value::of(Leaf::U32, part)
    }

    /// The zero of leaves.
    pub(crate) fn zero(leaves: &[Leaf]) -> Value {
        let parts = leaves.iter().map(|leaf| of_words(*leaf, vec![Expr::u32(0); leaf.words() as usize]));
        Value { leaves: leaves.to_vec(), parts: parts.collect() }
    }

    /// The leaves of this one, and behind them those of another.
    pub(crate) fn with(mut self, other: Value) -> Value {
        self.leaves.extend(other.leaves);
        self.parts.extend(other.parts);
        self
    }

    /// The leaves before a position, and the others.
    pub(crate) fn split(mut self, at: usize) -> (Value, Value) {
        let rest = Value {
            leaves: self.leaves.split_off(at.min(self.leaves.len())),
            parts: self.parts.split_off(at.min(self.parts.len())),
        };
        (self, rest)
    }
}

/// The value of a leaf with these words.
pub(crate) fn of_words(leaf: Leaf, mut words: Vec<Expr>) -> Expr {
    match leaf {
        Leaf::U64 | Leaf::I64 | Leaf::U128 | Leaf::I128 | Leaf::F64 | Leaf::F16 | Leaf::BF16 => {
            Expr::compose(leaf.value(), words)
        }
        Leaf::I8 | Leaf::I16 | Leaf::I32 => Expr::cast(DataType::I32, words.remove(0)),
        Leaf::F32 => Expr::cast(DataType::F32, words.remove(0)),
        Leaf::U8 | Leaf::U16 | Leaf::U32 | Leaf::Bool => words.remove(0),
    }
}

/// The words of a leaf's value. Those of signed numbers repeat the sign.
pub(crate) fn to_words(leaf: Leaf, part: &Expr) -> Vec<Expr> {
    match leaf {
        Leaf::U64 | Leaf::I64 | Leaf::U128 | Leaf::I128 | Leaf::F64 | Leaf::F16 | Leaf::BF16 => {
            (0..leaf.words()).map(|at| Expr::component(part.clone(), at)).collect()
        }
        Leaf::I8 | Leaf::I16 | Leaf::I32 | Leaf::F32 => vec![Expr::cast(DataType::U32, part.clone())],
        Leaf::U8 | Leaf::U16 | Leaf::U32 | Leaf::Bool => vec![part.clone()],
    }
}

/// How elements lie in a buffer of words.
#[derive(Clone)]
pub(crate) struct Layout {
    /// The leaves, with the bytes before them.
    leaves: Vec<(u32, Leaf)>,
    /// The bytes of an element.
    bytes: u32,
}

impl Layout {
    /// That of a buffer's elements.
    pub(crate) fn of<T: BufferElement>() -> Layout {
        if T::IS_CONVERTED {
            return Layout::wide(&leaves::<T>());
        }
        let mut leaves = Vec::new();
        T::leaves(0, &mut leaves);
        Layout { leaves, bytes: T::DEVICE_BYTES as u32 }
    }

    /// That of items whose leaves share no words.
    pub(crate) fn wide(leaves: &[Leaf]) -> Layout {
        // A leaf of less than a word is stored as one.
        let mut at = 0;
        let mut places = Vec::new();
        for leaf in leaves {
            places.push((at, *leaf));
            at += 4 * leaf.words();
        }
        Layout { leaves: places, bytes: at }
    }

    /// That of items whose leaves lie side by side, each in one word if it has one or less.
    pub(crate) fn packed(leaves: &[Leaf]) -> Layout {
        let (mut at, mut align) = (0u32, 1);
        let mut places = Vec::new();
        for leaf in leaves {
            let bytes = leaf.bytes().min(4);
            at = at.next_multiple_of(bytes);
            places.push((at, *leaf));
            at += leaf.bytes();
            align = align.max(bytes);
        }
        Layout { leaves: places, bytes: at.next_multiple_of(align) }
    }

    /// The words of so many elements.
    pub(crate) fn words(&self, len: usize) -> usize {
        (len.saturating_mul(self.bytes as usize)).div_ceil(4)
    }

    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        self.leaves.iter().map(|(_, leaf)| *leaf).collect()
    }

    /// Whether leaves share words.
    fn is_packed(&self) -> bool {
        let is_narrow = |leaf: &Leaf| leaf.bytes() < 4;
        !self.bytes.is_multiple_of(4)
            || self.leaves.windows(2).any(|pair| pair[1].0 - pair[0].0 < 4)
            || self.leaves.iter().any(|(at, leaf)| is_narrow(leaf) && (at % 4 != 0 || self.bytes < 4))
            || self.leaves.last().is_some_and(|(at, leaf)| is_narrow(leaf) && self.bytes - at < 4)
    }

    /// Whether elements are bytes side by side.
    pub(crate) fn is_bytes(&self) -> bool {
        self.bytes == 1
    }

    /// The word and the shift of each leaf of an element.
    fn places(&self, b: &mut Builder, index: &Expr) -> Vec<(Expr, Option<Expr>)> {
        if let (4, [(0, leaf)]) = (self.bytes, &self.leaves[..])
            && leaf.bytes() == 4
        {
            // As it is, so that whoever knows that the index is below a length knows it of the word.
            return vec![(index.clone(), None)];
        }
        if !self.is_packed() {
            let base = b.bind(index.clone() * (self.bytes / 4));
            return self.leaves.iter().map(|(at, _)| (base.clone() + at / 4, None)).collect();
        }
        if let (bytes @ (1 | 2), [(0, _)]) = (self.bytes, &self.leaves[..]) {
            // As kernels of bytes have it, so that the lowering knows which words are an invocation's own.
            let parts = 4 / bytes;
            let word = b.bind(index.clone() >> parts.ilog2());
            let shift = b.bind((index.clone() & (parts - 1)) << (8 * bytes).ilog2());
            return vec![(word, Some(shift))];
        }
        // In two parts, as the bytes of a buffer may be more than a `u32` counts.
        let words = b.bind((index.clone() >> 2) * self.bytes);
        let bytes = b.bind((index.clone() & 3) * self.bytes);
        let mut places = Vec::new();
        for (at, leaf) in &self.leaves {
            let byte = b.bind(bytes.clone() + *at);
            let word = b.bind(words.clone() + (byte.clone() >> 2));
            let shift = (leaf.bytes() < 4).then(|| b.bind((byte & 3) << 3));
            places.push((word, shift));
        }
        places
    }

    /// Loads an element.
    pub(crate) fn load(&self, b: &mut Builder, buffer: &str, index: &Expr) -> Value {
        self.load_by(b, index, &|word| Expr::load(buffer, word))
    }

    /// Loads an element of a buffer of which others are stored at the same time.
    pub(crate) fn load_beside_stores(&self, b: &mut Builder, buffer: &str, index: &Expr) -> Value {
        match self.is_packed() {
            true => self.load_by(b, index, &|word| Expr::atomic_load(buffer, word)),
            false => self.load(b, buffer, index),
        }
    }

    fn load_by(&self, b: &mut Builder, index: &Expr, load: &dyn Fn(Expr) -> Expr) -> Value {
        let mut value = Value { leaves: Vec::new(), parts: Vec::new() };
        let places = self.places(b, index);
        for ((_, leaf), (word, shift)) in self.leaves.iter().zip(places) {
            let mut words: Vec<Expr> = (0..leaf.words()).map(|at| load(behind(&word, at))).collect();
            if let Some(shift) = shift {
                let bits = leaf.bytes() * 8;
                let masked = (words.remove(0) >> shift) & ((1 << bits) - 1);
                words.push(match leaf {
                    Leaf::I8 | Leaf::I16 => (masked ^ (1 << (bits - 1))) - (1 << (bits - 1)),
                    _ => masked,
                });
            }
            let part = b.bind(of_words(*leaf, words));
            value.leaves.push(*leaf);
            value.parts.push(part);
        }
        value
    }

    /// Stores an element.
    pub(crate) fn store(&self, b: &mut Builder, buffer: &str, index: &Expr, value: &Value) {
        let places = self.places(b, index);
        for (((_, leaf), (word, shift)), part) in self.leaves.iter().zip(places).zip(&value.parts) {
            let part = b.bind(part.clone());
            let words = to_words(*leaf, &part);
            match shift {
                None => {
                    for (at, value) in words.into_iter().enumerate() {
                        b.push(Node::store(buffer, behind(&word, at as u32), value));
                    }
                }
                Some(shift) => {
                    // Neighbours may be written at the same time.
                    let mask = (1u32 << (leaf.bytes() * 8)) - 1;
                    let bits = words.into_iter().next().unwrap_or(Expr::u32(0)) & mask;
                    let (cleared, set) = (!(Expr::u32(mask) << shift.clone()), bits << shift);
                    b.bind(Expr::atomic(AtomicOp::And, buffer, word.clone(), cleared));
                    b.bind(Expr::atomic(AtomicOp::Or, buffer, word, set));
                }
            }
        }
    }
}

/// So many words behind another one.
fn behind(word: &Expr, count: u32) -> Expr {
    if count == 0 { word.clone() } else { word.clone() + count }
}

/// How many words order a leaf.
pub(crate) fn key_words(leaves: &[Leaf]) -> u32 {
    words_of(leaves)
}

/// The bits that matter of each of these words.
pub(crate) fn key_bits(leaves: &[Leaf]) -> Vec<u32> {
    leaves
        .iter()
        .flat_map(|leaf| {
            vec![if *leaf == Leaf::Bool { 1 } else { leaf.bytes().min(4) * 8 }; leaf.words() as usize]
        })
        .collect()
}

/// The words that order values: as lists of unsigned numbers, the first one first.
pub(crate) fn key_of(b: &mut Builder, value: &Value) -> Vec<Expr> {
    let mut key = Vec::new();
    for (leaf, part) in value.leaves.iter().zip(&value.parts) {
        let mut words = to_words(*leaf, part);
        words.reverse();
        let bits = leaf.bytes().min(4) * 8;
        let sign = 1u32 << (bits - 1);
        let mask = if bits == 32 { u32::MAX } else { (1 << bits) - 1 };
        let first = words.remove(0);
        let first = b.bind(first);
        if *leaf == Leaf::F64 {
            // The sign decides over both words.
            let is_negative = b.bind((first.clone() & sign).differs(0u32));
            key.push(b.bind(first ^ Expr::select(is_negative.clone(), Expr::u32(mask), Expr::u32(sign))));
            for word in words {
                key.push(b.bind(word ^ Expr::select(is_negative.clone(), Expr::u32(u32::MAX), Expr::u32(0))));
            }
            continue;
        }
        let first = match leaf {
            Leaf::U8 | Leaf::U16 | Leaf::U32 | Leaf::U64 | Leaf::U128 | Leaf::Bool => first,
            Leaf::I8 | Leaf::I16 | Leaf::I32 | Leaf::I64 | Leaf::I128 => (first ^ sign) & mask,
            Leaf::F32 | Leaf::F16 | Leaf::BF16 | Leaf::F64 => {
                let is_negative = (first.clone() & sign).differs(0u32);
                first ^ Expr::select(is_negative, Expr::u32(mask), Expr::u32(sign))
            }
        };
        key.push(b.bind(first));
        for word in words {
            key.push(b.bind(word));
        }
    }
    key
}

/// The value of a leaf of a word or less whose key is this word.
pub(crate) fn of_key(b: &mut Builder, leaf: Leaf, word: Expr) -> Expr {
    let bits = leaf.bytes().min(4) * 8;
    let sign = 1u32 << (bits - 1);
    let word = b.bind(word);
    let word = match leaf {
        Leaf::I8 | Leaf::I16 | Leaf::I32 => word - sign,
        Leaf::F32 | Leaf::F16 | Leaf::BF16 => {
            let is_positive = (word.clone() & sign).differs(0u32);
            word ^ Expr::select(is_positive, Expr::u32(sign), Expr::u32(u32::MAX >> (32 - bits)))
        }
        Leaf::U8
        | Leaf::U16
        | Leaf::U32
        | Leaf::U64
        | Leaf::I64
        | Leaf::U128
        | Leaf::I128
        | Leaf::F64
        | Leaf::Bool => word,
    };
    let word = b.bind(word);
    b.bind(of_words(leaf, vec![word]))
}

/// Whether one list of words is below another, as a number of 0 or 1.
pub(crate) fn is_below(b: &mut Builder, left: &[Expr], right: &[Expr]) -> Expr {
    let below = left.iter().zip(right).rev().fold(None, |below: Option<Expr>, (left, right)| {
        let less = b.bind(left.clone().lt(right.clone()));
        let Some(below) = below else { return Some(less) };
        let equal = b.bind(left.clone().equals(right.clone()));
        Some(b.bind(less | (equal & below)))
    });
    below.unwrap_or(Expr::u32(0))
}

/// Whether two lists of words are the same, as a number of 0 or 1.
pub(crate) fn is_same(b: &mut Builder, left: &[Expr], right: &[Expr]) -> Expr {
    let mut same = Expr::u32(1);
    for (left, right) in left.iter().zip(right) {
        same = b.bind(same & left.clone().equals(right.clone()));
    }
    same
}

/// What joins two values, if no function of the user's does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Mul,
    /// Of integers of a word or less.
    Min,
    /// The same.
    Max,
}

impl Arithmetic {
    const ALL: [Arithmetic; 4] = [Arithmetic::Add, Arithmetic::Mul, Arithmetic::Min, Arithmetic::Max];

    /// What an operator on `u32`s is, if any order of joins gives the same.
    pub(crate) fn of_words(op: BinOp) -> Option<Arithmetic> {
        Arithmetic::ALL.into_iter().find(|arithmetic| arithmetic.on_words() == op)
    }

    /// The operator on words.
    pub(crate) fn on_words(self) -> BinOp {
        match self {
            Arithmetic::Add => BinOp::Add,
            Arithmetic::Mul => BinOp::Mul,
            Arithmetic::Min => BinOp::Min,
            Arithmetic::Max => BinOp::Max,
        }
    }

    /// What the library calls it.
    fn name(self) -> &'static str {
        match self {
            Arithmetic::Add => "add",
            Arithmetic::Mul => "mul",
            Arithmetic::Min => "min",
            Arithmetic::Max => "max",
        }
    }

    /// Whether there is a number that changes nothing: of sums and products.
    pub(crate) fn has_neutral(self) -> bool {
        matches!(self, Arithmetic::Add | Arithmetic::Mul)
    }
}

/// The wrapping sum or product of numbers, or one of them; of floats the sum rounded once.
pub(crate) fn arithmetic(b: &mut Builder, op: Arithmetic, left: &Value, right: &Value) -> Value {
    let mut parts = Vec::new();
    for ((leaf, left), right) in left.leaves.iter().zip(&left.parts).zip(&right.parts) {
        let (name, ints) = (op.name(), op.on_words());
        let floats = if op == Arithmetic::Add { BinOp::FAdd } else { BinOp::FMul };
        let (left, right) = (left.clone(), right.clone());
        let wrapped = |left: Expr, right: Expr| {
            Expr::binary(ints, Expr::cast(DataType::U32, left), Expr::cast(DataType::U32, right))
        };
        parts.push(b.bind(match leaf {
            // Nothing has to wrap around.
            Leaf::I8 | Leaf::I16 | Leaf::I32 if !op.has_neutral() => {
                Expr::call(format!("primitive.i32.{name}"), vec![left, right])
            }
            _ if !op.has_neutral() => Expr::binary(ints, left, right),
            Leaf::U32 | Leaf::Bool => Expr::binary(ints, left, right),
            Leaf::U8 => Expr::binary(ints, left, right) & 0xff,
            Leaf::U16 => Expr::binary(ints, left, right) & 0xffff,
            Leaf::I32 => Expr::cast(DataType::I32, wrapped(left, right)),
            Leaf::I8 => Expr::cast(DataType::I32, ((wrapped(left, right) & 0xff) ^ 0x80) - 0x80),
            Leaf::I16 => Expr::cast(DataType::I32, ((wrapped(left, right) & 0xffff) ^ 0x8000) - 0x8000),
            Leaf::U64 | Leaf::I64 => Expr::call(format!("primitive.u64.{name}"), vec![left, right]),
            Leaf::U128 | Leaf::I128 => Expr::call(format!("primitive.u128.{name}"), vec![left, right]),
            Leaf::F64 => Expr::call(format!("primitive.f64.{name}"), vec![left, right]),
            Leaf::F32 | Leaf::F16 | Leaf::BF16 => Expr::binary(floats, left, right),
        }));
    }
    Value { leaves: left.leaves.clone(), parts }
}
