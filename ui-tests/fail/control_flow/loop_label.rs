#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    'outer: for i in 0..4 {
        for j in 0..4 {
            if out[i] == j {
                break 'outer;
            }
        }
    }
}

fn main() {}
