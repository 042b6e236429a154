#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn one() -> u32 {
        1
    }
    fn one() -> u32 {
        2
    }
    out[0] = one();
}

fn main() {}
