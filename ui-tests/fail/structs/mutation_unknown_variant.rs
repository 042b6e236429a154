#[vyre::data]
enum Op {
    Add,
    Subtract,
}

#[vyre::kernel]
fn apply(op: Op, data: &mut [u32]) {
    match op {
        Op::Add => data[0] += 1,
        Op::Sub => data[0] -= 1,
    }
}

fn main() {}
