#[vyre::kernel]
fn weigh(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = match data[i] {
        0 => 5,
        1 | 2 => 6,
        3..=9 => 7,
    };
}

fn main() {}
