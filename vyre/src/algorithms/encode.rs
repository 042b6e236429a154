//! Encodings of whole buffers. [`decode`](crate::algorithms::decode) is the way back.

use super::quads::{at_least, store_block};
use super::starts::starts_and_total;
use crate::{Buffer, Error};
use vyre_macros::{function, kernel};

/// Four values of six bits as symbols. Letters begin at 0 and 26, digits at 52, and `+` and `/` are the last two.
#[function(crate = crate)]
fn symbols(values: u32) -> u32 {
    values + 65 * 0x0101_0101 + 6 * at_least(values, 26)
        - 75 * at_least(values, 52)
        - 15 * at_least(values, 62)
        + 3 * at_least(values, 63)
}

/// The symbols of 24 bits.
#[function(crate = crate)]
fn of_three_bytes(bits: u32) -> u32 {
    symbols((bits >> 18 & 63) | (bits >> 12 & 63) << 8 | (bits >> 6 & 63) << 16 | (bits & 63) << 24)
}

/// Three bytes as four symbols; an invocation has twelve bytes, which are three words.
#[kernel(crate = crate)]
fn to_base64(data: &[u8], out: &mut [u8]) {
    let i = invocation_id().x;
    let at = 12 * i;
    if at < data.len() && data.len() - at >= 12 {
        let mut all = [0u32; 4];
        for group in 0..4u32 {
            let from = at + 3 * group;
            let bits = (data[from] as u32) << 16 | (data[from + 1] as u32) << 8 | data[from + 2] as u32;
            all[group] = of_three_bytes(bits);
        }
        store_block(all, i, out);
    } else {
        for group in 4 * i..(4 * i + 4).min(data.len().div_ceil(3)) {
            let left = data.len() - 3 * group;
            let mut bits = 0u32;
            for k in 0..3u32 {
                if k < left {
                    bits |= (data[3 * group + k] as u32) << (16 - 8 * k);
                }
            }
            let all = of_three_bytes(bits);
            for k in 0..4u32 {
                out[4 * group + k] = if k > left { b'=' } else { (all >> (8 * k)) as u8 };
            }
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
    let mut out = device.unwritten(4 * groups)?;
    if groups > 0 {
        to_base64(b, &mut out).invocations([groups.div_ceil(4) as u32, 1, 1]).dispatch(device)?;
    }
    Ok(out)
}

/// Two bytes, of which the first is the lower one, as four digits.
#[function(crate = crate)]
fn digits(bytes: u32) -> u32 {
    let values = (bytes >> 4 & 15) | (bytes & 15) << 8 | (bytes >> 12 & 15) << 16 | (bytes >> 8 & 15) << 24;
    values + 48 * 0x0101_0101 + 39 * at_least(values, 10)
}

/// A byte as two digits; an invocation has eight bytes, which are two words.
#[kernel(crate = crate)]
fn to_hex(data: &[u8], out: &mut [u8]) {
    let i = invocation_id().x;
    let at = 8 * i;
    if at < data.len() && data.len() - at >= 8 {
        let mut all = [0u32; 4];
        for pair in 0..4u32 {
            all[pair] = digits(data[at + 2 * pair] as u32 | (data[at + 2 * pair + 1] as u32) << 8);
        }
        store_block(all, i, out);
    } else {
        for at in at..data.len() {
            let both = digits(data[at] as u32);
            out[2 * at] = both as u8;
            out[2 * at + 1] = (both >> 8) as u8;
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
    let mut out = device.unwritten(2 * b.len())?;
    if !b.is_empty() {
        to_hex(b, &mut out).invocations([b.len().div_ceil(8) as u32, 1, 1]).dispatch(device)?;
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
