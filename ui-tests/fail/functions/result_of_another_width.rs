#[vyre::kernel]
fn kernel(a: &[u16], out: &mut [u8]) {
    fn first(x: u16) -> u16 {
        x
    }
    out[0] = first(a[0]);
}

fn main() {}
