#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut i = 0;
    if i = 1 {
        out[0] = i;
    }
}

fn main() {}
