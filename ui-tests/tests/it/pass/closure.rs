#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let double = |x: u32| x * 2;
    out[0] = double(out[0]);
}
