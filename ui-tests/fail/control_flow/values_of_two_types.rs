#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let found = loop {
        if out[0] == 1 {
            break 5u32;
        }
        break out[1] == 1;
    };
    out[2] = found;
}
fn main() {}
