#[vyre::kernel]
fn kernel(out: &mut [i64]) {
    out[0] = 9223372036854775808;
}

fn main() {}
