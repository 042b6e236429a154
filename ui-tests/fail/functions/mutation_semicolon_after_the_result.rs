#[vyre::kernel]
fn mix(data: &[u32], out: &mut [u32]) {
    fn square(x: u32) -> u32 {
        x * x;
    }
    let i = invocation_id().x;
    out[i] = square(data[i]);
}

fn main() {}
