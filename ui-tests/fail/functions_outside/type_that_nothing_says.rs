#[vyre::function]
fn width<T: vyre::Integer>() -> u32 {
    T::ZERO.leading_zeros()
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = width();
}

fn main() {}
