//! Origins: which part of the program, through which calls, an instruction or a statement comes from.

/// Where something of a lowered program comes from.
///
/// `place` is the number of the expression or statement in the walk of [`vyre_ir::walk`]: in the program itself if `call` is 0, else in
/// the composition of the operation of `Lowered::calls[call - 1]`, in which the result is numbered after the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The call that brought it, counted from 1; 0 for the program itself.
    pub call: u32,
    /// The number of the expression or statement.
    pub place: u32,
}

impl Origin {
    /// The origin of what is available everywhere, or has no place in the program of its own.
    pub const NOWHERE: Origin = Origin { call: 0, place: 0 };
}

/// A call that was inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The id of the operation.
    pub op_id: String,
    /// Where it was called.
    pub at: Origin,
}
