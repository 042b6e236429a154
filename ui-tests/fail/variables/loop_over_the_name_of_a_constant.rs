const k: u32 = 3;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for k in 0..4 {
        out[k] = k;
    }
}

fn main() {}
