//! What [`encode`](crate::algorithms::encode) encodes, decoded. What nobody can have encoded is [`Error::Decode`], with the place of the first byte that is wrong; where bytes are
//! missing, that is the end.

use super::quads::{at_least, word};
use super::starts::{starts, starts_and_total};
use crate::{Buffer, Error};
use vyre_macros::{function, kernel};

/// A place that nobody has found to be wrong.
const NOWHERE: u32 = u32::MAX;

/// The error of the first place that is wrong, if there is one.
fn held(wrong: &Buffer<u32>, format: &'static str) -> Result<(), Error> {
    match wrong.read()?.first() {
        Some(&at) if at != NOWHERE => Err(Error::Decode { at: at.into(), format }),
        _ => Ok(()),
    }
}

/// The values of four symbols, and ones in the bytes that are symbols.
#[function(crate = crate)]
fn values(symbols: u32) -> (u32, u32) {
    // A byte with eight bits is no symbol.
    let low = symbols & 0x7f7f_7f7f;
    // Where `+`, `/` with the digits behind it, and letters begin, and where what lies behind them does.
    let (plus, slash, digits) = (at_least(low, 43), at_least(low, 47), at_least(low, 48));
    let (upper, lower) = (at_least(low, 65), at_least(low, 97));
    let others = at_least(low, 44) + at_least(low, 58) + at_least(low, 91) + at_least(low, 123);
    let are_symbols = (plus + slash + upper + lower - others) & !(symbols >> 7);
    (low + 19 * plus - 3 * slash - 12 * digits - 69 * upper - 6 * lower, are_symbols)
}

/// Four symbols as three bytes.
#[function(crate = crate)]
fn group_of_base64(data: &[u8], i: u32, out: &mut [u8], wrong: &[AtomicU32]) {
    let at = 4 * i;
    if at < data.len() {
        let is_last = data.len() - at <= 4;
        let (mut bits, mut pads, mut bad) = (0u32, 0u32, 0xffff_ffffu32);
        for k in 0..4u32 {
            let place = at + k;
            bits <<= 6;
            if place < data.len() && bad == 0xffff_ffff {
                let symbol = data[place] as u32;
                let mut value = 64u32;
                if symbol >= 65 && symbol <= 90 {
                    value = symbol - 65;
                } else if symbol >= 97 && symbol <= 122 {
                    value = symbol - 71;
                } else if symbol >= 48 && symbol <= 57 {
                    value = symbol + 4;
                } else if symbol == 43 {
                    value = 62;
                } else if symbol == 47 {
                    value = 63;
                }
                if symbol == 61 && is_last && k >= 2 {
                    pads += 1;
                } else if pads > 0 {
                    // Padding that something follows.
                    bad = place - pads;
                } else if value == 64 {
                    bad = place;
                } else {
                    bits |= value;
                }
            }
        }
        if bad == 0xffff_ffff {
            if data.len() - at < 4 {
                bad = data.len();
            } else if pads == 1 && bits & 0xff != 0 {
                // Bits of the last symbol that no byte has.
                bad = at + 2;
            } else if pads == 2 && bits & 0xffff != 0 {
                bad = at + 1;
            }
        }
        if bad != 0xffff_ffff {
            wrong[0].fetch_min(bad);
        }
        for k in 0..3u32 {
            if 3 * i + k < out.len() {
                out[3 * i + k] = ((bits >> (16 - 8 * k)) & 0xff) as u8;
            }
        }
    }
}

/// Sixteen symbols, which are four words, as twelve bytes.
#[kernel(crate = crate)]
fn from_base64(data: &[u8], out: &mut [u8], wrong: &[AtomicU32]) {
    let i = invocation_id().x;
    let at = 16 * i;
    let mut is_done = false;
    // The last group may have padding.
    if at < data.len() && data.len() - at > 16 {
        let (mut all, mut are_symbols) = ([0u32; 4], 0x0101_0101u32);
        for group in 0..4u32 {
            let (four, are) = values(word(data, at + 4 * group));
            all[group] =
                (four & 63) << 18 | (four >> 8 & 63) << 12 | (four >> 16 & 63) << 6 | (four >> 24 & 63);
            are_symbols &= are;
        }
        is_done = are_symbols == 0x0101_0101;
        if is_done {
            for k in 0..12u32 {
                out[12 * i + k] = (all[k / 3] >> (16 - 8 * (k % 3))) as u8;
            }
        }
    }
    if !is_done {
        for group in 4 * i..4 * i + 4 {
            group_of_base64(data, group, out, wrong);
        }
    }
}

