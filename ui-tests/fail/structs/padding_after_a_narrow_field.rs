#[vyre::data]
struct Header {
    length: u32,
    kind: u8,
}

fn main() {}
