#[vyre::function]
fn sum<T: vyre::Number, const N: u32>(values: &[T]) -> T {
    values[0] + values[N - 1]
}

#[vyre::kernel]
fn kernel(values: &[u32], out: &mut [u32]) {
    out[0] = sum::<3>(values);
}

fn main() {}
