#[vyre::kernel]
fn kernel<T: vyre::Integer>(a: &[T], out: &mut [T]) {
    out[0] = a[0] * 1.5;
}

fn main() {}
