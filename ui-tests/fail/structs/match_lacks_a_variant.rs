#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(op: Op, out: &mut [u32]) {
    match op {
        Op::Add => out[0] = 1,
    }
}
fn main() {}
