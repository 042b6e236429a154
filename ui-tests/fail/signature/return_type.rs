#[vyre::kernel]
fn sum(a: &[u32]) -> u32 {
    a[0] + a[1]
}

fn main() {}
