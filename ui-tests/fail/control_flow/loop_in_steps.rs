#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in (0..8).step_by(2) {
        out[i] = 1;
    }
}

fn main() {}
