//! Sentences of the specification of the language, each as a small kernel with what it must give. The values were
//! worked out by hand.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

/// A kernel that runs as one invocation, its arguments, and what it must leave in its output, which begins as
/// zeros.
macro_rules! gives {
    ($(
        $name:ident($($arg:ident: $ty:ty = $value:expr),*; $out:ident: [$t:ty]) $body:block => $expected:expr;
    )*) => {$(
        #[test]
        #[allow(clippy::all, reason = "the kernels are strange on purpose")]
        fn $name() {
            #[vyre::kernel(workgroup_size = 1)]
            fn kernel($($arg: $ty,)* $out: &mut [$t]) $body
            let expected: &[$t] = &$expected;
            for device in devices() {
                let mut result = vec![<$t>::default(); expected.len()];
                kernel($($value,)* &mut result).workgroups([1, 1, 1]).dispatch(&device).unwrap();
                assert_eq!(result, expected, "on {device}\n{}", kernel::program());
            }
        }
    )*};
}

// Parameters.
gives! {
    a_uniform_of_u32_is_packed_on_the_host(a: &Uniform<[u32]> = &[1, 2, 3, 4, 5]; out: [u32]) {
        for i in 0..6 {
            out[i] = a[i] * 10 + a.len();
        }
    } => [15, 25, 35, 45, 55, 5];
    a_uniform_of_i32(a: &Uniform<[i32]> = &[-1, 2, -3]; out: [i32]) {
        for i in 0..4 {
            out[i] = a[i] * 2;
        }
    } => [-2, 4, -6, 0];
    a_uniform_of_u64(a: &Uniform<[u64]> = &[1 << 33, 5, 7]; out: [u64]) {
        for i in 0..4 {
            out[i] = a[i] + 1;
        }
    } => [(1 << 33) + 1, 6, 8, 1];
    a_uniform_of_bool(a: &Uniform<[bool]> = &[true, false, true]; out: [bool]) {
        for i in 0..4 {
            out[i] = a[i];
        }
    } => [true, false, true, false];
    a_uniform_of_pairs(a: &Uniform<[[u32; 2]]> = &[[1, 2], [3, 4], [5, 6]]; out: [[u32; 2]]) {
        for i in 0..4 {
            out[i] = a[i];
        }
    } => [[1, 2], [3, 4], [5, 6], [0, 0]];
    a_uniform_of_fours(a: &Uniform<[[u32; 4]]> = &[[1, 2, 3, 4], [5, 6, 7, 8]]; out: [[u32; 4]]) {
        for i in 0..3 {
            out[i] = a[i];
        }
    } => [[1, 2, 3, 4], [5, 6, 7, 8], [0; 4]];
    values_of_every_type(n: u32 = 1 << 31, i: i32 = -5, b: bool = true, w: u64 = u64::MAX - 1; out: [u64]) {
        out[0] = n as u64;
        out[1] = i as u64;
        out[2] = b as u64;
        out[3] = w;
        if b {
            out[4] = 9;
        }
    } => [1 << 31, u64::MAX - 4, 1, u64::MAX - 1, 9];
    an_offset_of_bytes_may_be_a_byte(a: &[u8] = &[1, 2, 3, 4, 5, 0xff]; out: [u32]) {
        out[0] = a.byte(a.byte(a.byte(0)));
        out[1] = a.word(1);
        out[2] = a.word(u32::MAX / 4 + 1);
        out[3] = a.len();
    } => [3, 0x0000_ff05, 0, 6];
}

