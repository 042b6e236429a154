#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = if out[0] == 1 { 2 };
    out[0] = x;
}

fn main() {}
