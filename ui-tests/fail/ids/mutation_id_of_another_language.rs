#[vyre::kernel]
fn index(out: &mut [u32]) {
    let i = get_global_id(0);
    out[i] = i;
}

fn main() {}
