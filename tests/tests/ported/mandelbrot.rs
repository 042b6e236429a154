//! The Mandelbrot set in fixed point, with 28 and with 60 bits behind the point, against wider integers on the host.

use vyre_tests::devices;

/// For each point the number of steps until it is known to escape, or `limit`.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escapes(out: &mut [u32], width: u32, left: i32, top: i32, step: i32, limit: u32) {
    const BITS: u32 = 28;
    const FOUR: u64 = 0x0400_0000_0000_0000;
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= width {
        return;
    }
    let cr = left + x as i32 * step;
    let ci = top - y as i32 * step;
    let (mut zr, mut zi) = (0i32, 0i32);
    let mut steps = limit;
    for n in 0..limit {
        let (r, i) = (zr as u64, zi as u64);
        // Squares are exact; of products with a sign, the low 64 bits are.
        let (rr, ii) = (r * r, i * i);
        if rr + ii > FOUR {
            steps = n;
            break;
        }
        zi = (r * i >> (BITS - 1)) as i32 + ci;
        zr = (rr - ii >> BITS) as i32 + cr;
    }
    out[y * width + x] = steps;
}

/// The same with 60 bits behind the point. The numbers are two's complement in `u64`.
#[vyre::kernel(workgroup_size = (8, 8))]
fn escapes_deep(out: &mut [u32], width: u32, left: u64, top: u64, step: u64, limit: u32) {
    const LOW: u64 = 0xffff_ffff;
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= width {
        return;
    }
    let cr = left + x as u64 * step;
    let ci = top - y as u64 * step;
    let (mut zr, mut zi) = (0u64, 0u64);
    let mut steps = limit;
    for n in 0..limit {
        let r = if zr >> 63 == 1 { 0 - zr } else { zr };
        let i = if zi >> 63 == 1 { 0 - zi } else { zi };
        let (r0, r1, i0, i1) = (r & LOW, r >> 32, i & LOW, i >> 32);
        // The upper 64 bits of three products of 128 bits; they are below 2^62.
        let m = r0 * r1;
        let rr = r1 * r1 + (m >> 31) + (((m << 33 >> 32) + (r0 * r0 >> 32)) >> 32);
        let m = i0 * i1;
        let ii = i1 * i1 + (m >> 31) + (((m << 33 >> 32) + (i0 * i0 >> 32)) >> 32);
        let (a, b) = (r0 * i1, r1 * i0);
        let middle = (a & LOW) + (b & LOW) + (r0 * i0 >> 32);
        let ri = r1 * i1 + (a >> 32) + (b >> 32) + (middle >> 32);
        // With 56 bits behind the point here.
        if rr + ii > 4 << 56 {
            steps = n;
            break;
        }
        let turned = if (zr ^ zi) >> 63 == 1 { 0 - ri } else { ri };
        zi = (turned << 5) + ci;
        zr = (rr - ii << 4) + cr;
    }
    out[y * width + x] = steps;
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
            escapes(&mut out, SIZE[0], left, top, step, LIMIT)
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
            escapes_deep(&mut out, SIZE[0], left as u64, top as u64, step as u64, LIMIT)
                .invocations([SIZE[0], SIZE[1], 1])
                .dispatch(&device)
                .unwrap();
            let at = |(x, y)| expected_deep(left + i64::from(x) * step, top - i64::from(y) * step, LIMIT);
            assert_eq!(out, pixels().map(at).collect::<Vec<u32>>(), "{left} {top} {step} on {device}");
        }
    }
}
