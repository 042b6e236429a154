#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let table = [1, 2, 3];
    out[0] = table[1];
}

fn main() {}
