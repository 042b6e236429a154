#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    panic!("never");
    out[0] = 1;
}

fn main() {}
