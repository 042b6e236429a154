#[vyre::kernel]
fn kernel<T: vyre::Number>(a: &[T], out: &mut [T]) {
    out[0] = a[0] & a[1];
}

fn main() {}
