#[vyre::function]
fn scaled<const BY: u32>(x: u32) -> u32 {
    x * BY + y
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = scaled::<3>(out[1]);
}

fn main() {}
