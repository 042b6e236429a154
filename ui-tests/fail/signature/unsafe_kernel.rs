#[vyre::kernel]
unsafe fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
