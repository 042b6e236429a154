#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn first() -> u32 {
        out[0]
    }
    out[1] = first();
}
fn main() {}
