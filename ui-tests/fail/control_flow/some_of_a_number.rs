#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if let Some(x) = out[0] {
        out[0] = x;
    }
}

fn main() {}
