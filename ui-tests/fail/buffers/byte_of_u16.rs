#[vyre::kernel]
fn kernel(a: &[u16], out: &mut [u32]) {
    out[0] = a.byte(0);
}

fn main() {}
