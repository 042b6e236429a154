#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const TABLE: [u32; 300] = [1; 300];
    let copy = TABLE;
    out[0] = TABLE[1];
}
fn main() {}
