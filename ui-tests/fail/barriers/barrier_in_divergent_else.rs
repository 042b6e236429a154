#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if workgroup_id().x == 0 {
        barrier();
    } else if invocation_id().x < 8 {
        out[0] = 1;
    } else {
        barrier();
    }
}

fn main() {}
