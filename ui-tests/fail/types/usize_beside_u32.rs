#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i: usize = 3;
    if i < out.len() {
        out[i] = 1;
    }
}
fn main() {}
