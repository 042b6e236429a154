#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if local_id().x < 8 {
        barrier();
    }
    out[0] = 1;
}

fn main() {}
