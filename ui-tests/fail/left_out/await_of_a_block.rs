#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = async { out[1] };
    out[0] = x.await;
}

fn main() {}
