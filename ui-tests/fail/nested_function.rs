#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn double(x: u32) -> u32 {
        x * 2
    }
    out[0] = double(out[0]);
}

fn main() {}
