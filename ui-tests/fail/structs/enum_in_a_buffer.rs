#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(ops: &[Op], out: &mut [u32]) {
    out[0] = ops[0] as u32;
}
fn main() {}
