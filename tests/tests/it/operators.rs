//! Every operator and method on `u32`, over edge values, with operands that are loaded and that are constants, against
//! Rust's own arithmetic and the rules of the specification for zero divisors and large shifts.

use vyre::{Device, Launch};
use vyre_tests::devices;
use vyre_tests::values::EDGES;

type Binary = fn(u32, u32) -> u32;
type Unary = fn(u32) -> u32;

/// The kernels of a binary operator, over [`EDGES`] and [`CONSTANTS`].
struct BinaryKernels {
    /// `out[n] = left[n] op right[n]`
    loaded: for<'a> fn(&'a [u32], &'a [u32], &'a mut [u32]) -> Launch<'a>,
    /// `out[k * len + n] = CONSTANTS[k] op data[n]`
    left: for<'a> fn(&'a [u32], &'a mut [u32]) -> Launch<'a>,
    /// `out[k * len + n] = data[n] op CONSTANTS[k]`
    right: for<'a> fn(&'a [u32], &'a mut [u32]) -> Launch<'a>,
    /// `out[j * constants + k] = CONSTANTS[j] op CONSTANTS[k]`
    constants: for<'a> fn(&'a mut [u32]) -> Launch<'a>,
}

impl BinaryKernels {
    #[allow(clippy::unwrap_used, reason = "only tests call it")]
    fn check(&self, expected: Binary) {
        let grid = [EDGES.len() as u32, 1, 1];
        for device in devices() {
            let (left, right): (Vec<u32>, Vec<u32>) =
                EDGES.iter().flat_map(|&x| EDGES.map(|y| (x, y))).unzip();
            let mut out = vec![99; left.len()];
            (self.loaded)(&left, &right, &mut out).dispatch(&device).unwrap();
            compare("both loaded", left.into_iter().zip(right), &out, expected, &device);

            let rows = || CONSTANTS.iter().flat_map(|&c| EDGES.map(|x| (c, x)));
            let mut out = vec![99; CONSTANTS.len() * EDGES.len()];
            (self.left)(&EDGES, &mut out).invocations(grid).dispatch(&device).unwrap();
            compare("left constant", rows(), &out, expected, &device);

            out.fill(99);
            (self.right)(&EDGES, &mut out).invocations(grid).dispatch(&device).unwrap();
            compare("right constant", rows().map(|(c, x)| (x, c)), &out, expected, &device);

            let pairs = CONSTANTS.iter().flat_map(|&x| CONSTANTS.iter().map(move |&y| (x, y)));
            let mut out = vec![99; CONSTANTS.len() * CONSTANTS.len()];
            (self.constants)(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
            compare("both constant", pairs, &out, expected, &device);
        }
    }
}

fn compare(
    operands: &str,
    pairs: impl Iterator<Item = (u32, u32)>,
    out: &[u32],
    expected: Binary,
    device: &Device,
) {
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(pairs.len(), out.len());
    for ((x, y), &got) in pairs.into_iter().zip(out) {
        assert_eq!(got, expected(x, y), "{x} and {y}, {operands}, on {device}");
    }
}

/// A test of each binary operator of a form. `infix` gives `x op y`, `method` gives `x.op(y)`, `comparison` gives
/// `x op y` as `1` or `0`, and `bound` binds the operands to variables first.
macro_rules! binary {
    ($($form:ident $name:ident $op:tt $expected:expr;)*) => {
        $(with_constants!($form $name $op $expected;
            [0u32 1u32 2u32 31u32 32u32 33u32 255u32 65536u32 2147483647u32 2147483648u32 4294967295u32]);)*
    };
}

const CONSTANTS: [u32; 11] = [0, 1, 2, 31, 32, 33, 255, 65_536, 2_147_483_647, 2_147_483_648, 4_294_967_295];

macro_rules! with_constants {
    ($form:ident $name:ident $op:tt $expected:expr; $constants:tt) => {
        pair_up!($form $name $op $expected; $constants $constants);
    };
}

macro_rules! pair_up {
    ($form:ident $name:ident $op:tt $expected:expr; [$($left:tt)*] $right:tt) => {
        $form!($name $op $expected; (i, a, b) $([$left $right])*);
    };
}

macro_rules! infix {
    ($name:ident $op:tt $expected:expr; ($i:ident, $a:ident, $b:ident) $([$left:tt [$($right:tt)*]])*) => {
        binary_test!($name $expected; ($i, $a, $b) $a[$i] $op $b[$i];
            [$($left $op $b[$i]),*] [$($a[$i] $op $left),*] [$($($left $op $right),*),*]);
    };
}

/// A divisor that is written as 0 is an error.
macro_rules! quotient {
    ($name:ident $op:tt $expected:expr; ($i:ident, $a:ident, $b:ident) $([$left:tt [$($right:tt)*]])*) => {
        binary_test!($name $expected; ($i, $a, $b) $a[$i] $op $b[$i];
            [$($left $op $b[$i]),*]
            [$({ let by = $left; $a[$i] $op by }),*]
            [$($({ let by = $right; $left $op by }),*),*]);
    };
}

macro_rules! method {
    ($name:ident $op:tt $expected:expr; ($i:ident, $a:ident, $b:ident) $([$left:tt [$($right:tt)*]])*) => {
        binary_test!($name $expected; ($i, $a, $b) $a[$i].$op($b[$i]);
            [$($left.$op($b[$i])),*] [$($a[$i].$op($left)),*] [$($($left.$op($right)),*),*]);
    };
}

macro_rules! comparison {
    ($name:ident $op:tt $expected:expr; ($i:ident, $a:ident, $b:ident) $([$left:tt [$($right:tt)*]])*) => {
        binary_test!($name $expected; ($i, $a, $b) if $a[$i] $op $b[$i] { 1 } else { 0 };
            [$(if $left $op $b[$i] { 1 } else { 0 }),*]
            [$(select($a[$i] $op $left, 1, 0)),*]
            [$($(if $left $op $right { 1 } else { 0 }),*),*]);
    };
}

macro_rules! bound {
    ($name:ident $op:tt $expected:expr; ($i:ident, $a:ident, $b:ident) $([$left:tt [$($right:tt)*]])*) => {
        binary_test!($name $expected; ($i, $a, $b) { let x = $a[$i]; let y = $b[$i]; x $op y };
            [$({ let x = $left; let y = $b[$i]; x $op y }),*]
            [$({ let x = $a[$i]; let y = $left; x $op y }),*]
            [$($({ let x = $left; let y = $right; x $op y }),*),*]);
    };
}

macro_rules! binary_test {
    ($name:ident $expected:expr; ($i:ident, $a:ident, $b:ident) $loaded:expr;
        [$($left:expr),*] [$($right:expr),*] [$($constants:expr),*]) => {
        mod $name {
            #[vyre::kernel(workgroup_size = 32)]
            fn loaded($a: &[u32], $b: &[u32], out: &mut [u32]) {
                let $i = invocation_id().x;
                out[$i] = $loaded;
            }

            #[vyre::kernel(workgroup_size = 32)]
            fn left($b: &[u32], out: &mut [u32]) {
                let $i = invocation_id().x;
                if $i < $b.len() {
                    let mut at = $i;
                    $(out[at] = $left; at += $b.len();)*
                    out[4294967295] = at;
                }
            }

            #[vyre::kernel(workgroup_size = 32)]
            fn right($a: &[u32], out: &mut [u32]) {
                let $i = invocation_id().x;
                if $i < $a.len() {
                    let mut at = $i;
                    $(out[at] = $right; at += $a.len();)*
                    out[4294967295] = at;
                }
            }

            #[vyre::kernel(workgroup_size = 1)]
            fn constants(out: &mut [u32]) {
                let mut at = 0;
                $(out[at] = $constants; at += 1;)*
                out[4294967295] = at;
            }

            #[test]
            fn agrees_with_plain_rust() {
                let kernels = super::BinaryKernels {
                    loaded: |a, b, out| loaded(a, b, out),
                    left: |b, out| left(b, out),
                    right: |a, out| right(a, out),
                    constants: |out| constants(out),
                };
                kernels.check($expected);
            }
        }
    };
}

binary! {
    infix add + u32::wrapping_add;
    infix sub - u32::wrapping_sub;
    infix mul * u32::wrapping_mul;
    quotient div / |x, y| x.checked_div(y).unwrap_or(0);
    quotient rem % |x, y| x.checked_rem(y).unwrap_or(0);
    infix and & |x, y| x & y;
    infix or | |x, y| x | y;
    infix xor ^ |x, y| x ^ y;
    infix shl << |x, y| x << (y & 31);
    infix shr >> |x, y| x >> (y & 31);
    bound bound_sub - u32::wrapping_sub;
    bound bound_div / |x, y| x.checked_div(y).unwrap_or(0);
    bound bound_rem % |x, y| x.checked_rem(y).unwrap_or(0);
    bound bound_shl << |x, y| x << (y & 31);
    bound bound_shr >> |x, y| x >> (y & 31);
    comparison eq == |x, y| u32::from(x == y);
    comparison ne != |x, y| u32::from(x != y);
    comparison lt < |x, y| u32::from(x < y);
    comparison le <= |x, y| u32::from(x <= y);
    comparison gt > |x, y| u32::from(x > y);
    comparison ge >= |x, y| u32::from(x >= y);
    method min min |x, y| x.min(y);
    method max max |x, y| x.max(y);
    method abs_diff abs_diff u32::abs_diff;
    method wrapping_add wrapping_add u32::wrapping_add;
    method wrapping_sub wrapping_sub u32::wrapping_sub;
    method wrapping_mul wrapping_mul u32::wrapping_mul;
}

/// A test of each unary operator, before or after its operand.
macro_rules! unary {
    ($($name:ident [$($before:tt)*] [$($after:tt)*] $expected:expr;)*) => {
        $(unary_test!($name [$($before)*] [$($after)*] $expected;
            0u32 1u32 2u32 3u32 255u32 65536u32 2147483647u32 2147483648u32 2147483649u32 4294967294u32
            4294967295u32);)*
    };
}

macro_rules! unary_test {
    ($name:ident $before:tt $after:tt $expected:expr; $($constant:tt)*) => {
        unary_kernels!($name $expected; (i, a) [$(($constant $before $after))*] $before $after);
    };
}

macro_rules! unary_kernels {
    ($name:ident $expected:expr; ($i:ident, $a:ident)
        [$(($constant:tt [$($before:tt)*] [$($after:tt)*]))*] [$($b:tt)*] [$($t:tt)*]) => {
        mod $name {
            #[vyre::kernel(workgroup_size = 32)]
            fn loaded($a: &[u32], out: &mut [u32]) {
                let $i = invocation_id().x;
                out[$i] = $($b)* $a[$i] $($t)*;
            }

            #[vyre::kernel(workgroup_size = 1)]
            fn constants(out: &mut [u32]) {
                let mut at = 0;
                $(
                    out[at] = $($before)* $constant $($after)*;
                    let bound = $constant;
                    out[at + 1] = $($before)* bound $($after)*;
                    at += 2;
                )*
                out[4294967295] = at;
            }

            #[test]
            fn agrees_with_plain_rust() {
                let expected: super::Unary = $expected;
                for device in super::devices() {
                    let mut out = super::EDGES;
                    loaded(&super::EDGES, &mut out).dispatch(&device).unwrap();
                    for (x, got) in super::EDGES.into_iter().zip(out) {
                        assert_eq!(got, expected(x), "{x}, loaded, on {device}");
                    }
                    let operands = [$($constant, $constant),*];
                    let mut out = operands;
                    constants(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
                    for (x, got) in operands.into_iter().zip(out) {
                        assert_eq!(got, expected(x), "{x}, constant, on {device}");
                    }
                }
            }
        }
    };
}

unary! {
    not [!] [] |x| !x;
    not_twice [!!] [] |x| x;
    count_ones [] [.count_ones()] u32::count_ones;
    leading_zeros [] [.leading_zeros()] u32::leading_zeros;
    trailing_zeros [] [.trailing_zeros()] u32::trailing_zeros;
    reverse_bits [] [.reverse_bits()] u32::reverse_bits;
}

macro_rules! compound {
    ($($name:ident $op:tt $expected:expr;)*) => {
        $(mod $name {
            #[vyre::kernel(workgroup_size = 32)]
            fn kernel(a: &[u32], b: &[u32], element: &mut [u32], variable: &mut [u32], constant: &mut [u32]) {
                let i = invocation_id().x;
                element[i] = a[i];
                element[i] $op b[i];
                let mut x = a[i];
                x $op b[i];
                variable[i] = x;
                let nothing = 0;
                x $op nothing;
                constant[i * 2] = x;
                constant[i * 2 + 1] = a[i];
                constant[i * 2 + 1] $op 33;
            }

            #[test]
            fn agrees_with_plain_rust() {
                let expected: super::Binary = $expected;
                for device in super::devices() {
                    let (left, right): (Vec<u32>, Vec<u32>) =
                        super::EDGES.iter().flat_map(|&x| super::EDGES.map(|y| (x, y))).unzip();
                    let count = left.len();
                    let (mut element, mut variable) = (vec![99; count], vec![99; count]);
                    let mut constant = vec![99; count * 2];
                    kernel(&left, &right, &mut element, &mut variable, &mut constant).dispatch(&device).unwrap();
                    for (n, (x, y)) in left.into_iter().zip(right).enumerate() {
                        let z = expected(x, y);
                        let got = (element[n], variable[n], constant[n * 2], constant[n * 2 + 1]);
                        assert_eq!(got, (z, z, expected(z, 0), expected(x, 33)), "{x} and {y} on {device}");
                    }
                }
            }
        })*
    };
}

compound! {
    add_assign += u32::wrapping_add;
    sub_assign -= u32::wrapping_sub;
    mul_assign *= u32::wrapping_mul;
    div_assign /= |x, y| x.checked_div(y).unwrap_or(0);
    rem_assign %= |x, y| x.checked_rem(y).unwrap_or(0);
    and_assign &= |x, y| x & y;
    or_assign |= |x, y| x | y;
    xor_assign ^= |x, y| x ^ y;
    shl_assign <<= |x, y| x << (y & 31);
    shr_assign >>= |x, y| x >> (y & 31);
}

#[vyre::kernel(workgroup_size = 1)]
fn logic(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let p = a[i] != 0;
    let q: bool = b[i] == 1;
    let first = i * 12;
    out[first] = if p && q { 1 } else { 0 };
    out[first + 1] = if p || q { 1 } else { 0 };
    out[first + 2] = if !p { 1 } else { 0 };
    out[first + 3] = if !(p && !q) || !p { 1 } else { 0 };
    out[first + 4] = if p & q { 1 } else { 0 };
    out[first + 5] = if p | q { 1 } else { 0 };
    out[first + 6] = if p ^ q { 1 } else { 0 };
    out[first + 7] = if p == q { 1 } else { 0 };
    out[first + 8] = if p != q { 1 } else { 0 };
    let mut r = true;
    r = r && p;
    out[first + 9] = select(r, 1, 0);
    out[first + 10] = if false || q && true { 1 } else { 0 };
    out[first + 11] = select(select(p, q, !q), 1, 0);
}

#[test]
#[allow(clippy::nonminimal_bool, reason = "it is what the kernel says")]
fn truth_values_follow_rust() {
    for device in devices() {
        let mut out = [99; 48];
        logic(&[0, 0, 1, 1], &[0, 1, 0, 1], &mut out).workgroups([4, 1, 1]).dispatch(&device).unwrap();
        for (n, (p, q)) in
            [(false, false), (false, true), (true, false), (true, true)].into_iter().enumerate()
        {
            let expected = [
                p && q,
                p || q,
                !p,
                !(p && !q) || !p,
                p & q,
                p | q,
                p ^ q,
                p == q,
                p != q,
                p,
                q,
                if p { q } else { !q },
            ];
            assert_eq!(out[n * 12..][..12], expected.map(u32::from), "{p} and {q} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn precedence(a: &[u32], out: &mut [u32]) {
    let (x, y, z) = (a[0], a[1], a[2]);
    out[0] = x + y * z - x / z;
    out[1] = x << y + 1 & z | x ^ y;
    out[2] = !x & y | z << 3 >> 1;
    out[3] = x - y - z;
    out[4] = x / y / z * y % z;
    out[5] = if x + 1 == y || y < z && z != x { x & 7 } else { y | 8 };
    out[6] = (x + y) * z - (x - (y - z));
    out[7] = x.max(y + 1).min(z * 2).abs_diff(!x.count_ones());
}

#[test]
#[allow(clippy::precedence, reason = "this is a test of it")]
fn precedence_is_that_of_rust() {
    let (x, y, z) = (1000u32, 7u32, 3u32);
    let expected = [
        x + y * z - x / z,
        x << y + 1 & z | x ^ y,
        !x & y | z << 3 >> 1,
        x - y - z,
        x / y / z * y % z,
        if x + 1 == y || y < z && z != x { x & 7 } else { y | 8 },
        (x + y) * z - (x - (y - z)),
        x.max(y + 1).min(z * 2).abs_diff(!x.count_ones()),
    ];
    for device in devices() {
        let mut out = [99; 8];
        precedence(&[x, y, z], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}
