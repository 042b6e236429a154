//! Every operator and method of floats on edge values.

use crate::tried::devices;
use vyre::{bf16, f16};

const F: [f32; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    3.7,
    1e-40,
    -1e-45,
    1e38,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    8388609.5,
    0.1,
    -0.75,
    100.25,
    f32::MIN_POSITIVE,
];

fn canon(x: f32) -> u32 {
    if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }
}

#[vyre::kernel]
fn exact(a: &[f32], b: &[f32], out: &mut [[f32; 24]], flags: &mut [[u32; 12]]) {
    let i = invocation_id().x;
    if i >= a.len() {
        return;
    }
    let (x, y) = (a[i], b[i]);
    out[i] = [
        x + y,
        x - y,
        x * y,
        x / y,
        x % y,
        -x + 0.0,
        x.min(y),
        x.max(y),
        x.copysign(y) * 1.0,
        x.mul_add(y, 1.0),
        x.sqrt(),
        x.floor(),
        x.ceil(),
        x.trunc(),
        x.round(),
        x.round_ties_even(),
        x.fract(),
        x.recip(),
        x.powi(3),
        x.powi(-2),
        x.signum() + 0.0,
        x.abs() + y,
        x.to_degrees(),
        x.to_radians(),
    ];
    flags[i] = [
        (x < y) as u32,
        (x <= y) as u32,
        (x == y) as u32,
        (x != y) as u32,
        x.is_nan() as u32,
        x.is_finite() as u32,
        x.is_infinite() as u32,
        x as u32,
        x as i32 as u32,
        x as u8 as u32,
        x as i16 as u32,
        x.to_bits() >> 31,
    ];
}
#[test]
fn exact_floats() {
    let a: Vec<f32> = F.iter().flat_map(|x| F.map(|_| *x)).collect();
    let b: Vec<f32> = F.iter().flat_map(|_| F).collect();
    for device in devices() {
        let (mut out, mut flags) = (vec![[0.0; 24]; a.len()], vec![[0; 12]; a.len()]);
        exact(&a, &b, &mut out, &mut flags).dispatch(&device).unwrap();
        for k in 0..a.len() {
            let (x, y) = (a[k], b[k]);
            let min = if x.is_nan() {
                y
            } else if y.is_nan() {
                x
            } else if x == y {
                if x.is_sign_negative() { x } else { y }
            } else if x < y {
                x
            } else {
                y
            };
            let max = if x.is_nan() {
                y
            } else if y.is_nan() {
                x
            } else if x == y {
                if x.is_sign_negative() { y } else { x }
            } else if x > y {
                x
            } else {
                y
            };
            let powi = |b: f32, n: i32| {
                let (mut r, mut b, mut e) = (1.0f32, b, n.unsigned_abs());
                while e > 0 {
                    if e & 1 == 1 {
                        r *= b
                    }
                    e >>= 1;
                    if e > 0 {
                        b *= b
                    }
                }
                if n < 0 { 1.0 / r } else { r }
            };
            let e = [
                x + y,
                x - y,
                x * y,
                x / y,
                x % y,
                -x + 0.0,
                min,
                max,
                x.copysign(y),
                x.mul_add(y, 1.0),
                x.sqrt(),
                x.floor(),
                x.ceil(),
                x.trunc(),
                x.round(),
                x.round_ties_even(),
                x - x.trunc(),
                1.0 / x,
                powi(x, 3),
                powi(x, -2),
                x.signum() + 0.0,
                x.abs() + y,
                x * (180.0f32 / std::f32::consts::PI),
                x * (std::f32::consts::PI / 180.0),
            ];
            for n in 0..22 {
                assert_eq!(
                    canon(out[k][n]),
                    canon(e[n]),
                    "{x:e} {y:e} operation {n}: {} not {} {device}",
                    out[k][n],
                    e[n]
                );
            }
            assert_eq!(canon(out[k][22]), canon(x.to_degrees()), "{x}");
            assert_eq!(canon(out[k][23]), canon(x.to_radians()), "{x}");
            let f = [
                (x < y) as u32,
                (x <= y) as u32,
                (x == y) as u32,
                (x != y) as u32,
                x.is_nan() as u32,
                x.is_finite() as u32,
                x.is_infinite() as u32,
                x as u32,
                x as i32 as u32,
                x as u8 as u32,
                x as i16 as u32,
                x.to_bits() >> 31,
            ];
            assert_eq!(flags[k], f, "{x} {y} {device}");
        }
    }
}

#[vyre::kernel]
fn elementary(a: &[f32], out: &mut [[f32; 20]]) {
    let i = invocation_id().x;
    if i < a.len() {
        let x = a[i];
        let e = x.abs();
        out[i] = [
            x.sin(),
            x.cos(),
            x.tan(),
            x.asin(),
            x.acos(),
            x.atan(),
            x.sinh(),
            x.cosh(),
            x.tanh(),
            x.exp(),
            x.exp2(),
            x.exp_m1(),
            e.ln(),
            e.log2(),
            e.log10(),
            x.ln_1p(),
            x.cbrt(),
            x.hypot(3.0),
            x.atan2(core::f32::consts::PI),
            e.powf(1.5),
        ];
    }
}
#[test]
fn elementary_functions() {
    let a: Vec<f32> = F.iter().copied().filter(|x| x.is_finite()).collect();
    for device in devices() {
        let mut out = vec![[0.0; 20]; a.len()];
        elementary(&a, &mut out).dispatch(&device).unwrap();
        for (x, o) in a.iter().zip(out) {
            let x = *x as f64;
            let e = x.abs();
            let expected = [
                x.sin(),
                x.cos(),
                x.tan(),
                x.asin(),
                x.acos(),
                x.atan(),
                x.sinh(),
                x.cosh(),
                x.tanh(),
                x.exp(),
                x.exp2(),
                x.exp_m1(),
                e.ln(),
                e.log2(),
                e.log10(),
                x.ln_1p(),
                x.cbrt(),
                x.hypot(3.0),
                x.atan2(std::f32::consts::PI as f64),
                e.powf(1.5),
            ];
            for n in 0..20 {
                // f64's errors are far below half an ulp of f32, but for ties, which these operands do not meet.
                assert_eq!(canon(o[n]), canon(expected[n] as f32), "{x:e} {n} {device}");
            }
        }
    }
}

