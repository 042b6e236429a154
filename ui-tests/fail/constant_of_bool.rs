#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const IS_FIRST: bool = true;
    if IS_FIRST {
        out[0] = 1;
    }
}

fn main() {}
