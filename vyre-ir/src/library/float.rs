//! `primitive.f32.*`: arithmetic on `F32`, composed of operators on its bits.
//!
//! Each row gives the one result that IEEE 754 defines, rounded once, to nearest, ties to even, and the canonical NaN. A device
//! whose own operator does the same computes that in its place. The compositions are written in the text form, and follow Hauser's
//! Berkeley SoftFloat: `exp` is the biased exponent less one, for a `sig` whose leading bit is bit 30, with 7 bits to be rounded away.

use super::{Composed, operations};
use crate::{Expr, Program};

/// The statements of a composition in the text form, the last of which declares `result`, the bits of the value. A text that is not
/// one leaves `result` undeclared, for which the tests of the library look.
fn bits(text: &str) -> (Vec<crate::Node>, Expr) {
    let program = format!("program workgroup_size 1, 1, 1 entry {{ {text} }}").parse::<Program>();
    (program.map_or_else(|_| Vec::new(), |program| program.entry), Expr::var("result"))
}

/// A composition that gives a float.
pub(super) fn float(text: &str) -> Composed {
    let (body, result) = bits(text);
    Composed { body, result: Expr::cast(crate::DataType::F32, result) }
}

/// A composition that gives a number or 0 or 1.
pub(super) fn number(text: &str) -> Composed {
    let (body, result) = bits(text);
    Composed { body, result }
}

/// The bits `x` of `a`, their magnitude `mx`, the exponent `ex` of one that is not subnormal, and `sx`, the significand with its
/// leading bit at bit 23, which is `zx` places further than its exponent says. Likewise for others.
macro_rules! unpack {
    ($a:literal, $x:literal) => {
        concat!(
            "let ",
            $x,
            " = cast<u32>(",
            $a,
            "); let m",
            $x,
            " = ",
            $x,
            " & 0x7fffffff; let e",
            $x,
            " = max(m",
            $x,
            " >> 23, 1); let f",
            $x,
            " = (m",
            $x,
            " & 0x7fffff) | ((m",
            $x,
            " >= 0x800000) << 23); let z",
            $x,
            " = clz(f",
            $x,
            ") - 8; let s",
            $x,
            " = f",
            $x,
            " << z",
            $x,
            ";",
        )
    };
}

/// The product of `sx` and `sy`, of 48 bits: the upper 24 and the lower 24.
macro_rules! product {
    () => {
        "let middle = (sx >> 12) * (sy & 0xfff) + (sx & 0xfff) * (sy >> 12);
        let sum_low = ((middle & 0xfff) << 12) + (sx & 0xfff) * (sy & 0xfff);
        let upper = (sx >> 12) * (sy >> 12) + (middle >> 12) + (sum_low >> 24);
        let lower = sum_low & 0xffffff;"
    };
}

/// Rounds `sig` and packs it with `exp` and `sign` into `packed`.
macro_rules! round {
    () => {
        "let is_small = exp >> 31;
        let below = select(is_small, min(0 - exp, 31), 0);
        let jammed = (sig >> below) | ((sig & ((1 << below) - 1)) != 0);
        let scale = select(is_small, 0, exp);
        let rounded = ((jammed + 64) >> 7) & ~((jammed & 127) == 64);
        let is_over = (scale > 253) | ((scale == 253) & (sig + 64 >= 0x80000000));
        let finite = (select(rounded == 0, 0, scale) << 23) + rounded;
        let packed = sign + select(is_over, 0x7f800000, finite);"
    };
}

/// The same, rounded to odd: the float itself if `sig` is one, else the one of its two neighbours whose last bit is 1.
macro_rules! round_odd {
    () => {
        "let is_small = exp >> 31;
        let below = select(is_small, min(0 - exp, 31), 0);
        let jammed = (sig >> below) | ((sig & ((1 << below) - 1)) != 0);
        let scale = select(is_small, 0, exp);
        let rounded = (jammed >> 7) | ((jammed & 127) != 0);
        let finite = (select(rounded == 0, 0, scale) << 23) + rounded;
        let packed = sign + select(scale > 253, 0x7f800000, finite);"
    };
}

