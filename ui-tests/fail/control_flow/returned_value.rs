#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == 0 {
        return 1;
    }
    out[0] = 2;
}

fn main() {}
