#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let is_odd = out[0] % 2 == 1;
    out[0] = 1 + is_odd;
}

fn main() {}
