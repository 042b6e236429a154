//! Kernels and functions over `f16` and `bf16`, on every device and on the host.

#![allow(clippy::unwrap_used)]

use vyre::prelude::*;
use vyre::{bf16, f16};
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

const TWO: f16 = f16::from_bits(0x4000);

#[vyre::function]
fn polynomial(x: f16, y: f16) -> f16 {
    let half = f16::from_f32(0.5);
    (x * y + f16::ONE) / TWO - -x * half
}

#[vyre::kernel]
fn arithmetic(x: &[f16], y: &[f16], out: &mut [f16], by: f16) {
    let i = invocation_id().x;
    if i < out.len() {
        let z = polynomial(x[i], y[i]);
        out[i] = if z < x[i] { z * by } else { z % by };
    }
}

/// What the operators of `half` give: they compute in `f32` and round, which for these is right; NaNs are canonical here.
#[test]
fn arithmetic_is_that_of_half() {
    let (x, y): (Vec<f16>, Vec<f16>) = (0..1001u32)
        .map(|at| (f16::from_bits((at * 65) as u16), f16::from_bits(((at * 40_503) >> 3) as u16)))
        .unzip();
    let by = f16::from_f32(3.25);
    let expected: Vec<u16> = x
        .iter()
        .zip(&y)
        .map(|(x, y)| {
            let z = (*x * *y + f16::ONE) / f16::from_f32(2.0) - -*x * f16::from_f32(0.5);
            let z = if z < *x { z * by } else { z % by };
            if z.is_nan() { 0x7e00 } else { z.to_bits() }
        })
        .collect();
    for device in all() {
        let mut out = vec![f16::ZERO; x.len()];
        arithmetic(&x, &y, &mut out, by).dispatch(&device).unwrap();
        let got: Vec<u16> = out.iter().map(|z| z.to_bits()).collect();
        assert!(got == expected, "{device}");
    }
    for (x, y) in x.iter().zip(&y) {
        let z = (*x * *y + f16::ONE) / f16::from_f32(2.0) - -*x * f16::from_f32(0.5);
        let z = if z.is_nan() { 0x7e00 } else { z.to_bits() };
        assert_eq!(polynomial(*x, *y).to_bits(), z);
    }
}

#[vyre::function]
fn methods_of(x: bf16, y: bf16, at: u32) -> bf16 {
    let mut z = x;
    match at {
        0 => z = x.abs(),
        1 => z = x.signum(),
        2 => z = x.copysign(y),
        3 => z = x.min(y),
        4 => z = x.max(y),
        5 => z = x.clamp(bf16::NEG_ONE, bf16::ONE),
        6 => z = x.mul_add(y, x),
        7 => z = x.sqrt(),
        8 => z = x.floor(),
        9 => z = x.ceil(),
        10 => z = x.trunc(),
        11 => z = x.round(),
        12 => z = x.round_ties_even(),
        13 => z = x.fract(),
        14 => z = x.recip(),
        15 => z = x.powi(3),
        16 => z = x.to_degrees(),
        17 => z = x.to_radians(),
        _ => {
            if x.is_nan() || y.is_infinite() || !y.is_finite() {
                z = bf16::from_bits(x.to_bits() ^ 0x8000u16);
            } else {
                z = cast::<bf16>(x.to_f32() + 1.0);
            }
        }
    }
    z
}

#[vyre::kernel]
fn methods(x: &[bf16], y: &[bf16], out: &mut [bf16]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = methods_of(x[i / 19], y[i / 19], i % 19);
    }
}

#[test]
fn methods_are_the_same_on_the_host() {
    let bits: Vec<u16> = vec![
        0, 0x8000, 1, 0x8001, 0x3f80, 0xbf80, 0x3fc0, 0xc020, 0x7f80, 0xff80, 0x7fc1, 0x4049, 0x0080, 0x7f7f,
        0x4288,
    ];
    let (x, y): (Vec<bf16>, Vec<bf16>) =
        bits.iter().flat_map(|x| bits.iter().map(|y| (bf16::from_bits(*x), bf16::from_bits(*y)))).unzip();
    let expected: Vec<u16> =
        (0..x.len() * 19).map(|i| methods_of(x[i / 19], y[i / 19], (i % 19) as u32).to_bits()).collect();
    for device in all() {
        let mut out = vec![bf16::ZERO; x.len() * 19];
        methods(&x, &y, &mut out).dispatch(&device).unwrap();
        let got: Vec<u16> = out.iter().map(|z| z.to_bits()).collect();
        let wrong = (0..got.len()).find(|at| got[*at] != expected[*at]);
        assert_eq!(
            wrong.map(|at| (x[at / 19], y[at / 19], at % 19, got[at], expected[at])),
            None,
            "{device}"
        );
    }
    // By hand: 1.5 squared and doubled, 2.5 rounded, 1.5 * 1.5 + 1.5, and (1 + 2^-7)^2 + 1 + 2^-7 = 2 + 3 * 2^-7 + 2^-14.
    let float = |value: f32| bf16::from_f32(value);
    assert_eq!(methods_of(float(1.5), float(0.0), 15), float(3.375));
    assert_eq!(
        (methods_of(float(-2.5), float(0.0), 11), methods_of(float(-2.5), float(0.0), 12)),
        (float(-3.0), float(-2.0))
    );
    assert_eq!(methods_of(float(1.5), float(1.5), 6), float(3.75));
    assert_eq!(methods_of(bf16::from_bits(0x3f81), bf16::from_bits(0x3f81), 6).to_bits(), 0x4002);
}

