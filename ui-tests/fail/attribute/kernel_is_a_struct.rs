#[vyre::kernel]
struct Particle {
    position: u32,
}

fn main() {
    let _ = Particle { position: 1 }.position;
}
