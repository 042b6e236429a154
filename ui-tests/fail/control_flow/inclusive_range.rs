#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..=7 {
        out[i] = i;
    }
}

fn main() {}
