use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn down<T: vyre::Number>(x: T) -> T {
        if x > T::ZERO { down(x - T::ONE) } else { x }
    }
    out[0] = down(out[1]);
}

fn main() {}
