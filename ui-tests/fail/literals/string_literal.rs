#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let name = "vyre";
    out[0] = name.len();
}

fn main() {}
