const TABLE: [u32; 3] = [1, 2, 3];

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    TABLE[1] = out[0];
}
fn main() {}
