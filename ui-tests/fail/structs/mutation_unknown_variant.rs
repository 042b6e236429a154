#[vyre::data]
enum Op {
    Add,
    Subtract,
}

#[vyre::kernel]
fn apply(op: Op, data: &mut [u32]) {
    let i = invocation_id().x;
    match op {
        Op::Add => data[i] += 1,
        Op::Sub => data[i] -= 1,
    }
}

fn main() {}
