//! Hashes of bytes: of a whole buffer, and `_many`, of each of the messages that lie behind one another in it. The message `i` is the bytes from `offsets[i]` to
//! `offsets[i + 1]`, as far as the buffer has them.
//!
//! CRCs, Adler-32 and BLAKE3 of a buffer are computed by many invocations. The other hashes of one message are sequential by nature, so one invocation does it, in several launches if
//! the message is long: a GPU is at its best with many messages.

use super::longest;
use crate::{Buffer, Element, Error};
use vyre_macros::kernel;

/// Two kernels for a hash that goes through a message step by step: one that goes on with every message, for a long one, and one that comes to the end. And what launches them.
macro_rules! streamed {
    ($($name:ident: state $State:tt, a step of $bytes:literal bytes by $steps:ident, $most:literal at once,
        end |$state:ident, $message:ident $(, $param:ident: $Param:ty)?| -> $Out:tt { $end:expr })*) => {$(
        mod $name {
            use super::{kernel, longest};
            use crate::{Buffer, Error};

            #[kernel(crate = crate, workgroup_size = 64)]
            fn advance(data: &[u8], offsets: &[u32], states: &mut [$State], start: $State, from: u32, to: u32) {
                let i = invocation_id().x;
                if i < states.len() {
                    let message = &data[offsets[i]..offsets[i + 1]];
                    let state = if from == 0 { start } else { states[i] };
                    let last = to.min(message.len() / $bytes);
                    states[i] = crate::ops::hash::$steps(state, message, from, last);
                }
            }

            #[kernel(crate = crate, workgroup_size = 64)]
            fn finish(data: &[u8], offsets: &[u32], states: &[$State], start: $State, from: u32, $($param: $Param,)? out: &mut [$Out]) {
                let i = invocation_id().x;
                if i < out.len() {
                    let $message = &data[offsets[i]..offsets[i + 1]];
                    let before = if from == 0 { start } else { states[i] };
                    let $state: $State = crate::ops::hash::$steps(before, $message, from, $message.len() / $bytes);
                    out[i] = $end;
                }
            }

            pub(super) fn many(data: &Buffer<u8>, offsets: &Buffer<u32>, start: $State $(, $param: $Param)?) -> Result<Buffer<$Out>, Error> {
                const MOST: u32 = $most;
                let (device, count) = (data.device(), offsets.len().saturating_sub(1));
                let mut out = device.zeros::<$Out>(count)?;
                if count == 0 {
                    return Ok(out);
                }
                let steps = longest(data.len(), offsets)? / $bytes;
                let mut states = device.zeros::<$State>(if steps > MOST { count } else { 1 })?;
                let mut from = 0;
                while steps - from > MOST {
                    advance(data, offsets, &mut states, start, from, from + MOST).dispatch(device)?;
                    from += MOST;
                }
                finish(data, offsets, &states, start, from, $($param,)? &mut out).dispatch(device)?;
                Ok(out)
            }
        }
    )*};
}

// As many steps at once as keep the rounds of an invocation, those of loops inside included, well below the 65,535 that lavapipe allows.
streamed! {
    crc32_kernels: state u32, a step of 1 bytes by crc32_steps, 32_768 at once, end |state, message| -> u32 { !state }
    crc32c_kernels: state u32, a step of 1 bytes by crc32c_steps, 32_768 at once, end |state, message| -> u32 { !state }
    adler32_kernels: state u32, a step of 1 bytes by adler32_steps, 32_768 at once, end |state, message| -> u32 { state }
    xxh32_kernels: state [u32; 4], a step of 16 bytes by xxh32_steps, 8_192 at once,
        end |state, message, seed: u32| -> u32 { crate::ops::hash::xxh32_end(state, message, seed) }
    murmur3_32_kernels: state u32, a step of 4 bytes by murmur3_32_steps, 32_768 at once,
        end |state, message| -> u32 { crate::ops::hash::murmur3_32_end(state, message) }
    xxh64_kernels: state [u64; 4], a step of 32 bytes by xxh64_steps, 8_192 at once,
        end |state, message, seed: u64| -> u64 { crate::ops::hash::xxh64_end(state, message, seed) }
    siphash13_kernels: state [u64; 4], a step of 8 bytes by siphash13_steps, 32_768 at once,
        end |state, message| -> u64 { crate::ops::hash::siphash13_end(state, message) }
    sha256_kernels: state [u32; 8], a step of 64 bytes by sha256_steps, 512 at once,
        end |state, message| -> [u8; 32] { crate::ops::hash::sha256_end(state, message) }
    md5_kernels: state [u32; 4], a step of 64 bytes by md5_steps, 512 at once,
        end |state, message| -> [u8; 16] { crate::ops::hash::md5_end(state, message) }
}

