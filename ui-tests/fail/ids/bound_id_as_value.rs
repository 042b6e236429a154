#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let g = invocation_id();
    out[g] = 1;
}

fn main() {}
