#[vyre::kernel]
fn copy<T>(a: &[T], b: &mut [T]) {
    b[0] = a[0];
}

fn main() {}
