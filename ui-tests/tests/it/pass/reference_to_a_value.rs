#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = &(out[0] + 1);
    out[1] = *x;
}
