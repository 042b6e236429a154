#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if let 1 = out[0] {
        out[0] = 2;
    }
}

fn main() {}
