#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = match out[1] {
        0 => 1,
        _ => 2,
    };
}

fn main() {}
