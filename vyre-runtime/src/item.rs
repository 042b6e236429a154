//! The items of algorithms: the elements of buffers, and tuples and arrays of items. What an item is made of, and its words.

use std::iter;
use vyre_ir::DataType;

/// A number or a `bool` that an item is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub enum Leaf {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    U128,
    I128,
    F32,
    F64,
    F16,
    BF16,
    Bool,
}

impl Leaf {
    /// The bytes that it takes in a buffer. A `bool` is a word there.
    pub fn bytes(self) -> u32 {
        match self {
            Leaf::U8 | Leaf::I8 => 1,
            Leaf::U16 | Leaf::I16 | Leaf::F16 | Leaf::BF16 => 2,
            Leaf::U32 | Leaf::I32 | Leaf::F32 | Leaf::Bool => 4,
            Leaf::U64 | Leaf::I64 | Leaf::F64 => 8,
            Leaf::U128 | Leaf::I128 => 16,
        }
    }

    /// The words that it takes where it shares none.
    pub fn words(self) -> u32 {
        self.bytes().div_ceil(4)
    }

    /// The type of its values in programs.
    pub fn value(self) -> DataType {
        match self {
            Leaf::U8 | Leaf::U16 | Leaf::U32 | Leaf::Bool => DataType::U32,
            Leaf::I8 | Leaf::I16 | Leaf::I32 => DataType::I32,
            Leaf::U64 | Leaf::I64 => DataType::U64,
            Leaf::U128 | Leaf::I128 => DataType::U128,
            Leaf::F32 => DataType::F32,
            Leaf::F64 => DataType::F64,
            Leaf::F16 => DataType::F16,
            Leaf::BF16 => DataType::BF16,
        }
    }
}

/// What parallel algorithms compute with: the elements of buffers, `bool`, and tuples and arrays of these.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of kernels",
    label = "expected a number, a `bool`, a struct with `#[vyre::data]`, or a tuple or an array of these"
)]
pub trait Item: Copy + Send + Sync + 'static {
    /// Adds what it is made of, with the places in the memory of an element.
    #[doc(hidden)]
    fn leaves(offset: u32, leaves: &mut Vec<(u32, Leaf)>);
    /// Adds its words, with one at least for each leaf.
    #[doc(hidden)]
    fn add_words(&self, words: &mut Vec<u32>);
    /// The item with these words.
    #[doc(hidden)]
    fn of_words(words: &mut dyn Iterator<Item = u32>) -> Self;
}

macro_rules! items {
    ($($Item:ty = $Leaf:ident: $value:ident => [$($word:expr),*], $words:ident => $read:expr;)*) => {$(
        impl Item for $Item {
            fn leaves(offset: u32, leaves: &mut Vec<(u32, Leaf)>) {
                leaves.push((offset, Leaf::$Leaf));
            }
            fn add_words(&self, words: &mut Vec<u32>) {
                let $value = *self;
                words.extend([$($word),*]);
            }
            fn of_words(words: &mut dyn Iterator<Item = u32>) -> $Item {
                let mut $words = || words.next().unwrap_or(0);
                $read
            }
        }
    )*};
}

items! {
    u8 = U8: x => [u32::from(x)], word => word() as u8;
    i8 = I8: x => [x as u32], word => word() as i8;
    u16 = U16: x => [u32::from(x)], word => word() as u16;
    i16 = I16: x => [x as u32], word => word() as i16;
    u32 = U32: x => [x], word => word();
    i32 = I32: x => [x as u32], word => word() as i32;
    u64 = U64: x => [x as u32, (x >> 32) as u32], word => u64::from(word()) | u64::from(word()) << 32;
    i64 = I64: x => [x as u32, (x >> 32) as u32], word => (u64::from(word()) | u64::from(word()) << 32) as i64;
    u128 = U128: x => [x as u32, (x >> 32) as u32, (x >> 64) as u32, (x >> 96) as u32],
        word => u128::from(word()) | u128::from(word()) << 32 | u128::from(word()) << 64 | u128::from(word()) << 96;
    i128 = I128: x => [x as u32, (x >> 32) as u32, (x >> 64) as u32, (x >> 96) as u32], words => u128::of_words(&mut iter::from_fn(|| Some(words()))) as i128;
    f32 = F32: x => [x.to_bits()], word => f32::from_bits(word());
    f64 = F64: x => [x.to_bits() as u32, (x.to_bits() >> 32) as u32],
        word => f64::from_bits(u64::from(word()) | u64::from(word()) << 32);
    half::f16 = F16: x => [u32::from(x.to_bits())], word => half::f16::from_bits(word() as u16);
    half::bf16 = BF16: x => [u32::from(x.to_bits())], word => half::bf16::from_bits(word() as u16);
    bool = Bool: x => [u32::from(x)], word => word() != 0;
}

