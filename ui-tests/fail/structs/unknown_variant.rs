#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let op = Op::Mul;
    out[0] = op as u32;
}
fn main() {}
