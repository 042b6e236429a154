#[vyre::kernel]
fn copy<'a>(a: &'a [u32], b: &'a mut [u32]) {
    b[0] = a[0];
}

fn main() {}
