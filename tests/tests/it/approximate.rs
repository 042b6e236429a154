//! Rows that are approximate stay within their tolerance, on every device, and are in no program that is called strict.
//!
//! What is expected comes from the platform's `f64` functions and sums in `f64`, whose errors are 2^-29 of those that are allowed. `VYRE_FLOATS_EXHAUSTIVE=1` tries all
//! 2^32 operands on the CPU device.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre::ir::{CollectiveOp, DataType, Expr, Node, Program, UnOp, validate};
use vyre::prelude::*;
use vyre::{bf16, f16};
use vyre_lower::{Target, build, pass};
use vyre_runtime::testing::run_form;
use vyre_tests::devices;

/// Numbers of SplitMix64.
fn random(mut state: u64, count: usize) -> Vec<u32> {
    let next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u32
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The distance between floats with so many digits at a number, of which the smallest is `2^least`.
fn ulp(exact: f64, digits: i32, least: i32) -> f64 {
    let exponent = match exact == 0.0 {
        true => least,
        false => (exact.abs().to_bits() >> 52) as i32 - 1023 - (digits - 1),
    };
    2f64.powi(exponent.max(least))
}

/// Asserts that each result is a float near the sine, and NaN where that is.
fn assert_near(x: &[f32], got: &[f32], device: &dyn std::fmt::Display) {
    let tolerance = f64::from(UnOp::FSinApprox.tolerance_ulp().unwrap());
    for (x, got) in x.iter().zip(got) {
        let exact = f64::from(*x).sin();
        if exact.is_nan() {
            assert_eq!(got.to_bits(), 0x7fc0_0000, "{x:?} on {device}");
        } else {
            let error = (f64::from(*got) - exact).abs() / ulp(exact, 24, -149);
            assert!(error <= tolerance, "{x:?}: {got:?} is {error} ULP from {exact:?} on {device}");
        }
    }
}

#[vyre::kernel]
fn sines(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = vyre::ops::f32::sin_approx(x[i]);
    }
}

/// Any bits, numbers of usual size, and those about multiples of a quarter of the turn.
fn operands(count: usize) -> Vec<f32> {
    let any = random(3, count).into_iter().map(f32::from_bits);
    let usual = random(4, count).into_iter().map(|bits| f32::from_bits(bits & 0x87ff_ffff | 0x3c00_0000));
    let turns = (0..count as u32).map(|at| {
        let turns = (f64::from(at % 40_000) * std::f64::consts::FRAC_PI_2) as f32;
        f32::from_bits(turns.to_bits().wrapping_add(at % 3).wrapping_sub(1))
    });
    let special = [0.0, -0.0, 1e-45, 65_536.0, 65_536.01, -65_544.0, f32::MAX, f32::INFINITY, f32::NAN];
    any.chain(usual).chain(turns).chain(special).collect()
}

#[test]
fn sines_are_near_on_every_device_and_the_same() {
    let x = operands(5_000);
    let mut first: Option<Vec<u32>> = None;
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![0.0; x.len()];
        sines(&x, &mut out).dispatch(&device).unwrap();
        assert_near(&x, &out, &device);
        let bits: Vec<u32> = out.iter().map(|value| value.to_bits()).collect();
        assert_eq!(*first.get_or_insert_with(|| bits.clone()), bits, "{device}");
    }
}

/// What an adapter computes that has no strict operators.
#[test]
fn sines_expanded_into_integers_are_the_same() {
    let x = operands(100);
    let count = x.len();
    let program = "program workgroup_size 64, 1, 1 buffer x: read f32 @ 0 buffer out: read_write f32 @ 1
         entry { let i = invocation_id.x; if i < len(out) { out[i] = f_sin_approx(x[i]); } }";
    let valid = validate(&program.parse::<Program>().unwrap()).unwrap();
    let mut form = build(&valid).unwrap();
    pass::optimise(&mut form, &Target::WGSL);
    let mut buffers = vec![x.iter().map(|x| x.to_bits()).collect(), vec![7; count]];
    run_form(&form, [count.div_ceil(64) as u32, 1, 1], &mut buffers).unwrap();
    let mut out = vec![0.0; count];
    sines(&x, &mut out).dispatch(&Device::cpu()).unwrap();
    assert_eq!(buffers[1], out.iter().map(|value| value.to_bits()).collect::<Vec<u32>>());
}

#[test]
fn all_sines_are_near() {
    if std::env::var_os("VYRE_FLOATS_EXHAUSTIVE").is_none() {
        return;
    }
    for block in 0..1024u32 {
        let x: Vec<f32> = (0..1 << 22).map(|low| f32::from_bits(block << 22 | low)).collect();
        let mut out = vec![0.0; x.len()];
        sines(&x, &mut out).dispatch(&Device::cpu()).unwrap();
        assert_near(&x, &out, &"CPU");
    }
}

#[vyre::kernel]
fn sines_of_halves(x: &[f16], y: &[bf16], a: &mut [f16], b: &mut [bf16]) {
    let i = invocation_id().x;
    if i < a.len() {
        a[i] = vyre::ops::f16::sin_approx(x[i]);
        b[i] = vyre::ops::bf16::sin_approx(y[i]);
    }
}