const ADD: &str = concat!(
    "let left = cast<u32>(a); let right = cast<u32>(b);
    let is_swapped = (right & 0x7fffffff) > (left & 0x7fffffff);
    let x = select(is_swapped, right, left); let y = select(is_swapped, left, right);
    let mx = x & 0x7fffffff; let my = y & 0x7fffffff;
    let ex = max(mx >> 23, 1); let ey = max(my >> 23, 1);
    let sx = ((mx & 0x7fffff) | ((mx >= 0x800000) << 23)) << 6;
    let sy = ((my & 0x7fffff) | ((my >= 0x800000) << 23)) << 6;
    let far = min(ex - ey, 31);
    let near = (sy >> far) | ((sy & ((1 << far) - 1)) != 0);
    let differ = (x ^ y) >> 31;
    let sum = select(differ, sx - near, sx + near);
    let shift = clz(sum | 1) - 1;
    let sig = sum << shift;
    let exp = select(sum == 0, 0, ex - shift);
    let sign = select((sum == 0) & differ, 0, x & 0x80000000);",
    round!(),
    "let is_nan = (mx > 0x7f800000) | ((mx == 0x7f800000) & (my == mx) & differ);
    let result = select(is_nan, 0x7fc00000, select(mx == 0x7f800000, x, packed));"
);

const MUL: &str = concat!(
    unpack!("a", "x"),
    unpack!("b", "y"),
    product!(),
    "let long = (upper << 7) | (lower >> 17) | ((lower & 0x1ffff) != 0);
    let is_short = long < 0x40000000;
    let sig = long << is_short;
    let exp = ex - zx + ey - zy - 127 - is_short;
    let sign = (x ^ y) & 0x80000000;",
    round!(),
    "let most = max(mx, my); let least = min(mx, my);
    let is_nan = (most > 0x7f800000) | ((most == 0x7f800000) & (least == 0));
    let number = select(most == 0x7f800000, sign | 0x7f800000, select(least == 0, sign, packed));
    let result = select(is_nan, 0x7fc00000, number);"
);

const DIV: &str = concat!(
    unpack!("a", "x"),
    unpack!("b", "y"),
    "let is_less = sx < sy;
    let divisor = max(sy, 1);
    let rest0 = ((sx << is_less) - divisor) << 8;
    let digit1 = rest0 / divisor; let rest1 = (rest0 - digit1 * divisor) << 8;
    let digit2 = rest1 / divisor; let rest2 = (rest1 - digit2 * divisor) << 8;
    let digit3 = rest2 / divisor; let rest3 = (rest2 - digit3 * divisor) << 6;
    let digit4 = rest3 / divisor; let rest4 = rest3 - digit4 * divisor;
    let sig = 0x40000000 | (digit1 << 22) | (digit2 << 14) | (digit3 << 6) | digit4 | (rest4 != 0);
    let exp = ex - zx - (ey - zy) + 126 - is_less;
    let sign = (x ^ y) & 0x80000000;",
    round!(),
    "let is_nan = (max(mx, my) > 0x7f800000) | ((mx == my) & ((mx == 0x7f800000) | (mx == 0)));
    let is_infinite = (mx == 0x7f800000) | (my == 0);
    let is_zero = (mx == 0) | (my == 0x7f800000);
    let number = select(is_infinite, sign | 0x7f800000, select(is_zero, sign, packed));
    let result = select(is_nan, 0x7fc00000, number);"
);

const REM: &str = concat!(
    unpack!("a", "x"),
    unpack!("b", "y"),
    "let is_whole = (mx >= my) & (mx < 0x7f800000) & (my < 0x7f800000) & (my != 0);
    let steps = select(is_whole, ex - zx - (ey - zy), 0);
    let divisor = max(sy, 1);
    let rest = sx % divisor;
    for step in 0 .. steps >> 3 {
        rest = (rest << 8) % divisor;
    }
    let last = (rest << (steps & 7)) % divisor;
    let shift = clz(last | 1) - 8;
    let norm = last << shift;
    let exp = ey - zy - shift;
    let small = norm >> min(1 - exp, 31);
    let magnitude = select((exp - 1) >> 31, small, (exp << 23) + (norm & 0x7fffff));
    let sign = x & 0x80000000;
    let is_nan = (mx >= 0x7f800000) | (my > 0x7f800000) | (my == 0);
    let number = select(mx < my, x, sign | select(last == 0, 0, magnitude));
    let result = select(is_nan, 0x7fc00000, number);"
);

