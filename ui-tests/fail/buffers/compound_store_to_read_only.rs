#[vyre::kernel]
fn kernel(input: &[u32]) {
    input[3] += 1;
}

fn main() {}
