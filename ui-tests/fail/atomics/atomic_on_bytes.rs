#[vyre::kernel]
fn kernel(text: &[u8]) {
    text[0].fetch_or(1);
}

fn main() {}
