#[vyre::data]
struct Header {
    kind: u8,
    length: u16,
}

fn main() {}
