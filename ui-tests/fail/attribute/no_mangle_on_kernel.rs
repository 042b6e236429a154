#[vyre::kernel]
#[unsafe(no_mangle)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