#[vyre::kernel(workgroup_size = 64)]
fn memory(input: &Uniform<[f16]>, out: &mut [f16], bits: &mut [u32]) {
    let l = local_id().x;
    let mut tile = workgroup_array::<f16, 64>();
    let mut own = [f16::NEG_ONE; 5];
    own[l % 5] = input[l % input.len()];
    tile[l] = own[l % 5];
    barrier();
    let next = tile[(l + 1) % 64];
    let first: f16 = workgroup_broadcast(next, 63);
    if l < out.len() {
        out[l] = next + first * own[(l + 1) % 5];
    }
    if l == 0 {
        bits[0] = input.len();
        bits[1] = out.len();
        bits[2] = f16::EPSILON.to_bits() as u32;
        bits[3] = f16::PI.to_bits() as u32;
        bits[4] = u32::from(bf16::MAX > bf16::from_f32(1e38));
        bits[5] = f32::from(f16::MAX) as u32;
        bits[6] = cast::<u32>(cast::<f32>(bf16::MIN_POSITIVE));
    }
}

#[test]
fn every_kind_of_memory_in_kernels() {
    let input = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0].map(f16::from_f32);
    for device in all() {
        let (mut out, mut bits) = ([f16::ZERO; 9], [0u32; 7]);
        memory(&input, &mut out, &mut bits).dispatch(&device).unwrap();
        // Lane 63 reads lane 0, whose element is 1; of `own` the neighbour is -1.
        let expected: Vec<f16> = (0..9).map(|l| input[(l + 1) % 7] - f16::ONE).collect();
        assert_eq!(out.to_vec(), expected, "{device}");
        assert_eq!(bits, [7, 9, 0x1400, 0x4248, 1, 65504, 0x0080_0000], "{device}");
    }
}

#[vyre::kernel]
fn norms<T: vyre::Float>(x: &[T], y: &[T], out: &mut [T]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = x[i].mul_add(x[i], y[i] * y[i]).sqrt().max(T::ONE) + T::from_u32(2);
    }
}

#[test]
fn kernels_over_types_take_them() {
    for device in all() {
        let (x, y, mut out) = ([3.0f32, 0.0], [4.0f32, 0.5], [0.0f32; 2]);
        norms(&x, &y, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [7.0, 3.0], "{device}");
        let [a, b] = [x, y].map(|list| list.map(f16::from_f32));
        let mut out = [f16::ZERO; 2];
        norms(&a, &b, &mut out).dispatch(&device).unwrap();
        assert_eq!(out.map(f16::to_f32), [7.0, 3.0], "{device}");
        let [a, b] = [x, y].map(|list| device.buffer(&list.map(bf16::from_f32)).unwrap());
        let mut out = device.zeros::<bf16>(2).unwrap();
        norms(&a, &b, &mut out).dispatch(&device).unwrap();
        assert_eq!(
            out.read().unwrap().iter().map(|x| x.to_f32()).collect::<Vec<f32>>(),
            [7.0, 3.0],
            "{device}"
        );
    }
}

