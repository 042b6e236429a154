#[vyre::data(workgroup_size = 4)]
struct P {
    a: u32,
}
fn main() {}
