//! Decompression. An invocation decompresses a block, byte by byte, and goes on in another launch where one would take too long; so this is at its best with many blocks.

use crate::{Buffer, Device, DeviceKind, Error};
use vyre_macros::{function, kernel};

/// How many bytes an invocation moves or reads in a launch. Software adapters end loops after 65,535 rounds, those of all loops and of up to 16 invocations together.
fn rounds(device: &Device) -> u32 {
    if device.info().kind() == DeviceKind::SoftwareGpu { 3_500 } else { 50_000 }
}

/// Where a decoder is: the places in its input and its output, how many bytes are left of what it copies, and from how far back: 0 for bytes of the input.
/// The last number is 1 more than the place of a mistake.
type State = [u32; 5];

/// Writes one byte of what is being copied.
#[function(crate = crate)]
fn copied(input: &[u8], output: &mut [u8], state: &mut [u32; 5]) {
    if state[3] == 0 {
        output[state[1]] = input[state[0]];
        state[0] += 1;
    } else {
        output[state[1]] = output[state[1] - state[3]];
    }
    state[1] += 1;
    state[2] -= 1;
}

/// Rounds of LZ4's blocks. In the state, the highest bit of what is left says that a match follows the literals: it is that of the last token, in `matches`.
#[kernel(crate = crate, workgroup_size = 64)]
fn lz4_rounds(
    data: &[u8],
    offsets: &[u32],
    output_offsets: &[u32],
    out: &mut [u8],
    states: &mut [[u32; 5]],
    matches: &mut [u32],
    rounds: u32,
) {
    let i = invocation_id().x;
    if i < states.len() {
        let input = &data[offsets[i]..offsets[i + 1]];
        let output = &mut out[output_offsets[i]..output_offsets[i + 1]];
        let (size, room) = (input.len(), output.len());
        let mut state = states[i];
        // 0: a token is next. Else the low four bits of a token, plus 1: its match is next.
        let mut pending = matches[i];
        let mut round = 0u32;
        while round < rounds && state[4] == 0 {
            round += 1;
            if state[2] > 0 {
                copied(input, output, &mut state);
            } else if pending == 0 {
                if state[0] == size {
                    // Only an empty block has no token, and then no output.
                    if room > 0 {
                        state[4] = size + 1;
                    }
                    round = rounds;
                } else {
                    let token = input[state[0]] as u32;
                    state[0] += 1;
                    let mut len = token >> 4;
                    if len == 15 {
                        let mut is_more = true;
                        while is_more {
                            let byte = if state[0] < size { input[state[0]] as u32 } else { 0 };
                            len += byte;
                            // What is too long for the output is found below.
                            is_more = byte == 255 && len <= room;
                            if state[0] >= size {
                                state[4] = size + 1;
                            }
                            state[0] += 1;
                            round += 1;
                        }
                    }
                    if state[4] == 0 {
                        if len > size - state[0] {
                            state[4] = size + 1;
                        } else if len > room - state[1] {
                            state[4] = state[0] + (room - state[1]) + 1;
                        } else {
                            state[2] = len;
                            state[3] = 0;
                            pending = (token & 15) + 1;
                        }
                    }
                }
            } else if state[0] == size {
                // The last sequence has literals alone.
                if state[1] != room {
                    state[4] = size + 1;
                }
                round = rounds;
            } else if state[0] + 2 > size {
                state[4] = size + 1;
            } else {
                let start = state[0];
                let back = input[start] as u32 | (input[start + 1] as u32) << 8;
                let mut len = pending - 1;
                state[0] += 2;
                if len == 15 {
                    let mut is_more = true;
                    while is_more {
                        let byte = if state[0] < size { input[state[0]] as u32 } else { 0 };
                        len += byte;
                        is_more = byte == 255 && len <= room;
                        if state[0] >= size {
                            state[4] = size + 1;
                        }
                        state[0] += 1;
                        round += 1;
                    }
                }
                len += 4;
                if state[4] == 0 {
                    if back == 0 || back > state[1] || len > room - state[1] {
                        state[4] = start + 1;
                    } else {
                        state[2] = len;
                        state[3] = back;
                        pending = 0;
                        // A block that ends behind a match is not whole: its last sequence has no match.
                        if state[0] == size {
                            state[4] = size + 1;
                        }
                    }
                }
            }
        }
        states[i] = state;
        matches[i] = pending;
    }
}

