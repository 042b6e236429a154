//! Constants of a text: computed by the front end, as rustc computes the same tokens here.

use vyre::Module;
use vyre::prelude::*;
use vyre_tests::devices;

/// The same constants for rustc and for vyre.
macro_rules! both {
    ($($tokens:tt)*) => {
        #[allow(dead_code, unreachable_pub, clippy::all)]
        mod rustc {
            $($tokens)*
        }
        const TEXT: &str = stringify!($($tokens)*);
    };
}

both! {
    pub const A: u32 = 1 << 31 | 0xff;
    pub const B: i32 = -7 / 2 % 3;
    pub const C: u64 = 0xffff_ffff * 0xffff_ffff;
    pub const D: u32 = (C >> 33) as u32;
    pub const E: i64 = -(1 << 40);
    pub const F: f32 = 1.0 / 3.0;
    pub const G: u32 = F as u32 + (2.9f64 as u32) + (-1i32) as u32 % 7;
    pub const H: u8 = 250u8.wrapping_add(10).rotate_left(3);
    pub const I: u32 = fib(20);
    pub const J: [u32; 8] = squares();
    pub const K: u32 = J[3] + J.len() as u32;
    pub const L: bool = A > D && !(B == 0) || K < 3;
    pub const M: u32 = match K { 0 => 1, 1..=20 if L => 2, _ => 3 };
    pub const N: u32 = { let mut x = 0; let mut i = 0; while i < 10 { i += 1; if i == 3 { continue; } x += i; } x };
    pub const O: u32 = { let mut x = 1; loop { x *= 2; if x > 1000 { break x; } } };
    pub const P: u32 = u32::MAX.count_ones() + 40u64.leading_zeros() + u16::BITS;
    pub const Q: i32 = i32::MIN.wrapping_abs().saturating_sub(1);
    pub const R: u32 = 3u32.pow(7) + 10u32.ilog2() + 17u32.isqrt() + 7u32.div_ceil(2);
    pub const S: (u32, [i32; 2]) = (4, [-1, 2]);
    pub const T: u32 = S.0 + S.1[1] as u32;
    pub const U: i32 = (-7i32).rem_euclid(3) + (-7i32).div_euclid(2) + (7i32 - 9).signum();
    pub const V: u32 = !0 >> 4;
    pub const W: u32 = b'a' as u32 + 'b' as u32;
    pub const X: u32 = (300u32 as u8) as u32 + (-1i8) as u8 as u32;
    pub const Y: u128 = (1 << 100) + 5;
    pub const Z: u32 = (Y >> 98) as u32;
    pub const fn fib(n: u32) -> u32 { if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
    pub const fn squares() -> [u32; 8] {
        let mut table = [0u32; 8];
        let mut at = 0;
        while at < table.len() {
            table[at] = (at * at) as u32;
            at += 1;
        }
        table
    }
}

#[test]
fn constants_are_those_of_rustc() {
    let kernel = "
        #[kernel] fn all(out: &mut [u64]) {
            out[0] = A as u64; out[1] = B as i64 as u64; out[2] = C; out[3] = D as u64; out[4] = E as u64;
            out[5] = F.to_bits() as u64; out[6] = G as u64; out[7] = H as u64; out[8] = I as u64;
            out[9] = K as u64; out[10] = L as u64; out[11] = M as u64; out[12] = N as u64; out[13] = O as u64;
            out[14] = P as u64; out[15] = Q as i64 as u64; out[16] = R as u64; out[17] = T as u64;
            out[18] = U as i64 as u64; out[19] = V as u64; out[20] = W as u64; out[21] = X as u64; out[22] = Z as u64;
            for i in 0..8 { out[23 + i] = J[i] as u64; }
        }
    ";
    let module = Module::compile(&format!("{TEXT}{kernel}")).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    use rustc::*;
    let mut expected = vec![
        u64::from(A),
        i64::from(B) as u64,
        C,
        u64::from(D),
        E as u64,
        u64::from(F.to_bits()),
        u64::from(G),
        u64::from(H),
        u64::from(I),
        u64::from(K),
        u64::from(L),
        u64::from(M),
        u64::from(N),
        u64::from(O),
        u64::from(P),
        i64::from(Q) as u64,
        u64::from(R),
        u64::from(T),
        i64::from(U) as u64,
        u64::from(V),
        u64::from(W),
        u64::from(X),
        u64::from(Z),
    ];
    expected.extend(J.map(u64::from));
    for device in devices() {
        let mut out = vec![0u64; 31];
        let args = [Arg::write(&mut out)];
        module.kernel("all").unwrap().launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

/// The only mistake of a text: its message, and what stands there.
fn mistake(text: &str) -> (String, &str) {
    let mistakes = Module::compile(text).expect_err("the text has a mistake");
    let [mistake] = mistakes.list() else { panic!("{mistakes}") };
    (mistake.message().to_string(), &text[mistake.span()])
}

#[test]
fn what_rustc_refuses_in_constants_is_an_error() {
    for (text, message, place) in [
        ("const A: u32 = 1 - 2;", "overflows `u32`", "1 - 2"),
        ("const A: u8 = 256;", "`256` is out of range for `u8`", "256"),
        ("const A: usize = 0xffff_ffff + 1;", "overflows `usize`", "0xffff_ffff + 1"),
        ("const A: usize = 1 << 32;", "overflows `usize`", "1 << 32"),
        ("const A: u32 = 5 / (3 - 3);", "a division by zero", "5 / (3 - 3)"),
        ("const A: [u32; 2] = [1, 2]; const B: u32 = A[2];", "index 2 is out of bounds", "2"),
        ("const A: u32 = 1.5;", "expected `u32`, got `{float}`", "1.5"),
        ("const A: u32 = 1u64;", "expected `u32`, got `u64`", "1u64"),
        ("const A: i32 = i32::MIN.abs();", "`abs` panics", "abs"),
        ("const A: u32 = B; const B: u32 = A;", "needs its own value", "A"),
        ("const A: u32 = C;", "there is no constant `C`", "C"),
        ("fn f() -> u32 { 1 } const A: u32 = f();", "`f` is not `const`", "f()"),
        ("const fn f(x: u32) -> u32 { f(x + 1) } const A: u32 = f(0);", "more than 128 calls", "f(x + 1)"),
        ("const _: () = assert!(1 > 2, \"no\");", "this assertion of a constant fails: no", "assert"),
        ("const A: bool = 1u32 == 2u64;", "expected `u32`, got `u64`", "1u32 == 2u64"),
        ("const A: u32 = -1;", "out of range for `u32`", "-1"),
    ] {
        let (found, at) = mistake(text);
        assert!(found.contains(message), "{text}: {found}");
        assert_eq!(at, place, "{text}");
    }
}

#[test]
fn constants_end() {
    for text in ["const A: u32 = { loop {} };", "const A: [u8; 0xffff_ffff] = [0; 0xffff_ffff];"] {
        let (found, _) = mistake(text);
        assert!(found.contains("2^24 steps"), "{text}: {found}");
    }
}