#[vyre::kernel]
fn halves(a: &[f16], b: &mut [bf16], bits: &mut [u16]) {
    let i = invocation_id().x;
    if i < a.len() {
        let x = a[i];
        let half = f16::from_f32(0.5);
        let y = x * x + half;
        let z = bf16::from_f32(y.to_f32() * 1.01);
        b[i] = z.max(bf16::from_f32(-1.0)).sqrt() / z;
        let mut w = y;
        w -= f16::ONE;
        w /= half.mul_add(half, y);
        if w > f16::MAX || w.is_nan() {
            w = f16::from_bits(0x1234);
        }
        bits[i] = w.to_bits() ^ (x < half) as u16;
    }
}
#[test]
fn half_kernels() {
    let a: Vec<f16> = (0..100).map(|n| f16::from_f32(n as f32 * 0.37 - 5.0)).collect();
    let f = f16::from_f32;
    for device in devices() {
        let (mut b, mut bits) = (vec![bf16::ZERO; 100], vec![0u16; 100]);
        halves(&a, &mut b, &mut bits).dispatch(&device).unwrap();
        for i in 0..100 {
            let x = a[i];
            let y = f(f(x.to_f32() * x.to_f32()).to_f32() + 0.5);
            let z = bf16::from_f32(y.to_f32() * 1.01);
            let r = bf16::from_f32(bf16::from_f32(z.to_f32().max(-1.0).sqrt()).to_f32() / z.to_f32());
            assert_eq!(b[i].to_bits(), r.to_bits(), "{device}");
            let w = f(y.to_f32() - 1.0);
            let d = f(0.25 + y.to_f32());
            let w = f(w.to_f32() / d.to_f32());
            assert_eq!(bits[i], w.to_bits() ^ (x < f(0.5)) as u16, "{device}");
        }
    }
}

#[vyre::kernel]
fn vectors(points: &mut [[f32; 4]], pairs: &[[f32; 2]], k: [f32; 2]) {
    let i = invocation_id().x;
    let p = points[i];
    let [x, y] = pairs[i];
    let v = [x + k[0], y - k[1]];
    points[i] =
        [p[0] * v[0], p[1].max(v[1]), if v == pairs[i] { 1.0 } else { f32::EPSILON }, core::f32::consts::PI];
    points[i][3] /= 2.0;
    points[i][(i % 2) as usize] += f32::from_bits(0x3f80_0000);
    points[i][2] = -points[i][2];
}
#[test]
fn float_vectors() {
    for device in devices() {
        let mut points = vec![[1.5, -2.0, 3.0, 4.0]; 4];
        let pairs = [[1.0, 2.0], [0.0, 0.0], [-1.0, 7.0], [1e20, 1.0]];
        vectors(&mut points, &pairs, [0.0, 0.0]).dispatch(&device).unwrap();
        for i in 0..4 {
            let mut e = [1.5 * pairs[i][0], f32::max(-2.0, pairs[i][1]), -1.0, std::f32::consts::FRAC_PI_2];
            e[i % 2] += 1.0;
            assert_eq!(points[i], e);
        }
    }
}

#[vyre::kernel]
fn consts_of_floats(out: &mut [u32]) {
    const GOLDEN: f32 = 1.618_034;
    const SUM: f32 = 0.1 + 0.2;
    const NAN: f32 = f32::NAN;
    out[0] = GOLDEN.to_bits();
    out[1] = (SUM * 1e1).to_bits();
    out[2] = NAN.to_bits();
    out[3] = f32::MIN_POSITIVE.to_bits();
    out[4] = (1e-3f32 * 2 as f32).to_bits();
    out[5] = core::f32::consts::FRAC_1_SQRT_2.to_bits();
    out[6] = cast::<u32>(-1.0f32);
    out[7] = (-1.0f32) as u32;
    out[8] = (300.7f32 as u8) as u32;
    out[9] = f16::MAX.to_f32().to_bits();
    out[10] = (-f32::NAN).to_bits();
    out[11] = 1_000.5e2_f32.to_bits();
    out[12] = (7 as f32 / 2 as f32).to_bits();
    out[13] = u64::MAX as f32 as u64 as u32;
    out[14] = f32::INFINITY.to_bits() ^ f32::NEG_INFINITY.to_bits();
    out[15] = vyre::ops::f32::rsqrt(4.0).to_bits();
}
#[test]
fn float_constants() {
    for device in devices() {
        let mut out = [0; 16];
        consts_of_floats(&mut out).invocations([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(
            out,
            [
                1.618_034f32.to_bits(),
                ((0.1f32 + 0.2f32) * 10.0).to_bits(),
                0x7fc0_0000,
                0x0080_0000,
                0.002f32.to_bits(),
                core::f32::consts::FRAC_1_SQRT_2.to_bits(),
                0xbf80_0000,
                0,
                255,
                65504f32.to_bits(),
                0xffc0_0000,
                100050f32.to_bits(),
                3.5f32.to_bits(),
                u32::MAX,
                0x8000_0000,
                0.5f32.to_bits()
            ]
        );
    }
}
