//! Functions of modules that are seen as a whole, called on the host: they have the kernel's meaning, wrapping included. Each is called in a kernel and on the
//! host, and what both give is what std's wrapping methods give, or what the specification says where std panics.
#![allow(unreachable_pub, reason = "the modules are written as those of a library are")]
#![allow(
    clippy::unwrap_used,
    clippy::op_ref,
    clippy::unnecessary_cast,
    reason = "a test fails by panicking, and references are what is tested"
)]

use vyre_tests::devices;

/// How many results `all` has of two numbers.
const RESULTS: usize = 27;

macro_rules! module_of {
    ($name:ident, $t:ident, $least:expr, $element:ident) => {
        #[vyre::module]
        mod $name {
            #[derive(Clone, Copy)]
            pub enum Op {
                Add($t),
                Sub($t),
                Mul($t),
                Div($t),
                Rem($t),
                Shl($t),
                Shr($t),
            }

            pub fn apply(a: $t, op: Op) -> $t {
                match op {
                    Op::Add(b) => a + b,
                    Op::Sub(b) => a - b,
                    Op::Mul(b) => a * b,
                    Op::Div(b) => a / b,
                    Op::Rem(b) => a % b,
                    Op::Shl(b) => a << b,
                    Op::Shr(b) => a >> b,
                }
            }

            pub struct Account<K> {
                pub key: K,
                pub balance: $t,
                pub last: [$t; 3],
            }

            impl Account<u32> {
                pub fn change(&mut self, op: Op) {
                    match op {
                        Op::Add(b) => self.balance += b,
                        Op::Sub(b) => self.balance -= b,
                        Op::Mul(b) => self.balance *= b,
                        Op::Div(b) => self.balance /= b,
                        Op::Rem(b) => self.balance %= b,
                        Op::Shl(b) => self.balance <<= b,
                        Op::Shr(b) => self.balance >>= b,
                    }
                    self.last[0] += self.balance;
                }
                pub fn changed(a: $t, op: Op) -> $t {
                    let mut account = Account { key: 3u32, balance: a, last: [0, 1, 2] };
                    account.change(op);
                    account.last[0]
                }
            }

            pub fn by_reference(a: &$t, b: &$t) -> $t {
                let sum = a + b;
                &sum * b
            }

            pub fn through(place: &mut $t, b: $t) {
                *place += b;
                *place *= b;
            }

            pub fn by_closure(a: $t, b: $t) -> $t {
                let twice = |x: $t| x + x;
                let mut total = b;
                let mut add = |x| total += x;
                add(a);
                add(twice(a));
                total
            }

            pub fn folded(a: $t, b: $t) -> $t {
                [a, b, a].iter().fold(1, |total, x| total * 3 + x)
            }

            pub fn totals(a: $t, b: $t) -> [$t; 2] {
                let list = [a, b, b, a];
                [list.iter().sum(), list.iter().product::<$t>()]
            }

            pub fn all(a: $t, b: $t) -> [$t; 27] {
                let mut out = [0; 27];
                let ops =
                    [Op::Add(b), Op::Sub(b), Op::Mul(b), Op::Div(b), Op::Rem(b), Op::Shl(b), Op::Shr(b)];
                for i in 0..7 {
                    out[i] = apply(a, ops[i]);
                    out[i + 7] = Account::changed(a, ops[i]);
                }
                out[14] = by_reference(&a, &b);
                let mut place = a;
                through(&mut place, b);
                out[15] = place;
                out[16] = by_closure(a, b);
                out[17] = folded(a, b);
                [out[18], out[19]] = totals(a, b);
                out[20] = a.pow(7);
                out[21] = 1 + (a - 1) * 2;
                out[22] = a << 1 << 300;
                // Past the end nothing is stored, and 0 is read.
                let mut list = [a, b];
                let far = ops.len() + 40;
                list[far] = b;
                list[far] += b;
                out[23] = list[far] + 1;
                out[24] = a.div_euclid(b);
                out[25] = a.rem_euclid(b);
                out[26] = if a + b < a { 1 } else { 0 };
                out
            }

            #[kernel]
            pub fn run(a: &[$element], b: &[$element], out: &mut [$element]) {
                let i = invocation_id().x;
                if i < a.len() {
                    let all = all(a[i] as $t, b[i] as $t);
                    for at in 0..27 {
                        out[i * 27 + at] = all[at] as $element;
                    }
                }
            }
        }

        #[test]
        fn $name() {
            let values: [$t; 9] = [0, 1, 2, 3, 7, $t::MAX, $t::MAX - 1, $t::MIN, $least];
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for x in values {
                for y in values {
                    a.push(x);
                    b.push(y);
                }
            }
            let expected: Vec<$t> = a.iter().zip(&b).flat_map(|(a, b)| expected(*a, *b)).collect();
            let host: Vec<$t> = a.iter().zip(&b).flat_map(|(a, b)| $name::all(*a, *b)).collect();
            for at in 0..expected.len() {
                let (of, slot) = (at / RESULTS, at % RESULTS);
                assert_eq!(host[at], expected[at], "result {slot} of {} and {}", a[of], b[of]);
            }
            for device in devices() {
                let [a, b] = [&a, &b].map(|list| list.iter().map(|x| *x as $element).collect::<Vec<_>>());
                let mut out = vec![0; a.len() * RESULTS];
                $name::run(&a, &b, &mut out).invocations([a.len() as u32, 1, 1]).dispatch(&device).unwrap();
                let out: Vec<$t> = out.into_iter().map(|x| x as $t).collect();
                assert_eq!(out, expected, "{}", device.info().name());
            }

            fn expected(a: $t, b: $t) -> [$t; RESULTS] {
                let [div, rem, div_e, rem_e] = match b {
                    0 => [0; 4],
                    b => [
                        a.wrapping_div(b),
                        a.wrapping_rem(b),
                        a.wrapping_div_euclid(b),
                        a.wrapping_rem_euclid(b),
                    ],
                };
                let ops = [
                    a.wrapping_add(b),
                    a.wrapping_sub(b),
                    a.wrapping_mul(b),
                    div,
                    rem,
                    a.wrapping_shl(b as u32),
                    a.wrapping_shr(b as u32),
                ];
                let mut out = [0; RESULTS];
                out[..7].copy_from_slice(&ops);
                out[7..14].copy_from_slice(&ops);
                out[14] = a.wrapping_add(b).wrapping_mul(b);
                out[15] = a.wrapping_add(b).wrapping_mul(b);
                out[16] = a.wrapping_mul(3).wrapping_add(b);
                let step = |total: $t, x: $t| total.wrapping_mul(3).wrapping_add(x);
                out[17] = step(step(step(1, a), b), a);
                out[18] = a.wrapping_add(b).wrapping_mul(2);
                out[19] = a.wrapping_mul(b).wrapping_mul(b).wrapping_mul(a);
                out[20] = a.wrapping_pow(7);
                out[21] = a.wrapping_sub(1).wrapping_mul(2).wrapping_add(1);
                out[22] = a.wrapping_shl(1).wrapping_shl(300);
                out[23] = 1;
                out[24] = div_e;
                out[25] = rem_e;
                out[26] = (a.wrapping_add(b) < a).into();
                out
            }
        }
    };
}

