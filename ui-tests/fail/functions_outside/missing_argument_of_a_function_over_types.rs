#[vyre::function]
fn sum<T: vyre::Number>(a: T, b: T) -> T {
    a + b
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = sum(out[1]);
}

fn main() {}
