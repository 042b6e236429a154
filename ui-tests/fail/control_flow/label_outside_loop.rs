#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if out[0] == 0 {
        break 'a;
    }
}

fn main() {}
