#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == true {
        out[0] = 1;
    }
}

fn main() {}
