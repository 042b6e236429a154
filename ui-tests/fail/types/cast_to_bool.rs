#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let is_set = out[0] as bool;
    if is_set {
        out[0] = 1;
    }
}

fn main() {}
