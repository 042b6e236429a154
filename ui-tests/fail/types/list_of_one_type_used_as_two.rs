#[vyre::kernel]
fn kernel(wide: &mut [u64], out: &mut [u32]) {
    let list = [1, 2];
    wide[0] = list[0];
    out[0] = list[1];
}

fn main() {}
