#[vyre::function]
fn swap(a: &mut u32, b: &mut u32) {
    (*a, *b) = (*b, *a);
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    swap(&mut out[0], &mut out[1]);
}

fn main() {}
