#[vyre::kernel]
fn kernel(a: &Uniform<[u8]>) {
    a[0] = 1;
}

fn main() {}
