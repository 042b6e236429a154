#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let name = b"vyre";
    out[0] = name[0];
}

fn main() {}
