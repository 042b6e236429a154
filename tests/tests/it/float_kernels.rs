//! Kernels and functions on floats give what Rust's own operators give, on every device and on the host.

#![allow(clippy::manual_clamp, reason = "of NaN, `clamp` gives another result")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

/// What the host computes is what a kernel computes, so both are compared with plain Rust.
#[vyre::function]
fn blend(a: f32, b: f32, t: f32) -> f32 {
    let mut mixed = t.mul_add(b - a, a);
    if mixed.is_nan() || mixed < 0.0 {
        mixed = -mixed.abs();
    }
    mixed % 7.5 + (a as i32 as f32).clamp(-3.0, 3.0).copysign(b)
}

fn blend_in_rust(a: f32, b: f32, t: f32) -> f32 {
    let mut mixed = t.mul_add(b - a, a);
    if mixed.is_nan() || mixed < 0.0 {
        mixed = -mixed.abs();
    }
    mixed % 7.5 + (a as i32 as f32).clamp(-3.0, 3.0).copysign(b)
}

fn same(got: f32, expected: f32) -> bool {
    let bits = if expected.is_nan() { 0x7fc0_0000 } else { expected.to_bits() };
    got.to_bits() == bits
}

const VALUES: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    2.5,
    1e-40,
    -1e-45,
    3.4e38,
    -7.25,
    0.1,
    1e10,
    -1e-10,
    f32::INFINITY,
    f32::NAN,
    16_777_217.0,
    0.5,
];

#[vyre::kernel]
fn blended(a: &[f32], b: &[f32], t: f32, out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = blend(a[i / 16], b[i % 16], t);
}