/// Base64 with the standard alphabet, padded and canonical, as of the crate `base64`.
///
/// ```
/// use vyre::{Error, algorithms::decode};
///
/// let device = vyre::Device::cpu();
/// assert_eq!(decode::base64(&device.buffer(b"bGlnaHQgdw==")?)?.read()?, b"light w");
/// let wrong = decode::base64(&device.buffer(b"bGln*HQgdw==")?);
/// assert!(matches!(wrong, Err(Error::Decode { at: 4, .. })));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`], or what a launch and a read can fail with.
pub fn base64(b: &Buffer<u8>) -> Result<Buffer<u8>, Error> {
    let (device, groups) = (b.device(), b.len().div_ceil(4));
    if groups == 0 {
        return device.zeros(0);
    }
    let end = b.read_range(b.len().saturating_sub(2)..)?;
    let pads = end.iter().rev().take_while(|symbol| **symbol == b'=').count();
    let (mut out, mut wrong) = (device.unwritten(3 * groups - pads)?, device.buffer(&[NOWHERE])?);
    from_base64(b, &mut out, &mut wrong).invocations([groups.div_ceil(4) as u32, 1, 1]).dispatch(device)?;
    held(&wrong, "Base64")?;
    Ok(out)
}

#[kernel(crate = crate)]
fn from_hex(data: &[u8], out: &mut [u8], wrong: &[AtomicU32]) {
    let i = invocation_id().x;
    if 2 * i < data.len() {
        let mut byte = 0u32;
        for k in 0..2u32 {
            let place = 2 * i + k;
            if place < data.len() {
                let digit = data[place] as u32;
                let mut value = 16u32;
                if digit >= 48 && digit <= 57 {
                    value = digit - 48;
                } else if digit >= 97 && digit <= 102 {
                    value = digit - 87;
                } else if digit >= 65 && digit <= 70 {
                    value = digit - 55;
                }
                if value == 16 {
                    wrong[0].fetch_min(place);
                }
                byte = byte << 4 | (value & 15);
            } else {
                wrong[0].fetch_min(place);
            }
        }
        if i < out.len() {
            out[i] = byte as u8;
        }
    }
}

/// Two hexadecimal digits for each byte, of either case, as of the crate `hex`.
///
/// ```
/// use vyre::{Error, algorithms::decode};
///
/// let device = vyre::Device::cpu();
/// assert_eq!(decode::hex(&device.buffer(b"c0FFee")?)?.read()?, [0xc0, 0xff, 0xee]);
/// let wrong = decode::hex(&device.buffer(b"c0f")?);
/// assert!(matches!(wrong, Err(Error::Decode { at: 3, .. })));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`], or what a launch and a read can fail with.
pub fn hex(b: &Buffer<u8>) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    if b.is_empty() {
        return device.zeros(0);
    }
    let (mut out, mut wrong) = (device.zeros(b.len() / 2)?, device.buffer(&[NOWHERE])?);
    from_hex(b, &mut out, &mut wrong).invocations([b.len().div_ceil(2) as u32, 1, 1]).dispatch(device)?;
    held(&wrong, "text of hexadecimal digits")?;
    Ok(out)
}

#[kernel(crate = crate)]
fn varint_ends(data: &[u8], ends: &mut [u32]) {
    let i = invocation_id().x;
    if i < ends.len() {
        ends[i] = if data[i] < 0x80 { 1 } else { 0 };
    }
}

/// The invocation of a number's first byte decodes it.
#[kernel(crate = crate)]
fn from_varint(data: &[u8], starts: &[u32], out: &mut [u64], wrong: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        let is_first = i == 0 || data[i - 1] < 0x80;
        if is_first {
            let (mut value, mut is_done) = (0u64, false);
            for k in 0..10u32 {
                if !is_done {
                    let place = i + k;
                    let byte = if place < data.len() { data[place] as u32 } else { 0x100 };
                    // Of the tenth byte there is one bit.
                    if byte == 0x100 || k == 9 && byte > 1 {
                        wrong[0].fetch_min(place);
                        is_done = true;
                    } else {
                        value |= ((byte & 0x7f) as u64) << (7 * k);
                        is_done = byte < 0x80;
                    }
                }
            }
            if starts[i] < out.len() {
                out[starts[i]] = value;
            }
        }
    }
}

