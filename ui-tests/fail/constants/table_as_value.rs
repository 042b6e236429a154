#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const TABLE: [u32; 3] = [1, 2, 3];
    let copy = TABLE;
    out[0] = TABLE[1];
}
fn main() {}
