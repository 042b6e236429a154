#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == 1 {
        break;
    }
}

fn main() {}
