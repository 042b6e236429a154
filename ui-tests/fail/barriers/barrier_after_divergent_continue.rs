#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..8 {
        if local_id().x == i {
            continue;
        }
        barrier();
    }
    out[0] = 1;
}

fn main() {}
