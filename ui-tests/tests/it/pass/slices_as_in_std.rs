use vyre::prelude::*;

#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    let mut w = [0u32; 8];
    w.fill(3);
    w.swap(0, 1);
    let mut x = input.is_empty() as u32;
    core::mem::swap(&mut x, &mut out[0]);
    out.swap(0, 1);
    out.sort();
    let all = 0..4;
    if all.contains(&w[1]) && (1..5).contains(&x) {
        out[0] = 1;
    }
}

#[test]
fn runs() {
    let mut out = [5, 3, 4];
    kernel(&[1], &mut out).dispatch(&Device::cpu()).unwrap();
}
