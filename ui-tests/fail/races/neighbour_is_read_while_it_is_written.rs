#![deny(deprecated)]

#[vyre::kernel(workgroup_size = 64)]
fn shift(a: &mut [u32]) {
    let i = invocation_id().x;
    if i + 1 < a.len() {
        a[i] = a[i + 1];
    }
}

fn main() {}
