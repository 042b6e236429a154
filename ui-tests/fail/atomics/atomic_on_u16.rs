#[vyre::kernel]
fn kernel(a: &mut [u16]) {
    a[0].fetch_add(1);
}

fn main() {}
