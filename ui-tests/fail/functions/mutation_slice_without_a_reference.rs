#[vyre::kernel]
fn sums(data: &[u32], out: &mut [u32]) {
    fn sum(part: &[u32]) -> u32 {
        let mut sum = 0;
        for k in 0..part.len() {
            sum += part[k];
        }
        sum
    }
    let i = invocation_id().x;
    out[i] = sum(data[i..i + 4]);
}

fn main() {}