const SQRT: &str = concat!(
    unpack!("a", "x"),
    "let scale = ex - zx - 127;
    let odd = scale & 1;
    let half = ((scale - odd + 512) >> 1) - 256;
    let rest = sx << (odd + 1);
    let root = 0;
    let twice = 0;
    for at in 0 .. 25 {
        let digit = 0x1000000 >> at;
        let fits = twice + digit <= rest;
        rest = rest - select(fits, twice + digit, 0);
        twice = twice + select(fits, digit + digit, 0);
        root = root + select(fits, digit, 0);
        rest = rest << 1;
    }
    let number = ((root + (root & (rest != 0))) >> 1) + 0x3f000000 + (half << 23);
    let is_nan = (mx > 0x7f800000) | ((x > 0x80000000) & (mx != 0));
    let is_same = (mx == 0) | (x == 0x7f800000);
    let result = select(is_nan, 0x7fc00000, select(is_same, x, number));"
);

/// `a * b + c`, with the result as its sign, `exp` and `sig`, and then rounded.
macro_rules! mul_add {
    ($round:expr) => {
        concat!(
            unpack!("a", "x"),
            unpack!("b", "y"),
            unpack!("c", "z"),
            product!(),
            "let high = (upper << 6) | (lower >> 18); let low = lower << 14;
    let is_short = high < 0x20000000;
    let px = (high << is_short) | ((low >> 31) & is_short); let pl = low << is_short;
    let cx = sz << 6;
    let kp = select((mx == 0) | (my == 0), 0, ex - zx + ey - zy + 898 - is_short);
    let kc = select(mz == 0, 0, ez - zz + 1024);
    let is_swapped = (kc > kp) | ((kc == kp) & (cx > px));
    let hx = select(is_swapped, cx, px); let lx = select(is_swapped, 0, pl);
    let hy = select(is_swapped, px, cx); let ly = select(is_swapped, pl, 0);
    let far = min(max(kp, kc) - min(kp, kc), 63);
    let part = far & 31; let is_far = far >> 5;
    let hn = hy >> part;
    let ln = (ly >> part) | select(part == 0, 0, hy << (32 - part));
    let lost = (ly & ((1 << part) - 1)) | select(is_far, ln, 0);
    let hs = select(is_far, 0, hn);
    let ls = select(is_far, hn, ln) | (lost != 0);
    let sign_of_product = (x ^ y) & 0x80000000; let sign_of_c = z & 0x80000000;
    let differ = (sign_of_product ^ sign_of_c) >> 31;
    let l = select(differ, lx - ls, lx + ls);
    let h = select(differ, hx - hs - (lx < ls), hx + hs + (l < lx));
    let is_zero = (h | l) == 0;
    let shift = select(is_zero, 0, select(h == 0, 32 + clz(l), clz(h)) - 1);
    let turn = shift & 31;
    let ht = (h << turn) | select(turn == 0, 0, l >> (32 - turn)); let lt = l << turn;
    let is_low = shift >> 5;
    let sig = select(is_low, lt, ht) | (select(is_low, 0, lt) != 0);
    let exp = select(is_zero, 0, max(kp, kc) - 1024 - shift);
    let sign = select(is_zero & differ, 0, select(is_swapped, sign_of_c, sign_of_product));",
            $round,
            "let most = max(mx, my); let is_infinite = most == 0x7f800000;
    let is_nan = (max(most, mz) > 0x7f800000) | (is_infinite & (min(mx, my) == 0))
        | (is_infinite & (mz == 0x7f800000) & differ);
    let number = select(is_infinite, sign_of_product | 0x7f800000, select(mz == 0x7f800000, z, packed));
    let result = select(is_nan, 0x7fc00000, number);"
        )
    };
}

const MUL_ADD: &str = mul_add!(round!());
const MUL_ADD_ODD: &str = mul_add!(round_odd!());

/// The bits of two operands, and their places in the order of all floats, where `-0` is below `+0`.
macro_rules! ordered {
    () => {
        "let x = cast<u32>(a); let y = cast<u32>(b); let mx = x & 0x7fffffff; let my = y & 0x7fffffff;
        let kx = x ^ (0x80000000 | (0 - (x >> 31))); let ky = y ^ (0x80000000 | (0 - (y >> 31)));
        let is_nan = max(mx, my) > 0x7f800000; let both_zero = max(mx, my) == 0;"
    };
}

