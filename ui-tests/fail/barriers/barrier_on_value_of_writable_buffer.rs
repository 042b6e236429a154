#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == 0 {
        barrier();
    }
}

fn main() {}