#[vyre::kernel]
fn constants(out: &mut [f16], more: &mut [bf16]) {
    out[0] = f16::MAX;
    out[1] = f16::MIN;
    out[2] = f16::MIN_POSITIVE;
    out[3] = f16::MIN_POSITIVE_SUBNORMAL;
    out[4] = f16::MAX_SUBNORMAL;
    out[5] = f16::EPSILON;
    out[6] = f16::INFINITY;
    out[7] = f16::NEG_INFINITY;
    out[8] = f16::NAN;
    out[9] = f16::ZERO;
    out[10] = f16::NEG_ZERO;
    out[11] = f16::ONE;
    out[12] = f16::NEG_ONE;
    out[13] = f16::E;
    out[14] = f16::PI;
    out[15] = f16::FRAC_1_PI;
    out[16] = f16::FRAC_1_SQRT_2;
    out[17] = f16::FRAC_2_PI;
    out[18] = f16::FRAC_2_SQRT_PI;
    out[19] = f16::FRAC_PI_2;
    out[20] = f16::FRAC_PI_3;
    out[21] = f16::FRAC_PI_4;
    out[22] = f16::FRAC_PI_6;
    out[23] = f16::FRAC_PI_8;
    out[24] = f16::LN_10;
    out[25] = f16::LN_2;
    out[26] = f16::LOG10_E;
    out[27] = f16::LOG10_2;
    out[28] = f16::LOG2_E;
    out[29] = f16::LOG2_10;
    out[30] = f16::SQRT_2;
    more[0] = bf16::MAX;
    more[1] = bf16::MIN;
    more[2] = bf16::MIN_POSITIVE;
    more[3] = bf16::MIN_POSITIVE_SUBNORMAL;
    more[4] = bf16::MAX_SUBNORMAL;
    more[5] = bf16::EPSILON;
    more[6] = bf16::INFINITY;
    more[7] = bf16::NEG_INFINITY;
    more[8] = bf16::NAN;
    more[9] = bf16::ZERO;
    more[10] = bf16::NEG_ZERO;
    more[11] = bf16::ONE;
    more[12] = bf16::NEG_ONE;
    more[13] = bf16::E;
    more[14] = bf16::PI;
    more[15] = bf16::FRAC_1_PI;
    more[16] = bf16::FRAC_1_SQRT_2;
    more[17] = bf16::FRAC_2_PI;
    more[18] = bf16::FRAC_2_SQRT_PI;
    more[19] = bf16::FRAC_PI_2;
    more[20] = bf16::FRAC_PI_3;
    more[21] = bf16::FRAC_PI_4;
    more[22] = bf16::FRAC_PI_6;
    more[23] = bf16::FRAC_PI_8;
    more[24] = bf16::LN_10;
    more[25] = bf16::LN_2;
    more[26] = bf16::LOG10_E;
    more[27] = bf16::LOG10_2;
    more[28] = bf16::LOG2_E;
    more[29] = bf16::LOG2_10;
    more[30] = bf16::SQRT_2;
}

macro_rules! of_half {
    ($ty:ident) => {
        [
            $ty::MAX,
            $ty::MIN,
            $ty::MIN_POSITIVE,
            $ty::MIN_POSITIVE_SUBNORMAL,
            $ty::MAX_SUBNORMAL,
            $ty::EPSILON,
            $ty::INFINITY,
            $ty::NEG_INFINITY,
            $ty::NAN,
            $ty::ZERO,
            $ty::NEG_ZERO,
            $ty::ONE,
            $ty::NEG_ONE,
            $ty::E,
            $ty::PI,
            $ty::FRAC_1_PI,
            $ty::FRAC_1_SQRT_2,
            $ty::FRAC_2_PI,
            $ty::FRAC_2_SQRT_PI,
            $ty::FRAC_PI_2,
            $ty::FRAC_PI_3,
            $ty::FRAC_PI_4,
            $ty::FRAC_PI_6,
            $ty::FRAC_PI_8,
            $ty::LN_10,
            $ty::LN_2,
            $ty::LOG10_E,
            $ty::LOG10_2,
            $ty::LOG2_E,
            $ty::LOG2_10,
            $ty::SQRT_2,
        ]
        .map($ty::to_bits)
    };
}

#[test]
fn constants_are_those_of_half() {
    let (mut out, mut more) = ([f16::ZERO; 31], [bf16::ZERO; 31]);
    constants(&mut out, &mut more).workgroups([1, 1, 1]).dispatch(&Device::reference()).unwrap();
    assert_eq!(out.map(f16::to_bits), of_half!(f16));
    assert_eq!(more.map(bf16::to_bits), of_half!(bf16));
}

#[vyre::kernel]
fn elementary(x: &[f16], out: &mut [f16]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = x[i].exp().ln() + x[i].sin().hypot(x[i].cos()) + vyre::ops::f16::rsqrt(f16::from_f32(4.0));
    }
}

#[test]
fn elementary_functions_in_kernels() {
    // exp(1) is 2.71875 in f16, whose logarithm is 1.000172 and rounds to 1; the sine and the cosine of 1 have the length 1; 1 / 2.
    let (x, mut out) = ([0u16, 0x3c00], [0u16; 2]);
    for device in [Device::cpu(), Device::reference()] {
        elementary(&x, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [0x3e00, 0x4100], "{device}");
    }
}