module_of!(of_u8, u8, 200, u8);
module_of!(of_u16, u16, 60_000, u16);
module_of!(of_u32, u32, 3_000_000_000, u32);
module_of!(of_u64, u64, 1 << 40, u64);
module_of!(of_u128, u128, 1 << 100, u128);
module_of!(of_i8, i8, -5, i8);
module_of!(of_i16, i16, -5, i16);
module_of!(of_i32, i32, -5, i32);
module_of!(of_i64, i64, -5, i64);
module_of!(of_i128, i128, -5, u128);

#[vyre::module]
mod signs {
    pub struct Signed<T> {
        pub value: T,
    }
    pub fn negated(x: i32) -> i32 {
        let signed = Signed { value: x };
        -signed.value
    }
    pub fn negated_reference(x: &i64) -> i64 {
        -x
    }
    pub fn distance(x: i8) -> i8 {
        x.abs() - 1
    }
    pub fn logarithms(x: u32) -> [u32; 3] {
        [x.ilog2(), x.ilog10(), x.next_power_of_two()]
    }
    pub fn root(x: i32) -> i32 {
        x.isqrt()
    }
    #[kernel]
    pub fn all(x: &[i32], out: &mut [i32]) {
        let i = invocation_id().x;
        if i < x.len() {
            let x = x[i];
            let [a, b, c] = logarithms(x as u32);
            let signed =
                [negated(x), negated_reference(&(x as i64)) as i32, distance(x as i8) as i32, root(x)];
            for at in 0..4 {
                out[i * 7 + at] = signed[at];
            }
            out[i * 7 + 4] = a as i32;
            out[i * 7 + 5] = b as i32;
            out[i * 7 + 6] = c as i32;
        }
    }
}