#[test]
fn all_sines_of_halves_are_near() {
    let every = || 0..=u16::MAX;
    let (x, y): (Vec<f16>, Vec<bf16>) =
        (every().map(f16::from_bits).collect(), every().map(bf16::from_bits).collect());
    let near = |operand: f64, got: f64, digits: i32, least: i32| match operand.sin() {
        exact if exact.is_nan() => got.is_nan(),
        exact => (got - exact).abs() <= 2.0 * ulp(exact, digits, least),
    };
    for device in devices() {
        let (mut a, mut b) = (vec![f16::ZERO; x.len()], vec![bf16::ZERO; y.len()]);
        sines_of_halves(&x, &y, &mut a, &mut b).dispatch(&device).unwrap();
        for (x, got) in x.iter().zip(&a) {
            assert!(near(x.to_f64(), got.to_f64(), 11, -24), "{x:?}: {got:?} on {device}");
        }
        for (y, got) in y.iter().zip(&b) {
            assert!(near(y.to_f64(), got.to_f64(), 8, -133), "{y:?}: {got:?} on {device}");
        }
    }
}

// Not a multiple of any subgroup.
#[vyre::kernel(workgroup_size = 75)]
fn sums(a: &[f32], out: &mut [f32]) {
    let flat = local_id().x;
    let v = a[workgroup_id().x * 75 + flat];
    let sum = workgroup_sum_approx(v);
    let again = workgroup_sum_approx(v * 2.0);
    if flat == 7 {
        out[workgroup_id().x * 2] = sum;
        out[workgroup_id().x * 2 + 1] = again;
    }
}

/// Asserts that a sum is within its tolerance.
fn assert_sum(values: &[f32], got: f32, what: &dyn std::fmt::Display) {
    let wide = || values.iter().copied().map(f64::from);
    let magnitudes: f64 = wide().map(f64::abs).sum();
    let each = f64::from(CollectiveOp::SumApprox.tolerance_ulp().unwrap());
    let error = (f64::from(got) - wide().sum::<f64>()).abs();
    let allowed = each * values.len() as f64 * ulp(magnitudes, 24, -149);
    assert!(error <= allowed, "{got} is {error} from the sum, and {allowed} is allowed, {what}");
}

/// Of some size, cancelling.
fn summands(seed: u64, count: usize) -> Vec<f32> {
    let bits = random(seed, count);
    bits.iter().map(|bits| f32::from_bits(bits & 0x807f_ffff | (100 + bits % 50) << 23)).collect()
}

#[test]
fn sums_of_a_workgroup_are_near_on_every_device() {
    let a = summands(5, 75 * 4);
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = vec![0.0; 8];
        sums(&a, &mut out).workgroups([4, 1, 1]).dispatch(&device).unwrap();
        for (group, out) in a.chunks(75).zip(out.chunks(2)) {
            assert_sum(group, out[0], &device);
            assert_eq!(out[1], out[0] * 2.0, "{device}");
        }
        // Whole numbers and subnormal ones, whose sums are exact in every order.
        for unit in [1.0, f32::from_bits(1), f32::from_bits(0x0070_0000)] {
            let whole: Vec<f32> = (0..75).map(|at| at as f32 * unit).collect();
            let mut out = vec![0.0; 2];
            sums(&whole, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
            assert_eq!(out, [2775.0 * unit, 5550.0 * unit], "{device}");
        }
        let mut with_nan = vec![1.0f32; 75];
        with_nan[40] = f32::from_bits(0xffc0_1234);
        let mut out = vec![0.0; 2];
        sums(&with_nan, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert!(out.iter().all(|sum| sum.to_bits() == 0x7fc0_0000), "{device}");
    }
}

#[test]
fn sums_of_buffers_are_near_on_every_device() {
    for count in [0, 1, 2, 255, 4096, 4097, 70_001] {
        let a = summands(count as u64 + 1, count);
        let whole: Vec<f32> = (0..count).map(|at| (at % 7) as f32).collect();
        let halves: Vec<f16> = whole.iter().take(600).map(|value| f16::from_f32(*value)).collect();
        for device in devices() {
            let sum = |values: &[f32]| vyre::reduce::sum_approx(&device.buffer(values).unwrap()).unwrap();
            assert_sum(&a, sum(&a), &device);
            assert_eq!(sum(&whole), whole.iter().sum::<f32>(), "{count} on {device}");
            // Below 2048 every whole number is one of `f16`.
            let of_halves = vyre::reduce::sum_approx(&device.buffer(&halves).unwrap()).unwrap();
            assert_eq!(
                of_halves.to_f32(),
                halves.iter().map(|value| value.to_f32()).sum::<f32>(),
                "{device}"
            );
        }
    }
}

#[vyre::kernel]
fn strict_sines(x: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = x[i].sin();
    }
}

#[test]
fn no_program_with_them_is_called_strict() {
    assert!(strict_sines::is_strict() && !sines::is_strict() && !sums::is_strict());
    assert_eq!(sines::__kernel().validated().unwrap().0.approximate(), ["f_sin_approx"]);
    assert_eq!(sums::__kernel().validated().unwrap().0.approximate(), ["workgroup_sum_approx"]);
    let program = Program::new(
        vec![],
        [64, 1, 1],
        vec![Node::let_bind("x", Expr::cast(DataType::U32, Expr::unary(UnOp::FSinApprox, Expr::f32(1.0))))],
    );
    assert!(!validate(&program).unwrap().is_strict());
}
