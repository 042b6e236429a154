#[vyre::kernel]
fn kernel(out: &mut [u32], #[cfg(test)] n: u32) {
    out[0] = n;
}

fn main() {}
