#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(op: Op, out: &mut [u32]) {
    out[0] = op + 1;
}
fn main() {}
