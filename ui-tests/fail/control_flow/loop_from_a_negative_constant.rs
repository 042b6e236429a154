#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const R: i32 = 3;
    for j in -R..R + 1 {
        out[0] += (j * j) as u32;
    }
}

fn main() {}
