#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..4 {
        out[i] = 1;
        i = i + 1;
    }
}

fn main() {}
