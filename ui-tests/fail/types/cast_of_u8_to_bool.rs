#[vyre::kernel]
fn kernel(a: &[u8], out: &mut [u32]) {
    if a[0] as bool {
        out[0] = 1;
    }
}

fn main() {}
