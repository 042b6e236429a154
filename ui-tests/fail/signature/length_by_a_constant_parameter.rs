#[vyre::kernel]
fn store<const K: u32>(out: &mut [[u32; K]]) {
    let i = invocation_id().x;
    out[i][0] = i;
}

fn main() {}
