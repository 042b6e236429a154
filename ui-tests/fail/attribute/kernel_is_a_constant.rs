#[vyre::kernel]
const SIZE: u32 = 4;

fn main() {
    let _ = SIZE;
}
