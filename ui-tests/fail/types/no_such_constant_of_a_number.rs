#[vyre::kernel]
fn kernel<T: vyre::Number>(out: &mut [T]) {
    out[0] = T::zero();
}

fn main() {}
