#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i = invocation_id().x;
    out[i as usize] = 1;
}

fn main() {}
