#[vyre::kernel]
fn kernel(n: i32, out: &mut [u32]) {
    for j in 0..n {
        out[0] += (j * j) as u32;
    }
}

fn main() {}
