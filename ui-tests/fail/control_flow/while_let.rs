#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    while let 1..5 = out[0] {
        out[0] += 1;
    }
}
fn main() {}