/// LEB128 of at most 64 bits.
///
/// ```
/// use vyre::{Error, algorithms::decode};
///
/// let device = vyre::Device::cpu();
/// assert_eq!(decode::varint(&device.buffer(&[1u8, 0xac, 2])?)?.read()?, [1, 300]);
/// let wrong = decode::varint(&device.buffer(&[1u8, 0xac])?);
/// assert!(matches!(wrong, Err(Error::Decode { at: 2, .. })));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`], or what a launch and a read can fail with.
pub fn varint(b: &Buffer<u8>) -> Result<Buffer<u64>, Error> {
    let device = b.device();
    if b.is_empty() {
        return device.zeros(0);
    }
    let mut ends = device.zeros(b.len())?;
    varint_ends(b, &mut ends).dispatch(device)?;
    let (starts, count) = starts_and_total(&ends)?;
    let (mut out, mut wrong) = (device.zeros(count)?, device.buffer(&[NOWHERE])?);
    from_varint(b, &starts, &mut out, &mut wrong).invocations([b.len() as u32, 1, 1]).dispatch(device)?;
    held(&wrong, "LEB128 of 64 bits")?;
    Ok(out)
}

#[kernel(crate = crate)]
fn sums_from(starts: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = starts[i + 1];
    }
}

/// The running sums, modulo 2^32, each with its own number.
///
/// ```
/// let differences = vyre::Device::cpu().buffer(&[5u32, 2, u32::MAX])?;
/// assert_eq!(vyre::algorithms::decode::delta(&differences)?.read()?, [5, 7, 6]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn delta(b: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let mut out = b.device().zeros(b.len())?;
    if !b.is_empty() {
        sums_from(&starts(b)?, &mut out).dispatch(b.device())?;
    }
    Ok(out)
}

#[kernel(crate = crate)]
fn from_zigzag(values: &[u32], out: &mut [i32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = ((values[i] >> 1) ^ (0 - (values[i] & 1))) as i32;
    }
}

/// Signed numbers of those that [`zigzag`](crate::algorithms::encode::zigzag) gives.
///
/// ```
/// let numbers = vyre::Device::cpu().buffer(&[0, 1, 2, u32::MAX])?;
/// assert_eq!(vyre::algorithms::decode::zigzag(&numbers)?.read()?, [0, -1, 1, i32::MIN]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn zigzag(b: &Buffer<u32>) -> Result<Buffer<i32>, Error> {
    let mut out = b.device().zeros(b.len())?;
    if !b.is_empty() {
        from_zigzag(b, &mut out).dispatch(b.device())?;
    }
    Ok(out)
}

/// The sums of workgroups, in 64 bits.
#[kernel(crate = crate)]
fn wide_sums(counts: &[u32], sums: &mut [u64]) {
    let i = invocation_id().x;
    let count = if i < counts.len() { counts[i] as u64 } else { 0 };
    let sum = workgroup_sum(count);
    if local_id().x == 0 {
        sums[workgroup_id().x] = sum;
    }
}

/// Each element finds the run that it stands in.
#[kernel(crate = crate)]
fn from_runs(items: &[u32], starts: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        // The last run that starts here or before; runs of no elements are before another one that starts where they do.
        let (mut low, mut high) = (0u32, items.len());
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            if starts[middle] <= i {
                low = middle;
            } else {
                high = middle;
            }
        }
        out[i] = items[low];
    }
}

/// Each item as often as its count says.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (items, counts) = (device.buffer(&[7u32, 4, 7])?, device.buffer(&[3u32, 1, 1])?);
/// assert_eq!(vyre::algorithms::decode::run_length(&items, &counts)?.read()?, [7, 7, 7, 4, 7]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if there are more counts than items, or fewer; [`Error::Limit`] for more than 2^32 - 1 elements; or what a launch and a read can fail with.
pub fn run_length(items: &Buffer<u32>, counts: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    let device = items.device();
    if items.len() != counts.len() {
        return Err(Error::Length { expected: items.len() as u64, got: counts.len() as u64 });
    }
    if items.is_empty() {
        return device.zeros(0);
    }
    let groups = counts.len().div_ceil(256);
    let mut sums = device.zeros(groups)?;
    wide_sums(counts, &mut sums).workgroups([groups as u32, 1, 1]).dispatch(device)?;
    let total = sums.read()?.iter().fold(0u64, |total, sum| total.saturating_add(*sum));
    if total > u32::MAX.into() {
        let (asked, allowed) = (total.saturating_mul(4), u64::from(u32::MAX) * 4);
        return Err(Error::Limit { limit: crate::Limit::BufferSize, asked, allowed });
    }
    let mut out = device.zeros(total as usize)?;
    if total > 0 {
        from_runs(items, &starts(counts)?, &mut out).dispatch(device)?;
    }
    Ok(out)
}
