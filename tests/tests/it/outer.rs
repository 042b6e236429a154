//! Functions that `#[vyre::function]` marks, called in kernels and on the host. What they should give is computed here by std's own
//! operators, with the specification's rules for zero divisors and large shifts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;
use vyre_tests::functions::{self, pairs, splitmix64 as next};

/// Values at which operators differ, of any width: the lower bits of a `u64`.
const EDGES: [u64; 14] = [
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    63,
    64,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_ffff,
];

/// A function of two arguments and a kernel that calls it, over all pairs of [`EDGES`]: the host and the devices give what `expected`
/// gives.
macro_rules! agree {
    ($($name:ident: ($ty:ty, $other:ty) -> $result:ty, |$x:ident, $y:ident| $body:expr, $expected:expr;)*) => {$(
        mod $name {
            #[vyre::function]
            pub(super) fn function($x: $ty, $y: $other) -> $result {
                $body
            }

            #[vyre::kernel]
            pub(super) fn kernel(x: &[$ty], y: &[$other], out: &mut [$result]) {
                let i = invocation_id().x;
                out[i] = function(x[i], y[i]);
            }
        }

        #[test]
        #[allow(clippy::unnecessary_cast, reason = "the type is the macro's argument")]
        fn $name() {
            let pairs = EDGES.iter().flat_map(|x| EDGES.map(|y| (*x as $ty, y as $other)));
            let (x, y): (Vec<$ty>, Vec<$other>) = pairs.unzip();
            let expected: fn($ty, $other) -> $result = $expected;
            let expected: Vec<$result> = x.iter().zip(&y).map(|(x, y)| expected(*x, *y)).collect();
            let host: Vec<$result> = x.iter().zip(&y).map(|(x, y)| $name::function(*x, *y)).collect();
            assert_eq!(host, expected);
            for device in devices() {
                let mut out = vec![<$result>::default(); x.len()];
                $name::kernel(&x, &y, &mut out).dispatch(&device).unwrap();
                assert_eq!(out, expected, "on {device}");
            }
        }
    )*};
}

