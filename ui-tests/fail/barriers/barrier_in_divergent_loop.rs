#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let last = local_id().x;
    for i in 0..last {
        out[i] = i;
        barrier();
    }
}

fn main() {}
