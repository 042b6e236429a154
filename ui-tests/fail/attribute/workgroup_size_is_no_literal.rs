const SIZE: u32 = 64;

#[vyre::kernel(workgroup_size = SIZE)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
