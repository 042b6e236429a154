#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    'a: {
        out[0] = 1;
        break 'a;
    }
}

fn main() {}
