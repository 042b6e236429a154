#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for i in 0..4 {
        'block: {
            if out[i] == 1 {
                continue 'block;
            }
            out[i] = 2;
        }
    }
}
fn main() {}
