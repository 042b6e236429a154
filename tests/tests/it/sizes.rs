//! `usize` is `u32` in kernels and functions, and `isize` is `i32`; on the host signatures stay as they are written.

use vyre::prelude::*;
use vyre_tests::devices;

/// Whose length is a `usize` on the host.
const COUNT: usize = 5;
const BACK: isize = -2;
const PLACES: [usize; 4] = [3, 0, 2, 1];
const PAIRS: [(usize, i8); 2] = [(4, -1), (9, -2)];
const ROWS: &[[usize; 3]] = &[[1, 2, 3], [4, 5, 6]];

mod inner {
    pub(super) const LAST: usize = 7;
}

#[vyre::function]
fn at(x: usize, y: usize) -> usize {
    y * 8 + x
}

#[vyre::function]
fn both(pair: (usize, u32), list: [usize; 2]) -> (usize, [usize; 3]) {
    (pair.0 + list[1], [pair.1, list[0], 2])
}

#[vyre::function]
fn below(a: isize, b: i32) -> bool {
    a < b
}

#[vyre::function]
fn or_count(values: &[u32], i: usize) -> usize {
    if i < values.len() { values[i] } else { COUNT }
}

#[vyre::data]
#[derive(Clone, Copy)]
struct Pair {
    x: u32,
    y: u32,
}

#[vyre::function]
impl Pair {
    fn of(x: usize, y: u32) -> Pair {
        Pair { x, y }
    }

    fn pick(&self, i: usize) -> usize {
        if i == 0 { self.x } else { self.y }
    }

    fn advance(&mut self, by: usize) {
        self.x += by;
    }

    fn ends(&self) -> (usize, usize) {
        (self.x, self.y as usize)
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn lengths(out: &mut [u32]) {
    let i = invocation_id().x;
    let length: usize = out.len();
    if i < length && (i as usize) < out.len() {
        let mut sum = 0usize;
        for k in 0..COUNT {
            sum += k * i;
        }
        out[i as usize] = sum + length;
    }
}

#[test]
fn a_length_is_compared_with_either() {
    for device in devices() {
        let mut out = [0; 20];
        lengths(&mut out).dispatch(&device).unwrap();
        // 0 + 1 + 2 + 3 + 4 is 10.
        assert_eq!(out, std::array::from_fn(|i| 10 * i as u32 + 20), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn calls(out: &mut [u32], n: u32) {
    let i = invocation_id().x;
    let mut pair = Pair::of(i, n);
    pair.advance(3);
    pair.advance(n as usize);
    let (a, [b, c, d]) = both((i, 2), [10, n]);
    let (x, y): (u32, usize) = pair.ends();
    let found: usize = pair.pick(i);
    out[i] = at(i, 2) + or_count(&[7, 9], i) + a + b * c + d + x * y + found;
    if below(BACK, i as i32 - 3) {
        out[i] += 1000;
    }
}

#[test]
fn functions_take_and_give_either() {
    for device in devices() {
        let mut out = [0; 4];
        calls(&mut out, 6).dispatch(&device).unwrap();
        let expected = std::array::from_fn(|i| {
            let i = i as u32;
            // `at`, `or_count`, `a`, `b * c + d`, `x * y`, `found`.
            let sum = (16 + i) + [7, 9, 5, 5][i as usize] + (i + 6) + (2 * 10 + 2) + (i + 9) * 6;
            sum + if i == 0 { 9 } else { 6 } + if i as i32 - 3 > -2 { 1000 } else { 0 }
        });
        assert_eq!(out, expected, "{device}");
    }
}

#[test]
fn on_the_host_they_are_as_written() {
    let (x, y): (usize, usize) = (3, 4);
    let place: usize = at(x, y);
    let (sum, list): (usize, [usize; 3]) = both((x, 9), [y, 5]);
    assert_eq!((place, sum, list), (35, 8, [9, 4, 2]));
    assert!(below(-3isize, -2) && !below(-2isize, -2));
    assert_eq!((or_count(&[1, 2], 1usize), or_count(&[1, 2], 2usize)), (2, 5));
    let mut pair = Pair::of(1usize, 2);
    pair.advance(7usize);
    assert_eq!((pair.pick(0usize), pair.pick(1), pair.ends()), (8usize, 2, (8usize, 2usize)));
    // As in kernels, which have 32 bits.
    assert_eq!(at(0, 1 << 31), 0);
}

#[vyre::kernel(workgroup_size = 16)]
fn constants(out: &mut [u32]) {
    let i = invocation_id().x;
    let (first, second) = PAIRS[i & 1];
    let last: u32 = inner::LAST;
    out[i] = PLACES[i & 3] * 100 + first + ROWS[i & 1][2] + PLACES.len() + last;
    out[i] += (second as i32 + BACK) as u32;
    if i == PLACES[1] {
        out[i] += usize::MAX - COUNT + 6usize;
    }
}

#[test]
fn constants_and_tables_have_32_bits() {
    for device in devices() {
        let mut out = [0; 4];
        constants(&mut out).dispatch(&device).unwrap();
        // For example 300 + 4 + 3 + 4 + 7 - 1 - 2, and `u32::MAX - 5 + 6` is 0 there.
        assert_eq!(out, [315, 9 + 6 + 4 + 7 - 4, 215, 100 + 9 + 6 + 4 + 7 - 4], "{device}");
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn parameters<const K: usize>(out: &mut [u32], n: usize, by: isize) {
    let i = invocation_id().x;
    let mut list = [0usize; K];
    for k in 0..K {
        list[k] = k * n;
    }
    if i < K {
        out[i] = list[i] + (by + 2) as u32 + K as u32;
    }
}

#[test]
fn kernels_take_sizes() {
    for device in devices() {
        let mut out = [9; 4];
        parameters::<3>(&mut out, 10, -2).dispatch(&device).unwrap();
        assert_eq!(out, [3, 13, 23, 9], "{device}");
    }
}

#[test]
#[cfg(target_pointer_width = "64")]
fn a_size_that_has_no_32_bits_is_an_error_of_the_launch() {
    let mut out = [9; 4];
    let most = u32::MAX as usize;
    parameters::<3>(&mut out, most, i32::MIN as isize).dispatch(&Device::cpu()).unwrap();
    for (n, by, named) in [(most + 1, 0, "n"), (0, -(1 << 31) - 1, "by"), (0, 1 << 31, "by")] {
        let before = out;
        let result = parameters::<3>(&mut out, n, by).dispatch(&Device::cpu());
        assert!(matches!(&result, Err(vyre::Error::Argument { name, .. }) if name == named), "{result:?}");
        assert_eq!(out, before);
    }
}

#[test]
fn text_has_the_same_sizes() {
    let module = vyre::Module::compile(
        "
        const PLACES: [usize; 2] = [1, 0];
        fn at(x: usize, y: usize) -> usize { y * 8 + x }
        #[kernel(workgroup_size = 16)]
        fn run(out: &mut [u32], n: usize) {
            let i = invocation_id().x;
            if i < out.len() { out[i] = at(PLACES[i & 1], i) + n; }
        }",
    )
    .unwrap();
    let mut out = [0u32; 3];
    let arguments = [Arg::write(&mut out), Arg::value(100u32)];
    module.kernel("run").unwrap().launch(arguments).dispatch(&Device::cpu()).unwrap();
    assert_eq!(out, [101, 108, 117]);
}
