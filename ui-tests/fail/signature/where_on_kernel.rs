#[vyre::kernel]
fn kernel(out: &mut [u32])
where
    u32: Copy,
{
    out[0] = 1;
}

fn main() {}
