#[vyre::kernel]
fn kernel(input: &[i32], out: &mut [u32]) {
    out[input[0]] = 1;
}
fn main() {}