impl<T: Item, const N: usize> Item for [T; N] {
    fn leaves(offset: u32, leaves: &mut Vec<(u32, Leaf)>) {
        let mut element = Vec::new();
        T::leaves(0, &mut element);
        let bytes = element.last().map_or(0, |(at, leaf)| at + leaf.bytes());
        let bytes = bytes.next_multiple_of(element.iter().map(|(_, leaf)| leaf.bytes()).max().unwrap_or(1));
        for at in 0..N as u32 {
            leaves.extend(element.iter().map(|(inner, leaf)| (offset + at * bytes + inner, *leaf)));
        }
    }
    fn add_words(&self, words: &mut Vec<u32>) {
        self.iter().for_each(|item| item.add_words(words));
    }
    fn of_words(words: &mut dyn Iterator<Item = u32>) -> [T; N] {
        std::array::from_fn(|_| T::of_words(words))
    }
}

/// Whether there is a value, and the value, which is zero where there is none.
impl<T: Item> Item for Option<T> {
    fn leaves(offset: u32, leaves: &mut Vec<(u32, Leaf)>) {
        leaves.push((offset, Leaf::Bool));
        T::leaves(offset, leaves);
    }
    fn add_words(&self, words: &mut Vec<u32>) {
        words.push(u32::from(self.is_some()));
        match self {
            Some(value) => value.add_words(words),
            None => T::of_words(&mut iter::empty()).add_words(words),
        }
    }
    fn of_words(words: &mut dyn Iterator<Item = u32>) -> Option<T> {
        let is_some = words.next().unwrap_or(0) != 0;
        let value = T::of_words(words);
        is_some.then_some(value)
    }
}

/// Adds as many zeros as an item has words.
#[doc(hidden)]
pub fn add_zeros<T: Item>(words: &mut Vec<u32>) {
    let start = words.len();
    T::of_words(&mut iter::empty()).add_words(words);
    words[start..].fill(0);
}

impl Item for () {
    fn leaves(_: u32, _: &mut Vec<(u32, Leaf)>) {}
    fn add_words(&self, _: &mut Vec<u32>) {}
    fn of_words(_: &mut dyn Iterator<Item = u32>) {}
}

macro_rules! tuples {
    ($(($($Part:ident),+))*) => {$(
        impl<$($Part: Item),+> Item for ($($Part,)+) {
            // The parts share no words in buffers, so the places say nothing.
            fn leaves(offset: u32, leaves: &mut Vec<(u32, Leaf)>) {
                $($Part::leaves(offset, leaves);)+
            }
            #[allow(non_snake_case, reason = "a part has the name of its type")]
            fn add_words(&self, words: &mut Vec<u32>) {
                let ($($Part,)+) = self;
                $($Part.add_words(words);)+
            }
            fn of_words(words: &mut dyn Iterator<Item = u32>) -> Self {
                ($($Part::of_words(words),)+)
            }
        }
    )*};
}

tuples! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H)
    (A, B, C, D, E, F, G, H, I) (A, B, C, D, E, F, G, H, I, J) (A, B, C, D, E, F, G, H, I, J, K)
    (A, B, C, D, E, F, G, H, I, J, K, L)
}
