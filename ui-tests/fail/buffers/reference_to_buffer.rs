#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let all: &mut [u32] = out;
    all[0] = 1;
}

fn main() {}
