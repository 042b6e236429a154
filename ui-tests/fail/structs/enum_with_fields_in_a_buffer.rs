#[vyre::data]
enum Op {
    Add(u32),
    Sub,
}

#[vyre::kernel]
fn kernel(ops: &[Op], out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
