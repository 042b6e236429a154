//! The contents of buffers: as literals such as `[1, 2, 3]`, and as raw little-endian bytes.

use std::fmt::Write;
use vyre::ir::DataType;
use vyre::{Arg, Element, ValueArg};

/// The contents of one buffer, of any element type.
pub(crate) trait Elements {
    fn len(&self) -> usize;
    /// The argument of a run.
    fn arg(&mut self, is_written: bool) -> Arg<'_>;
    /// The argument that a single element is, for a parameter that takes a value.
    fn value(&self) -> Option<Arg<'static>>;
    /// `[1, 2, 3]`
    fn literal(&self) -> String;
    /// The elements as little-endian bytes.
    fn bytes(&self) -> Vec<u8>;
}

/// The source of contents.
pub(crate) enum From<'a> {
    Zeros(u32),
    Literal(&'a str),
    Bytes(&'a [u8]),
}

/// Reads contents of type `ty`. `Err` says what is wrong with them.
pub(crate) fn read(ty: DataType, from: &From<'_>) -> Result<Box<dyn Elements>, String> {
    match ty {
        DataType::U32 => of::<u32>(ty, from),
        DataType::I32 => of::<i32>(ty, from),
        DataType::U64 => of::<u64>(ty, from),
        DataType::U128 => of::<u128>(ty, from),
        DataType::Vec2U32 => of::<[u32; 2]>(ty, from),
        DataType::Vec4U32 => of::<[u32; 4]>(ty, from),
        DataType::Bool => of::<bool>(ty, from),
        DataType::Bytes => of::<u8>(ty, from),
        DataType::F32 => of::<f32>(ty, from),
        DataType::F64 => of::<f64>(ty, from),
        DataType::Vec2F32 => of::<[f32; 2]>(ty, from),
        DataType::Vec4F32 => of::<[f32; 4]>(ty, from),
        DataType::F16 => of::<vyre::f16>(ty, from),
        DataType::BF16 => of::<vyre::bf16>(ty, from),
        other => Err(format!("this version knows no values of `{other}`")),
    }
}

fn of<T: Item + Default>(ty: DataType, from: &From<'_>) -> Result<Box<dyn Elements>, String> {
    let items: Vec<T> = match from {
        From::Zeros(len) => {
            let mut items = Vec::new();
            let len = *len as usize;
            items.try_reserve_exact(len).map_err(|_| format!("no memory for {len} elements"))?;
            items.resize(len, T::default());
            items
        }
        From::Literal(text) => {
            let item = |(at, item): (usize, &str)| {
                T::parse(item).ok_or_else(|| format!("element {at}, `{item}`, is not a value of `{ty}`"))
            };
            list(text)?.into_iter().enumerate().map(item).collect::<Result<_, _>>()?
        }
        From::Bytes(bytes) => {
            let (items, rest) = (bytes.chunks_exact(T::BYTES), bytes.len() % T::BYTES);
            if rest != 0 {
                return Err(format!("{} bytes are not whole elements of {} bytes", bytes.len(), T::BYTES));
            }
            items.map(T::read).collect()
        }
    };
    Ok(Box::new(items))
}

impl<T: Item> Elements for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn arg(&mut self, is_written: bool) -> Arg<'_> {
        if is_written { Arg::write(self) } else { Arg::read(self) }
    }

    fn value(&self) -> Option<Arg<'static>> {
        match &self[..] {
            [one] => Some(Arg::value(*one)),
            _ => None,
        }
    }

    fn literal(&self) -> String {
        let mut text = "[".to_string();
        for (at, item) in self.iter().enumerate() {
            if at > 0 {
                text.push_str(", ");
            }
            item.print(&mut text);
        }
        text.push(']');
        text
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() * T::BYTES);
        self.iter().for_each(|item| item.write(&mut bytes));
        bytes
    }
}

/// One element.
trait Item: Element + ValueArg {
    /// Its size in a file in bytes.
    const BYTES: usize;
    fn parse(text: &str) -> Option<Self>;
    fn print(&self, text: &mut String);
    /// Reads exactly [`BYTES`](Self::BYTES) bytes.
    fn read(bytes: &[u8]) -> Self;
    fn write(&self, bytes: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl Item for $Number {
            const BYTES: usize = size_of::<$Number>();
            fn parse(text: &str) -> Option<$Number> {
                let (is_negative, magnitude) = number(text)?;
                match is_negative {
                    true => 0i128.checked_sub_unsigned(magnitude)?.try_into().ok(),
                    false => magnitude.try_into().ok(),
                }
            }
            fn print(&self, text: &mut String) {
                let _ = write!(text, "{self}");
            }
            fn read(bytes: &[u8]) -> $Number {
                bytes.try_into().map(<$Number>::from_le_bytes).unwrap_or_default()
            }
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_le_bytes());
            }
        }
    )*};
}

