//! The limits of programs.

/// The maximum depth of calls of operations by operations.
pub const DEFAULT_MAX_CALL_DEPTH: usize = 32;
/// The maximum nesting depth of `If`, `Loop` and `Block`.
pub const DEFAULT_MAX_NESTING_DEPTH: usize = 64;
/// The maximum number of statements and expressions of a program and of the operations that it calls, each counted once.
pub const DEFAULT_MAX_NODE_COUNT: usize = 100_000;
/// The maximum number of instructions that a program becomes, with the bodies of operations in the place of calls.
pub const MAX_INSTRUCTIONS: usize = 1 << 22;
/// The maximum number of values that a call passes to an operation on buffers. Buffers do not count.
pub const MAX_OP_VALUES: usize = 16;
/// The maximum depth of an expression.
pub const DEFAULT_MAX_EXPR_DEPTH: usize = 1_024;
/// The maximum number of invocations of a workgroup.
pub const MAX_WORKGROUP_INVOCATIONS: u64 = 1_024;
/// The maximum size of a uniform buffer in bytes.
pub const MAX_UNIFORM_BYTES: u64 = 65_536;
/// The maximum total size of the local arrays of an invocation in bytes.
pub const MAX_PRIVATE_BYTES: u64 = 65_536;
/// The maximum total size of the arrays of a workgroup in bytes. Adapters usually allow less.
pub const MAX_WORKGROUP_BYTES: u64 = 262_144;
/// The maximum number of dimensions of a tensor.
pub const MAX_TENSOR_RANK: usize = 8;
/// How many different names of dimensions a process takes from text and bytes.
pub const MAX_TENSOR_NAMES: usize = 4_096;
/// The most bytes of a name of a dimension that comes from text or bytes.
pub const MAX_DIMENSION_NAME: usize = 256;
/// How many arrays and tuples a type may have in each other.
pub const MAX_TYPE_DEPTH: usize = 32;
/// The maximum number of values without parts in one value of a type with parts.
pub const MAX_TYPE_VALUES: u64 = 65_536;
