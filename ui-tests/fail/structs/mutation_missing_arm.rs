#[vyre::data]
enum Op {
    Add,
    Sub,
}

#[vyre::kernel]
fn apply(op: Op, out: &mut [u32]) {
    out[0] = match op {
        Op::Add => out[1] + out[2],
    };
}

fn main() {}