numbers! { u32, i32, u64, u8, u128 }

/// A `bool` is a 32-bit word in a file, as in device memory.
impl Item for bool {
    const BYTES: usize = 4;
    fn parse(text: &str) -> Option<bool> {
        text.parse().ok()
    }
    fn print(&self, text: &mut String) {
        let _ = write!(text, "{self}");
    }
    fn read(bytes: &[u8]) -> bool {
        <u32 as Item>::read(bytes) != 0
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        Item::write(&u32::from(*self), bytes);
    }
}

/// A float is written as Rust writes it: `1.5`, `1e-3`, `inf`, `NaN`.
impl Item for f32 {
    const BYTES: usize = 4;
    fn parse(text: &str) -> Option<f32> {
        text.parse().ok()
    }
    fn print(&self, text: &mut String) {
        let _ = write!(text, "{self:?}");
    }
    fn read(bytes: &[u8]) -> f32 {
        f32::from_bits(<u32 as Item>::read(bytes))
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        Item::write(&self.to_bits(), bytes);
    }
}

impl Item for f64 {
    const BYTES: usize = 8;
    fn parse(text: &str) -> Option<f64> {
        text.parse().ok()
    }
    fn print(&self, text: &mut String) {
        let _ = write!(text, "{self:?}");
    }
    fn read(bytes: &[u8]) -> f64 {
        f64::from_bits(<u64 as Item>::read(bytes))
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        Item::write(&self.to_bits(), bytes);
    }
}

/// A float of 16 bits is written as an `f32`.
macro_rules! halves {
    ($($Half:ty),*) => {$(
        impl Item for $Half {
            const BYTES: usize = 2;
            fn parse(text: &str) -> Option<$Half> {
                text.parse().ok().map(<$Half>::from_f32)
            }
            fn print(&self, text: &mut String) {
                let _ = write!(text, "{:?}", self.to_f32());
            }
            fn read(bytes: &[u8]) -> $Half {
                <$Half>::from_bits(bytes.try_into().map(u16::from_le_bytes).unwrap_or_default())
            }
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend(self.to_bits().to_le_bytes());
            }
        }
    )*};
}

halves! { vyre::f16, vyre::bf16 }

impl<T: Item, const N: usize> Item for [T; N]
where
    [T; N]: Element + ValueArg,
{
    const BYTES: usize = 4 * N;
    fn parse(text: &str) -> Option<[T; N]> {
        let lanes: Option<Vec<T>> = list(text).ok()?.into_iter().map(Item::parse).collect();
        lanes?.try_into().ok()
    }
    fn print(&self, text: &mut String) {
        text.push_str(&self.to_vec().literal());
    }
    fn read(bytes: &[u8]) -> [T; N] {
        std::array::from_fn(|lane| T::read(&bytes[4 * lane..4 * lane + 4]))
    }
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|lane| Item::write(lane, bytes));
    }
}

/// Parses a decimal or hexadecimal number, which may contain underscores: whether it is negative, and its magnitude.
fn number(text: &str) -> Option<(bool, u128)> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let digits = digits.replace('_', "");
    let (radix, digits) = digits.strip_prefix("0x").map_or((10, &digits[..]), |hex| (16, hex));
    // `from_str_radix` would accept a second sign.
    let magnitude =
        if digits.starts_with(['+', '-']) { None } else { u128::from_str_radix(digits, radix).ok() };
    Some((is_negative, magnitude?))
}

/// The items of `[a, b, [c, d]]`, or one item without brackets.
fn list(text: &str) -> Result<Vec<&str>, String> {
    let Some(inner) = text.strip_prefix('[') else {
        return Ok(vec![text]);
    };
    let inner = inner.strip_suffix(']').ok_or("`[` without `]` at the end")?;
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let (mut items, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.checked_sub(1).ok_or("`]` without `[`")?,
            ',' if depth == 0 => {
                items.push(inner[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(inner[start..].trim());
    Ok(items)
}
