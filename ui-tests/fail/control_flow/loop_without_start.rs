#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in ..4 {
        out[i] = i;
    }
}

fn main() {}
