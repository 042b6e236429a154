//! References to parts of values, and slices of arrays that are parameters or parts: plain Rust says what they give.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::{devices, twin};

twin!(
    parts_of_variables | i,
    a,
    c,
    out | {
        fn add(place: &mut u32, by: u32) {
            *place += by;
        }
        let mut t = (a[i], [1u32; 6], [[2u32; 3]; 2]);
        let mut k = 1;
        let x = &mut t.1[{
            k += 1;
            k
        }];
        *x += a[i];
        *x = x.pow(2) + *x;
        add(x, 5);
        add(&mut *x, 6);
        let y = &mut t.2[1][2];
        *y += k as u32;
        let again = &mut *y;
        add(again, 1);
        let whole = &mut t.1;
        whole[0] += 3;
        whole[3] = whole[0] + whole[2];
        let one = &t.1[3];
        out[4 * i] = t.1[2] + *one;
        out[4 * i + 1] = t.2[1][2] * 100 + k as u32;
        out[4 * i + 2] = t.1[0] + t.0;
    }
);

twin!(
    references_in_loops | i,
    a,
    c,
    out | {
        let mut t = ([0u32; 5], 0u32);
        for k in 0..5 {
            let place = &mut t.0[k];
            *place += k as u32 * 2;
            if *place > 4 {
                continue;
            }
            *place += 1;
            let count = &mut t.1;
            *count += *place;
        }
        out[4 * i] = t.1;
        out[4 * i + 1] = t.0[1] * 10 + t.0[4];
    }
);

/// What both the kernel and the plain function take by value.
macro_rules! by_value {
    ($values:ident, $i:ident) => {{
        fn sum(values: &[u32]) -> u32 {
            let mut sum = 0;
            for &value in values {
                sum += value;
            }
            sum
        }
        sum(&$values[1..$i]) * 100 + sum(&$values)
    }};
}

#[vyre::function]
fn sum(values: &[u32]) -> u32 {
    let mut sum = 0;
    for k in 0..values.len() {
        sum += values[k];
    }
    sum
}

#[vyre::function]
fn sliced(values: [u32; 6], i: u32) -> u32 {
    let part = &values[1..i];
    sum(part) * 100 + sum(&values)
}

#[vyre::kernel]
fn slices_of_parameters(weights: [u32; 6], mut four: [u32; 4], out: &mut [u32]) {
    fn changed(mut values: [u32; 6], i: u32) -> u32 {
        let last = &mut values[i..];
        last[0] += 10;
        values[i] * 1000 + sum(&values[..2])
    }
    let middle = &mut four[1..3];
    middle[0] = 9;
    out[0] = sum(&weights[2..4]);
    out[1] = sliced(weights, 3);
    out[2] = changed(weights, 4);
    out[3] = weights[4];
    out[4] = four[1];
    out[5] = sliced([1, 2, 3, 4, 5, 6], 9);
}

#[test]
fn parameters_that_are_arrays_have_slices() {
    fn plain(values: [u32; 6], i: usize) -> u32 {
        by_value!(values, i)
    }
    let weights = [3, 1, 4, 1, 5, 9];
    // 15 is the fifth element and ten; 4 the sum of the first two.
    let expected = [4 + 1, plain(weights, 3), 15 * 1000 + 4, 5, 9, plain([1, 2, 3, 4, 5, 6], 6)];
    for device in devices() {
        let mut out = [0; 6];
        slices_of_parameters(weights, [1, 2, 3, 4], &mut out)
            .invocations([1, 1, 1])
            .dispatch(&device)
            .unwrap();
        assert_eq!(out, expected, "{device}");
    }
    assert_eq!(sliced(weights, 3), expected[1]);
}

#[vyre::data]
#[derive(PartialEq, Debug)]
struct Particle {
    pos: [f32; 2],
    id: u32,
    weights: [u32; 5],
}

#[vyre::function]
impl Particle {
    fn bump(&mut self) {
        let id = &mut self.id;
        *id += 1;
        let first = &mut self.weights[0];
        *first += 1;
    }

    fn weighed(&self) -> u32 {
        let weights = &self.weights;
        weights[0] * 10 + weights[1]
    }
}

#[vyre::function]
fn touch(particle: &mut Particle, at: u32) {
    let weight = &mut particle.weights[at];
    *weight += 100;
}

#[vyre::kernel]
fn parts_of_elements(particles: &mut [Particle], out: &mut [u32]) {
    fn double(place: &mut u32) {
        *place *= 2;
    }
    let i = invocation_id().x;
    let y = &mut particles[i].pos[1];
    *y += 0.5;
    let weights = &mut particles[i].weights;
    weights[i] += 7;
    weights[1] = weights[0] + weights[2];
    let weight = &mut weights[2];
    *weight += 1;
    double(weight);
    double(&mut *weight);
    let particle = &mut particles[i];
    particle.bump();
    touch(particle, i);
    let pos = &mut particle.pos;
    pos[0] = -pos[1];
    let seen = &particles[i].weights;
    let mut copy = particles[i];
    let weighed = copy.weighed();
    let own = &mut copy.pos[i & 1];
    *own = 8.0;
    let part = &particles[i].weights[1..3];
    if i < particles.len() {
        out[i] = sum(part) + sum(&particles[i].weights[2..]) * 1000 + seen[0] + weighed;
        out[i + 4] = sum(&copy.weights[i..]) + own.to_bits();
    }
}

/// A struct by value, a slice of structs and a struct as the result, which have a form on the host.
#[vyre::function]
fn heavier(particle: Particle, others: &mut [Particle]) -> Particle {
    let id = &mut others[1].id;
    *id = particle.id;
    others[0]
}

#[test]
fn structs_pass_on_the_host() {
    let particle = |id: u32| Particle { pos: [1.0, 2.0], id, weights: [id; 5] };
    let mut others = [particle(1), particle(2)];
    assert_eq!(heavier(particle(9), &mut others), particle(1));
    assert_eq!(others[1].id, 9);
}

#[test]
fn parts_of_elements_have_references() {
    let particle = |i: u32| Particle { pos: [i as f32, 2.0], id: i, weights: [i, 1, 2, 3, 4] };
    let (mut expected, mut results) = (Vec::from_iter((0..4).map(particle)), vec![0; 8]);
    for (i, p) in expected.iter_mut().enumerate() {
        p.pos[1] += 0.5;
        p.weights[i] += 7;
        p.weights[1] = p.weights[0] + p.weights[2];
        p.weights[2] = (p.weights[2] + 1) * 4;
        p.id += 1;
        p.weights[0] += 1;
        p.weights[i] += 100;
        p.pos[0] = -p.pos[1];
        let w = p.weights;
        let of = |part: &[u32]| part.iter().sum::<u32>();
        results[i] = of(&w[1..3]) + of(&w[2..]) * 1000 + w[0] + w[0] * 10 + w[1];
        results[i + 4] = of(&w[i..]) + 8f32.to_bits();
    }
    for device in devices() {
        let (mut particles, mut out) = (Vec::from_iter((0..4).map(particle)), vec![0; 8]);
        parts_of_elements(&mut particles, &mut out).invocations([4, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(particles, expected, "{device}");
        assert_eq!(out, results, "{device}");
    }
}
