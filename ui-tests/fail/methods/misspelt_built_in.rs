#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = invocaton_id().x;
}

fn main() {}
