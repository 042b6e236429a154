#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let op = Op { x: 1 };
    out[0] = 1;
}
fn main() {}
