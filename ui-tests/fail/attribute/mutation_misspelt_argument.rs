#[vyre::kernel(workgroup = 64)]
fn double(data: &mut [u32]) {
    let i = invocation_id().x;
    data[i] *= 2;
}

fn main() {}
