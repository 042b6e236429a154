#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    'search: for i in 0..4 {
        while out[i] < 5 {
            break 'seach;
        }
    }
}
fn main() {}
