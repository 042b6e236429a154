#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = Some(out[0]).map(|x| { return x + 1 });
    out[0] = x.unwrap_or(0);
}

fn main() {}
