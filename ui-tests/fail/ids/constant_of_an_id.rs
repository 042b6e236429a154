#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const N: u32 = invocation_id().x + 1;
    out[0] = N;
}

fn main() {}