/// What `many` gives of a buffer as one message.
fn whole<T: Element>(
    b: &Buffer<u8>,
    many: impl Fn(&Buffer<u32>) -> Result<Buffer<T>, Error>,
) -> Result<T, Error> {
    let offsets = b.device().buffer(&[0, u32::try_from(b.len()).unwrap_or(u32::MAX)])?;
    let digests = many(&offsets)?.read()?;
    digests.first().copied().ok_or(Error::Length { expected: 1, got: 0 })
}

/// The offsets of pieces of one length but the last, few enough for the host to join what they give, and the length.
fn pieces(len: usize) -> (Vec<u32>, u64) {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    let piece = len.div_ceil(1 << 16).max(4096);
    let starts = (0..len.div_ceil(piece).max(1)).map(|at| at * piece);
    (starts.chain([len]).collect(), piece.into())
}

/// A CRC of a buffer from those of its pieces.
fn crc(
    data: &Buffer<u8>,
    polynomial: u32,
    many: impl Fn(&Buffer<u8>, &Buffer<u32>) -> Result<Buffer<u32>, Error>,
) -> Result<u32, Error> {
    let (offsets, piece) = pieces(data.len());
    let crcs = many(data, &data.device().buffer(&offsets)?)?.read()?;
    let last = data.len() as u64 - u64::from(offsets[offsets.len() - 2]);
    let (shift, shift_of_last) = (power_of_x(8 * piece, polynomial), power_of_x(8 * last, polynomial));
    let joined = crcs.iter().enumerate().fold(0, |joined, (at, crc)| {
        let by = if at + 1 == crcs.len() { shift_of_last } else { shift };
        product(joined, by, polynomial) ^ crc
    });
    Ok(joined)
}

/// The product of two polynomials modulo a third, the coefficient of `x^0` in the highest bit.
fn product(a: u32, mut b: u32, polynomial: u32) -> u32 {
    let mut sum = 0;
    for bit in (0..32).rev() {
        sum ^= b * (a >> bit & 1);
        b = (b >> 1) ^ (polynomial * (b & 1));
    }
    sum
}

/// `x^exponent` modulo the polynomial.
fn power_of_x(mut exponent: u64, polynomial: u32) -> u32 {
    let (mut result, mut square) = (1 << 31, 1 << 30);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square, polynomial);
        }
        square = product(square, square, polynomial);
        exponent >>= 1;
    }
    result
}

/// CRC-32 (IEEE 802.3), as of zlib, PNG and the crate `crc32fast`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"123456789")?;
/// assert_eq!(vyre::algorithms::hash::crc32(&data)?, 0xcbf4_3926);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn crc32(b: &Buffer<u8>) -> Result<u32, Error> {
    crc(b, 0xedb8_8320, crc32_many)
}

/// [`crc32`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"aab")?, device.buffer(&[0u32, 1, 3, 3])?);
/// assert_eq!(vyre::algorithms::hash::crc32_many(&data, &offsets)?.read()?, [0xe8b7_be43, 0x9e83_486d, 0]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn crc32_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    crc32_kernels::many(b, offsets, u32::MAX)
}

/// CRC-32C (Castagnoli), as of iSCSI, ext4 and the crate `crc32c`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"123456789")?;
/// assert_eq!(vyre::algorithms::hash::crc32c(&data)?, 0xe306_9283);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn crc32c(b: &Buffer<u8>) -> Result<u32, Error> {
    crc(b, 0x82f6_3b78, crc32c_many)
}

