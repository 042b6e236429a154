//! The Mandelbrot set in fixed point, with 28 and with 60 bits behind the point, against wider integers on the host.

use crate::ported::devices;

/// A number in fixed point, with 28 bits behind the point.
#[vyre::data]
struct Complex {
    re: i32,
    im: i32,
}

/// For each point the number of steps until it is known to escape, or `limit`.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escapes(out: &mut [u32], width: u32, corner: Complex, step: i32, limit: u32) {
    const BITS: u32 = 28;
    const FOUR: i64 = 4 << (2 * BITS);
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= width {
        return;
    }
    let c = Complex { re: corner.re + x as i32 * step, im: corner.im - y as i32 * step };
    let mut z = Complex { re: 0, im: 0 };
    let mut steps = 0;
    while steps < limit {
        let (re, im) = (i64::from(z.re), i64::from(z.im));
        if re * re + im * im > FOUR {
            break;
        }
        z = Complex {
            re: ((re * re - im * im) >> BITS) as i32 + c.re,
            im: ((2 * re * im) >> BITS) as i32 + c.im,
        };
        steps += 1;
    }
    out[y * width + x] = steps;
}

/// The same with 60 bits behind the point.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escapes_deep(out: &mut [u32], width: u32, left: i64, top: i64, step: i64, limit: u32) {
    /// The upper half of the product of magnitudes, with 56 bits behind the point.
    fn upper(a: u64, b: u64) -> i64 {
        let (_, high) = a.widening_mul(b);
        high as i64
    }
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= width {
        return;
    }
    let (cr, ci) = (left + i64::from(x) * step, top - i64::from(y) * step);
    let (mut zr, mut zi) = (0i64, 0i64);
    for n in 0..=limit {
        let (r, i) = (zr.unsigned_abs(), zi.unsigned_abs());
        let (rr, ii, ri) = (upper(r, r), upper(i, i), upper(r, i));
        if n == limit || rr + ii > 4 << 56 {
            out[y * width + x] = n;
            return;
        }
        let ri = if (zr < 0) != (zi < 0) { -ri } else { ri };
        (zr, zi) = (((rr - ii) << 4) + cr, (ri << 5) + ci);
    }
}

/// What `escapes` computes, with products of 64 bits and a sign.
fn expected(cr: i32, ci: i32, limit: u32) -> u32 {
    let (mut zr, mut zi) = (0i64, 0i64);
    for n in 0..limit {
        if zr * zr + zi * zi > 4 << 56 {
            return n;
        }
        (zr, zi) = (
            i64::from(((zr * zr - zi * zi) >> 28) as i32) + i64::from(cr),
            i64::from(((2 * zr * zi) >> 28) as i32) + i64::from(ci),
        );
    }
    limit
}

/// What `escapes_deep` computes, with products of 128 bits. Magnitudes are rounded down, and lose their four last bits.
fn expected_deep(cr: i64, ci: i64, limit: u32) -> u32 {
    let (mut zr, mut zi) = (0i64, 0i64);
    for n in 0..limit {
        let upper =
            |a: i64, b: i64| ((u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs())) >> 64) as i64;
        let (rr, ii, ri) = (upper(zr, zr), upper(zi, zi), upper(zr, zi));
        if rr + ii > 4 << 56 {
            return n;
        }
        let ri = if (zr < 0) != (zi < 0) { -ri } else { ri };
        (zr, zi) = (((rr - ii) << 4) + cr, (ri << 5) + ci);
    }
    limit
}

const SIZE: [u32; 2] = [50, 37];
const LIMIT: u32 = 200;

/// Views as the left and top end and the distance of pixels.
const VIEWS: [[f64; 3]; 4] =
    [[-2.2, 1.3, 0.07], [-0.75, 0.11, 0.0002], [-2.0, 0.00001, 0.000_000_1], [0.25, 0.0, 0.003]];

fn pixels() -> impl Iterator<Item = (u32, u32)> {
    (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| (x, y)))
}

#[test]
fn views_in_28_bits() {
    let fixed = |x: f64| (x * f64::from(1 << 28)) as i32;
    for device in devices() {
        for [left, top, step] in VIEWS.map(|view| view.map(fixed)) {
            let mut out = vec![0; (SIZE[0] * SIZE[1]) as usize];
            escapes(&mut out, SIZE[0], Complex { re: left, im: top }, step, LIMIT)
                .invocations([SIZE[0], SIZE[1], 1])
                .dispatch(&device)
                .unwrap();
            let at = |(x, y)| expected(left + x as i32 * step, top - y as i32 * step, LIMIT);
            assert_eq!(out, pixels().map(at).collect::<Vec<u32>>(), "{left} {top} {step} on {device}");
        }
    }
}

#[test]
fn views_in_60_bits() {
    let fixed = |x: f64| (x * (1u64 << 60) as f64) as i64;
    let deepest = [-0.743_643_887_037_151, 0.131_825_904_205_33, 1e-16];
    for device in devices() {
        for [left, top, step] in VIEWS.into_iter().chain([deepest]).map(|view| view.map(fixed)) {
            let mut out = vec![0; (SIZE[0] * SIZE[1]) as usize];
            escapes_deep(&mut out, SIZE[0], left, top, step, LIMIT)
                .invocations([SIZE[0], SIZE[1], 1])
                .dispatch(&device)
                .unwrap();
            let at = |(x, y)| expected_deep(left + i64::from(x) * step, top - i64::from(y) * step, LIMIT);
            assert_eq!(out, pixels().map(at).collect::<Vec<u32>>(), "{left} {top} {step} on {device}");
        }
    }
}
