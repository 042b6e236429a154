#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for j in -2..3 {
        out[0] += (j * j) as u32;
    }
}

fn main() {}
