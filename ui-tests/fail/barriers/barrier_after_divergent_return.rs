#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    barrier();
    out[i] = 1;
}

fn main() {}
