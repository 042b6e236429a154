#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut g = invocation_id();
    g = local_id();
    out[g.x] = 1;
}

fn main() {}
