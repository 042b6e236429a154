#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..4 {
        out[i] = i;
    }
    continue;
}

fn main() {}
