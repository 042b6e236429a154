#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn twice(a: u32) -> u32
    where
        u32: Copy,
    {
        a + a
    }
    out[0] = twice(1);
}

fn main() {}
