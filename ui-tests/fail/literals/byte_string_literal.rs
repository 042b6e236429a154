#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let name = b"";
    out[0] = name.len();
}

fn main() {}
