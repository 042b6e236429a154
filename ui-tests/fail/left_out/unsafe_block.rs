#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    unsafe {
        out[0] = 1;
    }
}

fn main() {}
