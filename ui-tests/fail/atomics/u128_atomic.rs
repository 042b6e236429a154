#[vyre::kernel]
fn kernel(a: &mut [u128]) {
    let i = invocation_id().x;
    a[i].fetch_add(1);
}

fn main() {}
