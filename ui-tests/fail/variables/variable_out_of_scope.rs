#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == 0 {
        let x = 1;
        out[1] = x;
    }
    out[2] = x;
}

fn main() {}
