#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    match out[0] {
        Op::Add => out[0] = 1,
        _ => {}
    }
}
fn main() {}
