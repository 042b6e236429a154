//! Targets: what a backend can do, as far as passes ask.

/// What a backend can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Target {
    /// Whether it computes on 64-bit integers. Where it does not, operators on them are expanded.
    pub has_u64: bool,
}

impl Target {
    /// WGSL as every adapter takes it.
    pub const WGSL: Target = Target { has_u64: false };
    /// WGSL on an adapter with 64-bit integers.
    pub const WGSL_INT64: Target = Target { has_u64: true };
    /// The CPU.
    pub const CPU: Target = Target { has_u64: true };
}
