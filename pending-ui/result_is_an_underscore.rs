use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn f(y: u32) -> _ {
        y + 1
    }
    out[0] = f(2);
}

fn main() {}
