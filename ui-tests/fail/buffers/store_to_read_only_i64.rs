#[vyre::kernel]
fn kernel(a: &[i64]) {
    a[0] = 1;
}

fn main() {}
