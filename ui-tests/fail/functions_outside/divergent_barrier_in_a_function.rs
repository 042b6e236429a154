use vyre::prelude::*;

#[vyre::function]
fn wait(x: &mut u32) {
    barrier();
    *x += 1;
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if local_id().x < 3 { wait(&mut out[0]) }
}

fn main() {}
