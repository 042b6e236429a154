#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[1] = 1;
    if out.len() > 4 && out[0] == 1 {
        barrier();
    }
}

fn main() {}
