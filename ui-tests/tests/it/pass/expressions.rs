//! Values of blocks, of `if`s and of short circuits, and Rust's order of evaluation.

use vyre::prelude::*;

#[vyre::kernel(workgroup_size = 1)]
fn expressions(count: &[AtomicU32], out: &mut [u32]) -> () {
    let (mut x, y): (u32, u32) = (1, 2);
    x += if y == 2 {
        y * 10
    } else if y == 3 {
        4
    } else {
        return ();
    };
    out[0] = {
        let z = x + 1;
        z * 2
    };
    let is_taken = out[0] == 44 || count[0].fetch_add(1) == 0;
    let is_left = out[0] == 1 && count[0].fetch_add(1) == 0;
    out[1] = (is_taken & !is_left) as u32;
    out[2] = count[0].fetch_add(5) * 100 + count[0].load();
    out[count[0].swap(3)] += select(is_taken, 7, 8);
    count[1].store(x);
    out[4] = !0 >> 4 << 1 ^ 1;
    out[6] = x.max(3).abs_diff(30).count_ones();
    (out[7]) = x / (x - x) + x % (x - x) + (1 << 33);
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let (mut count, mut out) = ([0u32; 2], [0u32; 8]);
    expressions(&mut count, &mut out).workgroups([1, 1, 1]).invocations([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(count, [3, 21]);
    assert_eq!(out, [44, 1, 5, 0, 0x1fff_ffff, 7, 2, 2]);
    Ok(())
}
