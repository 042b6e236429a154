#[vyre::data]
struct Hit {
    t: f32,
}
#[vyre::function]
impl Hit {
    fn plus(&self, all: &[f32]) -> f32 { self.t + all[0] }
}
fn main() {}
