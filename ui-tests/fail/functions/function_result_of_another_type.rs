#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn is_large(x: u32) -> u32 {
        x > 100
    }
    out[0] = is_large(out[1]);
}
fn main() {}
