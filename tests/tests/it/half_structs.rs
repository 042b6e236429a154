//! Floats of 16 bits as parts: fields of structs, elements of arrays in every memory, of tables and tuples. What is expected is what the crate `half`
//! computes, with NaNs made canonical.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{bf16, f16};
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

fn half(value: f32) -> f16 {
    f16::from_f32(value)
}

fn brain(value: f32) -> bf16 {
    bf16::from_f32(value)
}

/// Three halves and a byte, so that elements begin anywhere in a word.
#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Dot {
    x: f16,
    y: bf16,
    size: f16,
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Body {
    mass: f32,
    dot: Dot,
    kind: u8,
    level: i8,
    lanes: [f16; 3],
    tail: bf16,
}

fn dot(n: u32) -> Dot {
    Dot { x: half(n as f32 * 0.5), y: brain(-(n as f32)), size: half(1.0 / (n as f32 + 1.0)) }
}

fn body(n: u32) -> Body {
    let lanes = [n as f32, 0.1 * n as f32, -3.0].map(half);
    Body { mass: n as f32, dot: dot(n), kind: n as u8, level: -1, lanes, tail: brain(0.3 * n as f32) }
}

#[vyre::kernel(workgroup_size = 64)]
fn each_part(dots: &mut [Dot], bodies: &mut [Body]) {
    let g = invocation_id().x;
    let i = g / 8;
    match g % 8 {
        0 => dots[i].x += f16::ONE,
        1 => dots[i].y = -dots[i].y,
        2 => dots[i].size = f16::from_bits(0x7c01),
        _ => {}
    }
    match g % 8 {
        0 => bodies[i].dot.size *= f16::from_f32(0.1),
        1 => bodies[i].kind += 1,
        2 => bodies[i].tail = cast::<bf16>(bodies[i].mass),
        lane => bodies[i].lanes[lane - 3] = bodies[i].lanes[lane - 3] / f16::from_f32(3.0),
    }
}

#[test]
fn parts_that_different_invocations_write_do_not_disturb_each_other() {
    for device in all() {
        for count in [1, 2, 3, 5, 100u32] {
            let mut dots: Vec<Dot> = (0..count).map(dot).collect();
            let mut bodies: Vec<Body> = (0..count).map(body).collect();
            each_part(&mut dots, &mut bodies).invocations([count * 8, 1, 1]).dispatch(&device).unwrap();
            for n in 0..count {
                let (old, got) = (dot(n), dots[n as usize]);
                assert_eq!((got.x, got.y), (old.x + f16::ONE, -old.y), "{n} of {count} on {device}");
                // A store moves bits, so a signalling NaN stays.
                assert_eq!(got.size.to_bits(), 0x7c01, "{n} of {count} on {device}");
                let mut expected = body(n);
                expected.dot.size *= half(0.1);
                expected.kind = expected.kind.wrapping_add(1);
                expected.tail = brain(n as f32);
                expected.lanes = expected.lanes.map(|lane| lane / half(3.0));
                assert_eq!(bodies[n as usize], expected, "{n} of {count} on {device}");
            }
        }
    }
}

const STEPS: [f16; 5] = [f16::ONE, f16::PI, f16::MAX, f16::from_bits(0x0001), f16::NEG_ZERO];
const PAIRS: [[bf16; 2]; 3] = [[bf16::ONE, bf16::PI], [bf16::MAX, bf16::MIN], [bf16::ZERO, bf16::E]];
const ORIGIN: Dot = Dot { x: f16::ONE, y: bf16::NEG_ONE, size: f16::EPSILON };

#[vyre::function]
fn both(x: f16, y: bf16) -> (f16, bf16, f32) {
    (x + x, y * y, x.to_f32() - y.to_f32())
}

#[vyre::function]
fn larger(a: Dot, b: Dot) -> Dot {
    if a.size > b.size || a == ORIGIN { a } else { Dot { x: a.x, ..b } }
}

