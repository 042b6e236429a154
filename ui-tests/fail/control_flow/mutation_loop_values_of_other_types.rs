#[vyre::kernel]
fn find(data: &[u32], out: &mut [u32]) {
    let mut k = 0;
    out[0] = loop {
        if data[k] == 5 {
            break k;
        }
        if k > 9 {
            break false;
        }
        k += 1;
    };
}

fn main() {}
