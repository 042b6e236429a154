#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..8 {
        if invocation_id().x == i {
            return;
        }
    }
    barrier();
    out[0] = 1;
}

fn main() {}
