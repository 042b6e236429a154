#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    async fn double(x: u32) -> u32 {
        x * 2
    }
    out[0] = double(21);
}

fn main() {}