/// [`crc32c`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"123456789")?, device.buffer(&[0u32, 9, 9])?);
/// assert_eq!(vyre::algorithms::hash::crc32c_many(&data, &offsets)?.read()?, [0xe306_9283, 0]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn crc32c_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    crc32c_kernels::many(b, offsets, u32::MAX)
}

/// Adler-32, as of zlib.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"Wikipedia")?;
/// assert_eq!(vyre::algorithms::hash::adler32(&data)?, 0x11e6_0398);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn adler32(b: &Buffer<u8>) -> Result<u32, Error> {
    const MODULUS: u64 = 65_521;
    let (offsets, _) = pieces(b.len());
    let sums = adler32_many(b, &b.device().buffer(&offsets)?)?.read()?;
    let mut joined = (1, 0);
    for (sums, ends) in sums.into_iter().zip(offsets.windows(2)) {
        let (low, high) = (u64::from(sums & 0xffff), u64::from(sums >> 16));
        // The second sum has the first one of what stands before once for each byte; each piece begins it with 1.
        let before: u64 = joined.0 + MODULUS - 1;
        let len = u64::from(ends[1] - ends[0]) % MODULUS;
        joined = ((before + low) % MODULUS, (joined.1 + high + len * before) % MODULUS);
    }
    Ok((joined.1 << 16 | joined.0) as u32)
}

/// [`adler32`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"Wikipedia")?, device.buffer(&[0u32, 9, 9])?);
/// assert_eq!(vyre::algorithms::hash::adler32_many(&data, &offsets)?.read()?, [0x11e6_0398, 1]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn adler32_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<u32>, Error> {
    adler32_kernels::many(b, offsets, 1)
}

/// xxHash32, as of the crate `twox-hash`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"abc")?;
/// assert_eq!(vyre::algorithms::hash::xxh32(&data, 0)?, 0x32d1_53ff);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn xxh32(b: &Buffer<u8>, seed: u32) -> Result<u32, Error> {
    whole(b, |offsets| xxh32_many(b, offsets, seed))
}

/// [`xxh32`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"abc")?, device.buffer(&[0u32, 3, 3])?);
/// assert_eq!(vyre::algorithms::hash::xxh32_many(&data, &offsets, 0)?.read()?, [0x32d1_53ff, 0x02cc_5d05]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn xxh32_many(b: &Buffer<u8>, offsets: &Buffer<u32>, seed: u32) -> Result<Buffer<u32>, Error> {
    xxh32_kernels::many(b, offsets, xxh32_start(seed), seed)
}

fn xxh32_start(seed: u32) -> [u32; 4] {
    let (one, two) = (0x9e37_79b1, 0x85eb_ca77);
    [seed.wrapping_add(one).wrapping_add(two), seed.wrapping_add(two), seed, seed.wrapping_sub(one)]
}

/// MurmurHash3 of 32 bits (`x86_32`).
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"test")?;
/// assert_eq!(vyre::algorithms::hash::murmur3_32(&data, 0x9747_b28c)?, 0x704b_81dc);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn murmur3_32(b: &Buffer<u8>, seed: u32) -> Result<u32, Error> {
    whole(b, |offsets| murmur3_32_many(b, offsets, seed))
}

/// [`murmur3_32`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"test")?, device.buffer(&[0u32, 4, 4])?);
/// assert_eq!(vyre::algorithms::hash::murmur3_32_many(&data, &offsets, 0)?.read()?, [0xba6b_d213, 0]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn murmur3_32_many(b: &Buffer<u8>, offsets: &Buffer<u32>, seed: u32) -> Result<Buffer<u32>, Error> {
    murmur3_32_kernels::many(b, offsets, seed)
}

/// xxHash64, as of the crate `twox-hash`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"abc")?;
/// assert_eq!(vyre::algorithms::hash::xxh64(&data, 0)?, 0x44bc_2cf5_ad77_0999);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn xxh64(b: &Buffer<u8>, seed: u64) -> Result<u64, Error> {
    whole(b, |offsets| xxh64_many(b, offsets, seed))
}

