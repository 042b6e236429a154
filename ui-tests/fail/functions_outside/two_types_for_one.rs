#[vyre::function]
fn sum<T: vyre::Number>(x: T, y: T) -> T {
    x + y
}

#[vyre::kernel]
fn kernel(a: &[u64], out: &mut [u32]) {
    out[0] = sum(out[0], a[0]);
}

fn main() {}
