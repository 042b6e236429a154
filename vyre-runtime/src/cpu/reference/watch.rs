//! What sees the accesses of a run. The methods are empty unless they are implemented, so a run that nobody watches has no trace
//! of them.

use vyre_ir::{BinOp, Scalar};

/// A watcher of a run. `at` is the position of an instruction, which has a [`Site`](super::Site).
pub(crate) trait Watch {
    /// Whether [`Seen::is_same`] is asked for.
    const COMPARES: bool = false;

    /// Whether [`Watch::computed`] is called.
    const COMPUTES: bool = false;

    /// A workgroup starts.
    #[inline(always)]
    fn workgroup(&mut self, _group: [u32; 3]) {}

    /// An invocation of the workgroup starts, or goes on after a barrier. What follows is its doing.
    #[inline(always)]
    fn invocation(&mut self, _local: [u32; 3]) {}

    /// The register that the watcher wants to know at a load.
    #[inline(always)]
    fn wanted(&self, _at: usize) -> Option<u32> {
        None
    }

    /// An operator is applied to numbers of this scalar.
    #[inline(always)]
    fn computed(&mut self, _at: usize, _op: BinOp, _of: Scalar, _operands: [u64; 2]) {}

    /// An element is about to be read.
    #[inline(always)]
    fn load(&mut self, _access: Seen) {}

    /// An element is about to be written.
    #[inline(always)]
    fn store(&mut self, _access: Seen) {}

    /// An element is about to be read and written at once.
    #[inline(always)]
    fn atomic(&mut self, _access: Seen) {}

    /// Whether the invocation stops before this instruction, so that others can run.
    #[inline(always)]
    fn pauses(&mut self, _at: usize) -> bool {
        false
    }

    /// Whether it has stopped because of that, and not at a barrier.
    fn has_paused(&self) -> bool {
        false
    }

    /// The invocation waits at a barrier.
    #[inline(always)]
    fn barrier(&mut self, _at: usize) {}
}

/// An access, as a watcher sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The position of the instruction.
    pub(crate) at: usize,
    /// The index of the element, or of the byte.
    pub(crate) index: u32,
    /// Whether there is such an element. Otherwise the access does nothing.
    pub(crate) is_within: bool,
    /// Whether a store writes what the element holds already.
    pub(crate) is_same: bool,
    /// What an atomic on a word was given, or the value that was [asked for](Watch::wanted) at a load.
    pub(crate) operand: u32,
    /// What an atomic on a word found.
    pub(crate) old: u32,
}

impl Seen {
    /// An access of which no value is seen.
    #[inline(always)]
    pub(super) fn plain(at: usize, index: u32, is_within: bool) -> Seen {
        Seen { at, index, is_within, is_same: false, operand: 0, old: 0 }
    }
}

/// Nobody watches.
pub(crate) struct Unwatched;

impl Watch for Unwatched {}
