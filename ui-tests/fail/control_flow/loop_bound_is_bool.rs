#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..true {
        out[i] = 1;
    }
}

fn main() {}
