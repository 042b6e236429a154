//! Access patterns: how the index of an access depends on the ids and on the variables of loops.
//!
//! Indices are computed modulo 2^32, where sums and multiples by constants are linear whether they wrap or not. So an index is a
//! [`Linear`] sum of values that are no sums themselves, exactly. Of such a value it is known on which ids and loops it
//! depends, and from that follows by how much the indices of neighbours differ.

use super::range::Range;
use super::ranges::ranges;
use crate::form::*;
use std::collections::HashMap;
use vyre_ir::{BinOp, BufferAccess, UnOp};

/// How many values the sum of an index may have before it is taken as a whole.
const TERMS: usize = 16;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Loads an element.
    Load,
    /// Loads a byte; the index counts bytes.
    LoadByte,
    /// Stores an element.
    Store,
    /// Does an atomic operation on an element.
    Atomic,
}

/// An access, where it stands.
#[derive(Clone, Debug)]
pub struct Site {
    /// The access.
    pub access: Access,
    /// What it does.
    pub kind: Kind,
    /// The variables of the loops around it, the innermost last.
    pub loops: Vec<InstId>,
    /// The index.
    pub index: Linear,
}

/// A sum of multiples, modulo 2^32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Values with their factors, none of which is 0, in order of the values. The values are ids, variables of loops, and what is
    /// computed otherwise.
    pub terms: Vec<(InstId, u32)>,
    /// What is added.
    pub constant: u32,
    /// Whether the sum may wrap, as the program computes it.
    pub may_wrap: bool,
    /// On what the other values depend: those that are neither ids nor variables of loops.
    rest: Depends,
    /// By how much the index grows with each id.
    ids: [u32; IDS],
    /// The ids that occur in no term but their own.
    loops: Vec<(InstId, u32)>,
}

/// What a value may depend on, as a set of ids and loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Depends(u64);
