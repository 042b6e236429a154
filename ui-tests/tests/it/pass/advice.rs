//! What errors advise, followed to the letter.

use vyre::prelude::*;

const R: i32 = 3;

/// `for j in -R..R + 1`, `for j in -2..3`, `for j in -n..=n` and `for j in m..n as i32`.
#[vyre::kernel(workgroup_size = 1)]
fn loops(n: u32, m: i32, out: &mut [i32]) {
    const R: i32 = 3;
    for step in 0..(R + 1 + R).max(0) as u32 {
        let j = step as i32 - R;
        out[0] = out[0] * 2 + j;
    }
    for step in 0..5 {
        let j = step as i32 - 2;
        out[1] = out[1] * 2 + j;
    }
    for step in 0..((n as i32) + 1 + (n as i32)).max(0) as u32 {
        let j = step as i32 - (n as i32);
        out[2] = out[2] * 2 + j;
    }
    for step in 0..((n as i32) - m).max(0) as u32 {
        let j = m + step as i32;
        out[3] = out[3] * 2 + j;
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn methods(x: u32, y: i32, out: &mut [u32]) {
    out[0] = (!x).trailing_zeros();
    out[1] = (!x).leading_zeros();
    out[2] = (!x).count_ones();
    out[3] = (x.count_ones() == 1) as u32;
    out[4] = y.abs() as u32;
    let mut w = [0u32; 8];
    for i in 0..w.len() {
        w[i] = 3;
    }
    out[5] = w[0] + w[7];
    out[6] = 0 - x;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let device = Device::cpu();
    let fold = |from: i32, to: i32| (from..to).fold(0, |sum: i32, j| sum * 2 + j);
    for (n, m) in [(4, -1), (0, 2), (1, 1), (2, i32::MAX)] {
        let mut out = [0; 4];
        loops(n, m, &mut out).workgroups([1, 1, 1]).dispatch(&device)?;
        let n = n as i32;
        assert_eq!(out, [fold(-R, R + 1), fold(-2, 3), fold(-n, n + 1), fold(m, n)]);
    }
    for (x, y) in [(0b0111_u32, -9), (0, i32::MIN), (u32::MAX, 5), (0xf000_0000, 0), (64, i32::MAX)] {
        let mut out = [0; 7];
        methods(x, y, &mut out).workgroups([1, 1, 1]).dispatch(&device)?;
        let power = x.is_power_of_two() as u32;
        let bits = [x.trailing_ones(), x.leading_ones(), x.count_zeros()];
        assert_eq!(out[..3], bits);
        assert_eq!(out[3..], [power, y.unsigned_abs(), 6, x.wrapping_neg()]);
    }
    Ok(())
}
