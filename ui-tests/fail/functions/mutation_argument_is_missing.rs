#[vyre::kernel]
fn mix(data: &[u32], out: &mut [u32]) {
    fn blend(a: u32, b: u32, by: u32) -> u32 {
        (a * by + b * (16 - by)) / 16
    }
    let i = invocation_id().x;
    out[i] = blend(data[i], data[i + 1]);
}

fn main() {}
