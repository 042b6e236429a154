#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..4 {
        break 'outer;
    }
    out[0] = 1;
}

fn main() {}
