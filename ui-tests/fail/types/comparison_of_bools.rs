#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, b) = (out[0] == 1, out[1] == 1);
    if a < b {
        out[0] = 1;
    }
}

fn main() {}
