//! Methods whose results no use settles, because the file tells their types, and methods that give nothing at the end of a block.

use super::shapes::Arrow;
use vyre::prelude::*;
use vyre_tests::structs::Counter;

#[vyre::data]
struct Tally {
    sum: u32,
    count: u32,
}

#[vyre::function]
impl Tally {
    fn add(&mut self, value: u32) {
        if self.count < 8 {
            self.sum += value;
            self.count += 1;
        }
    }

    fn twice(&mut self, value: u32) {
        self.add(value);
        self.add(value)
    }

    fn sum(&self) -> u32 {
        self.sum
    }

    fn steps(&self) -> [u16; 3] {
        [1, self.count as u16, 3]
    }

    fn wide(&self) -> u64 {
        self.sum() as u64 * 3
    }
}

#[vyre::function]
fn half(x: f32) -> f32 {
    x * 0.5
}

#[vyre::function]
fn shifted(x: u32) -> u64 {
    (x as u64) << 33
}

#[vyre::kernel]
fn tallied(out: &mut [u32], floats: &mut [f32], wide: &mut [u64]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let mut tally = Tally { sum: 0, count: 0 };
    match i % 4 {
        0 => tally.add(7),
        1 => {
            tally.add(1);
            tally.add(2)
        }
        2 => {
            if i > 2 {
                tally.add(5)
            } else {
                tally.twice(1)
            }
        }
        _ => {}
    }
    for k in 0..3 {
        tally.add(k)
    }
    if i > 100 {
        tally.add(1)
    }
    out[i] = tally.sum() + (tally.sum() >> 1) + tally.wide() as u32;
    let sum = half(1.0) + half(2.0);
    floats[i] = (half(3.5) as u32) as f32 + half(half(1.0)).max(0.1) + sum;
    if -half(2.0) < sum {
        floats[i] += 1.0
    }
    let third = shifted(i) / 3;
    wide[i] = (shifted(i) >> 1 | !shifted(1) & 1) ^ third;
    if { tally.steps() }[0] == 1 {
        out[i] += tally.steps()[1] as u32 * 1000
    }
}

#[test]
fn results_have_the_types_that_the_file_tells() {
    for device in super::all() {
        let (mut out, mut floats, mut wide) = ([0; 5], [0.0; 5], [0; 5]);
        tallied(&mut out, &mut floats, &mut wide).dispatch(&device).unwrap();
        // 0 + 1 + 2 beside what the `match` adds.
        let tallies = [(10, 4), (6, 5), (5, 5), (3, 3), (10, 4)];
        assert_eq!(out, tallies.map(|(sum, count)| sum + sum / 2 + sum * 3 + count * 1000));
        assert_eq!(floats, [1.0 + 0.25 + 1.5 + 1.0; 5]);
        assert_eq!(wide, [0u64, 1, 2, 3, 4].map(|i| ((i << 32) | 1) ^ ((i << 33) / 3)));
    }
}

#[vyre::kernel]
fn chained(floats: &mut [f32], counts: &mut [u32]) {
    let i = invocation_id().x;
    let arrow = Arrow { x: 1.0, y: 3.0 };
    let mut far = arrow.doubled().doubled();
    far = far.doubled().plus(arrow);
    floats[i] = far.dot(arrow).max(2.0) + (arrow.count() + 100) as f32;
    counts[i] = arrow.doubled().count() as u32 + (Counter::new(i).total() << 1);
}

#[test]
fn methods_are_called_on_what_methods_give() {
    for device in super::all() {
        let (mut floats, mut counts) = ([0.0; 2], [0; 2]);
        chained(&mut floats, &mut counts).dispatch(&device).unwrap();
        // (8 + 1) * 1 + (24 + 3) * 3 = 90; 200 + 100 wraps around to 44.
        assert_eq!((floats, counts), ([134.0; 2], [200, 202]));
    }
}

#[vyre::kernel]
fn stored(flags: &[AtomicU32], out: &mut [u64]) {
    let i = invocation_id().x;
    let wide = shifted(i);
    if i < 2 {
        flags[i].store(wide as u32 + 7)
    }
    out[i] = wide
}

#[test]
fn atomic_stores_end_blocks_beside_functions() {
    for device in super::all() {
        let (mut flags, mut out) = ([0; 3], [0; 3]);
        stored(&mut flags, &mut out).dispatch(&device).unwrap();
        assert_eq!((flags, out), ([7, 7, 0], [0, 1 << 33, 2 << 33]));
    }
}
