#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    println!("{:1$}", out[0], 8);
}

fn main() {}
