//! Structs of `#[vyre::data]` have Rust's meaning, in buffers, arrays and variables.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Particle {
    pos: [f32; 2],
    vel: [f32; 3],
    id: u32,
    charge: i32,
}

fn particles(count: u32) -> Vec<Particle> {
    let at = |n: u32| Particle {
        pos: [n as f32, -(n as f32)],
        vel: [0.5, n as f32 * 0.25, 2.0],
        id: n * 3,
        charge: 5 - n as i32,
    };
    (0..count).map(at).collect()
}

#[vyre::kernel]
fn advance(particles: &mut [Particle], dt: f32) {
    let i = invocation_id().x;
    if i < particles.len() {
        let mut p = particles[i];
        p.pos[0] += p.vel[0] * dt;
        p.pos[1] += p.vel[1] * dt;
        p.charge = -p.charge;
        particles[i] = p;
        particles[i].id ^= 1;
        particles[i].vel[2] = p.pos[0];
    }
}

#[test]
fn elements_are_read_and_written() {
    for device in all() {
        let mut data = particles(100);
        advance(&mut data, 0.5).dispatch(&device).unwrap();
        let mut expected = particles(100);
        for p in &mut expected {
            p.pos[0] += p.vel[0] * 0.5;
            p.pos[1] += p.vel[1] * 0.5;
            p.charge = -p.charge;
            p.id ^= 1;
            p.vel[2] = p.pos[0];
        }
        assert_eq!(data, expected, "{device}");
        let mut buffer = device.buffer(&particles(100)).unwrap();
        assert_eq!(buffer.len(), 100);
        advance(&mut buffer, 0.5).dispatch(&device).unwrap();
        assert_eq!(buffer.read().unwrap(), expected, "{device}");
        assert_eq!(buffer.read_range(3..5).unwrap(), expected[3..5]);
        buffer.write_at(1, &particles(1)).unwrap();
        assert_eq!(buffer.read().unwrap()[1], particles(1)[0]);
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Wide {
    big: u64,
    inner: Pair,
    list: [Pair; 2],
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Pair {
    a: u32,
    b: i32,
}

#[vyre::kernel]
fn nested(data: &mut [Wide], pairs: &[Pair], k: u32) {
    let i = invocation_id().x;
    let Pair { a, b: second } = pairs[i];
    data[i].list[k].a += a;
    data[i].list[k % 2].b = second;
    data[i].inner = Pair { b: data[i].inner.b * 2, ..pairs[i + 1] };
    data[i].big += 1 << 40;
    let other = data[i].list[1 - k % 2];
    if other == (Pair { a: 0, b: 0 }) {
        data[i].list[1 - k % 2] = Pair { b: -1, a: 9 };
    }
}

#[test]
fn structs_in_structs_and_arrays() {
    let start = || -> Vec<Wide> {
        let pair = |n: u32| Pair { a: n, b: -(n as i32) };
        let wide = |n: u32| Wide { big: n.into(), inner: pair(n), list: [pair(n % 2), pair(n + 1)] };
        (0..50).map(wide).collect()
    };
    let pairs: Vec<Pair> = (0..50).map(|n| Pair { a: n * n, b: 7 - n as i32 }).collect();
    for k in 0..4 {
        let mut expected = start();
        for (i, data) in expected.iter_mut().enumerate() {
            // The index of the list is out of bounds for 2 and 3.
            if k < 2 {
                data.list[k].a += pairs[i].a;
            }
            data.list[k % 2].b = pairs[i].b;
            let next = pairs.get(i + 1).copied().unwrap_or_default();
            data.inner = Pair { b: data.inner.b * 2, ..next };
            data.big += 1 << 40;
            if data.list[1 - k % 2] == (Pair { a: 0, b: 0 }) {
                data.list[1 - k % 2] = Pair { b: -1, a: 9 };
            }
        }
        for device in all() {
            let mut data = start();
            nested(&mut data, &pairs, k as u32).dispatch(&device).unwrap();
            assert_eq!(data, expected, "{device}, {k}");
        }
    }
}

#[vyre::kernel]
fn beyond(data: &mut [Particle], at: u32, out: &mut [u32]) {
    let p = data[at];
    out[0] = p.id + p.charge as u32 + p.pos[0].to_bits();
    out[1] = data[at].vel[1].to_bits();
    data[at].id = 77;
    data[at] = Particle { pos: [1.0; 2], vel: [2.0; 3], id: 3, charge: 4 };
    out[2] = data.len();
    out[3] = data[1].vel[at].to_bits();
}

#[test]
fn an_index_beyond_is_out_of_bounds_for_every_field() {
    // Each is beyond, but seven times some of them is a small number again.
    for at in [3, 4, 100, u32::MAX / 7, u32::MAX / 7 + 1, 613_566_757, 1 << 31, u32::MAX] {
        for device in all() {
            let (mut data, mut out) = (particles(3), [9; 4]);
            beyond(&mut data, at, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
            assert_eq!((&data, out), (&particles(3), [0, 0, 3, 0]), "{device}, {at}");
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn fields_at_once(data: &mut [Particle]) {
    let i = invocation_id().x;
    let p = i / 7;
    if i % 7 < 2 {
        data[p].pos[i % 7] = i as f32;
    } else if i % 7 < 5 {
        data[p].vel[i % 7 - 2] = i as f32;
    } else if i % 7 == 5 {
        data[p].id = i;
    } else {
        data[p].charge = i as i32;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn lanes_at_once(data: &mut [[u32; 4]], fields: &mut [Pair]) {
    let i = invocation_id().x;
    data[i / 4][i % 4] = i;
    if i % 2 == 0 {
        fields[i / 2].a = i;
    } else {
        fields[i / 2].b = i as i32;
    }
}

#[test]
fn stores_to_fields_and_lanes_do_not_disturb_each_other() {
    for device in all() {
        let mut data = particles(1000);
        fields_at_once(&mut data).invocations([7000, 1, 1]).dispatch(&device).unwrap();
        for (n, p) in (0u32..).zip(&data) {
            let f = |k: u32| (n * 7 + k) as f32;
            let expected = Particle {
                pos: [f(0), f(1)],
                vel: [f(2), f(3), f(4)],
                id: n * 7 + 5,
                charge: (n * 7 + 6) as i32,
            };
            assert_eq!(*p, expected, "{device}");
        }
        let (mut data, mut fields) = (vec![[0; 4]; 512], vec![Pair::default(); 1024]);
        lanes_at_once(&mut data, &mut fields).invocations([2048, 1, 1]).dispatch(&device).unwrap();
        assert!(
            (0..).zip(&data).all(|(n, lanes)| *lanes == [n * 4, n * 4 + 1, n * 4 + 2, n * 4 + 3]),
            "{device}"
        );
        let pair = |n: u32| Pair { a: n * 2, b: n as i32 * 2 + 1 };
        assert!((0..).zip(&fields).all(|(n, fields)| *fields == pair(n)), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn arrays(input: &[Pair], table: &Uniform<[Pair]>, out: &mut [Pair], first: Pair, weights: [u32; 3]) {
    let (i, k) = (invocation_id().x, local_id().x);
    let mut tile = workgroup_array::<Pair, 32>();
    tile[k] = input[i];
    tile[k].a += weights[k % 3];
    barrier();
    let mut own = [first; 4];
    own[k % 4].b = 100;
    own[(k + 1) % 4] = tile[31 - k];
    let fixed = [Pair { a: 1, b: 2 }, table[k % 2], first];
    let (mut sum, mut last) = (Pair { a: 0, b: 0 }, (first, 5u32));
    for j in 0..4 {
        sum.a += own[j].a;
        sum.b += own[j].b;
    }
    last.0.a += 1;
    last.1 += own.len() + tile.len();
    sum.a += fixed[k % 3].a * 1000 + last.0.a + last.1;
    sum.b += fixed[2].b;
    out[i] = sum;
}

#[test]
fn structs_in_arrays_uniforms_tuples_and_by_value() {
    let input: Vec<Pair> = (0..96).map(|n| Pair { a: n, b: n as i32 * 2 }).collect();
    let table = [Pair { a: 3, b: 4 }, Pair { a: 5, b: 6 }];
    let (first, weights) = (Pair { a: 11, b: -3 }, [100, 200, 300]);
    let expected = |i: usize| {
        let k = i % 32;
        let mut own = [first; 4];
        own[k % 4].b = 100;
        let from = i - k + 31 - k;
        own[(k + 1) % 4] = Pair { a: input[from].a + weights[(31 - k) % 3], b: input[from].b };
        let fixed = [Pair { a: 1, b: 2 }, table[k % 2], first];
        let a: u32 = own.iter().map(|p| p.a).sum();
        let b: i32 = own.iter().map(|p| p.b).sum();
        Pair { a: a + fixed[k % 3].a * 1000 + 12 + 5 + 4 + 32, b: b + fixed[2].b }
    };
    let expected: Vec<Pair> = (0..96).map(expected).collect();
    for device in all() {
        let mut out = vec![Pair::default(); 96];
        arrays(&input, &table, &mut out, first, weights).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

mod geometry {
    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub(crate) struct Circle {
        pub(crate) center: vyre_tests::structs::Point,
        pub(crate) radius: f32,
    }
}

use vyre_tests::structs::Point as P;

#[vyre::kernel]
fn by_path(circles: &[geometry::Circle], points: &mut [P]) {
    fn moved(p: P, by: f32) -> P {
        P { x: p.x + by, ..p }
    }
    fn center(circle: geometry::Circle) -> (P, f32) {
        (circle.center, circle.radius)
    }
    let i = invocation_id().x;
    let (c, radius) = center(circles[i]);
    points[i] = if radius > 1.0 { moved(c, radius) } else { c };
}

#[test]
fn structs_of_other_modules_and_crates() {
    use geometry::Circle;
    let circle = |n: u32| Circle { center: P { x: n as f32, y: 2.0 }, radius: n as f32 * 0.5 };
    let circles: Vec<Circle> = (0..20).map(circle).collect();
    let moved = |n: u32| P { x: if n > 2 { n as f32 * 1.5 } else { n as f32 }, y: 2.0 };
    let expected: Vec<P> = (0..20).map(moved).collect();
    for device in all() {
        let mut points = vec![P { x: 0.0, y: 0.0 }; 20];
        by_path(&circles, &mut points).dispatch(&device).unwrap();
        assert_eq!(points, expected, "{device}");
    }
}

#[test]
fn structs_of_function_bodies() {
    #[vyre::data]
    struct Cell {
        count: u32,
    }

    #[vyre::kernel]
    fn count(cells: &mut [Cell]) {
        cells[invocation_id().x].count += 3;
    }

    let mut cells = [Cell { count: 1 }; 5];
    count(&mut cells).dispatch(&Device::cpu()).unwrap();
    assert!(cells.iter().all(|cell| cell.count == 4));
}

#[vyre::kernel]
fn rows(data: &[[f32; 3]], out: &mut [[f32; 3]], bits: &mut [[u64; 5]]) {
    let i = invocation_id().x;
    let [x, y, z] = data[i];
    out[i] = [z, x, y];
    out[i][1] += 10.0;
    bits[i][4] = bits[i][i % 5] + 1;
}

#[test]
fn elements_are_arrays_of_any_length() {
    for device in all() {
        let data: Vec<[f32; 3]> = (0..30).map(|n| [n as f32, 0.5, -1.0]).collect();
        let (mut out, mut bits) = (vec![[0.0; 3]; 30], vec![[1 << 40, 2, 3, 4, 5]; 30]);
        rows(&data, &mut out, &mut bits).dispatch(&device).unwrap();
        for (i, ([x, y, z], out)) in data.iter().zip(&out).enumerate() {
            assert_eq!(*out, [*z, x + 10.0, *y], "{device}");
            let of = [1u64 << 40, 2, 3, 4, 5];
            assert_eq!(bits[i], [1 << 40, 2, 3, 4, of[i % 5] + 1], "{device}");
        }
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Body {
    pos: [f32; 3],
    mass: f32,
}

#[vyre::kernel]
fn whole(from: &[Body], to: &mut [Body]) {
    let i = invocation_id().x;
    let body = from[i];
    to[i] = Body { mass: body.mass + 1.0, pos: body.pos };
}

#[test]
fn four_words_are_loaded_and_stored_as_one_vector() {
    let bodies: Vec<Body> = (0..64).map(|n| Body { pos: [n as f32, 1.0, 2.0], mass: 3.0 }).collect();
    for device in all() {
        let mut out = bodies.clone();
        whole(&bodies, &mut out).dispatch(&device).unwrap();
        assert!(out.iter().zip(&bodies).all(|(to, from)| to.mass == 4.0 && to.pos == from.pos), "{device}");
    }
    let element =
        |name: &str| whole::program().buffers.iter().find(|it| it.name == name).unwrap().element.clone();
    assert_eq!(element("from"), vyre::ir::DataType::Vec4U32);
    assert_eq!(element("to"), vyre::ir::DataType::Vec4U32);
}

#[vyre::kernel]
fn lanes_in_patterns(data: &[[f32; 2]], out: &mut [f32]) {
    let i = invocation_id().x;
    let [x, y] = data[i];
    out[i] = match data[i + 1] {
        [a, b] if a > b => a * x,
        [_, b] => b * y + 0.5,
    };
}

#[test]
fn patterns_of_float_vectors_bind_floats() {
    let data = [[1.5, 2.5], [4.0, 3.0], [1.0, 2.0]];
    for device in all() {
        let mut out = [0.0; 2];
        lanes_in_patterns(&data, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [4.0 * 1.5, 2.0 * 3.0 + 0.5], "{device}");
    }
}

/// The sums of the parts, and the larger number.
#[vyre::function]
fn joined(a: Pair, b: (u32, [i32; 3])) -> (Pair, [u32; 3]) {
    fn larger(a: Pair, x: u32) -> u32 {
        if a.a > x { a.a } else { x }
    }
    let mut sum = Pair { a: a.a + b.0, b: a.b };
    for k in 0..3 {
        sum.b += b.1[k];
    }
    let mut parts = [a.a, b.0, 0];
    parts[b.0 % 2 + 1] = larger(a, b.0);
    (sum, parts)
}

#[vyre::kernel]
fn through_functions(points: &mut [P], pairs: &[Pair], sums: &mut [Pair], parts: &mut [[u32; 3]]) {
    use_turns(points);
    fn use_turns(points: &mut [P]) {
        let i = invocation_id().x;
        let p: P = vyre_tests::structs::scaled(points[i], 2.0);
        let turn =
            if i % 2 == 0 { vyre_tests::structs::Turn::Left } else { vyre_tests::structs::Turn::Right };
        points[i] = vyre_tests::structs::turned(p, turn);
    }
    let i = invocation_id().x;
    let (sum, of): (Pair, [u32; 3]) = joined(pairs[i], (i, [1, 2, pairs[i].b]));
    sums[i] = sum;
    parts[i] = of;
}

#[test]
fn functions_take_and_give_structs() {
    let pairs: Vec<Pair> = (0..40).map(|n| Pair { a: n * 7 % 13, b: 3 - n as i32 }).collect();
    let at = |n: u32| P { x: n as f32, y: 1.0 };
    assert_eq!(joined(pairs[2], (2, [1, 2, 1])), (Pair { a: 3, b: 5 }, [1, 2, 0]));
    assert_eq!(vyre_tests::structs::turned(at(3), vyre_tests::structs::Turn::Left), P { x: -1.0, y: 3.0 });
    for device in all() {
        let mut points: Vec<P> = (0..40).map(at).collect();
        let (mut sums, mut parts) = (vec![Pair::default(); 40], vec![[0; 3]; 40]);
        through_functions(&mut points, &pairs, &mut sums, &mut parts).dispatch(&device).unwrap();
        for n in 0..40 {
            let (x, i) = (n as f32 * 2.0, n as usize);
            let expected = if n % 2 == 0 { P { x: -2.0, y: x } } else { P { x: 2.0, y: -x } };
            assert_eq!(points[i], expected, "{device}");
            let (a, b) = (pairs[i].a, pairs[i].b);
            assert_eq!(sums[i], Pair { a: a + n, b: b + 3 + b }, "{device}");
            let mut list = [a, n, 0];
            list[i % 2 + 1] = a.max(n);
            assert_eq!(parts[i], list, "{device}");
        }
    }
}

const ORIGIN: P = P { x: 0.5, y: -1.0 };
const PAIRS: [Pair; 3] = [Pair { a: 1, b: -1 }, Pair { a: 2, b: -2 }, Pair { a: 3, b: -3 }];

#[vyre::kernel]
fn constants(points: &mut [P], pairs: &mut [Pair]) {
    let i = invocation_id().x;
    let mut p: P = ORIGIN;
    p.x += i as f32;
    points[i] = p;
    let pair: Pair = PAIRS[i];
    pairs[i] = pair;
}

#[test]
fn constants_may_be_structs() {
    for device in all() {
        let (mut points, mut pairs) = ([P { x: 0.0, y: 0.0 }; 4], [Pair { a: 9, b: 9 }; 4]);
        constants(&mut points, &mut pairs).dispatch(&device).unwrap();
        for (i, p) in points.iter().enumerate() {
            assert_eq!(*p, P { x: ORIGIN.x + i as f32, y: ORIGIN.y }, "{device}");
        }
        assert_eq!(pairs[..3], PAIRS, "{device}");
        assert_eq!(pairs[3], Pair::default(), "{device}");
    }
}
