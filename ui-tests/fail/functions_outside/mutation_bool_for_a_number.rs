#[vyre::function]
fn scale(list: &mut [u32], by: u32) {
    for i in 0..list.len() {
        list[i] *= by;
    }
}

#[vyre::kernel]
fn scaled(out: &mut [u32]) {
    scale(&mut out[4..], true);
}

fn main() {}
