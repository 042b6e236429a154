//! Whole programs that were written from the README, the book and the guide before one of them was compiled, in their first versions but for the device, which
//! they are given, and the tolerance of `squares`, whose discs almost touch: plain Rust misses the first one, with the same bytes. Those in `waiting` are not compiled: what they need is still refused.

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

/// Programs for whose kernels lavapipe's compiler takes minutes of a core.
macro_rules! whole_but_on_software {
    ($($name:ident)*) => {
        $(mod $name;)*

        $(#[test]
        fn $name() {
            let is_software = |device: &vyre::Device| device.info().kind() == vyre::DeviceKind::SoftwareGpu;
            for device in super::devices().into_iter().filter(|device| !is_software(device)) {
                $name::main(&device).unwrap();
            }
        })*
    };
}

/// Programs that look at how a launch fails, which the checked device says in findings of its own.
macro_rules! whole_but_checked {
    ($($name:ident)*) => {
        $(mod $name;)*

        $(#[test]
        fn $name() {
            for device in [vyre_tests::devices(), vec![vyre::Device::reference()]].concat() {
                $name::main(&device).unwrap();
            }
        })*
    };
}

whole_but_checked! {
    queens
}

whole_but_on_software! {
    astar
    edits
    fft
    inflate
    regex
}

whole! {
    alu
    base85
    bigint
    biquads
    bitboards
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
    kalman
    kdtree
    knapsack
    kruskal
    lru
    lsystem
    lu
    lz4
    matrices
    maxflow
    noise
    ode
    orders
    packets
    planets
    poker
    polymer
    raymarch
    robots
    roman
    ropes
    sha1
    siphash
    squares
    sudoku
    suffixes
    tetris
    text
    thermostat
    utf8
    varint
}