/// Checks that bounds are in order and within what they are bounds of.
fn ordered(bounds: &[u32], len: usize) -> Result<(), Error> {
    let wrong = bounds.windows(2).find(|ends| ends[0] > ends[1] || ends[1] as usize > len);
    wrong.map_or(Ok(()), |ends| {
        Err(Error::Range { start: ends[0].into(), end: ends[1].into(), len: len as u64 })
    })
}

/// How many launches are enough for so many bytes in and out: each round reads or writes one, but for two in each block.
fn launches(input: usize, output: usize, rounds: u32) -> usize {
    (input + output + 2).div_ceil(rounds as usize)
}

/// LZ4 blocks, as of `decompress_into` of the crate `lz4_flex`: the block `i` is the bytes from `offsets[i]` to `offsets[i + 1]`, and fills the bytes from `output_offsets[i]` to
/// `output_offsets[i + 1]` of the result.
///
/// ```
/// let device = vyre::Device::cpu();
/// // Three letters, and a copy of six from three back; and a block of one letter, twice.
/// let blocks = device.buffer(b"\x32abc\x03\x00\x50abcab\x10x\x10y")?;
/// let (offsets, output_offsets) = (device.buffer(&[0u32, 12, 14, 16])?, device.buffer(&[0u32, 14, 15, 16])?);
/// let text = vyre::algorithms::compression::lz4_decode_blocks(&blocks, &offsets, &output_offsets)?;
/// assert_eq!(text.read()?, b"abcabcabcabcabxy");
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`] with the first place in `b` at which a block goes wrong; [`Error::Range`] if bounds are in no order; [`Error::Length`] if there are not as many bounds of outputs
/// as of blocks; or what a launch and a read can fail with.
pub fn lz4_decode_blocks(
    b: &Buffer<u8>,
    offsets: &Buffer<u32>,
    output_offsets: &Buffer<u32>,
) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    if offsets.len() != output_offsets.len() {
        return Err(Error::Length { expected: offsets.len() as u64, got: output_offsets.len() as u64 });
    }
    let (inputs, outputs) = (offsets.read()?, output_offsets.read()?);
    let total = outputs.last().map_or(0, |total| *total as usize);
    ordered(&inputs, b.len())?;
    ordered(&outputs, total)?;
    let count = inputs.len().saturating_sub(1);
    if count == 0 {
        return device.zeros(0);
    }
    let mut out = device.zeros(total)?;
    let rounds = rounds(device);
    let (mut states, mut matches) = (device.zeros::<State>(count)?, device.zeros(count)?);
    let sizes = inputs.windows(2).zip(outputs.windows(2));
    let most = sizes
        .map(|(input, output)| {
            launches((input[1] - input[0]) as usize, (output[1] - output[0]) as usize, rounds)
        })
        .max();
    for _ in 0..most.unwrap_or(0) {
        lz4_rounds(b, offsets, output_offsets, &mut out, &mut states, &mut matches, rounds)
            .dispatch(device)?;
    }
    let wrong = states.read()?.into_iter().zip(inputs).find(|(state, _)| state[4] > 0);
    match wrong {
        Some((state, start)) => {
            Err(Error::Decode { at: u64::from(start) + u64::from(state[4] - 1), format: "LZ4 block" })
        }
        None => Ok(out),
    }
}

/// Rounds of Snappy.
#[kernel(crate = crate, workgroup_size = 1)]
fn snappy_rounds(input: &[u8], out: &mut [u8], states: &mut [[u32; 5]], rounds: u32) {
    let (size, room) = (input.len(), out.len());
    let mut state = states[0];
    let mut round = 0u32;
    while round < rounds && state[4] == 0 {
        round += 1;
        if state[2] > 0 {
            copied(input, out, &mut state);
        } else if state[0] == size {
            if state[1] != room {
                state[4] = size + 1;
            }
            round = rounds;
        } else {
            let start = state[0];
            let tag = input[start] as u32;
            let kind = tag & 3;
            // How many bytes follow the tag.
            let more = if kind == 0 {
                if tag >> 2 < 60 { 0u32 } else { (tag >> 2) - 59 }
            } else if kind == 3 {
                4
            } else {
                kind
            };
            if more > size - start - 1 {
                state[4] = size + 1;
            } else {
                let mut value = 0u32;
                for k in 0..more {
                    value |= (input[start + 1 + k] as u32) << (8 * k);
                }
                state[0] = start + 1 + more;
                if kind == 0 {
                    // One less than there are bytes.
                    let len = if more == 0 { tag >> 2 } else { value };
                    if len >= size - state[0] {
                        state[4] = size + 1;
                    } else if len >= room - state[1] {
                        state[4] = start + 1;
                    } else {
                        state[2] = len + 1;
                        state[3] = 0;
                    }
                } else {
                    let len = if kind == 1 { ((tag >> 2) & 7) + 4 } else { (tag >> 2) + 1 };
                    let back = if kind == 1 { (tag >> 5) << 8 | value } else { value };
                    if back == 0 || back > state[1] || len > room - state[1] {
                        state[4] = start + 1;
                    } else {
                        state[2] = len;
                        state[3] = back;
                    }
                }
            }
        }
    }
    states[0] = state;
}

/// The length of what was compressed, and the place behind it.
fn snappy_length(head: &[u8]) -> Result<(usize, u32), Error> {
    let mut len = 0u64;
    for (at, byte) in head.iter().take(5).enumerate() {
        len |= u64::from(byte & 0x7f) << (7 * at);
        if len > u32::MAX.into() {
            return Err(Error::Decode { at: at as u64, format: "Snappy" });
        }
        if *byte < 0x80 {
            return Ok((len as usize, at as u32 + 1));
        }
    }
    Err(Error::Decode { at: head.len().min(5) as u64, format: "Snappy" })
}

/// Snappy's raw format, as of the crate `snap`.
///
/// ```
/// // Nine bytes: three letters, and a copy of six from three back.
/// let compressed = vyre::Device::cpu().buffer(b"\x09\x08abc\x09\x03")?;
/// assert_eq!(vyre::algorithms::compression::snappy_decode(&compressed)?.read()?, b"abcabcabc");
/// # Ok::<(), vyre::Error>(())
/// ```
///
/// # Errors
/// [`Error::Decode`], or what a launch and a read can fail with.
pub fn snappy_decode(b: &Buffer<u8>) -> Result<Buffer<u8>, Error> {
    let device = b.device();
    let rounds = rounds(device);
    let (len, start) = snappy_length(&b.read_range(..b.len().min(5))?)?;
    // No element gives more than 64 bytes for each of its own.
    if len / 64 > b.len() {
        return Err(Error::Decode { at: b.len() as u64, format: "Snappy" });
    }
    let (mut out, mut states) = (device.zeros(len)?, device.buffer::<State>(&[[start, 0, 0, 0, 0]])?);
    for _ in 0..launches(b.len(), len, rounds) {
        snappy_rounds(b, &mut out, &mut states, rounds).workgroups([1, 1, 1]).dispatch(device)?;
    }
    match states.read()?.first() {
        Some(state) if state[4] > 0 => Err(Error::Decode { at: u64::from(state[4] - 1), format: "Snappy" }),
        _ => Ok(out),
    }
}
