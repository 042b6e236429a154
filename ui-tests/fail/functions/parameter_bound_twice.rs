#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn sum(a: u32, a: u32) -> u32 {
        a + a
    }
    out[0] = sum(1, 2);
}

fn main() {}
