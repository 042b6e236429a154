#[vyre::function]
fn first(data: &[u32]) -> u32 {
    data[0] + true
}

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    out[0] = first(&a[1..]);
}

fn main() {}
