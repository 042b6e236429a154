use vyre::prelude::*;

#[vyre::kernel]
fn kernel<T: vyre::Number>(out: &mut [T]) {
    out[0] = T::ONE;
}

fn main() {
    let _ = kernel(&mut [true]).dispatch(&Device::cpu());
}