/// [`xxh64`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"abc")?, device.buffer(&[0u32, 3, 3])?);
/// let hashes = vyre::algorithms::hash::xxh64_many(&data, &offsets, 0)?.read()?;
/// assert_eq!(hashes, [0x44bc_2cf5_ad77_0999, 0xef46_db37_51d8_e999]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn xxh64_many(b: &Buffer<u8>, offsets: &Buffer<u32>, seed: u64) -> Result<Buffer<u64>, Error> {
    xxh64_kernels::many(b, offsets, xxh64_start(seed), seed)
}

fn xxh64_start(seed: u64) -> [u64; 4] {
    let (one, two) = (0x9e37_79b1_85eb_ca87, 0xc2b2_ae3d_27d4_eb4f);
    [seed.wrapping_add(one).wrapping_add(two), seed.wrapping_add(two), seed, seed.wrapping_sub(one)]
}

/// SipHash-1-3 with a key of two numbers, as of the crate `siphasher`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"")?;
/// let key = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
/// assert_eq!(vyre::algorithms::hash::siphash13(&data, key)?, 0xabac_0158_050f_c4dc);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn siphash13(b: &Buffer<u8>, key: [u64; 2]) -> Result<u64, Error> {
    whole(b, |offsets| siphash13_many(b, offsets, key))
}

/// [`siphash13`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"ab")?, device.buffer(&[0u32, 1, 2])?);
/// let hashes = vyre::algorithms::hash::siphash13_many(&data, &offsets, [1, 2])?.read()?;
/// assert_eq!(hashes[1], vyre::algorithms::hash::siphash13(&device.buffer(b"b")?, [1, 2])?);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn siphash13_many(b: &Buffer<u8>, offsets: &Buffer<u32>, key: [u64; 2]) -> Result<Buffer<u64>, Error> {
    siphash13_kernels::many(b, offsets, siphash13_start(key))
}

fn siphash13_start([low, high]: [u64; 2]) -> [u64; 4] {
    [
        low ^ 0x736f_6d65_7073_6575,
        high ^ 0x646f_7261_6e64_6f6d,
        low ^ 0x6c79_6765_6e65_7261,
        high ^ 0x7465_6462_7974_6573,
    ]
}

/// How the square roots of the first primes go on behind the point, with which SHA-256 starts.
const SHA256_START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// SHA-256 (FIPS 180-4), as of the crate `sha2`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"abc")?;
/// assert_eq!(vyre::algorithms::hash::sha256(&data)?[..4], [0xba, 0x78, 0x16, 0xbf]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn sha256(b: &Buffer<u8>) -> Result<[u8; 32], Error> {
    whole(b, |offsets| sha256_many(b, offsets))
}

/// [`sha256`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"abc")?, device.buffer(&[0u32, 3, 3])?);
/// let digests = vyre::algorithms::hash::sha256_many(&data, &offsets)?.read()?;
/// assert_eq!((digests[0][..2].to_vec(), digests[1][..2].to_vec()), (vec![0xba, 0x78], vec![0xe3, 0xb0]));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn sha256_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<[u8; 32]>, Error> {
    sha256_kernels::many(b, offsets, SHA256_START)
}

const MD5_START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

/// MD5 (RFC 1321), as of the crate `md-5`, for what asks for it; it keeps nothing safe.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"abc")?;
/// assert_eq!(vyre::algorithms::hash::md5(&data)?[..4], [0x90, 0x01, 0x50, 0x98]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn md5(b: &Buffer<u8>) -> Result<[u8; 16], Error> {
    whole(b, |offsets| md5_many(b, offsets))
}

/// [`md5`] of each message.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"abc")?, device.buffer(&[0u32, 3, 3])?);
/// let digests = vyre::algorithms::hash::md5_many(&data, &offsets)?.read()?;
/// assert_eq!((digests[0][..2].to_vec(), digests[1][..2].to_vec()), (vec![0x90, 0x01], vec![0xd4, 0x1d]));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch can fail with.
pub fn md5_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<[u8; 16]>, Error> {
    md5_kernels::many(b, offsets, MD5_START)
}

