#[vyre::kernel]
fn find(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let mut k = 0;
    out[i] = loop {
        if data[k] == i {
            break k;
        }
        if k > 9 {
            break false;
        }
        k += 1;
    };
}

fn main() {}
