#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if (1..5).contains(&out[1]) {
        out[0] = 1;
    }
}

fn main() {}