// Statements.
gives! {
    tuples_of_names(a: &[u32] = &[3, 4]; out: [u32]) {
        let (x, y) = (a[0], a[1]);
        let (mut p, q) = (y, x);
        let (x, y) = (y, x);
        p += q;
        out[0] = x;
        out[1] = y;
        out[2] = p;
        let (m, n): (u32, i32) = (1, -1);
        out[3] = m + n as u32;
        let (_, b, c) = (1u32, true, 3u64);
        if b {
            out[4] = c as u32;
        }
    } => [4, 3, 7, 0, 3];
    shadowing_changes_types_and_ends_with_its_block(n: u32 = 5; out: [i32]) {
        let n = n as i32 - 8;
        {
            let n = true;
            if n {
                out[0] = 7;
            }
        }
        out[1] = n;
        let n = [n as u32, 2];
        out[2] = n[1] as i32;
        for n in 0..2 {
            let n = n + 10;
            out[3] = n as i32;
        }
        let x = 2;
        let x = { let x = x + 1; x * x } + x;
        out[4] = x;
    } => [7, -3, 2, 11, 11];
    blocks_and_ifs_are_values_of_every_type(n: u32 = 7; out: [u64]) {
        let small = if n > 5 { if n > 6 { let t = n * 2; t + 1 } else { 2 } } else if n == 3 { 3 } else { 4 };
        let sum = 1 + if n & 1 == 1 { 10 } else { 20 };
        let four = if n == 7 { [1, 2, 3, 4] } else { [0; 4] };
        let pair: [u32; 2] = if n == 2 { [1, 2] } else { [8, 9] };
        let truth = if n == 7 { n > 0 } else { false };
        let wide = if truth { 1u64 << 35 } else { 0 };
        let sign: i32 = if truth { -1 } else { 1 };
        out[0] = (small + { sum }) as u64;
        out[1] = (four[3] * 10 + pair[1]) as u64;
        out[2] = wide;
        out[3] = sign as u64;
    } => [26, 49, 1 << 35, u64::MAX];
    jumps_end_the_loop_that_they_stand_in(; out: [u32]) {
        let mut rounds = 0;
        let mut steps = 0;
        for i in 0..10 {
            if i == 2 { continue; }
            if i == 6 { break; }
            for j in 0..10 {
                if j == i { break; }
                if j & 1 == 1 { continue; }
                steps += 1;
            }
            rounds += 1;
        }
        out[0] = rounds;
        out[1] = steps;
    } => [5, 8];
    a_jump_may_stand_where_a_value_is_expected(a: &[u32] = &[4, 5, 6, 7]; out: [u32]) {
        for i in 0..4 {
            let x = if i == 1 { continue } else if i == 3 { break } else { a[i] };
            out[i] = x;
        }
        let last: u32 = if out[0] == 0 { return; } else { 9 };
        out[3] = last;
    } => [4, 0, 6, 9];
    a_return_leaves_every_loop(; out: [u32]) {
        out[0] = 1;
        for i in 0..5 {
            for j in 0..5 {
                if i * j == 6 {
                    out[1] = i;
                    out[2] = j;
                    return;
                }
            }
        }
        out[0] = 2;
    } => [1, 2, 3];
    bounds_of_loops_are_evaluated_once(a: &[u32] = &[2, 6]; out: [u32]) {
        let mut n = 3;
        for _ in 0..n {
            n += 5;
            out[0] += 1;
        }
        for i in a[0]..a[1] + 1 {
            out[1] += i;
        }
        for i in { let from = 7; from }..3 {
            out[2] += i;
        }
        for i in u32::MAX - 3..u32::MAX {
            out[3] = i;
        }
    } => [3, 20, 0, u32::MAX - 1];
    items_may_follow_their_use(; out: [u32]) {
        out[0] = twice(K);
        const J: u32 = 3;
        const K: u32 = J * 2 + 1;
        fn twice(x: u32) -> u32 { x * 2 }
        { const K: u32 = 100; out[1] = K; }
        for i in 0..K { out[2] += i; }
        const V: [u32; 4] = [1, 2, 3, 4];
        const P: [u32; 2] = [7; 2];
        out[3] = V[2] + P[1];
    } => [14, 100, 21, 10];
}

// Functions.
gives! {
    functions_call_functions_and_return_early(; out: [u32]) {
        fn fibonacci(n: u32) -> u32 {
            let (mut a, mut b) = (0, 1);
            for _ in 0..n { let t = a + b; a = b; b = t; }
            a
        }
        fn early(x: u32) -> u32 {
            if x > 10 { return x - 10; }
            for i in 0..x { if i * i > x { return i; } }
            99
        }
        fn both(v: [u32; 2], w: u64) -> [u32; 2] { [v[0] + w as u32, fibonacci(v[1])] }
        fn signed(negative: bool, i: i32) -> i32 { if negative { -i } else { i } }
        fn with_lane(n: u32) -> [u32; 2] { let mut w = [1, 2]; w[n] = 5; w }
        out[0] = fibonacci(10);
        out[1] = early(15) * 100 + early(8) * 10 + early(0);
        // early(17) = 7, early(7) = 3, the second and third Fibonacci number are 1 and 2.
        out[2] = signed(true, -3) as u32 + fibonacci(fibonacci(early(early(17))));
        // Of 1 << 32 the lower half is added.
        let r = both(both([1, 7], 4), 1 << 32);
        out[3] = r[0];
        out[4] = r[1];
        out[5] = with_lane(1)[1] * 10 + with_lane(7)[1];
    } => [55, 629, 4, 5, 233, 52];
}