agree! {
    add_u32: (u32, u32) -> u32, |x, y| x + y, u32::wrapping_add;
    sub_u32: (u32, u32) -> u32, |x, y| x - y, u32::wrapping_sub;
    mul_u32: (u32, u32) -> u32, |x, y| x * y, u32::wrapping_mul;
    div_u32: (u32, u32) -> u32, |x, y| x / y, |x, y| x.checked_div(y).unwrap_or(0);
    rem_u32: (u32, u32) -> u32, |x, y| x % y, |x, y| x.checked_rem(y).unwrap_or(0);
    bits_u32: (u32, u32) -> u32, |x, y| (x & y) ^ (x | !y), |x, y| (x & y) ^ (x | !y);
    shl_u32: (u32, u32) -> u32, |x, y| x << y, |x, y| x << (y & 31);
    shr_u32: (u32, u32) -> u32, |x, y| x >> y, |x, y| x >> (y & 31);
    shl_u32_by_i32: (u32, i32) -> u32, |x, y| x << y, |x, y| x << (y & 31);
    shl_u32_by_u64: (u32, u64) -> u32, |x, y| x << y, |x, y| x << (y & 31);
    lt_u32: (u32, u32) -> bool, |x, y| x < y, |x, y| x < y;
    methods_u32: (u32, u32) -> u32, |x, y| x.rotate_left(y) ^ x.pow(y % 9) ^ x.min(y).max(5) ^ x.abs_diff(y),
        |x, y| x.rotate_left(y) ^ x.wrapping_pow(y % 9) ^ x.min(y).max(5) ^ x.abs_diff(y);
    counts_u32: (u32, u32) -> u32, |x, y| x.count_ones() + (y.leading_zeros() << 8) + (y.trailing_zeros() << 16) + x.reverse_bits(),
        |x, y| x.count_ones().wrapping_add(y.leading_zeros() << 8).wrapping_add(y.trailing_zeros() << 16)
            .wrapping_add(x.reverse_bits());
    saturating_u32: (u32, u32) -> u32, |x, y| x.saturating_add(y) ^ x.saturating_sub(y),
        |x, y| x.saturating_add(y) ^ x.saturating_sub(y);
    clamp_u32: (u32, u32) -> u32, |x, y| x.clamp(y, 40), |x, y| x.max(y).min(40);

    add_i32: (i32, i32) -> i32, |x, y| x + y, i32::wrapping_add;
    sub_i32: (i32, i32) -> i32, |x, y| x - y, i32::wrapping_sub;
    mul_i32: (i32, i32) -> i32, |x, y| x * y, i32::wrapping_mul;
    div_i32: (i32, i32) -> i32, |x, y| x / y, |x, y| if y == 0 { 0 } else { x.wrapping_div(y) };
    rem_i32: (i32, i32) -> i32, |x, y| x % y, |x, y| if y == 0 { 0 } else { x.wrapping_rem(y) };
    shr_i32: (i32, u32) -> i32, |x, y| x >> y, |x, y| x >> (y & 31);
    neg_i32: (i32, i32) -> i32, |x, y| -x ^ !y, |x, y| x.wrapping_neg() ^ !y;
    lt_i32: (i32, i32) -> bool, |x, y| x < y, |x, y| x < y;
    methods_i32: (i32, i32) -> i32, |x, y| x.abs() ^ x.signum() ^ x.min(y) ^ x.abs_diff(y) as i32 ^ x.pow(3),
        |x, y| x.wrapping_abs() ^ x.signum() ^ x.min(y) ^ x.abs_diff(y) as i32 ^ x.wrapping_pow(3);

    add_u64: (u64, u64) -> u64, |x, y| x + y, u64::wrapping_add;
    sub_u64: (u64, u64) -> u64, |x, y| x - y, u64::wrapping_sub;
    mul_u64: (u64, u64) -> u64, |x, y| x * y, u64::wrapping_mul;
    div_u64: (u64, u64) -> u64, |x, y| x / y, |x, y| x.checked_div(y).unwrap_or(0);
    rem_u64: (u64, u64) -> u64, |x, y| x % y, |x, y| x.checked_rem(y).unwrap_or(0);
    shl_u64: (u64, u32) -> u64, |x, y| x << y, |x, y| x << (y & 63);
    shr_u64: (u64, u32) -> u64, |x, y| x >> y, |x, y| x >> (y & 63);
    ge_u64: (u64, u64) -> bool, |x, y| x >= y, |x, y| x >= y;
    methods_u64: (u64, u64) -> u64, |x, y| x.rotate_right(7) ^ x.max(y) ^ x.reverse_bits() ^ x.count_ones() as u64,
        |x, y| x.rotate_right(7) ^ x.max(y) ^ x.reverse_bits() ^ u64::from(x.count_ones());

    casts: (i32, u64) -> u64, |x, y| x as u64 ^ (x as u32) as u64 ^ (y as i32) as u64 ^ (y > 3) as u64,
        |x, y| x as u64 ^ u64::from(x as u32) ^ (y as i32) as u64 ^ u64::from(y > 3);
    cast_to_bool: (u64, i32) -> bool, |x, y| cast::<bool>(x) ^ cast::<bool>(y), |x, y| (x != 0) ^ (y != 0);
    // The cast table: a `u32` becomes every lane of a vector, and a vector loses its upper lanes.
    cast_vectors: (u64, u32) -> [u32; 2], |x, y| if y > 40 { cast::<[u32; 2]>(x) } else { cast::<[u32; 2]>([y, x as u32, 1, 2]) },
        |x, y| if y > 40 { [x as u32, (x >> 32) as u32] } else { [y, x as u32] };
    select_both: (u32, u32) -> u32, |x, y| select(x > y, x - y, y), |x, y| if x > y { x - y } else { y };
    decided: (u32, u32) -> bool, |x, y| x > 2 && y < 64 || !(x == y), |x, y| x > 2 && y < 64 || x != y;
    library: (u32, u32) -> u32, |x, y| vyre::ops::math::gcd(x, y) + vyre::ops::bitwise::rotl(x, 4),
        |x, y| gcd(x, y).wrapping_add(x.rotate_left(4));
}

fn gcd(x: u32, y: u32) -> u32 {
    if y == 0 { x } else { gcd(y, x % y) }
}

/// Everything that statements can do, in one function.
#[vyre::function]
fn walk(start: u32, pair: [u32; 2], flag: bool) -> [u32; 4] {
    const STEP: u32 = 3;

    fn inner(x: u32) -> u32 {
        if x > 100 {
            return x / 2;
        }
        x * 2
    }

    let (mut low, mut high) = (pair[0], pair[1]);
    let mut lanes = [0u32; 4];
    for i in 0..start {
        if i == 2 {
            continue;
        }
        if low > 1000 {
            break;
        }
        low += {
            high += i;
            high
        } * STEP;
        lanes[i] += low;
        lanes[i & 1] ^= inner(low);
        let low = low / 2;
        high = if flag && low > 5 { high + low } else { high };
    }
    if high == 0 {
        return [low; 4];
    }
    [lanes[0], lanes[1], lanes[2] + high, low]
}

