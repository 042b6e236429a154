#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[invocation_id.x] = 1;
}

fn main() {}