// Types and literals.
gives! {
    literals_take_the_type_of_their_use(a: &[u64] = &[5]; out: [u64]) {
        fn next(x: u64) -> u64 { x + 1 }
        let mut x = 0;
        let y = 1;
        x += y;
        x += a[0];
        out[0] = x * { 3 };
        let n = if x > 3 { 1 } else { 2 };
        out[1] = n << 40;
        out[2] = (1 << 40) + y;
        let z = 1 << 33;
        out[3] = next(z);
        out[4] = 0xffff_ffff_ffff_ffff;
        out[5] = 0b1010 + 0o17 + 1_000;
        out[6] = -2147483648i32 as u64;
        out[7] = (i32::MIN as u32).max(u32::MAX) as u64;
    } => [18, 1 << 40, (1 << 40) + 1, (1 << 33) + 1, u64::MAX, 1025, 0xffff_ffff_8000_0000, 0xffff_ffff];
    literals_without_a_use_are_signed(; out: [u32]) {
        out[0] = (1 - 2 < 0) as u32;
        let x = 3;
        let y = x - 5;
        out[1] = select(y < 0, 1, 2);
        let mut low = 0;
        low -= 1;
        if low < 0 {
            out[2] = 1;
        }
    } => [1, 1, 1];
    constants_follow_the_rules_of_run_time(; out: [u32]) {
        out[0] = 4_000_000_000 + 1_000_000_000;
        let zero = 0;
        out[1] = 5 / zero;
        out[2] = 1 << 33;
        out[3] = 0 - 1;
        out[4] = 7 % zero;
    } => [705_032_704, 0, 2, u32::MAX, 0];
    shifts_take_amounts_of_any_type(a: u32 = 1, i: i32 = 3, w: u64 = 35; out: [u64]) {
        out[0] = (a << i) as u64;
        out[1] = (a << w) as u64;
        out[2] = 1u64 << i;
        out[3] = 1u64 << w;
        out[4] = (-8i32 >> a) as u64;
        out[5] = (a << -1i32) as u64;
    } => [8, 8, 8, 1 << 35, u64::MAX - 3, 1 << 31];
    every_compound_assignment_changes_an_element(; out: [i32]) {
        out[0] += 5;
        out[0] -= 12;
        out[0] *= 3;
        out[1] = 100;
        out[1] /= -7;
        out[1] %= 4;
        out[2] |= 6;
        out[2] ^= 3;
        out[2] <<= 4;
        out[2] >>= 1u32;
        out[2] &= -1;
        out[3] = -64;
        out[3] >>= 3;
    } => [-21, -2, 40, -8];
    truths_have_every_operator(t: bool = true, f: bool = false; out: [bool]) {
        out[0] = t & f | t ^ t;
        out[1] = t == f;
        out[2] = t != f && !f || f;
        out[3] = (1 < 2) == t;
        let mut b = t;
        b &= f;
        out[4] = b;
        b |= t;
        out[5] = b;
        b ^= true;
        out[6] = b;
    } => [false, false, true, true, false, true, false];
    vectors_are_equal_if_every_lane_is(
        a: &[[u32; 4]] = &[[1, 2, 3, 4], [1, 2, 3, 5]],
        p: &[[u32; 2]] = &[[1, 2]];
        out: [bool]
    ) {
        out[0] = a[0] == a[1];
        out[1] = a[0] != a[1];
        out[2] = a[0] == [1, 2, 3, 4];
        out[3] = [1, 2] == p[0];
        out[4] = p[0] != [1; 2];
    } => [false, true, true, true, true];
    casts_to_truths(
        u: u32 = 7,
        i: i32 = -1,
        w: u64 = 1 << 32,
        v: &[[u32; 2]] = &[[0, 1]],
        x: &[[u32; 4]] = &[[0, 0, 0, 1]];
        out: [bool]
    ) {
        out[0] = cast::<bool>(u);
        out[1] = cast::<bool>(i);
        out[2] = cast::<bool>(w);
        out[3] = cast::<bool>(v[0]);
        out[4] = cast::<bool>(x[0]);
        out[5] = cast::<bool>(u - 7);
        out[6] = cast::<bool>(v[1]);
        out[7] = cast::<bool>(x[1]);
    } => [true, true, true, true, true, false, false, false];
    casts_to_vectors(u: u32 = 5, i: i32 = -1, b: bool = true, w: u64 = 7 << 32 | 3; out: [[u32; 4]]) {
        let pair = cast::<[u32; 2]>(w);
        let first = cast::<[u32; 2]>([pair[0], pair[1], 8, 9]);
        out[0] = [pair[0], pair[1], first[0], first[1]];
        out[1] = cast::<[u32; 4]>(u);
        out[2] = cast::<[u32; 4]>(i);
        out[3] = cast::<[u32; 4]>(b);
    } => [[3, 7, 3, 7], [5; 4], [u32::MAX; 4], [1; 4]];
    casts_from_vectors(v: &[[u32; 2]] = &[[u32::MAX, 7]], x: &[[u32; 4]] = &[[4, 3, 2, 1]]; out: [u64]) {
        out[0] = cast::<u32>(v[0]) as u64;
        out[1] = cast::<i32>(v[0]) as u64;
        out[2] = cast::<u64>(v[0]);
        out[3] = cast::<i32>(x[0]) as u64;
        out[4] = cast::<u64>(x[0]);
    } => [0xffff_ffff, u64::MAX, 0x7_ffff_ffff, 4, 3 << 32 | 4];
}

