#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = global_invocation_id().x;
}

fn main() {}
