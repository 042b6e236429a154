#[vyre::kernel]
fn kernel<T>(a: &[T], out: &mut [T]) {
    out[0] = a[0];
}

fn main() {}
