#[vyre::kernel]
fn kernel(text: &[u8]) {
    text[0] = 1;
}

fn main() {}
