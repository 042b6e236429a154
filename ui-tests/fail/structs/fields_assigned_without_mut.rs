#[vyre::data]
struct Pair {
    low: u32,
    high: u32,
}
#[vyre::kernel]
fn kernel(pairs: &mut [Pair]) {
    let pair = pairs[0];
    pair.low = 1;
    pair.high += 2;
    pairs[1] = pair;
}
fn main() {}
