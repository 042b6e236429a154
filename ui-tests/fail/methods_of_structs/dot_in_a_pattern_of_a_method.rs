#[vyre::data]
enum Op { Add, Sub }
#[vyre::function]
impl Op {
    fn number(self) -> u32 {
        match self { Op.Add => 1, Op::Sub => 2 }
    }
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let op = if out[0] == 0 { Op::Add } else { Op::Sub };
    out[0] = op.number();
}
fn main() {}