/// The bits and what is needed to round to an integer: `t` without a fraction, the place `unit` of the bit that counts one,
/// `is_part` if there is a fraction, and `is_small` for a magnitude below one.
macro_rules! integral {
    ($result:literal) => {
        concat!(
            "let x = cast<u32>(a); let m = x & 0x7fffffff; let sign = x & 0x80000000; let e = m >> 23;
            let is_small = e < 127;
            let unit = 1 << (min(max(150 - e, 1), 23)); let mask = unit - 1;
            let is_part = (m & mask) != 0; let t = m & ~mask; let whole = e >= 150;",
            $result,
            "let result = select(m > 0x7f800000, 0x7fc00000, select((e >= 150) & (e < 255), x,
                select(e == 255, x, sign | r)));"
        )
    };
}

const FLOOR: &str = integral!(
    "let up = x >> 31;
    let r = select(is_small, select(up & (m != 0), 0x3f800000, 0), select(up & is_part, t + unit, t));"
);
const CEIL: &str = integral!(
    "let up = 1 - (x >> 31);
    let r = select(is_small, select(up & (m != 0), 0x3f800000, 0), select(up & is_part, t + unit, t));"
);
const TRUNC: &str = integral!("let r = select(is_small, 0, t);");
const ROUND: &str =
    integral!("let r = select(is_small, select(e == 126, 0x3f800000, 0), (m + (unit >> 1)) & ~mask);");
const ROUND_EVEN: &str = integral!(
    "let odd = (m & unit) != 0;
    let r = select(is_small, select(m > 0x3f000000, 0x3f800000, 0), (m + (unit >> 1) - 1 + odd) & ~mask);"
);

const TO_U32: &str =
    "let x = cast<u32>(a); let m = x & 0x7fffffff; let e = m >> 23; let sig = (m & 0x7fffff) | 0x800000;
    let number = select(e >= 150, sig << (e - 150), sig >> (150 - e));
    let is_nothing = (e < 127) | (x >> 31) | (m > 0x7f800000);
    let result = select(is_nothing, 0, select(e >= 159, 0xffffffff, number));";

const TO_I32: &str =
    "let x = cast<u32>(a); let m = x & 0x7fffffff; let e = m >> 23; let sig = (m & 0x7fffff) | 0x800000;
    let number = select(e >= 150, sig << (e - 150), sig >> (150 - e)); let sign = x >> 31;
    let finite = select(e >= 158, 0x7fffffff + sign, select(sign, 0 - number, number));
    let result = cast<i32>(select((e < 127) | (m > 0x7f800000), 0, finite));";

const TO_U64: &str =
    "let x = cast<u32>(a); let m = x & 0x7fffffff; let e = m >> 23; let sig = (m & 0x7fffff) | 0x800000;
    let up = e - 150; let part = up & 31;
    let low = select(e < 150, sig >> (150 - e), select(up >= 32, 0, sig << part));
    let high = select(e < 150, 0, select(up >= 32, sig << part, select(part == 0, 0, sig >> (32 - part))));
    let is_nothing = (e < 127) | (x >> 31) | (m > 0x7f800000); let is_over = e >= 191;
    let result = u64(select(is_nothing, 0, select(is_over, 0xffffffff, low)),
        select(is_nothing, 0, select(is_over, 0xffffffff, high)));";

/// Rounds the magnitude `v` with `sign`.
macro_rules! from_magnitude {
    ($before:literal) => {
        concat!(
            $before,
            "let zeros = clz(v | 1); let wide = v << zeros;
            let sig = (wide >> 1) | (wide & 1);
            let exp = select(v == 0, 0, 157 - zeros);",
            round!(),
            "let result = select(v == 0, 0, packed);"
        )
    };
}

const FROM_U32: &str = from_magnitude!("let v = a; let sign = 0;");
const FROM_I32: &str =
    from_magnitude!("let x = cast<u32>(a); let sign = x & 0x80000000; let v = select(sign, 0 - x, x);");