#[test]
fn signs_and_logarithms_of_what_has_none() {
    let xs = [0, 1, -1, i32::MIN, i32::MAX, -128, 100];
    let expected = xs.map(|x: i32| {
        let bits = x as u32;
        [
            x.wrapping_neg(),
            i64::from(x).wrapping_neg() as i32,
            i32::from((x as i8).wrapping_abs().wrapping_sub(1)),
            x.checked_isqrt().unwrap_or(0),
            bits.checked_ilog2().unwrap_or(0) as i32,
            bits.checked_ilog10().unwrap_or(0) as i32,
            bits.checked_next_power_of_two().unwrap_or(0) as i32,
        ]
    });
    for (x, expected) in xs.iter().zip(expected) {
        let [a, b, c] = signs::logarithms(*x as u32).map(|x| x as i32);
        let [n, m] = [signs::negated(*x), signs::negated_reference(&i64::from(*x)) as i32];
        let host = [n, m, signs::distance(*x as i8).into(), signs::root(*x), a, b, c];
        assert_eq!(host, expected, "{x}");
    }
    for device in devices() {
        let mut out = [0; 49];
        signs::all(&xs, &mut out).invocations([7, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out[..], expected.concat()[..], "{}", device.info().name());
    }
}

#[vyre::module]
mod sizes {
    #[derive(Clone, Copy)]
    pub struct Grid<const W: usize, const H: usize> {
        pub cells: [[u32; W]; H],
    }
    impl<const W: usize, const H: usize> Grid<W, H> {
        /// The cells around one, where those past the edge are 0.
        pub fn around(&self, x: usize, y: usize) -> u32 {
            let mut sum = self.cells[y][x + 1] + self.cells[y + 1][x];
            sum += self.cells[y - 1][x];
            sum + self.cells[y][x - 1]
        }
        pub fn set(&mut self, x: usize, y: usize, value: u32) {
            self.cells[y][x] = value;
            self.cells[y][x] += 1;
        }
    }
    /// `usize` has 32 bits in kernels.
    pub fn far(n: usize, step: u64) -> u64 {
        let back = n - 1;
        let low = (step * 0x1_0000_0001) as usize;
        (back + low) as u64
    }
    pub fn nth(list: &[u32], at: usize) -> u32 {
        list[at] * 2 + list[at + 1]
    }
    pub fn put(list: &mut [u32], at: usize, value: u32) {
        list[at] = value;
        list[at + 1] -= value;
    }
    #[kernel]
    pub fn all(out: &mut [u32]) {
        if invocation_id().x == 0 {
            let mut grid = Grid::<3, 2> { cells: [[1, 2, 3], [4, 5, 6]] };
            grid.set(2, 1, 9);
            grid.set(3, 1, 50);
            grid.set(0, 2, 50);
            out[0] = grid.around(0, 0);
            out[1] = grid.around(2, 1);
            out[2] = far(0, 7) as u32;
            out[3] = (far(0, 7) >> 32) as u32;
            let mut list = [7, 8];
            put(&mut list, 1, 3);
            put(&mut list, 0, 5);
            put(&mut list, 2, 4);
            out[4] = nth(&list, 1);
            out[5] = nth(&list, 0);
            out[6] = nth(&list, 2);
        }
    }
}

#[test]
fn elements_past_the_end_and_sizes_of_32_bits() {
    let mut grid = sizes::Grid::<3, 2> { cells: [[1, 2, 3], [4, 5, 6]] };
    grid.set(2, 1, 9);
    grid.set(3, 1, 50);
    grid.set(0, 2, 50);
    assert_eq!(grid.cells, [[1, 2, 3], [4, 5, 10]]);
    let mut list = [7, 8];
    sizes::put(&mut list, 1, 3);
    sizes::put(&mut list, 0, 5);
    sizes::put(&mut list, 2, 4);
    // 7, 8 becomes 7, 3, then 5, 3 - 5.
    assert_eq!(list, [5, 3u32.wrapping_sub(5)]);
    // u32::MAX + 7 has 32 bits.
    let expected = [
        2 + 4,
        3 + 5,
        6,
        0,
        3u32.wrapping_sub(5).wrapping_mul(2),
        10u32.wrapping_add(3u32.wrapping_sub(5)),
        0,
    ];
    let host = [
        grid.around(0, 0),
        grid.around(2, 1),
        sizes::far(0, 7) as u32,
        (sizes::far(0, 7) >> 32) as u32,
        sizes::nth(&list, 1),
        sizes::nth(&list, 0),
        sizes::nth(&list, 2),
    ];
    assert_eq!(host, expected);
    for device in devices() {
        let mut out = [0; 7];
        sizes::all(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{}", device.info().name());
    }
}

#[vyre::module]
mod over_types {
    use std::ops::{Add, AddAssign, Mul};

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub struct Mod7(pub u32);
    impl Add for Mod7 {
        type Output = Mod7;
        fn add(self, other: Mod7) -> Mod7 {
            Mod7((self.0 + other.0) % 7)
        }
    }
    impl AddAssign for Mod7 {
        fn add_assign(&mut self, other: Mod7) {
            self.0 = (self.0 + other.0) % 7;
        }
    }
    /// What is of the parameter is Rust's, and all else is the kernel's.
    pub fn hashed<T: Copy + Add<Output = T>>(a: T, b: T, seed: u32) -> (T, u32) {
        let mut h = seed * 0x9E37_79B9;
        h += seed << 7;
        (a + b + b, h - 1)
    }
    pub trait Scored {
        fn score(&self) -> u32;
        fn doubled(&self) -> u32 {
            self.score() * 2 + 1
        }
    }
    impl Scored for Mod7 {
        fn score(&self) -> u32 {
            self.0 - 5
        }
    }
    pub fn dot<T: Copy + Mul<Output = T> + AddAssign + Default>(a: [T; 2], b: [T; 2]) -> T {
        let mut sum = T::default();
        for i in 0..2 {
            sum += a[i] * b[i];
        }
        sum
    }
    pub fn mixed(n: u32) -> Mod7 {
        let mut m = Mod7(n);
        m += Mod7(n - 1);
        m + Mod7(1)
    }
    pub fn applied(f: impl Fn(u32) -> u32, x: u32) -> u32 {
        f(x) * 3
    }
    pub const LIMIT: u32 = step(3) - 1;
    pub const fn step(x: u32) -> u32 {
        x * 5 + 1
    }
    #[kernel]
    pub fn all(out: &mut [u32]) {
        if invocation_id().x == 0 {
            let (m, h) = hashed(Mod7(5), Mod7(6), 3_000_000_000);
            let (s, _) = hashed(1u32, 2, 1);
            out[0] = m.0;
            out[1] = h;
            out[2] = s;
            out[3] = Mod7(2).doubled();
            out[4] = dot([2u32, 3], [4, 5]);
            out[5] = mixed(0).0;
            out[6] = applied(|x| x + 0xF000_0000, 0xF000_0000);
            out[7] = LIMIT + step(1);
        }
    }
}

#[test]
fn in_functions_over_types_what_is_of_a_parameter_is_rusts() {
    use over_types::{LIMIT, Mod7, Scored, applied, dot, hashed, mixed, step};
    let (m, h) = hashed(Mod7(5), Mod7(6), 3_000_000_000);
    let hash = 3_000_000_000u32.wrapping_mul(0x9E37_79B9).wrapping_add(3_000_000_000u32 << 7).wrapping_sub(1);
    let far = 0xF000_0000u32.wrapping_mul(2).wrapping_mul(3);
    let expected = [
        17 % 7,
        hash,
        5,
        2u32.wrapping_sub(5).wrapping_mul(2).wrapping_add(1),
        23,
        // u32::MAX is 3 modulo 7, and 1 more.
        4,
        far,
        15 + 6,
    ];
    let closure = |x: u32| x.wrapping_add(0xF000_0000);
    let host = [
        m.0,
        h,
        hashed(1u32, 2, 1).0,
        Mod7(2).doubled(),
        dot([2u32, 3], [4, 5]),
        mixed(0).0,
        applied(closure, 0xF000_0000),
        LIMIT + step(1),
    ];
    assert_eq!(host, expected);
    for device in devices() {
        let mut out = [0; 8];
        over_types::all(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{}", device.info().name());
    }
}

#[vyre::module]
mod widths {
    /// What tells a `usize` of 64 bits from one of 32.
    pub fn sized(x: usize, y: usize) -> [usize; 12] {
        let (low, is_past) = x.overflowing_mul(y);
        [
            x.wrapping_mul(y) + 1,
            !x,
            x.wrapping_sub(y.wrapping_add(7)),
            x.count_ones() as usize ^ y,
            x.checked_add(y).unwrap_or(77),
            x.saturating_add(y) - x.saturating_mul(y),
            low ^ usize::from(is_past),
            x.wrapping_shl(33),
            (x.leading_zeros() + x.count_zeros() * 100) as usize,
            x.swap_bytes(),
            x.wrapping_neg().reverse_bits(),
            x.wrapping_div(y - y) + x.wrapping_rem(x - x),
        ]
    }
    pub fn signed(x: isize, y: isize) -> [isize; 6] {
        let found = x.checked_mul(y);
        [
            x.wrapping_mul(y),
            !x,
            if found.is_none() { -1 } else { 1 },
            (x.count_ones() + y.leading_ones() * 100) as isize,
            x.saturating_sub(y),
            x.wrapping_pow(3).wrapping_shr(35),
        ]
    }
    #[kernel]
    pub fn all(x: u32, y: u32, out: &mut [u32], ends: &mut [i32]) {
        if invocation_id().x == 0 {
            for (at, value) in sized(x as usize, y as usize).into_iter().enumerate() {
                out[at] = value as u32;
            }
            for (at, value) in signed(x as i32 as isize, y as i32 as isize).into_iter().enumerate() {
                ends[at] = value as i32;
            }
        }
    }
}

#[test]
fn methods_of_sizes_have_32_bits() {
    for (x, y) in [(3_000_000_000u32, 0x9E37_79B9u32), (5, 7), (0, u32::MAX), (0x8000_0000, 0x8000_0000)] {
        let (low, is_past) = x.overflowing_mul(y);
        let expected = [
            x.wrapping_mul(y).wrapping_add(1),
            !x,
            x.wrapping_sub(y.wrapping_add(7)),
            x.count_ones() ^ y,
            x.checked_add(y).unwrap_or(77),
            x.saturating_add(y).wrapping_sub(x.saturating_mul(y)),
            low ^ u32::from(is_past),
            x << 1,
            x.leading_zeros() + x.count_zeros() * 100,
            x.swap_bytes(),
            x.wrapping_neg().reverse_bits(),
            0,
        ];
        let (a, b) = (x as i32, y as i32);
        let ends = [
            a.wrapping_mul(b),
            !a,
            if a.checked_mul(b).is_none() { -1 } else { 1 },
            (a.count_ones() + b.leading_ones() * 100) as i32,
            a.saturating_sub(b),
            a.wrapping_pow(3) >> 3,
        ];
        let host = widths::sized(x as usize, y as usize);
        assert_eq!(host.map(|value| value as u64), expected.map(u64::from), "{x} {y}");
        assert_eq!(widths::signed(a as isize, b as isize), ends.map(|value| value as isize), "{a} {b}");
        for device in devices() {
            let (mut out, mut found) = ([0u32; 12], [0i32; 6]);
            widths::all(x, y, &mut out, &mut found).dispatch(&device).unwrap();
            assert_eq!((out, found), (expected, ends), "{x} {y} on {device}");
        }
    }
}

/// What counts the bits of a `usize`, in a function over types and in another one.
#[vyre::module]
mod bits {
    pub fn reversed<T>(list: &mut [T]) {
        let bits = list.len().trailing_zeros();
        for i in 0..list.len() {
            let j = i.reverse_bits() >> (usize::BITS - bits);
            if i < j {
                list.swap(i, j);
            }
        }
    }

    pub fn counted(n: usize) -> [u32; 5] {
        let above = n + 1;
        [
            above.leading_zeros(),
            (above * 2).trailing_zeros(),
            above.count_zeros(),
            (above - 1).swap_bytes() as u32,
            usize::BITS - above.leading_ones(),
        ]
    }

    #[kernel(workgroup_size = 1)]
    pub fn all(out: &mut [u32]) {
        let mut list = [0, 1, 2, 3, 4, 5, 6, 7];
        reversed(&mut list);
        for i in 0..8 {
            out[i] = list[i];
        }
        let counts = counted(4);
        for i in 0..5 {
            out[8 + i] = counts[i];
        }
    }
}

#[test]
fn a_usize_has_32_bits_on_the_host() {
    let counts = [5u32.leading_zeros(), 10u32.trailing_zeros(), 5u32.count_zeros(), 4u32.swap_bytes(), 32];
    let mut list = [0, 1, 2, 3, 4, 5, 6, 7];
    bits::reversed(&mut list);
    assert_eq!(list, [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(bits::counted(4), counts);
    for device in devices() {
        let mut out = [0; 13];
        bits::all(&mut out).dispatch(&device).unwrap();
        assert_eq!(out[..8], list, "{device}");
        assert_eq!(out[8..], counts, "{device}");
    }
}
