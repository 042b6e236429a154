#[vyre::kernel]
fn index(out: &mut [u32]) {
    let i = invocation_id().u;
    out[i] = i;
}

fn main() {}
