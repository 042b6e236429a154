#[vyre::kernel]
fn sign(data: &[i32], out: &mut [i32]) {
    let i = invocation_id().x;
    out[i] = if data[i] < 0 { -1 } else { 1u32 };
}

fn main() {}
