//! What a shader is printed for: an adapter, and launches of a kind.

use super::floats;
use super::square_root::SquareRoot;
use vyre_lower::{Operators, QuickOperators};

/// For which launches a program is lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    /// Whether a launch may run a part of a grid with parts of buffers.
    pub(crate) is_split: bool,
    /// Whether the adapter ends loops after [`ROUNDS`](super::ROUNDS) rounds. Programs that never have so many are lowered as for others.
    pub(crate) is_watched: bool,
    /// Whether the adapter takes long for what long local arrays hold at first, so that a loop sets them to zero. Not for programs without any.
    pub(crate) zeroes_arrays: bool,
    /// Whether the adapter goes wrong with many uniform buffers, so that those of the program beyond [`FEW_UNIFORMS`](super::FEW_UNIFORMS) are bound as storage buffers. Not for
    /// programs without so many.
    pub(crate) spares_uniforms: bool,
    /// Whether the adapter executes workgroups by vectors whose spare lanes go on in loops when all others have left, and then goes wrong at barriers, so that these lanes end at
    /// once. Not for programs without barriers.
    pub(crate) ends_spare_lanes: bool,
    /// Whether the adapter has subgroups. Programs without collectives are lowered as for others.
    pub(crate) has_subgroups: bool,
    /// The operators on floats and on 64-bit integers that the adapter computes. Others become arithmetic on words.
    pub(crate) operators: Operators,
    /// Whether the device adds to the shader what forbids a driver to change floats. Programs without their operators are lowered as for others.
    pub(crate) is_decorated: bool,
    /// How it computes square roots, if they are among its operators.
    pub(crate) root: SquareRoot,
    /// The operators that it computes quickly where operands are common.
    pub(crate) quick: QuickOperators,
    /// Whether the shader hides two things from the driver behind a zero of the launch block, because an H200's made others of them. Integer operators on the bits of a float became
    /// operators on the float, which flush subnormals: a negated quotient was -0. And behind a branch with a barrier a variable was `x` that had been `~x`, where the condition told
    /// what `x` is: `y = ~x; if x != 5 { workgroupBarrier(); y = 0; }` left 5. So floats' bits are hidden, and conditions of branches with barriers. Not for people to read.
    pub(crate) hides_from_driver: bool,
    /// Whether it is an adapter of a GPU, for which long programs are worth their compiling.
    pub(crate) is_gpu: bool,
}

impl Default for Variant {
    /// The one that people see: with the operators of floats that WGSL has.
    fn default() -> Variant {
        Variant {
            is_split: false,
            is_watched: false,
            zeroes_arrays: false,
            spares_uniforms: false,
            ends_spare_lanes: false,
            has_subgroups: false,
            operators: floats::all_printable(),
            is_decorated: false,
            root: SquareRoot::Native,
            quick: QuickOperators::NONE,
            hides_from_driver: false,
            is_gpu: false,
        }
    }
}
