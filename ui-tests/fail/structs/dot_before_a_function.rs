#[vyre::data]
struct Single {
    value: u32,
}
#[vyre::function]
impl Single {
    fn new(value: u32) -> Single {
        Single { value }
    }
}
#[vyre::kernel]
fn kernel(list: &mut [Single]) {
    list[0] = Single.new(1);
}
fn main() {}
