#[vyre::kernel]
fn clamp(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if data[i] > 10 {
        let limited = 10;
    }
    out[i] = limited;
}

fn main() {}