const FROM_U64: &str = concat!(
    "let low = a.0; let high = a.1; let sign = 0;
    let zeros = select(high == 0, 32 + clz(low | 1), clz(high));
    let turn = zeros & 31; let is_low = zeros >> 5;
    let turned = (high << turn) | select(turn == 0, 0, low >> (32 - turn)); let rest = low << turn;
    let wide = select(is_low, rest, turned);
    let sig = (wide >> 1) | ((wide & 1) | (select(is_low, 0, rest) != 0));
    let exp = select((low | high) == 0, 0, 189 - zeros);",
    round!(),
    "let result = select((low | high) == 0, 0, packed);"
);

macro_rules! rows {
    ($($(#[doc = $doc:literal])+ $id:literal $params:tt -> $output:ident,
        laws $laws:tt, edge_cases $cases:tt, $kind:ident($($text:tt)+);)*) => {
        operations! { $(
            $(#[doc = $doc])+ $id $params -> $output, laws $laws, edge_cases $cases,
            $kind(concat_text!($($text)+));
        )* }
    };
}

macro_rules! concat_text {
    ($text:ident) => {
        $text
    };
    (ordered $text:literal) => {
        concat!(ordered!(), $text)
    };
    (literal $text:literal) => {
        $text
    };
}

rows! {
    #[doc = "The sum, rounded once."]
    "primitive.f32.add" (a: F32, b: F32) -> F32,
    laws ["add(a, b) = add(b, a)"],
    edge_cases {
        [[0x3f80_0000], [0x4000_0000]] => [0x4040_0000], [[0x8000_0000], [0x8000_0000]] => [0x8000_0000],
        [[0x3f80_0000], [0xbf80_0000]] => [0], [[0x7f80_0000], [0xff80_0000]] => [0x7fc0_0000],
        [[1], [1]] => [2], [[0x7f7f_ffff], [0x7f7f_ffff]] => [0x7f80_0000], [[0x4b80_0000], [0x3f80_0000]] => [0x4b80_0000],
    },
    float(ADD);

    #[doc = "The difference, rounded once."]
    "primitive.f32.sub" (a: F32, b: F32) -> F32,
    laws ["sub(a, b) = add(a, neg(b))"],
    edge_cases { [[0x3f80_0000], [0x3f80_0000]] => [0], [[0], [0]] => [0], [[0x8000_0000], [0]] => [0x8000_0000] },
    difference(literal "let less = cast<f32>(cast<u32>(b) ^ 0x80000000);");

    #[doc = "The product, rounded once."]
    "primitive.f32.mul" (a: F32, b: F32) -> F32,
    laws ["mul(a, b) = mul(b, a)"],
    edge_cases {
        [[0x4000_0000], [0x4040_0000]] => [0x40c0_0000], [[0], [0x7f80_0000]] => [0x7fc0_0000],
        [[0x0080_0000], [0x3f00_0000]] => [0x0040_0000], [[0x8000_0000], [0x3f80_0000]] => [0x8000_0000],
    },
    float(MUL);

    #[doc = "The quotient, rounded once."]
    "primitive.f32.div" (a: F32, b: F32) -> F32,
    laws ["div(a, 1) = mul(a, 1)"],
    edge_cases {
        [[0x3f80_0000], [0x4040_0000]] => [0x3eaa_aaab], [[0x3f80_0000], [0]] => [0x7f80_0000],
        [[0], [0]] => [0x7fc0_0000], [[0xbf80_0000], [0x7f80_0000]] => [0x8000_0000],
    },
    float(DIV);

    #[doc = "The remainder of a quotient that is truncated, exact, with the sign of `a`."]
    "primitive.f32.mod" (a: F32, b: F32) -> F32,
    laws ["mod(a, b) = a where lt(abs(a), abs(b))"],
    edge_cases {
        [[0x40b0_0000], [0x4000_0000]] => [0x3fc0_0000], [[0xc0b0_0000], [0x4000_0000]] => [0xbfc0_0000],
        [[0x3f80_0000], [0]] => [0x7fc0_0000], [[0x3f80_0000], [0x7f80_0000]] => [0x3f80_0000],
    },
    float(REM);

    #[doc = "The smaller; the number where the other is NaN, and `-0` is below `+0`."]
    "primitive.f32.min" (a: F32, b: F32) -> F32,
    laws ["min(a, b) = min(b, a)"],
    edge_cases {
        [[0x3f80_0000], [0x4000_0000]] => [0x3f80_0000], [[0], [0x8000_0000]] => [0x8000_0000],
        [[0x7fc0_0001], [0x3f80_0000]] => [0x3f80_0000], [[0x7fc0_0001], [0xffc0_0000]] => [0x7fc0_0000],
    },
    float(ordered "let result = select(min(mx, my) > 0x7f800000, 0x7fc00000, select(mx > 0x7f800000, y,
        select(my > 0x7f800000, x, select(ky < kx, y, x))));");

    #[doc = "The larger; the number where the other is NaN, and `-0` is below `+0`."]
    "primitive.f32.max" (a: F32, b: F32) -> F32,
    laws ["max(a, b) = max(b, a)"],
    edge_cases {
        [[0x3f80_0000], [0x4000_0000]] => [0x4000_0000], [[0], [0x8000_0000]] => [0],
        [[0x7fc0_0001], [0x3f80_0000]] => [0x3f80_0000], [[0x7fc0_0001], [0xffc0_0000]] => [0x7fc0_0000],
    },
    float(ordered "let result = select(min(mx, my) > 0x7f800000, 0x7fc00000, select(mx > 0x7f800000, y,
        select(my > 0x7f800000, x, select(ky > kx, y, x))));");

    #[doc = "The magnitude of `a` with the sign of `b`."]
    "primitive.f32.copysign" (a: F32, b: F32) -> F32,
    laws ["copysign(a, a) = a"],
    edge_cases { [[0x3f80_0000], [0x8000_0000]] => [0xbf80_0000], [[0xffc0_0001], [0]] => [0x7fc0_0001] },
    float(literal "let result = (cast<u32>(a) & 0x7fffffff) | (cast<u32>(b) & 0x80000000);");

    #[doc = "1 if the two are equal, else 0; `-0` equals `+0`, and NaN nothing."]
    "primitive.f32.eq" (a: F32, b: F32) -> U32,
    laws ["eq(a, b) = eq(b, a)"],
    edge_cases { [[0], [0x8000_0000]] => [1], [[0x7fc0_0000], [0x7fc0_0000]] => [0], [[1], [1]] => [1], [[1], [2]] => [0] },
    number(ordered "let result = ~is_nan & ((x == y) | both_zero) & 1;");

    #[doc = "1 unless the two are equal."]
    "primitive.f32.ne" (a: F32, b: F32) -> U32,
    laws ["ne(a, b) = ne(b, a)"],
    edge_cases { [[0], [0x8000_0000]] => [0], [[0x7fc0_0000], [0x7fc0_0000]] => [1], [[1], [1]] => [0], [[1], [2]] => [1] },
    number(ordered "let result = is_nan | ((x != y) & (1 - both_zero));");

    #[doc = "1 if `a` is less than `b`, else 0; 0 with a NaN."]
    "primitive.f32.lt" (a: F32, b: F32) -> U32,
    laws ["lt(a, b) = gt(b, a)"],
    edge_cases { [[1], [2]] => [1], [[0x8000_0000], [0]] => [0], [[0x7fc0_0000], [0]] => [0], [[0xff80_0000], [0x7f80_0000]] => [1] },
    number(ordered "let result = (kx < ky) & ~(is_nan | both_zero);");

    #[doc = "1 if `a` is greater than `b`, else 0; 0 with a NaN."]
    "primitive.f32.gt" (a: F32, b: F32) -> U32,
    laws ["gt(a, b) = lt(b, a)"],
    edge_cases { [[2], [1]] => [1], [[0], [0x8000_0000]] => [0], [[0x7fc0_0000], [0]] => [0] },
    number(ordered "let result = (kx > ky) & ~(is_nan | both_zero);");

    #[doc = "1 if `a` is at most `b`, else 0; 0 with a NaN."]
    "primitive.f32.le" (a: F32, b: F32) -> U32,
    laws ["le(a, b) = ge(b, a)"],
    edge_cases { [[0], [0x8000_0000]] => [1], [[2], [1]] => [0], [[0x7fc0_0000], [0x7fc0_0000]] => [0] },
    number(ordered "let result = ((kx <= ky) | both_zero) & ~is_nan;");

    #[doc = "1 if `a` is at least `b`, else 0; 0 with a NaN."]
    "primitive.f32.ge" (a: F32, b: F32) -> U32,
    laws ["ge(a, b) = le(b, a)"],
    edge_cases { [[0x8000_0000], [0]] => [1], [[1], [2]] => [0], [[0x7fc0_0000], [0x7fc0_0000]] => [0] },
    number(ordered "let result = ((kx >= ky) | both_zero) & ~is_nan;");

    #[doc = "The sign inverted, of NaNs too."]
    "primitive.f32.neg" (a: F32) -> F32,
    laws ["neg(neg(a)) = a"],
    edge_cases { [[0x3f80_0000]] => [0xbf80_0000], [[0]] => [0x8000_0000], [[0x7fc0_0001]] => [0xffc0_0001] },
    float(literal "let result = cast<u32>(a) ^ 0x80000000;");

    #[doc = "The magnitude, of NaNs too."]
    "primitive.f32.abs" (a: F32) -> F32,
    laws ["abs(neg(a)) = abs(a)"],
    edge_cases { [[0xbf80_0000]] => [0x3f80_0000], [[0x8000_0000]] => [0], [[0xffc0_0001]] => [0x7fc0_0001] },
    float(literal "let result = cast<u32>(a) & 0x7fffffff;");

    #[doc = "The square root, rounded once; NaN below zero, and `-0` of `-0`."]
    "primitive.f32.sqrt" (a: F32) -> F32,
    laws ["sqrt(1) = 1"],
    edge_cases {
        [[0x4080_0000]] => [0x4000_0000], [[0x4000_0000]] => [0x3fb5_04f3], [[0x8000_0000]] => [0x8000_0000],
        [[0xbf80_0000]] => [0x7fc0_0000], [[0x7f80_0000]] => [0x7f80_0000], [[2]] => [0x1a80_0000],
    },
    float(SQRT);

    #[doc = "The greatest integer that is at most `a`."]
    "primitive.f32.floor" (a: F32) -> F32,
    laws ["floor(floor(a)) = floor(a)"],
    edge_cases { [[0xbf00_0000]] => [0xbf80_0000], [[0x3fc0_0000]] => [0x3f80_0000], [[0x8000_0000]] => [0x8000_0000] },
    float(FLOOR);

    #[doc = "The least integer that is at least `a`."]
    "primitive.f32.ceil" (a: F32) -> F32,
    laws ["ceil(ceil(a)) = ceil(a)"],
    edge_cases { [[0xbf00_0000]] => [0x8000_0000], [[0x3fc0_0000]] => [0x4000_0000], [[1]] => [0x3f80_0000] },
    float(CEIL);

    #[doc = "The integer towards zero."]
    "primitive.f32.trunc" (a: F32) -> F32,
    laws ["trunc(trunc(a)) = trunc(a)"],
    edge_cases { [[0xbfc0_0000]] => [0xbf80_0000], [[0xbf00_0000]] => [0x8000_0000], [[0x4b00_0001]] => [0x4b00_0001] },
    float(TRUNC);

    #[doc = "The nearest integer, ties away from zero."]
    "primitive.f32.round" (a: F32) -> F32,
    laws ["round(trunc(a)) = trunc(a)"],
    edge_cases { [[0x3f00_0000]] => [0x3f80_0000], [[0x4020_0000]] => [0x4040_0000], [[0x3eff_ffff]] => [0] },
    float(ROUND);

    #[doc = "The nearest integer, ties to even."]
    "primitive.f32.round_even" (a: F32) -> F32,
    laws ["round_even(trunc(a)) = trunc(a)"],
    edge_cases { [[0x3f00_0000]] => [0], [[0x4020_0000]] => [0x4000_0000], [[0x3fc0_0000]] => [0x4000_0000] },
    float(ROUND_EVEN);

    #[doc = "The number as a `u32`, truncated; the nearest one if there is none, and 0 for NaN."]
    "primitive.f32.to_u32" (a: F32) -> U32,
    laws ["to_u32(from_u32(a)) = a where a < 16777216"],
    edge_cases { [[0x3fc0_0000]] => [1], [[0xbf80_0000]] => [0], [[0x4f80_0000]] => [0xffff_ffff], [[0x7fc0_0000]] => [0] },
    number(TO_U32);

    #[doc = "The number as an `i32`, truncated; the nearest one if there is none, and 0 for NaN."]
    "primitive.f32.to_i32" (a: F32) -> I32,
    laws ["to_i32(trunc(a)) = to_i32(a)"],
    edge_cases { [[0xbfc0_0000]] => [0xffff_ffff], [[0xff80_0000]] => [0x8000_0000], [[0x4f00_0000]] => [0x7fff_ffff] },
    number(TO_I32);

    #[doc = "The number as a `u64`, truncated; the nearest one if there is none, and 0 for NaN."]
    "primitive.f32.to_u64" (a: F32) -> U64,
    laws ["to_u64(trunc(a)) = to_u64(a)"],
    edge_cases {
        [[0x5f00_0000]] => [0, 0x8000_0000], [[0x4f80_0000]] => [0, 1], [[0x5f80_0000]] => [0xffff_ffff, 0xffff_ffff],
        [[0x3fc0_0000]] => [1, 0],
    },
    number(TO_U64);

    #[doc = "The nearest float, ties to even."]
    "primitive.f32.from_u32" (a: U32) -> F32,
    laws ["from_u32(0) = 0"],
    edge_cases { [[1]] => [0x3f80_0000], [[0x0100_0001]] => [0x4b80_0000], [[0xffff_ffff]] => [0x4f80_0000], [[0]] => [0] },
    float(FROM_U32);

    #[doc = "The nearest float, ties to even."]
    "primitive.f32.from_i32" (a: I32) -> F32,
    laws ["from_i32(0) = 0"],
    edge_cases { [[0xffff_ffff]] => [0xbf80_0000], [[0x8000_0000]] => [0xcf00_0000], [[0]] => [0] },
    float(FROM_I32);

    #[doc = "The nearest float, ties to even."]
    "primitive.f32.from_u64" (a: U64) -> F32,
    laws ["from_u64(0) = 0"],
    edge_cases {
        [[1, 0]] => [0x3f80_0000], [[0, 1]] => [0x4f80_0000], [[1, 0x8000_0080]] => [0x5f00_0001],
        [[0, 0x8000_0080]] => [0x5f00_0000], [[0, 0]] => [0],
    },
    float(FROM_U64);

    #[doc = "`a * b + c`, rounded once."]
    "primitive.f32.mul_add" (a: F32, b: F32, c: F32) -> F32,
    laws ["mul_add(a, b, c) = mul_add(b, a, c)"],
    edge_cases {
        [[0x4000_0000], [0x4040_0000], [0x3f80_0000]] => [0x40e0_0000],
        [[0x3f80_0001], [0x3f80_0001], [0xbf80_0002]] => [0x2880_0000],
        [[0], [0x7f80_0000], [0x3f80_0000]] => [0x7fc0_0000], [[1], [1], [0x8000_0001]] => [0x8000_0001],
        [[0x3f80_0000], [0x3f80_0000], [0xbf80_0000]] => [0],
    },
    float(MUL_ADD);

    #[doc = "`a * b + c`, rounded to odd: the float itself if it is one, else the one of its two neighbours whose last bit is 1."]
    "primitive.f32.mul_add_odd" (a: F32, b: F32, c: F32) -> F32,
    laws ["mul_add_odd(a, b, c) = mul_add_odd(b, a, c)"],
    edge_cases {
        [[0x4000_0000], [0x4040_0000], [0x3f80_0000]] => [0x40e0_0000], [[0x3f80_0000], [0x3f80_0000], [1]] => [0x3f80_0001],
        [[0x3f80_0000], [0x3f80_0000], [0x8000_0001]] => [0x3f7f_ffff], [[0x3f80_0001], [0x3f80_0001], [0]] => [0x3f80_0003],
        [[0], [0x7f80_0000], [0x3f80_0000]] => [0x7fc0_0000], [[0x3f80_0000], [0x3f80_0000], [0xbf80_0000]] => [0],
    },
    float(MUL_ADD_ODD);
}

/// The sum of `a` and of `b` with the other sign.
fn difference(text: &str) -> Composed {
    let (body, _) = bits(text);
    Composed { body, result: Expr::call("primitive.f32.add", vec![Expr::var("a"), Expr::var("less")]) }
}
