#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let list = vec![1, 2, 3];
    out[0] = list[0];
}

fn main() {}
