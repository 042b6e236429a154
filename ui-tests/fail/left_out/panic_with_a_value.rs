#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = out[0];
    panic!("no {}", x);
}

fn main() {}
