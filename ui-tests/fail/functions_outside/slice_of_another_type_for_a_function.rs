#[vyre::function]
fn first(data: &[i32]) -> i32 {
    data[0]
}

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [i32]) {
    out[0] = first(a);
}

fn main() {}
