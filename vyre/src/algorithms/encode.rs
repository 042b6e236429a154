//! Encodings of whole buffers. [`decode`](crate::algorithms::decode) is the way back.

use super::starts::starts_and_total;
use crate::{Buffer, Error};
use vyre_macros::kernel;

/// Three bytes as four symbols.
#[kernel(crate = crate)]
fn to_base64(data: &[u8], out: &mut [u8]) {
    let i = invocation_id().x;
    let at = 3 * i;
    if at < data.len() {
        let left = data.len() - at;
        let mut bits = (data[at] as u32) << 16;
        if left > 1 {
            bits |= (data[at + 1] as u32) << 8;
        }
        if left > 2 {
            bits |= data[at + 2] as u32;
        }
        for k in 0..4u32 {
            let value = (bits >> (18 - 6 * k)) & 63;
            // Letters begin at 0 and 26, digits at 52, and `+` and `/` are the last two.
            let from = |first: u32| (value >= first) as u32;
            let symbol = value + 65 + 6 * from(26) - 75 * from(52) - 15 * from(62) + 3 * from(63);
            out[4 * i + k] = (if k > left { 61 } else { symbol }) as u8;
        }
    }
}

/// Base64 with the standard alphabet and padding, as of the crate `base64`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"light w")?;
/// assert_eq!(vyre::algorithms::encode::base64(&data)?.read()?, b"bGlnaHQgdw==");
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn base64(b: &Buffer<u8>) -> Result<Buffer<u8>, Error> {
    let (device, groups) = (b.device(), b.len().div_ceil(3));
    let mut out = device.zeros(4 * groups)?;
    if groups > 0 {
        to_base64(b, &mut out).invocations([groups as u32, 1, 1]).dispatch(device)?;
    }
    Ok(out)
}

/// Two bytes as four digits.
#[kernel(crate = crate)]
fn to_hex(data: &[u8], out: &mut [u8]) {
    let i = invocation_id().x;
    let pair = if 2 * i + 1 < data.len() {
        (data[2 * i] as u32) << 8 | data[2 * i + 1] as u32
    } else if 2 * i < data.len() {
        (data[2 * i] as u32) << 8
    } else {
        0
    };
    if 4 * i + 3 < out.len() {
        for k in 0..4u32 {
            let value = (pair >> (12 - 4 * k)) & 15;
            out[4 * i + k] = (if value < 10 { value + 48 } else { value + 87 }) as u8;
        }
    } else if 4 * i + 1 < out.len() {
        for k in 0..2u32 {
            let value = (pair >> (12 - 4 * k)) & 15;
            out[4 * i + k] = (if value < 10 { value + 48 } else { value + 87 }) as u8;
        }
    }
}

/// Two hexadecimal digits for each byte, in lower case, as of the crate `hex`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(&[0xc0, 0xff, 0xeeu8])?;
/// assert_eq!(vyre::algorithms::encode::hex(&data)?.read()?, b"c0ffee");
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn hex(b: &Buffer<u8>) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    let mut out = device.zeros(2 * b.len())?;
    if !b.is_empty() {
        to_hex(b, &mut out).invocations([b.len().div_ceil(2) as u32, 1, 1]).dispatch(device)?;
    }
    Ok(out)
}

#[kernel(crate = crate)]
fn varint_sizes(values: &[u64], sizes: &mut [u32]) {
    let i = invocation_id().x;
    if i < sizes.len() {
        let bits = 64 - (values[i] | 1).leading_zeros();
        sizes[i] = (bits + 6) / 7;
    }
}

#[kernel(crate = crate)]
fn to_varint(values: &[u64], starts: &[u32], out: &mut [u8]) {
    let i = invocation_id().x;
    if i < values.len() {
        let (start, end) = (starts[i], starts[i + 1]);
        let mut rest = values[i];
        for at in start..end {
            let more = if at + 1 < end { 0x80u64 } else { 0 };
            out[at] = ((rest & 0x7f) | more) as u8;
            rest >>= 7;
        }
    }
}

/// LEB128: seven bits in each byte, the lowest first, and the highest bit of each byte but a number's last.
///
/// ```
/// let numbers = vyre::Device::cpu().buffer(&[1u64, 300])?;
/// assert_eq!(vyre::algorithms::encode::varint(&numbers)?.read()?, [1, 0xac, 2]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn varint(b: &Buffer<u64>) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    let mut sizes = device.zeros(b.len())?;
    if b.is_empty() {
        return device.zeros(0);
    }
    varint_sizes(b, &mut sizes).dispatch(device)?;
    let (starts, total) = starts_and_total(&sizes)?;
    let mut out = device.zeros(total)?;
    to_varint(b, &starts, &mut out).invocations([b.len() as u32, 1, 1]).dispatch(device)?;
    Ok(out)
}

#[kernel(crate = crate)]
fn to_delta(values: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let before = if i == 0 { 0 } else { values[i - 1] };
        out[i] = values[i] - before;
    }
}

/// The difference of each number from the one before it, modulo 2^32, and of the first from 0.
///
/// ```
/// let numbers = vyre::Device::cpu().buffer(&[5u32, 7, 6])?;
/// assert_eq!(vyre::algorithms::encode::delta(&numbers)?.read()?, [5, 2, u32::MAX]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn delta(b: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let mut out = b.device().zeros(b.len())?;
    if !b.is_empty() {
        to_delta(b, &mut out).dispatch(b.device())?;
    }
    Ok(out)
}

#[kernel(crate = crate)]
fn to_zigzag(values: &[i32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = ((values[i] << 1) ^ (values[i] >> 31)) as u32;
    }
}

