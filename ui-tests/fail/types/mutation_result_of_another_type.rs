#[vyre::kernel]
fn mean(data: &[f32], out: &mut [f32]) {
    fn half(x: f32) -> u32 {
        x * 0.5
    }
    let i = invocation_id().x;
    out[i] = data[i];
}

fn main() {}
