#[vyre::data]
enum Op {
    Add,
    Subtract,
    Keep,
}

#[vyre::kernel]
fn apply(op: Op, data: &mut [u32]) {
    let i = invocation_id().x;
    match op {
        Op::Add => data[i] += 1,
        Op::Subtract => data[i] -= 1,
    }
}

fn main() {}
