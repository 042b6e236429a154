#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn nothing(x: u32) -> u32 {
        let y = x;
    }
    out[0] = nothing(1);
}
fn main() {}
