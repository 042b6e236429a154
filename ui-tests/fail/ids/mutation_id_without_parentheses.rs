#[vyre::kernel]
fn index(out: &mut [u32]) {
    let i = invocation_id.x;
    out[i] = i;
}

fn main() {}
