#[vyre::kernel]
fn kernel(a: &[i64], out: &mut [u32]) {
    out[0] = a[0].is_power_of_two() as u32;
}

fn main() {}
