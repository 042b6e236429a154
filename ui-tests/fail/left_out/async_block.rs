#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let later = async { 1 };
    out[0] = 2;
}

fn main() {}