/// The same by hand, in plain Rust.
fn walk_by_hand(start: u32, pair: [u32; 2], flag: bool) -> [u32; 4] {
    let inner = |x: u32| if x > 100 { x / 2 } else { x * 2 };
    let [mut low, mut high] = pair;
    let mut lanes = [0u32; 4];
    for i in (0..start).filter(|i| *i != 2) {
        if low > 1000 {
            break;
        }
        high = high.wrapping_add(i);
        low = low.wrapping_add(high.wrapping_mul(3));
        if let Some(lane) = lanes.get_mut(i as usize) {
            *lane = lane.wrapping_add(low);
        }
        lanes[(i & 1) as usize] ^= inner(low);
        if flag && low / 2 > 5 {
            high += low / 2;
        }
    }
    if high == 0 { [low; 4] } else { [lanes[0], lanes[1], lanes[2].wrapping_add(high), low] }
}

#[vyre::kernel]
fn walks(starts: &[u32], pairs: &[[u32; 2]], flags: &[bool], out: &mut [[u32; 4]]) {
    let i = invocation_id().x;
    out[i] = walk(starts[i], pairs[i], flags[i]);
}

#[test]
fn statements_mean_the_same_on_the_host() {
    let starts = [0, 1, 2, 3, 4, 9, 40, 3, 5];
    let pairs = [[0, 0], [5, 0], [0, 1], [1, 2], [3, 3], [1, 1], [0, 0], [900, 50], [7, 9]];
    let flags = [false, true, true, false, true, false, true, true, false];
    let cases = || (0..starts.len()).map(|at| (starts[at], pairs[at], flags[at]));
    let expected: Vec<[u32; 4]> =
        cases().map(|(start, pair, flag)| walk_by_hand(start, pair, flag)).collect();
    let host: Vec<[u32; 4]> = cases().map(|(start, pair, flag)| walk(start, pair, flag)).collect();
    assert_eq!(host, expected);
    for device in devices() {
        let mut out = vec![[0; 4]; starts.len()];
        walks(&starts, &pairs, &flags, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "on {device}");
    }
}

#[vyre::kernel]
fn foreign(x: &[u32], out: &mut [u32], wide: &mut [u64], both: &mut [[u32; 2]]) {
    fn twice(x: u32) -> u32 {
        functions::fmix32(functions::fmix32(x))
    }

    let i = invocation_id().x;
    out[i] = twice(x[i]) ^ functions::fmix32(1);
    wide[i] = next(x[i] as u64);
    both[i] = pairs::mixed([x[i], 7]);
}

#[test]
fn functions_of_other_crates_are_linked() {
    // fmix32: appendix of SMHasher's MurmurHash3; splitmix64: the first output for the seed 0 in Vigna's reference code.
    assert_eq!((functions::fmix32(0), functions::fmix32(1)), (0, 0x514e_28b7));
    assert_eq!(next(0), 0xe220_a839_7b1d_cdaf);
    let x = [0u32, 1, 2, 0xffff_ffff];
    for device in devices() {
        let (mut out, mut wide, mut both) = ([0; 4], [0; 4], [[0; 2]; 4]);
        foreign(&x, &mut out, &mut wide, &mut both).dispatch(&device).unwrap();
        assert_eq!(out, x.map(|x| functions::fmix32(functions::fmix32(x)) ^ 0x514e_28b7), "on {device}");
        assert_eq!(wide, x.map(|x| next(x.into())), "on {device}");
        assert_eq!(both, x.map(|x| [functions::fmix32(x), functions::fmix32(7)]), "on {device}");
    }
}

/// Literals take the types of the parameters.
#[vyre::function]
fn literals(a: u32, b: i32, c: u64, d: u64) -> u64 {
    a as u64 + (b as u64) + c * 2 + d
}

#[vyre::kernel(workgroup_size = 1)]
fn passes_literals(out: &mut [u64]) {
    out[0] = literals(0xffff_ffff, -2, 0x1_0000_0000, 7);
    out[1] = literals(1, i32::MIN, 0, out[1]);
}

