#[vyre::kernel]
fn kernel<T: vyre::Number>(a: &[T], n: u32, out: &mut [T]) {
    out[0] = a[0] + n;
}

fn main() {}