// Vectors and local arrays.
gives! {
    lanes_at_indices_that_are_not_constant(n: u32 = 2; out: [[u32; 4]]) {
        let mut v = [1, 2, 3, 4];
        for i in 0..6 { v[i] *= 10; }
        let u = v;
        v[n] = 7;
        out[0] = u;
        out[1] = v;
        v = [v[n + 1], v[n + 2], 0, 0];
        out[2] = v;
        let mut w = [1, 2];
        w[n - 2] += 5;
        w[n] = 100;
        out[3] = [w[0], w[1], [10, 20][n - 1], [10, 20][n]];
    } => [[10, 20, 30, 40], [10, 20, 7, 40], [40, 0, 0, 0], [6, 2, 20, 0]];
    lanes_of_elements(a: &[[u32; 4]] = &[[1, 2, 3, 4], [5, 6, 7, 8]], n: u32 = 3; out: [[u32; 2]]) {
        out[0][1] = a[1][2];
        out[1][0] += a[0][n];
        out[n - 1][1] = a[9][0] + a[0][n + 1] + 3;
    } => [[0, 7], [4, 0], [0, 3]];
    local_arrays_of_wide_numbers(n: u32 = 2; out: [u64]) {
        let mut w = [0u64; 3];
        w[n] = 1 << 50;
        w[0] += 3;
        for i in 0..4 { out[i] = w[i]; }
    } => [3, 0, 1 << 50, 0];
    local_arrays_of_truths(n: u32 = 2; out: [bool]) {
        let mut w = [true; 5];
        w[n] = false;
        w[n + 1] &= false;
        w[4] ^= true;
        for i in 0..6 { out[i] = w[i]; }
    } => [true, true, false, false, false, false];
    local_arrays_of_pairs(n: u32 = 1; out: [[u32; 2]]) {
        let mut w = [[0u32; 2]; 5];
        w[n] = [3, 4];
        w[2] = [n, n];
        w[4][0] = 6;
        for i in 0..6 { out[i] = w[i]; }
    } => [[0, 0], [3, 4], [1, 1], [0, 0], [6, 0], [0, 0]];
    local_arrays_of_fours(n: u32 = 1; out: [[u32; 4]]) {
        let mut w = [[1, 2, 3, 4]; 3];
        w[n] = [n; 4];
        w[2][3] += 10;
        for i in 0..3 { out[i] = w[i]; }
        out[3][0] = w[0][1] + w[3][1];
    } => [[1, 2, 3, 4], [1; 4], [1, 2, 3, 14], [2, 0, 0, 0]];
}