/// A leaf of BLAKE3's tree for each invocation: 1,024 bytes of a message.
#[kernel(crate = crate, workgroup_size = 64)]
fn blake3_leaves(data: &[u8], start: u32, end: u32, out: &mut [[u32; 8]], is_root: bool) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = crate::ops::hash::blake3_chunk(&data[start..end], i, is_root);
    }
}

/// A level of the tree. A node without a partner goes up as it is.
#[kernel(crate = crate, workgroup_size = 64)]
fn blake3_parents(nodes: &[[u32; 8]], out: &mut [[u32; 8]], is_root: bool) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = if 2 * i + 1 < nodes.len() {
            crate::ops::hash::blake3_parent(nodes[2 * i], nodes[2 * i + 1], is_root)
        } else {
            nodes[2 * i]
        };
    }
}

/// A message for each invocation, if it is short.
#[kernel(crate = crate, workgroup_size = 64)]
fn blake3_messages(data: &[u8], offsets: &[u32], most: u32, out: &mut [[u8; 32]]) {
    let i = invocation_id().x;
    if i < out.len() {
        let message = &data[offsets[i]..offsets[i + 1]];
        if message.len() <= most {
            out[i] = crate::ops::hash::blake3(message);
        }
    }
}

/// The digest of the bytes from `start` to `end`, by the tree.
fn blake3_tree(b: &Buffer<u8>, start: u32, end: u32) -> Result<[u8; 32], Error> {
    let device = b.device();
    let leaves = end.saturating_sub(start).div_ceil(1024).max(1) as usize;
    let mut nodes = device.zeros::<[u32; 8]>(leaves)?;
    blake3_leaves(b, start, end, &mut nodes, leaves == 1).dispatch(device)?;
    while nodes.len() > 1 {
        let mut above = device.zeros::<[u32; 8]>(nodes.len().div_ceil(2))?;
        let is_root = above.len() == 1;
        blake3_parents(&nodes, &mut above, is_root).dispatch(device)?;
        nodes = above;
    }
    let root = nodes.read()?;
    let bytes = root.iter().flatten().flat_map(|word| word.to_le_bytes());
    let mut digest = [0; 32];
    digest.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    Ok(digest)
}

/// BLAKE3 without a key, as of the crate `blake3`.
///
/// ```
/// let data = vyre::Device::cpu().buffer(b"abc")?;
/// assert_eq!(vyre::algorithms::hash::blake3(&data)?[..4], [0x64, 0x37, 0xb3, 0xac]);
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn blake3(b: &Buffer<u8>) -> Result<[u8; 32], Error> {
    blake3_tree(b, 0, u32::try_from(b.len()).unwrap_or(u32::MAX))
}

/// [`blake3`] of each message. Short ones have an invocation each, and long ones are computed by many.
///
/// ```
/// let device = vyre::Device::cpu();
/// let (data, offsets) = (device.buffer(b"abc")?, device.buffer(&[0u32, 3, 3])?);
/// let digests = vyre::algorithms::hash::blake3_many(&data, &offsets)?.read()?;
/// assert_eq!((digests[0][..2].to_vec(), digests[1][..2].to_vec()), (vec![0x64, 0x37], vec![0xaf, 0x13]));
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// What a launch and a read can fail with.
pub fn blake3_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Buffer<[u8; 32]>, Error> {
    const SHORT: u32 = 16 << 10;
    let (device, count) = (b.device(), offsets.len().saturating_sub(1));
    let mut out = device.zeros::<[u8; 32]>(count)?;
    if count == 0 {
        return Ok(out);
    }
    blake3_messages(b, offsets, SHORT, &mut out).dispatch(device)?;
    if longest(b.len(), offsets)? > SHORT {
        let len = u32::try_from(b.len()).unwrap_or(u32::MAX);
        for (at, ends) in offsets.read()?.windows(2).enumerate() {
            let end = ends[1].min(len);
            if end.saturating_sub(ends[0]) > SHORT {
                out.write_at(at, &[blake3_tree(b, ends[0], end)?])?;
            }
        }
    }
    Ok(out)
}
