#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = -(-16777217.0) as u32;
}

fn main() {}
