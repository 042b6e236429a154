#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..4 {
        break i;
    }
    out[0] = 1;
}

fn main() {}
