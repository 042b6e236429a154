#[vyre::kernel]
fn steps(out: &mut [u32]) {
    let i = invocation_id().x;
    for x in 0.0..4.0 {
        out[i] += x as u32;
    }
}

fn main() {}
