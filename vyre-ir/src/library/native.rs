//! Native lowerings: what WGSL computes by itself. The composition of an operation stays its definition, and the tests of
//! the library hold the two equal, as the CPU device runs the compositions and GPUs run these.
//!
//! They are for the library alone. Shaders run without the driver's own checks, because everything that vyre prints
//! is guarded; text from elsewhere would not be.

/// An operation's id, the statements of a WGSL function with the parameters of its composition, and whether that gives a
/// WGSL `bool` for an operation that gives 0 or 1.
pub(super) type Lowering = (&'static str, &'static str, bool);

/// Signed arithmetic. In WGSL it wraps, comparisons and shifts to the right know the sign, and `abs` of the smallest
/// number is that number. Division needs its guards.
pub(super) const WGSL: &[Lowering] = &[
    ("primitive.i32.add", "return a + b;", false),
    ("primitive.i32.sub", "return a - b;", false),
    ("primitive.i32.mul", "return a * b;", false),
    (
        "primitive.i32.div",
        "if b == 0i { return 0i; }\n    if b == -1i { return -a; }\n    return a / b;",
        false,
    ),
    ("primitive.i32.mod", "if b == 0i || b == -1i { return 0i; }\n    return a % b;", false),
    ("primitive.i32.eq", "return a == b;", true),
    ("primitive.i32.ne", "return a != b;", true),
    ("primitive.i32.lt", "return a < b;", true),
    ("primitive.i32.gt", "return a > b;", true),
    ("primitive.i32.le", "return a <= b;", true),
    ("primitive.i32.ge", "return a >= b;", true),
    ("primitive.i32.shl", "return a << (b & 31u);", false),
    ("primitive.i32.shr", "return a >> (b & 31u);", false),
    ("primitive.i32.and", "return a & b;", false),
    ("primitive.i32.or", "return a | b;", false),
    ("primitive.i32.xor", "return a ^ b;", false),
    ("primitive.i32.not", "return ~a;", false),
    ("primitive.i32.min", "return min(a, b);", false),
    ("primitive.i32.max", "return max(a, b);", false),
    ("primitive.i32.abs", "return abs(a);", false),
    ("primitive.i32.neg", "return -a;", false),
    ("primitive.i32.signum", "return sign(a);", false),
];
