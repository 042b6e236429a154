#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    #[expect(unused_variables)]
    let x = 1;
    out[0] = 1;
}

fn main() {}
