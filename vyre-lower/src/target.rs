//! Targets: what a backend can do, as far as passes ask.

/// What a backend can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Target {
    /// Whether it computes on 64-bit integers. Where it does not, operators on them are expanded.
    pub has_u64: bool,
    /// Whether an invocation should access several elements at once, as blocks.
    pub has_blocks: bool,
    /// Whether invocations of a subgroup can compute together, as far as a backend prints that itself.
    pub has_subgroups: bool,
}

impl Target {
    /// WGSL as every adapter takes it.
    pub const WGSL: Target = Target { has_u64: false, has_blocks: true, has_subgroups: false };
    /// WGSL on an adapter with 64-bit integers.
    pub const WGSL_INT64: Target = Target { has_u64: true, ..Target::WGSL };
    /// The CPU.
    pub const CPU: Target = Target { has_u64: true, has_blocks: false, has_subgroups: false };
}
