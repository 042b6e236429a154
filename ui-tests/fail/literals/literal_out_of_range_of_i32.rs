#[vyre::kernel]
fn kernel(out: &mut [i32]) {
    out[0] = 2147483648;
}
fn main() {}