// The order of evaluation.
gives! {
    atomics_count_the_order(c: &[AtomicU32] = &mut [0]; out: [u32]) {
        fn three(a: u32, b: u32, c: u32) -> u32 { a * 100 + b * 10 + c }
        out[0] = c[0].fetch_add(1) * 100 + c[0].fetch_add(1) * 10 + c[0].fetch_add(1);
        out[1] = three(c[0].fetch_add(1), c[0].fetch_add(1), c[0].fetch_add(1));
        let v = [c[0].fetch_add(1), c[0].fetch_add(1)];
        out[2] = v[0] * 10 + v[1];
        let (old, new) = (c[0].swap(50), c[0].load());
        out[3] = old + new;
        // Both arms are evaluated: 50, 51 and 52 are drawn, then 53 is read.
        out[4] = select(c[0].fetch_add(1) == 50, c[0].fetch_add(1), c[0].fetch_add(1)) + c[0].load();
    } => [12, 345, 67, 58, 104];
    blocks_change_what_follows_them(; out: [u32]) {
        let mut x = 1;
        out[0] = { x += 1; x } + { x *= 10; x } + x;
        out[1] = x + { x = 0; 1 };
        // The value comes before the place, also of a compound assignment to a number.
        let mut i = 0;
        out[i + 2] = { i += 1; 7 };
        out[{ i += 1; i }] += { i = 3; 5 };
        out[5] = i;
    } => [42, 21, 0, 7, 5, 4];
}

/// What nothing settles is an `i32`, also under a cast; a literal takes the type of the cast.
#[vyre::kernel(workgroup_size = 1)]
fn unsettled_numbers(out: &mut [u32], wide: &mut [u64]) {
    const HALF: u32 = ((0 - 8) / 2) as u32;
    let x = 0 - 8;
    out[0] = (x / 2) as u32;
    wide[0] = (x >> 1) as u64;
    out[1] = HALF;
    let y = 5;
    if y - 6 < 0 {
        out[2] = 1;
    }
    out[2] += y as u32;
    let z = -5;
    out[3] = z as u32;
    wide[1] = 0xffff_ffff_0000_0000 as u64;
    // A later use settles it.
    let shift = 3;
    out[4] = shift as u32;
    wide[2] = wide[3] << shift + 1u64;
}

#[test]
fn what_nothing_settles_is_an_i32() {
    for device in devices() {
        let (mut out, mut wide) = ([0; 5], [0, 0, 0, 1]);
        unsettled_numbers(&mut out, &mut wide).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        // As rustc has it.
        assert_eq!(out, [-4i32 as u32, -4i32 as u32, 6, -5i32 as u32, 3], "on {device}");
        assert_eq!(wide, [-4i64 as u64, 0xffff_ffff_0000_0000, 16, 1], "on {device}");
    }
}

#[vyre::function]
fn doubled(x: u32) -> u32 {
    x * 2
}

/// Numbers without a type as arguments; constants in any order; a `;` on its own.
#[vyre::kernel(workgroup_size = 1)]
fn untyped_arguments(out: &mut [u32]) {
    const FIRST: u32 = SECOND + 1;
    const SECOND: u32 = THIRD * 2;
    const THIRD: u32 = 5;
    let x = 3;
    out[0] = doubled(x);
    out[1] = doubled(1 + 2);
    out[2] = doubled(if out[9] == 0 { 1 << 3 } else { 2 });
    out[3] = doubled({ 7 });
    out[4] = FIRST;
}

#[test]
fn numbers_without_a_type_fit_functions_outside() {
    for device in devices() {
        let mut out = [0; 5];
        untyped_arguments(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [6, 6, 16, 14, 11], "on {device}");
    }
}

/// Only `[u32; 2]` and `[u32; 4]` are vectors.
#[vyre::kernel(workgroup_size = 1)]
fn short_arrays(out: &mut [u64], n: u32) {
    let mut a = [0u64; 2];
    let mut b: [i32; 4] = [-1; 4];
    let mut c = [[7u32; 2]; 2];
    let mut d = [false; 4];
    a[n] = 1 << 40;
    b[n] += 3;
    c[n][1] = 9;
    d[n + 1] = true;
    out[0] = a[0] + a[1] + a[2];
    out[1] = (b[0] + b[n] * 10) as u64;
    out[2] = (c[0][0] + c[n][1] * 10 + c[0][1] * 100) as u64;
    out[3] = d[2] as u64 + (d[0] as u64) * 10;
}

#[test]
fn short_arrays_of_other_types_are_arrays() {
    for device in devices() {
        let mut out = [0; 4];
        short_arrays(&mut out, 1).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [1 << 40, 19, 797, 1], "on {device}");
    }
}
