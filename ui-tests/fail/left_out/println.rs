#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    println!("{}", out[0]);
}

fn main() {}
