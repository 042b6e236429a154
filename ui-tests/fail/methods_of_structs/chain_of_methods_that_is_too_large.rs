#[vyre::data]
struct State {
    words: [u32; 16],
}

#[vyre::function]
impl State {
    fn step(&mut self) { self.words[0] += 1; }
    fn twice(&mut self) { self.step(); self.step(); }
    fn four(&mut self) { self.twice(); self.twice(); }
    fn eight(&mut self) { self.four(); self.four(); }
    fn sixteen(&mut self) { self.eight(); self.eight(); }
}

fn main() {}