#[test]
fn literals_take_the_types_of_the_parameters() {
    for device in devices() {
        let mut out = [0, 5];
        passes_literals(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let first = 0xffff_ffffu64.wrapping_add(-2i64 as u64).wrapping_add(0x2_0000_0000).wrapping_add(7);
        let second = 1u64.wrapping_add(i64::from(i32::MIN) as u64).wrapping_add(5);
        assert_eq!(out, [first, second], "on {device}");
    }
}

/// Results whose type their uses say.
#[vyre::function]
fn is_odd(x: u32) -> bool {
    x % 2 == 1
}

#[vyre::function]
fn half(x: i32) -> i32 {
    x / 2
}

#[vyre::kernel]
fn uses(data: &mut [i32]) {
    let i = invocation_id().x;
    let odd = is_odd(i);
    if !odd && !is_odd(i / 2) || is_odd(i) == true {
        let halved = half(data[i]);
        data[i] = -halved + half(half(3) - data[i]);
    }
}

#[test]
fn uses_settle_the_types_of_results() {
    for device in devices() {
        let mut data = [100, 101, 102, 103, 104];
        uses(&mut data).dispatch(&device).unwrap();
        // Of 0 to 4, 2 is neither odd nor a multiple of 4.
        let expected = |x: i32| -(x / 2) + (1 - x) / 2;
        assert_eq!(data, [expected(100), expected(101), 102, expected(103), expected(104)], "on {device}");
    }
}

#[test]
fn a_kernel_shows_the_functions_that_it_calls() {
    let program = foreign::program();
    assert!(vyre::ir::validate(program).is_ok());
    assert!(foreign::wgsl().contains("3266489909"), "0xc2b2_ae35, a constant of fmix32");
    assert_eq!(program.to_string().parse::<vyre::ir::Program>().unwrap(), *program);
}

/// Shapes that a translation to Rust could get wrong.
mod shapes {
    #[vyre::function]
    pub(super) fn swapped(x: u32, y: u32) -> u32 {
        let (x, y) = (y, x);
        let (a, b) = (x * 2, y);
        let (b, a) = (a, b);
        x - y + a * 100 + b * 1000
    }

    #[vyre::function]
    pub(super) fn operand_that_returns(x: u32) -> u32 {
        if x > 3 {
            let y: u32 = return 5u32;
            return y & x;
        }
        x + 1
    }

    #[vyre::function]
    pub(super) fn block_as_bound(x: u32) -> u32 {
        let mut sum = 0;
        for i in 0..({ x }) {
            sum += i;
        }
        sum
    }

    #[vyre::function]
    pub(super) fn operations(x: u32) -> u64 {
        let ones = vyre::ops::math::gcd(x, 12).count_ones();
        vyre::ops::math::gcd(x, 18) as u64 * 10 + ones as u64
    }

    #[vyre::function]
    fn same(x: u64) -> u64 {
        x
    }

    #[vyre::function]
    pub(super) fn large_literals(x: u64) -> u64 {
        same(0xffff_ffff_ffff_ffff) ^ same(0xffff_ffff_8000_0000) ^ x
    }

    #[vyre::function]
    fn odd(x: u32) -> bool {
        x % 2 == 1
    }

    #[vyre::function]
    pub(super) fn both_odd(x: u32, y: u32) -> bool {
        odd(x) & odd(y)
    }

    #[vyre::function]
    pub(super) fn keywords(r#gen: u32, r#type: u32, _: u32, _: u32) -> u32 {
        r#gen * 10 + r#type
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn all_shapes(x: &[u32], out: &mut [u32], wide: &mut [u64], flags: &mut [bool]) {
    let i = invocation_id().x;
    out[i * 4] = shapes::swapped(x[i], 10);
    out[i * 4 + 1] = shapes::operand_that_returns(x[i]);
    out[i * 4 + 2] = shapes::block_as_bound(x[i]);
    out[i * 4 + 3] = shapes::keywords(x[i], 7, 1, 2);
    wide[i * 2] = shapes::operations(x[i]);
    wide[i * 2 + 1] = shapes::large_literals(1);
    flags[i] = shapes::both_odd(x[i], 3);
}

#[test]
fn shapes_mean_the_same_on_the_host() {
    let x = [3u32, 4, 36];
    // By hand, for each x: the swap gives 10 - x + x * 100 + 20 * 1000.
    let out = [20_307u32, 4, 3, 37, 20_406, 5, 6, 47, 23_574, 5, 630, 367];
    // gcd(x, 18) * 10 and the ones of gcd(x, 12), which is 3, 4 and 12; then all ones in the lower half but the highest.
    let wide = [30 + 2, 0x7fff_fffe, 20 + 1, 0x7fff_fffe, 180 + 2, 0x7fff_fffe];
    let flags = [true, false, false];
    for (i, x) in x.into_iter().enumerate() {
        let host = [
            shapes::swapped(x, 10),
            shapes::operand_that_returns(x),
            shapes::block_as_bound(x),
            shapes::keywords(x, 7, 1, 2),
        ];
        assert_eq!(host, out[i * 4..i * 4 + 4], "{x}");
        assert_eq!([shapes::operations(x), shapes::large_literals(1)], wide[i * 2..i * 2 + 2], "{x}");
        assert_eq!(shapes::both_odd(x, 3), flags[i], "{x}");
    }
    for device in devices() {
        let (mut got, mut got_wide, mut got_flags) = ([0; 12], [0; 6], [true; 3]);
        all_shapes(&x, &mut got, &mut got_wide, &mut got_flags)
            .workgroups([3, 1, 1])
            .dispatch(&device)
            .unwrap();
        assert_eq!((got, got_wide, got_flags), (out, wide, flags), "on {device}");
    }
}
