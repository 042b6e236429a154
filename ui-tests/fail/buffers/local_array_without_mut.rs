#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let bins = [0u32; 16];
    bins[3] = 1;
    out[0] = bins[3];
}
fn main() {}
