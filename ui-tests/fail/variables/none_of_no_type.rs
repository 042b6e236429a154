#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = None;
    out[0] = x.is_some() as u32;
}

fn main() {}
