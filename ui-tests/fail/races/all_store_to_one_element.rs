#![deny(deprecated)]

#[vyre::kernel(workgroup_size = 64)]
fn last(out: &mut [u32]) {
    out[0] = invocation_id().x;
}

fn main() {}
