#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = input[i as usize];
}

fn main() {}
