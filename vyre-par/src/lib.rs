//! Parallel algorithms over the buffers of `vyre`, with the user's own functions in them, and the same bytes on every device.
//!
//! A chain is a description ([`Plan`]): where items come from, and what is done with each. An end makes one program of it, in which each invocation
//! computes its items from their indices, so nothing is stored in between. The programs are built as IR, and kept by what they
//! consist of; lengths and what functions take from around them are parameters of the launch.
//!
//! An algorithm has up to three forms: GPUs have tiles of items in the memory of workgroups, devices without such memory worth its barriers have a chunk for each
//! invocation, and the CPU device has plain loops for items of a word. All give the same bytes.

mod associative;
mod buffers;
mod chain;
mod chained;
mod compact;
mod ends;
mod host;
mod key;
mod look_back;
mod program;
mod radix;
mod reduce;
mod runs;
mod scan;
mod select;
mod sort;
mod tensor;
mod tile;
mod value;

pub use buffers::ParBuffer;
#[doc(hidden)]
pub use chain::Plan;
pub use chain::{
    Elements, Enumerate, Filter, FilterMap, IndexedParIter, Kept, Map, ParDevice, ParIter, ParRange, Pieces,
    RangeItem, Rev, Skip, StepBy, Take, Zip,
};
pub use ends::{Collected, Unzip};
pub use key::{FloatItem, Key, Summable};
#[doc(hidden)]
pub use program::built_anew;
#[doc(hidden)]
pub use scan::starts;
pub use tensor::ParTensor;
