#[vyre::function]
impl [u32; 3] {
    fn get(self) -> u32 {
        self[0]
    }
}
fn main() {}
