#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(op: Op, out: &mut [u32]) {
    let x = op as f32;
    out[0] = x.to_bits();
}
fn main() {}
