#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let is_set = out[0] == 1;
    out[0] = is_set.count_ones();
}

fn main() {}
