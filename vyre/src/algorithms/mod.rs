//! Algorithms over whole buffers, which are kernels of this crate: their data stay on the device that the buffers are on, and results are the same on every device.
//!
//! What hashes single messages within a kernel is in [`ops::hash`](crate::ops::hash).
//!
//! ```
//! use vyre::Device;
//! use vyre::algorithms::hash;
//!
//! let device = Device::cpu();
//! let words = device.buffer(b"onetwothree")?;
//! assert_eq!(hash::crc32(&words)?, 0x09e1_c092);
//! // One hash for each word.
//! let offsets = device.buffer(&[0u32, 3, 6, 11])?;
//! assert_eq!(hash::crc32_many(&words, &offsets)?.read()?, [0x7a6c_86f1, 0x11ca_8a66, 0x46c5_d8f5]);
//! # Ok::<(), vyre::Error>(())
//! ```

mod automaton;
#[doc(hidden)]
pub mod catalogue;
pub mod compression;
pub mod decode;
pub mod encode;
pub mod graph;
pub mod hash;
mod quads;
mod starts;
pub mod text;

pub use crate::ops::search::{lower_bound, upper_bound};

use crate::{Buffer, Error};

/// The most elements that a piece has between two offsets. Short data bound it without a look at the offsets.
fn longest(len: usize, offsets: &Buffer<u32>) -> Result<u32, Error> {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    if len <= 4096 {
        return Ok(len);
    }
    let offsets = offsets.read()?;
    let lengths = offsets.windows(2).map(|pair| pair[1].min(len).saturating_sub(pair[0]));
    Ok(lengths.max().unwrap_or(0))
}