/// Signed numbers as unsigned ones, those near 0 as small ones: 0, -1, 1, -2 as 0, 1, 2, 3.
///
/// ```
/// let numbers = vyre::Device::cpu().buffer(&[0, -1, 1, i32::MIN])?;
/// assert_eq!(vyre::algorithms::encode::zigzag(&numbers)?.read()?, [0, 1, 2, u32::MAX]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn zigzag(b: &Buffer<i32>) -> Result<Buffer<u32>, Error> {
    let mut out = b.device().zeros(b.len())?;
    if !b.is_empty() {
        to_zigzag(b, &mut out).dispatch(b.device())?;
    }
    Ok(out)
}

#[kernel(crate = crate)]
fn run_begins(values: &[u32], begins: &mut [u32]) {
    let i = invocation_id().x;
    if i < begins.len() {
        let is_first = i == 0 || values[i] != values[i - 1];
        begins[i] = if is_first { 1 } else { 0 };
    }
}

#[kernel(crate = crate)]
fn run_items(values: &[u32], starts: &[u32], items: &mut [u32], places: &mut [u32]) {
    let i = invocation_id().x;
    if i < values.len() && starts[i] != starts[i + 1] {
        items[starts[i]] = values[i];
        places[starts[i]] = i;
    }
}

#[kernel(crate = crate)]
fn run_counts(places: &[u32], len: u32, counts: &mut [u32]) {
    let i = invocation_id().x;
    if i < counts.len() {
        let end = if i + 1 < counts.len() { places[i + 1] } else { len };
        counts[i] = end - places[i];
    }
}

/// The items that stand several times behind one another, each once, and how often each stands there.
///
/// ```
/// let numbers = vyre::Device::cpu().buffer(&[7u32, 7, 7, 4, 7])?;
/// let (items, counts) = vyre::algorithms::encode::run_length(&numbers)?;
/// assert_eq!((items.read()?, counts.read()?), (vec![7, 4, 7], vec![3, 1, 1]));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn run_length(b: &Buffer<u32>) -> Result<(Buffer<u32>, Buffer<u32>), Error> {
    let device = b.device();
    if b.is_empty() {
        return Ok((device.zeros(0)?, device.zeros(0)?));
    }
    let mut begins = device.zeros(b.len())?;
    run_begins(b, &mut begins).dispatch(device)?;
    let (starts, runs) = starts_and_total(&begins)?;
    let (mut items, mut places, mut counts) = (device.zeros(runs)?, device.zeros(runs)?, device.zeros(runs)?);
    run_items(b, &starts, &mut items, &mut places).invocations([b.len() as u32, 1, 1]).dispatch(device)?;
    run_counts(&places, b.len() as u32, &mut counts).dispatch(device)?;
    Ok((items, counts))
}

/// The code point that begins with a unit; 0xffff_ffff for a unit that belongs to the one before it.
#[vyre_macros::function(crate = crate)]
fn code_point(units: &[u16], at: u32) -> u32 {
    let unit = units[at] as u32;
    let mut point = unit;
    if unit >> 11 == 27 {
        // A half of a pair: alone it is what std's lossy conversion makes of it.
        point = 0xfffd;
        if unit < 0xdc00 {
            if at + 1 < units.len() && (units[at + 1] as u32) >> 10 == 55 {
                point = 0x1_0000 + ((unit & 0x3ff) << 10) + (units[at + 1] as u32 & 0x3ff);
            }
        } else if at > 0 && (units[at - 1] as u32) >> 10 == 54 {
            point = 0xffff_ffff;
        }
    }
    point
}

#[kernel(crate = crate)]
fn utf8_sizes(units: &[u16], sizes: &mut [u32]) {
    let i = invocation_id().x;
    if i < sizes.len() {
        let point: u32 = code_point(units, i);
        sizes[i] = if point == 0xffff_ffff {
            0
        } else if point < 0x80 {
            1
        } else if point < 0x800 {
            2
        } else if point < 0x1_0000 {
            3
        } else {
            4
        };
    }
}

#[kernel(crate = crate)]
fn to_utf8(units: &[u16], starts: &[u32], out: &mut [u8]) {
    let i = invocation_id().x;
    if i < units.len() {
        let point: u32 = code_point(units, i);
        let (start, size) = (starts[i], starts[i + 1] - starts[i]);
        if size == 1 {
            out[start] = point as u8;
        } else if size > 1 {
            // As many leading ones as there are bytes.
            let first = (0xf00 >> size) & 0xff;
            out[start] = (first | (point >> (6 * (size - 1)))) as u8;
            for k in 1..size {
                out[start + k] = (0x80 | ((point >> (6 * (size - 1 - k))) & 0x3f)) as u8;
            }
        }
    }
}

/// UTF-16 as UTF-8. A surrogate without its partner becomes U+FFFD, as of [`String::from_utf16_lossy`].
///
/// ```
/// let units: Vec<u16> = "Maß 𝄞".encode_utf16().collect();
/// let units = vyre::Device::cpu().buffer(&units)?;
/// assert_eq!(vyre::algorithms::encode::utf16_to_utf8(&units)?.read()?, "Maß 𝄞".as_bytes());
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn utf16_to_utf8(b: &Buffer<u16>) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    if b.is_empty() {
        return device.zeros(0);
    }
    let mut sizes = device.zeros(b.len())?;
    utf8_sizes(b, &mut sizes).dispatch(device)?;
    let (starts, total) = starts_and_total(&sizes)?;
    let mut out = device.zeros(total)?;
    to_utf8(b, &starts, &mut out).invocations([b.len() as u32, 1, 1]).dispatch(device)?;
    Ok(out)
}
