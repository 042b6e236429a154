#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = out[0] else {
        return;
    };
    out[0] = x;
}

fn main() {}
