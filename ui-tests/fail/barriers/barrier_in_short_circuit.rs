#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out.len() > 4 && out[0] == 1 {
        barrier();
    }
}

fn main() {}
