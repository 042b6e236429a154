#[vyre::function]
fn double(x: u32) -> u32 {
    x * 2
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    if double(4) > 7 {
        out[0] = 1;
    }
}

fn main() {}
