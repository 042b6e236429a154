#[vyre::kernel]
fn kernel(n: u32, out: &mut [u32]) {
    for j in -n..=n {
        out[0] += (j * j) as u32;
    }
}

fn main() {}
