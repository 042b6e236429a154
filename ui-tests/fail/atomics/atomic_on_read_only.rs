#[vyre::kernel]
fn kernel(input: &[u32]) {
    input[0].fetch_add(1);
}

fn main() {}
