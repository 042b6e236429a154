//! The values of buffers, typed as the host sees them.

use vyre::Arg;
use vyre::ir::DataType;
use vyre::ir::value::{from_words, words};
use vyre_random::Contents;

/// The contents of one buffer.
#[derive(Clone, Debug)]
pub enum Data {
    /// Of a buffer of `U32`.
    U32(Vec<u32>),
    /// Of a buffer of `I32`.
    I32(Vec<i32>),
    /// Of a buffer of `U64`.
    U64(Vec<u64>),
    /// Of a buffer of `U128`.
    U128(Vec<u128>),
    /// Of a buffer of `Vec2U32`.
    Vec2U32(Vec<[u32; 2]>),
    /// Of a buffer of `Vec4U32`.
    Vec4U32(Vec<[u32; 4]>),
    /// Of a buffer of `Bool`.
    Bool(Vec<bool>),
    /// Of a buffer of `Bytes`.
    Bytes(Vec<u8>),
    /// Of a buffer of `F32`.
    F32(Vec<f32>),
    /// Of a buffer of `F64`.
    F64(Vec<f64>),
    /// Of a buffer of `F16`.
    F16(Vec<vyre::f16>),
    /// Of a buffer of `BF16`.
    BF16(Vec<vyre::bf16>),
    /// Of a buffer of `Vec2F32`.
    Vec2F32(Vec<[f32; 2]>),
    /// Of a buffer of `Vec4F32`.
    Vec4F32(Vec<[f32; 4]>),
}

/// By bits, so that a NaN equals itself.
impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.contents() == other.contents()
    }
}

impl Eq for Data {}

impl Data {
    /// What a random case says that a buffer of this type holds.
    pub fn of(ty: DataType, contents: &Contents) -> Data {
        let words = match contents {
            Contents::Bytes(bytes) => return Data::Bytes(bytes.clone()),
            Contents::Words(words) => words,
        };
        match ty.flat() {
            DataType::I32 => Data::I32(words.iter().map(|word| word.cast_signed()).collect()),
            DataType::Bool => Data::Bool(words.iter().map(|word| *word != 0).collect()),
            DataType::U64 => {
                let (pairs, _) = words.as_chunks();
                Data::U64(pairs.iter().map(|[low, high]| u64::from(*low) | u64::from(*high) << 32).collect())
            }
            DataType::U128 => {
                let (quads, _) = words.as_chunks::<4>();
                Data::U128(quads.iter().map(|words| from_words(words)).collect())
            }
            DataType::Vec2U32 => Data::Vec2U32(words.as_chunks().0.to_vec()),
            DataType::Vec4U32 => Data::Vec4U32(words.as_chunks().0.to_vec()),
            DataType::F32 => Data::F32(words.iter().map(|word| f32::from_bits(*word)).collect()),
            DataType::F64 => {
                let (pairs, _) = words.as_chunks();
                let bits = pairs.iter().map(|[low, high]| u64::from(*low) | u64::from(*high) << 32);
                Data::F64(bits.map(f64::from_bits).collect())
            }
            DataType::F16 => Data::F16(words.iter().map(|word| vyre::f16::from_bits(*word as u16)).collect()),
            DataType::BF16 => {
                Data::BF16(words.iter().map(|word| vyre::bf16::from_bits(*word as u16)).collect())
            }
            DataType::Vec2F32 => {
                Data::Vec2F32(words.as_chunks().0.iter().map(|lanes| lanes.map(f32::from_bits)).collect())
            }
            DataType::Vec4F32 => {
                Data::Vec4F32(words.as_chunks().0.iter().map(|lanes| lanes.map(f32::from_bits)).collect())
            }
            _ => Data::U32(words.clone()),
        }
    }

    /// The same as a random case says it.
    pub fn contents(&self) -> Contents {
        Contents::Words(match self {
            Data::Bytes(bytes) => return Contents::Bytes(bytes.clone()),
            Data::U32(data) => data.clone(),
            Data::I32(data) => data.iter().map(|number| number.cast_unsigned()).collect(),
            Data::U64(data) => {
                data.iter().flat_map(|number| [*number as u32, (number >> 32) as u32]).collect()
            }
            Data::U128(data) => data.iter().flat_map(|number| words(*number)).collect(),
            Data::Vec2U32(data) => data.as_flattened().to_vec(),
            Data::Vec4U32(data) => data.as_flattened().to_vec(),
            Data::Bool(data) => data.iter().map(|truth| u32::from(*truth)).collect(),
            Data::F32(data) => data.iter().map(|value| value.to_bits()).collect(),
            Data::F64(data) => {
                let bits = data.iter().map(|value| value.to_bits());
                bits.flat_map(|bits| [bits as u32, (bits >> 32) as u32]).collect()
            }
            Data::F16(data) => data.iter().map(|value| value.to_bits().into()).collect(),
            Data::BF16(data) => data.iter().map(|value| value.to_bits().into()).collect(),
            Data::Vec2F32(data) => data.as_flattened().iter().map(|value| value.to_bits()).collect(),
            Data::Vec4F32(data) => data.as_flattened().iter().map(|value| value.to_bits()).collect(),
        })
    }

