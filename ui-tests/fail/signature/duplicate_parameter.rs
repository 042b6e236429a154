#[vyre::kernel]
fn kernel(data: &mut [u32], data: &[u32]) {
    data[0] = 1;
}

fn main() {}
