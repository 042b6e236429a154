#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(op: Op, out: &mut [u32]) {
    if op == 1 {
        out[0] = 1;
    }
}
fn main() {}
