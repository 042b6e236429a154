#[vyre::kernel]
fn kernel(input: &[u32]) {
    let i = invocation_id().x;
    input[i] = 1;
}

fn main() {}
