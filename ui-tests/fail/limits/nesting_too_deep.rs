#[vyre::kernel]
fn deep(out: &mut [u32]) {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true { if true {
    out[0] = 1;
    }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
}

fn main() {}
