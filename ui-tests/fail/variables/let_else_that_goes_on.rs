#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let Some(x) = Some(out[0]) else {
        out[1] = 1;
    };
    out[0] = x;
}

fn main() {}
