#[vyre::kernel]
fn kernel(a: &[u16], out: &mut [u8]) {
    fn first(a: &[u8]) -> u8 {
        a[0]
    }
    out[0] = first(a);
}

fn main() {}
