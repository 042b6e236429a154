use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn twice<T: vyre::Number>(x: T) -> T {
        x + x
    }
    let y = twice(out[0] > 3);
}

fn main() {}
