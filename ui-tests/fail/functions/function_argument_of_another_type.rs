#[vyre::kernel]
fn kernel(input: &[i32], out: &mut [u32]) {
    fn double(x: u32) -> u32 {
        x * 2
    }
    out[0] = double(input[0]);
}
fn main() {}
