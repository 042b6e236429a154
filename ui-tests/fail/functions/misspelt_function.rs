#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn double(x: u32) -> u32 {
        x * 2
    }
    out[0] = duoble(1);
}

fn main() {}
