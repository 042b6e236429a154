#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i = 7;
    for i in 0..i {
        i += 1;
        out[i] = 1;
    }
}

fn main() {}
