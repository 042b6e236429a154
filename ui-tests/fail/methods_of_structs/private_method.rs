mod inner {
    #[vyre::data]
    pub struct P {
        a: u32,
    }
    #[vyre::function]
    impl P {
        fn get(self) -> u32 { self.a }
    }
}
#[vyre::kernel]
fn kernel(p: &[inner::P], out: &mut [u32]) { out[0] = p[0].get(); }
fn main() {}
