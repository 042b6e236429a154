#[vyre::kernel]
fn mix(data: &[f32], out: &mut [f32]) {
    fn power(x: f32, times: u32) -> f32 {
        let mut result = 1.0;
        for _ in 0..times {
            result *= x;
        }
        result
    }
    let i = invocation_id().x;
    out[i] = power(3, data[i]);
}

fn main() {}