    /// Reads a list of values.
    ///
    /// # Errors
    /// If the text is no such list; with what is wrong.
    pub fn parse(ty: DataType, text: &str) -> Result<Data, String> {
        Ok(match ty {
            DataType::U32 => Data::U32(list(text, int)?),
            DataType::I32 => Data::I32(list(text, int)?),
            DataType::U64 => Data::U64(list(text, int)?),
            DataType::U128 => Data::U128(list(text, long)?),
            DataType::Vec2U32 => Data::Vec2U32(list(text, lanes)?),
            DataType::Vec4U32 => Data::Vec4U32(list(text, lanes)?),
            DataType::Bool => Data::Bool(list(text, truth)?),
            DataType::Bytes => Data::Bytes(list(text, int)?),
            DataType::F32 => Data::F32(list(text, float)?),
            DataType::F64 => Data::F64(list(text, double)?),
            DataType::F16 => Data::F16(list(text, |item| float(item).map(vyre::f16::from_f32))?),
            DataType::BF16 => Data::BF16(list(text, |item| float(item).map(vyre::bf16::from_f32))?),
            other => return Err(format!("no values of `{other}`")),
        })
    }

    /// `len` zeros; that many bytes of `Bytes`.
    ///
    /// # Errors
    /// If there are no values of the type.
    pub fn zeros(ty: DataType, len: usize) -> Result<Data, String> {
        match ty {
            DataType::Tensor(tensor) => Data::zeros((*tensor.element).clone(), len),
            DataType::Bool => Ok(Data::Bool(vec![false; len])),
            DataType::Vec2U32 => Ok(Data::Vec2U32(vec![[0; 2]; len])),
            DataType::Vec4U32 => Ok(Data::Vec4U32(vec![[0; 4]; len])),
            DataType::F32 => Ok(Data::F32(vec![0.0; len])),
            DataType::F64 => Ok(Data::F64(vec![0.0; len])),
            DataType::Vec2F32 => Ok(Data::Vec2F32(vec![[0.0; 2]; len])),
            DataType::Vec4F32 => Ok(Data::Vec4F32(vec![[0.0; 4]; len])),
            _ if len == 0 => Data::parse(ty, ""),
            _ => Data::parse(ty, &format!("0 * {len}")),
        }
    }

    /// The number of elements; of bytes for `Bytes`.
    #[allow(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        match self {
            Data::U32(data) => data.len(),
            Data::I32(data) => data.len(),
            Data::U64(data) => data.len(),
            Data::U128(data) => data.len(),
            Data::Vec2U32(data) => data.len(),
            Data::Vec4U32(data) => data.len(),
            Data::Bool(data) => data.len(),
            Data::Bytes(data) => data.len(),
            Data::F32(data) => data.len(),
            Data::F64(data) => data.len(),
            Data::F16(data) => data.len(),
            Data::BF16(data) => data.len(),
            Data::Vec2F32(data) => data.len(),
            Data::Vec4F32(data) => data.len(),
        }
    }

    /// The argument for a buffer that is written, or only read.
    pub fn arg(&mut self, is_written: bool) -> Arg<'_> {
        macro_rules! arg {
            ($data:ident) => {
                if is_written { Arg::write($data) } else { Arg::read($data) }
            };
        }
        match self {
            Data::U32(data) => arg!(data),
            Data::I32(data) => arg!(data),
            Data::U64(data) => arg!(data),
            Data::U128(data) => arg!(data),
            Data::Vec2U32(data) => arg!(data),
            Data::Vec4U32(data) => arg!(data),
            Data::Bool(data) => arg!(data),
            Data::Bytes(data) => arg!(data),
            Data::F32(data) => arg!(data),
            Data::F64(data) => arg!(data),
            Data::F16(data) => arg!(data),
            Data::BF16(data) => arg!(data),
            Data::Vec2F32(data) => arg!(data),
            Data::Vec4F32(data) => arg!(data),
        }
    }
}

/// Splits at the commas outside of parentheses, and spells out `value * times` and `from..to`.
fn list<T: Clone>(text: &str, value: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let mut items: Vec<String> = Vec::new();
    let mut is_inside = false;
    for c in text.chars() {
        is_inside = (is_inside || c == '(') && c != ')';
        match items.last_mut() {
            Some(item) if c != ',' || is_inside => item.push(c),
            Some(_) => items.push(String::new()),
            None => items.push(c.to_string()),
        }
    }
    let mut values = Vec::new();
    for item in &items {
        if let Some((one, times)) = item.split_once('*') {
            let times: usize = int(times)?;
            values.extend(std::iter::repeat_n(value(one.trim())?, times));
        } else if let Some((from, to)) = item.split_once("..") {
            let (from, to): (u32, u32) = (int(from)?, int(to)?);
            for number in from..to {
                values.push(value(&number.to_string())?);
            }
        } else {
            values.push(value(item.trim())?);
        }
    }
    Ok(values)
}

fn int<T: TryFrom<i128>>(text: &str) -> Result<T, String> {
    let text = text.trim();
    let number = match text.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(&digits.replace('_', ""), 16).ok(),
        None => text.parse().ok(),
    };
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| format!("`{text}` is not a value"))
}

fn float(text: &str) -> Result<f32, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no float"))
}

fn double(text: &str) -> Result<f64, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no float"))
}

fn long(text: &str) -> Result<u128, String> {
    let text = text.trim();
    let number = match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(&digits.replace('_', ""), 16),
        None => text.parse(),
    };
    number.map_err(|_| format!("`{text}` is not a value"))
}

fn truth(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("`{text}` is not a truth value"))
}

fn lanes<const N: usize>(text: &str) -> Result<[u32; N], String> {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let lanes = inner.ok_or_else(|| format!("`{text}` is not in parentheses"))?;
    let lanes: Vec<u32> = lanes.split(',').map(int).collect::<Result<_, _>>()?;
    lanes.try_into().map_err(|_| format!("`{text}` has not {N} lanes"))
}

/// The round constants of SHA-256 (FIPS 180-4, 4.2.2): the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
pub const SHA256_K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
