#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    loop {
        out[0] += 1;
        if out[0] > 8 {
            break;
        }
    }
}

fn main() {}
