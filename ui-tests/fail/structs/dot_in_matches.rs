#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let op = if out[0] == 0 { Op::Add } else { Op::Sub };
    out[0] = matches!(op, Op.Add) as u32;
}
fn main() {}
