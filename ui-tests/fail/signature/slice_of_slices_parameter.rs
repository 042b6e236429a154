#[vyre::kernel]
fn kernel(rows: &[&[u32]], out: &mut [u32]) {
    out[0] = rows[0][1];
}

fn main() {}
