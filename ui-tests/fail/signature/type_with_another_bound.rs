#[vyre::kernel]
fn kernel<T: Copy>(a: &[T], out: &mut [T]) {
    out[0] = a[0];
}

fn main() {}
