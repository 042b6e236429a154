#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let g: u32 = invocation_id();
    out[g] = 1;
}

fn main() {}
