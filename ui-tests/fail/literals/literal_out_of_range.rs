#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 4_294_967_296;
}

fn main() {}
