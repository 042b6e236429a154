//! The contents of buffers: as literals such as `[1, 2, 3]`, and as raw little-endian bytes.

use vyre::ir::DataType;
use vyre::{Arg, Element, ValueArg};

/// The contents of one buffer, of any element type.
pub(crate) trait Elements {
    fn len(&self) -> usize;
    /// The argument of a run.
    fn arg(&mut self, is_written: bool) -> Arg<'_>;
    /// The argument that a single element is, for a parameter that takes a value.
    fn value(&self) -> Option<Arg<'static>>;
    /// The argument that the elements are, for a parameter that takes an array by value.
    fn array(&self) -> Option<Arg<'static>>;
    /// Each element as it is written.
    fn items(&self) -> Vec<String>;
    /// `[1, 2, 3]`
    fn literal(&self) -> String {
        format!("[{}]", self.items().join(", "))
    }
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
    let shown = ty.to_string();
    match ty {
        DataType::Vec2U32 => of::<[u32; 2]>(&shown, from),
        DataType::Vec4U32 => of::<[u32; 4]>(&shown, from),
        DataType::Vec2F32 => of::<[f32; 2]>(&shown, from),
        DataType::Vec4F32 => of::<[f32; 4]>(&shown, from),
        DataType::Bytes => of::<u8>(&shown, from),
        ty => numbers(&ty.to_string().to_lowercase(), &shown, from),
    }
}

/// Reads arrays of these lengths, the outermost first, of numbers with a name of Rust's; no length is for numbers alone. `ty` is what messages call an element.
pub(crate) fn read_rows(
    (number, lengths): (&str, &[u32]),
    ty: &str,
    from: &From<'_>,
) -> Result<Box<dyn Elements>, String> {
    if lengths.is_empty() {
        return numbers(number, ty, from);
    }
    let all = lengths.iter().try_fold(1, |all: u32, length| all.checked_mul(*length));
    let all = all.ok_or_else(|| format!("an element of `{ty}` is too large"))?;
    let flat = match from {
        From::Zeros(len) => {
            let len = len.checked_mul(all).ok_or_else(|| format!("there is no memory for {len} elements"))?;
            numbers(number, number, &From::Zeros(len))?
        }
        From::Literal(text) => {
            let mut items = list(text)?;
            let brackets = text.chars().filter(|letter| !letter.is_whitespace());
            if !items.is_empty() && brackets.take_while(|letter| *letter == '[').count() == lengths.len() {
                // A single element needs no brackets around it.
                items = vec![*text];
            }
            for (depth, length) in lengths.iter().enumerate() {
                let mut inside = Vec::new();
                for item in items {
                    let row = Some(item).filter(|item| item.starts_with('[')).map(list).transpose()?;
                    match row.filter(|row| row.len() == *length as usize) {
                        Some(row) => inside.extend(row),
                        None => {
                            let of = if depth == 0 { "an element" } else { "a row of an element" };
                            return Err(format!(
                                "`{item}` is not {of} of `{ty}`, which is `[..]` of {length}"
                            ));
                        }
                    }
                }
                items = inside;
            }
            numbers(number, number, &From::Literal(&format!("[{}]", items.join(", "))))?
        }
        From::Bytes(_) => {
            let flat = numbers(number, number, from)?;
            if !flat.len().is_multiple_of(all.max(1) as usize) {
                return Err(format!("{} numbers are no whole elements of `{ty}`", flat.len()));
            }
            flat
        }
    };
    Ok(Box::new(Rows { flat, lengths: lengths.iter().map(|length| *length as usize).collect() }))
}

/// Reads numbers with a name of Rust's.
fn numbers(name: &str, ty: &str, from: &From<'_>) -> Result<Box<dyn Elements>, String> {
    match name {
        "u8" => of::<u8>(ty, from),
        "i8" => of::<i8>(ty, from),
        "u16" => of::<u16>(ty, from),
        "i16" => of::<i16>(ty, from),
        "u32" => of::<u32>(ty, from),
        "i32" => of::<i32>(ty, from),
        "u64" => of::<u64>(ty, from),
        "i64" => of::<i64>(ty, from),
        "u128" => of::<u128>(ty, from),
        "bool" => of::<bool>(ty, from),
        "f32" => of::<f32>(ty, from),
        "f64" => of::<f64>(ty, from),
        "f16" => of::<vyre::f16>(ty, from),
        "bf16" => of::<vyre::bf16>(ty, from),
        _ => Err(format!("this version knows no values of `{ty}`")),
    }
}

/// Arrays whose lengths are known only now, as the numbers in them.
struct Rows {
    flat: Box<dyn Elements>,
    /// The outermost length first.
    lengths: Vec<usize>,
}

impl Elements for Rows {
    fn len(&self) -> usize {
        self.flat.len() / self.lengths.iter().product::<usize>().max(1)
    }

    fn arg(&mut self, is_written: bool) -> Arg<'_> {
        self.flat.arg(is_written)
    }

    fn value(&self) -> Option<Arg<'static>> {
        if self.len() == 1 { self.flat.array() } else { None }
    }

    fn array(&self) -> Option<Arg<'static>> {
        self.flat.array()
    }

    fn items(&self) -> Vec<String> {
        let rows = |items: Vec<String>, length: &usize| {
            items.chunks((*length).max(1)).map(|row| format!("[{}]", row.join(", "))).collect()
        };
        self.lengths.iter().rev().fold(self.flat.items(), rows)
    }

    fn bytes(&self) -> Vec<u8> {
        self.flat.bytes()
    }
}

fn of<T: Item + Default>(ty: &str, from: &From<'_>) -> Result<Box<dyn Elements>, String> {
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

    fn array(&self) -> Option<Arg<'static>> {
        T::array(self)
    }

    fn items(&self) -> Vec<String> {
        self.iter().map(Item::print).collect()
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
    fn print(&self) -> String;
    /// The argument that elements are, as an array by value.
    fn array(items: &[Self]) -> Option<Arg<'static>>;
    /// Reads exactly [`BYTES`](Self::BYTES) bytes.
    fn read(bytes: &[u8]) -> Self;
    fn write(&self, bytes: &mut Vec<u8>);
}

macro_rules! integers {
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
            fn print(&self) -> String {
                self.to_string()
            }
            fn array(items: &[$Number]) -> Option<Arg<'static>> {
                Some(Arg::array(items))
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

integers! { u8, i8, u16, i16, u32, i32, u64, i64, u128 }

/// A `bool` is a 32-bit word in a file, as in device memory.
impl Item for bool {
    const BYTES: usize = 4;
    fn parse(text: &str) -> Option<bool> {
        text.parse().ok()
    }
    fn print(&self) -> String {
        self.to_string()
    }
    fn array(_: &[bool]) -> Option<Arg<'static>> {
        None
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
    fn print(&self) -> String {
        format!("{self:?}")
    }
    fn array(items: &[f32]) -> Option<Arg<'static>> {
        Some(Arg::array(items))
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
    fn print(&self) -> String {
        format!("{self:?}")
    }
    fn array(items: &[f64]) -> Option<Arg<'static>> {
        Some(Arg::array(items))
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
            fn print(&self) -> String {
                format!("{:?}", self.to_f32())
            }
            fn array(items: &[$Half]) -> Option<Arg<'static>> {
                Some(Arg::array(items))
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
    fn print(&self) -> String {
        self.to_vec().literal()
    }
    fn array(items: &[[T; N]]) -> Option<Arg<'static>> {
        T::array(items.as_flattened())
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
