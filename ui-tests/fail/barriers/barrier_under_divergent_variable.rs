#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut is_first = false;
    if local_id().x == 0 {
        is_first = true;
    }
    if is_first {
        barrier();
    }
    out[0] = 1;
}

fn main() {}
