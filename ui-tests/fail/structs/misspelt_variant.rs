#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = Op::Ad as u32;
}
fn main() {}
