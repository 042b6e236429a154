#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[1] = 1;
    if out[0] == 0 {
        barrier();
    }
}

fn main() {}
