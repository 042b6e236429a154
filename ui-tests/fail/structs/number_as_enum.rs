#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let op = out[0] as Op;
    out[0] = op as u32;
}
fn main() {}
