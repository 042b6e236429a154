#[vyre::data]
enum Op {
    Add,
    Sub,
}

#[vyre::kernel]
fn apply(op: Op, out: &mut [u32]) {
    out[0] = match op {
        0 => out[1] + out[2],
        Op::Sub => out[1] - out[2],
    };
}

fn main() {}