#[vyre::kernel(workgroup_size = 4)]
fn places(
    input: &[[f16; 3]],
    uniform: &Uniform<[Dot]>,
    by: [bf16; 2],
    first: Dot,
    rows: &mut [[f16; 3]],
    pairs: &mut [[bf16; 2]],
    dots: &mut [Dot],
) {
    let i = invocation_id().x;
    let l = local_id().x;
    let mut shared = workgroup_array::<[f16; 3], 4>();
    let mut whole = workgroup_array::<Dot, 4>();
    let mut own = [first; 3];
    let mut table = [[f16::ZERO; 3]; 2];
    shared[l] = input[i];
    whole[l] = uniform[i % uniform.len()];
    barrier();
    let next = shared[(l + 1) % 4];
    own[l % 3] = whole[(l + 3) % 4];
    table[l % 2][i % 3] = next[1];
    let [a, _, c] = next;
    let (twice, square, difference) = both(c, PAIRS[i % 3][l % 2]);
    let sum = (a + STEPS[i % 5], twice);
    let pair = [square, by[l % 2]];
    if i < rows.len() {
        rows[i] = [sum.0, sum.1, table[l % 2][i % 3]];
        pairs[i] = pair;
        pairs[i][l % 2] -= by[0];
        dots[i] = larger(own[l % 3], own[(l + 1) % 3]);
        dots[i].x = f16::from_f32(difference);
    }
}

#[test]
fn arrays_tables_and_tuples_in_every_memory() {
    let by = [brain(0.7), brain(1.0e20)];
    for device in all() {
        let count = 12usize;
        let input: Vec<[f16; 3]> =
            (0..count).map(|n| [n as f32, 0.3 * n as f32, -65_000.0 / (n + 1) as f32].map(half)).collect();
        let uniform: Vec<Dot> = (0..5).map(dot).chain([ORIGIN]).collect();
        let mut rows = vec![[f16::ZERO; 3]; count];
        let mut pairs = vec![[bf16::ZERO; 2]; count];
        let mut dots = vec![Dot::default(); count];
        places(&input, &uniform, by, dot(1), &mut rows, &mut pairs, &mut dots)
            .workgroups([3, 1, 1])
            .dispatch(&device)
            .unwrap();
        for i in 0..count {
            let (l, group) = (i % 4, i / 4 * 4);
            let next = input[group + (l + 1) % 4];
            let y = PAIRS[i % 3][l % 2];
            assert_eq!(rows[i], [next[0] + STEPS[i % 5], next[2] + next[2], next[1]], "{i} on {device}");
            let mut pair = [y * y, by[l % 2]];
            pair[l % 2] -= by[0];
            assert_eq!(pairs[i], pair, "{i} on {device}");
            let own = uniform[(group + (l + 3) % 4) % 6];
            let other = dot(1);
            let mut expected =
                if own.size > other.size || own == ORIGIN { own } else { Dot { x: own.x, ..other } };
            expected.x = half(next[2].to_f32() - y.to_f32());
            assert_eq!(dots[i], expected, "{i} on {device}");
        }
    }
    // On the host the functions are plain Rust.
    assert_eq!(both(half(1.5), brain(3.0)), (half(3.0), brain(9.0), -1.5));
    assert_eq!(larger(ORIGIN, dot(0)), ORIGIN);
}

#[test]
fn buffers_of_them_stay_on_the_device() {
    for device in all() {
        let input: Vec<[f16; 3]> = (0..4).map(|n| [n as f32, 1.0, 2.0].map(half)).collect();
        let input = device.buffer(&input).unwrap();
        let mut rows = device.zeros::<[f16; 3]>(4).unwrap();
        let mut pairs = device.zeros::<[bf16; 2]>(4).unwrap();
        let mut dots = device.buffer(&[dot(3); 4]).unwrap();
        places(&input, &[ORIGIN], [bf16::ONE; 2], dot(1), &mut rows, &mut pairs, &mut dots)
            .workgroups([1, 1, 1])
            .dispatch(&device)
            .unwrap();
        let rows = rows.read().unwrap();
        assert_eq!(rows[0], [half(2.0), half(4.0), half(1.0)], "{device}");
        assert_eq!(pairs.read().unwrap()[1], [bf16::MIN * bf16::MIN, bf16::ZERO], "{device}");
        assert_eq!(dots.read().unwrap()[0], Dot { x: half(1.0), ..ORIGIN }, "{device}");
    }
}
