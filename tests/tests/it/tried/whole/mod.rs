//! Whole programs that were written from the README, the book and the guide before one of them was compiled, in their first versions but for the device, which
//! they are given. Those in `waiting` are not compiled: what they need is still refused.

#![allow(
    clippy::restriction,
    clippy::pedantic,
    missing_debug_implementations,
    unused,
    reason = "the programs stay as they were written first"
)]

/// Programs that check their own results, on every device.
macro_rules! whole {
    ($($name:ident)*) => {
        $(mod $name;)*

        $(#[test]
        fn $name() {
            for device in super::devices() {
                $name::main(&device).unwrap();
            }
        })*
    };
}

mod astar;

/// For its heap lavapipe's compiler takes four and a half minutes of a core.
#[test]
fn astar() {
    let is_software = |device: &vyre::Device| device.info().kind() == vyre::DeviceKind::SoftwareGpu;
    for device in super::devices().into_iter().filter(|device| !is_software(device)) {
        astar::main(&device).unwrap();
    }
}

whole! {
    base85
    bigint
    bitset
    boids
    boltzmann
    bowling
    brainfuck
    bvh
    chacha
    clusters
    cuboids
    dates
    dijkstra
    edits
    elevator
    expression
    fannkuch
    fixed
    hashmap
    heat
    huffman
    identifiers
    ini
    json
    kdtree
    knapsack
    kruskal
    lru
    lu
    lz4
    matrices
    maxflow
    noise
    ode
    planets
    poker
    raymarch
    regex
    robots
    roman
    ropes
    siphash
    sudoku
    suffixes
    tetris
    thermostat
    utf8
    varint
}
