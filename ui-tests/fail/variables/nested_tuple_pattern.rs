#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, (b, c)) = (out[0], (out[1], out[2]));
    out[0] = a + b + c;
}

fn main() {}
