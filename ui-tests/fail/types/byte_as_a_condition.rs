#[vyre::kernel]
fn kernel(a: &[u8], out: &mut [u32]) {
    if a[0] {
        out[0] = 1;
    }
}

fn main() {}