#[test]
fn functions_give_the_same_on_host_and_devices() {
    for device in devices() {
        for t in [0.25, -3.5e-20, f32::INFINITY] {
            let mut out = [7f32; 256];
            blended(&VALUES, &VALUES, t, &mut out).invocations([256, 1, 1]).dispatch(&device).unwrap();
            for (at, got) in out.iter().enumerate() {
                let (a, b) = (VALUES[at / 16], VALUES[at % 16]);
                let expected = blend_in_rust(a, b, t);
                assert!(
                    same(*got, expected),
                    "{a} {b} {t}: {got} on {}, not {expected}",
                    device.info().name()
                );
                assert_eq!(blend(a, b, t).to_bits(), got.to_bits(), "{a} {b} {t} on the host");
            }
        }
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn everything(
    input: &[f32],
    scale: &Uniform<[f32]>,
    pairs: &mut [[f32; 2]],
    quads: &mut [[f32; 4]],
    out: &mut [f32],
) {
    const HALF: f32 = 1.0 / 2.0;
    const TURN: [f32; 2] = [core::f32::consts::TAU, -HALF];
    let i = invocation_id().x;
    let x = input[i];
    let mut shared = workgroup_array::<f32, 16>();
    shared[i] = x * scale[1];
    let mut own = [0.5f32; 8];
    own[i % 8] += x;
    barrier();
    pairs[i] = [shared[15 - i], own[i % 8]];
    pairs[i][1] -= TURN[1];
    let mut v = [x; 4];
    v[3] = x.sqrt();
    v[1] /= 3.0;
    quads[i] = v;
    let bits = f32::from_bits(x.to_bits() ^ 1);
    let truth = x >= 1.0 && x != f32::INFINITY || v == [x; 4];
    out[i] = if truth { x.floor() + x.fract().recip() } else { x.max(HALF).min(f32::MAX).powi(3) };
    out[i + 16] = (x as u32) as f32 + (x as u64 as f32) - (i as f32).round_ties_even() + bits;
    out[i + 32] = x.signum().to_degrees() + x.ceil().trunc().round().to_radians() + TURN[0];
}

#[test]
fn kernels_have_all_of_f32() {
    for device in devices() {
        let (mut pairs, mut quads, mut out) = ([[0f32; 2]; 16], [[0f32; 4]; 16], [0f32; 48]);
        everything(&VALUES, &[9.0, 2.0], &mut pairs, &mut quads, &mut out)
            .invocations([16, 1, 1])
            .dispatch(&device)
            .unwrap();
        for i in 0..16 {
            let x = VALUES[i];
            let check = |what: &str, got: f32, expected: f32| {
                assert!(
                    same(got, expected),
                    "{what} of {x}: {got} on {}, not {expected}",
                    device.info().name()
                );
            };
            check("shared", pairs[i][0], VALUES[15 - i] * 2.0);
            check("own", pairs[i][1], (0.5 + x) + 0.5);
            check("sqrt", quads[i][3], x.sqrt());
            check("third", quads[i][1], x / 3.0);
            let truth = x >= 1.0 && x != f32::INFINITY || [x, x / 3.0, x, x.sqrt()] == [x; 4];
            let cube = |x: f32| x * (x * x);
            let expected = if truth { x.floor() + x.fract().recip() } else { cube(x.max(0.5).min(f32::MAX)) };
            check("branches", out[i], expected);
            let bits = f32::from_bits(x.to_bits() ^ 1);
            check(
                "casts",
                out[i + 16],
                (x as u32) as f32 + (x as u64 as f32) - (i as f32).round_ties_even() + bits,
            );
            let degrees = x.signum().to_degrees() + x.ceil().trunc().round().to_radians();
            check("degrees", out[i + 32], degrees + std::f32::consts::TAU);
        }
    }
}

#[test]
fn buffers_of_floats_stay_on_devices() {
    for device in devices() {
        let input = device.buffer(&VALUES).unwrap();
        let mut out = device.zeros::<f32>(256).unwrap();
        blended(&input, &input, 0.5, &mut out).invocations([256, 1, 1]).dispatch(&device).unwrap();
        let read = out.read().unwrap();
        assert!(same(read[2 * 16 + 4], blend_in_rust(1.0, 2.5, 0.5)));
    }
}

/// The elementary functions of two numbers, by their numbers.
#[vyre::function]
fn elementary(which: u32, a: f32, b: f32) -> f32 {
    if which == 0 {
        a.sin() + a.cos() * a.tan()
    } else if which == 1 {
        a.asin() + a.acos() * a.atan() - b.atan2(a)
    } else if which == 2 {
        a.sinh() + a.cosh() * a.tanh()
    } else if which == 3 {
        a.exp() + a.exp2() * a.exp_m1()
    } else if which == 4 {
        a.ln() + a.log2() * a.log10() - a.ln_1p()
    } else if which == 5 {
        a.cbrt() + a.hypot(b) * vyre::ops::f32::rsqrt(a)
    } else {
        a.powf(b)
    }
}

/// The same in 53 bits, each function rounded to a float: right where that is not near to the middle between two.
fn elementary_in_f64(which: u32, a: f32, b: f32) -> f32 {
    let (x, y) = (f64::from(a), f64::from(b));
    let f = |value: f64| value as f32;
    match which {
        0 => f(x.sin()) + f(x.cos()) * f(x.tan()),
        1 => f(x.asin()) + f(x.acos()) * f(x.atan()) - f(y.atan2(x)),
        2 => f(x.sinh()) + f(x.cosh()) * f(x.tanh()),
        3 => f(x.exp()) + f(x.exp2()) * f(x.exp_m1()),
        4 => f(x.ln()) + f(x.log2()) * f(x.log10()) - f(x.ln_1p()),
        5 => f(x.cbrt()) + f(x.hypot(y)) * f(1.0 / x.sqrt()),
        _ => f(x.powf(y)),
    }
}

#[vyre::kernel]
fn elementary_of_each(a: &[f32], b: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    out[i] = elementary(i % 7, a[i], b[i]);
}

#[test]
fn elementary_functions_give_the_same_on_host_and_devices() {
    let at = |i: usize| VALUES[i % VALUES.len()];
    let (a, b): (Vec<f32>, Vec<f32>) = (0..448)
        .map(|i| if i < 112 { (at(i), at(i / 16)) } else { (i as f32 / 97.0, 3.7 - i as f32 / 61.0) })
        .unzip();
    for device in devices() {
        let mut out = vec![7f32; a.len()];
        elementary_of_each(&a, &b, &mut out).dispatch(&device).unwrap();
        for (i, got) in out.into_iter().enumerate() {
            let expected = elementary_in_f64(i as u32 % 7, a[i], b[i]);
            assert!(
                same(got, expected),
                "{i}: {:?} {:?} gives {got:?}, not {expected:?} on {device}",
                a[i],
                b[i]
            );
            assert!(same(elementary(i as u32 % 7, a[i], b[i]), got), "{i} on the host");
        }
    }
}

#[test]
fn constants_of_elementary_functions_fold() {
    #[vyre::kernel]
    fn folded(out: &mut [f32]) {
        out[0] = core::f32::consts::FRAC_PI_6.sin() + 10f32.powf(2.0).log10() + 3f32.hypot(4.0);
    }
    assert_eq!(folded::wgsl().matches("f_sin").count(), 0);
    for device in devices() {
        let mut out = [0f32];
        folded(&mut out).dispatch(&device).unwrap();
        assert_eq!(out[0].to_bits(), (0.5f32 + 2.0 + 5.0).to_bits());
    }
}
