//! Functions over types and constants, beside kernels and inside, with slices, references and arrays of their own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

mod library {
    use vyre::prelude::*;

    const STEP: u32 = 10;
    const NARROW: [u8; 3] = [1, 2, 3];
    const ROWS: [[i8; 2]; 2] = [[1, -2], [3, -4]];

    #[vyre::function]
    pub fn sum<T: vyre::Number>(values: &[T]) -> T {
        let mut sum = T::ZERO;
        for i in 0..values.len() {
            sum = sum + values[i];
        }
        sum
    }

    #[vyre::function]
    pub fn power<T: vyre::Number>(x: T, n: u32) -> T {
        let mut result = T::ONE;
        for _ in 0..n {
            result *= x;
        }
        result
    }

    /// Adds to the first `N` elements and reverses them.
    #[vyre::function]
    pub fn reversed<T: vyre::Integer, const N: u32>(values: &mut [T], by: T) -> u32 {
        let mut copy = [T::ZERO; N as usize];
        for i in 0..N {
            copy[i] = values[i] + by;
        }
        for i in 0..N {
            values[i] = copy[N - 1 - i];
        }
        // A table of `u8`s and one of `i8`s, whose types only the casts tell.
        let number: u32 = numbered::<N>(NARROW[2] as u32);
        STEP * N + power(number, 1) + ROWS[1][1] as u32
    }

    #[vyre::function]
    fn numbered<const M: u32>(x: u32) -> u32 {
        const TWO: u32 = 2;
        match x {
            TWO => M,
            _ => M * 100 + x,
        }
    }

    #[vyre::function]
    pub fn swap<T: vyre::Number>(a: &mut T, b: &mut T) {
        let before = *a;
        *a = *b;
        *b = before;
    }

    /// The sum of what `N` invocations give.
    #[vyre::function]
    pub fn sum_of_workgroup<T: vyre::Number, const N: u32>(value: T) -> T {
        let mut tile = workgroup_array::<T, N>();
        tile[local_id().x] = value;
        barrier();
        sum(&tile)
    }

    /// A function of values, of which nothing but what it calls says that it takes the place of its calls.
    #[vyre::function]
    pub fn calls_constant(x: u32) -> u32 {
        let number: u32 = numbered::<4>(x);
        number + 1
    }

    #[vyre::function]
    pub fn calls_id(x: u32) -> u32 {
        x + twice_id() / 2
    }

    #[vyre::function]
    fn twice_id() -> u32 {
        2 * local_id().x
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn outside<const N: u32>(wide: &mut [i64], bytes: &mut [u8], out: &mut [u32], floats: &mut [f32]) {
    const FOUR: u32 = 4;
    let l = local_id().x;
    let sum: i64 = library::sum_of_workgroup::<i64, FOUR>(wide[l]);
    let ids = library::sum_of_workgroup::<_, { 2 + 2 }>(l);
    floats[l] = library::sum_of_workgroup::<f32, 4>(0.5);
    out[l] = ids + library::calls_id(1) + library::calls_constant(2);
    barrier();
    if l == 0 {
        out[0] = library::reversed::<i64, 3>(wide, sum);
        out[1] = library::reversed::<u8, N>(&mut bytes[1..], 250);
        let (mut p, mut q) = (bytes[0], bytes[7]);
        library::swap(&mut p, &mut q);
        (bytes[0], bytes[7]) = (p, q);
        let (mut p, mut q) = (1.5, 2.5);
        library::swap(&mut p, &mut q);
        floats[3] = p + library::sum(&floats[..3]);
    }
}

#[test]
fn functions_outside_over_types_and_constants() {
    for device in all() {
        let (mut wide, mut bytes) = ([1i64, 2, 3, 4], [0u8, 1, 2, 3, 4, 5, 6, 7]);
        let (mut out, mut floats) = ([0; 4], [0.0; 4]);
        let launch = outside::<2>(&mut wide, &mut bytes, &mut out, &mut floats);
        launch.workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(wide, [13, 12, 11, 4], "{device}");
        assert_eq!(bytes, [7, 252, 251, 3, 4, 5, 6, 0], "{device}");
        // `calls_constant(2)` is 5; -4 is added at the end.
        assert_eq!(out, [30 + 303 - 4, 20 + 203 - 4, 6 + 3 + 5, 6 + 4 + 5], "{device}");
        assert_eq!(floats, [2.0, 2.0, 2.0, 8.5], "{device}");
    }
}

#[test]
fn they_have_a_form_on_the_host() {
    assert_eq!(library::sum(&[1u64, 2]), 3);
    assert_eq!(library::sum(&[0.5f32, 2.0]), 2.5);
    let mut values = [1, 2];
    assert_eq!(library::reversed::<i32, 2>(&mut values, 5), 20 + 203 - 4);
    assert_eq!(values, [7, 6]);
    assert_eq!(library::calls_constant(7), 408);
    let (mut a, mut b) = (1u8, 2u8);
    library::swap(&mut a, &mut b);
    assert_eq!((a, b), (2, 1));
    assert_eq!(library::power(3u64, 4), 81);
}

#[vyre::kernel(workgroup_size = 1)]
fn inside(data: &[u32], floats: &[f32], out: &mut [u32], largest_float: &mut [f32]) {
    fn twice<T: vyre::Number>(x: T) -> T {
        x + x
    }
    fn largest<T: vyre::Number, const N: u32>(values: &[T]) -> T {
        let mut found = values[0];
        for i in 1..N {
            found = found.max(values[i]);
        }
        twice(found)
    }
    fn fill<T: vyre::Integer>(values: &mut [T], x: T) {
        for i in 0..values.len() {
            values[i] = x;
        }
    }
    out[0] = largest::<_, 3>(data);
    largest_float[0] = largest::<f32, 2>(floats);
    let mut bytes = [0u8; 9];
    fill(&mut bytes[2..4], 7);
    out[1] = bytes[2] as u32 * 10 + bytes[4] as u32;
    // What nothing settles is an `i32`.
    let six = twice(3);
    out[2] = six as u32 + twice(out[1]);
    let ten: u64 = twice(5);
    out[3] = ten as u32;
}

#[test]
fn functions_inside_over_types_and_constants() {
    for device in all() {
        let (mut out, mut largest) = ([0; 4], [0.0]);
        let launch = inside(&[4, 9, 2, 100], &[1.5, 0.5, 9.0], &mut out, &mut largest);
        launch.invocations([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((out, largest), ([18, 70, 146, 10], [3.0]), "{device}");
    }
}

/// Functions whose results nothing but their arguments tells the types of, and those with tuples, arrays and structs.
mod shapes {
    use vyre::{Integer, Number};

    #[vyre::data]
    #[derive(Debug, PartialEq)]
    pub(crate) struct Point {
        pub(crate) x: f32,
        pub(crate) y: f32,
    }

    #[vyre::function]
    pub fn larger<T: Number>(a: T, b: T) -> T {
        if a > b { a } else { b }
    }

    #[vyre::function]
    pub fn scaled<T: Number>(a: T, by: u32) -> T {
        a * T::from_u32(by)
    }

    #[vyre::function]
    pub fn both<T: Number>(a: T, b: (T, u32)) -> (T, u32) {
        (a + b.0, b.1)
    }

    #[vyre::function]
    pub fn reversed<T: Number>(a: [T; 3]) -> [T; 3] {
        [a[2], a[1], a[0]]
    }

    #[vyre::function]
    pub fn corners<T: Integer>(a: [[T; 2]; 2]) -> T {
        a[0][0] ^ a[1][1]
    }

    #[vyre::function]
    pub(crate) fn turned<T: Number>(a: T, point: Point) -> Point {
        if a > T::ZERO { Point { x: point.y, y: point.x } } else { point }
    }

    #[vyre::function]
    pub fn pick<T: Number, U: Number>(a: &[T], b: &[U], at: usize) -> (T, U) {
        (a[at], b[at])
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn of_shapes(data: &[u32], floats: &[f32], out: &mut [u32]) {
    use_nothing_else(data, floats, out);
}

#[vyre::function]
fn use_nothing_else(data: &[u32], floats: &[f32], out: &mut [u32]) {
    let i = invocation_id().x;
    let at_least = shapes::larger(data[i], 5);
    let is_middle = matches!(shapes::scaled(data[i] as i8, 3), 6..=9) as u32;
    let shifted = at_least << shapes::larger(2u8, 1);
    let named = 1u32 << shapes::larger::<u16>(2, 1);
    let root = shapes::scaled(shapes::larger(floats[i], 2.0), 2).sqrt();
    let (sum, kept) = shapes::both(data[i], (2, 3));
    let last = shapes::reversed([floats[i], 1.0, 2.0])[2];
    let corners = shapes::corners([[1u64, 2], [3, 4]]);
    let point = shapes::turned(1, shapes::Point { x: 1.0, y: 2.0 });
    let (first, second) = shapes::pick(data, floats, 1);
    out[i] = shifted
        + is_middle
        + named
        + root as u32 * 100
        + sum
        + kept
        + last as u32
        + corners as u32
        + point.x as u32;
    out[i] += first * 1000 + second as u32 * 10000;
}

#[test]
fn arguments_say_the_types_of_results() {
    for device in all() {
        let mut out = [0; 4];
        of_shapes(&[1, 2, 3, 9], &[1.0, 8.0, 3.0, 4.0], &mut out).dispatch(&device).unwrap();
        // Of each: four times at least 5, 1 where thrice the number is 6 to 9, 4; the root of 4, 16, 6 and 8; the number + 5; the float; 5; 2.
        let of =
            [20 + 4 + 200 + 6 + 1, 20 + 1 + 4 + 400 + 7 + 8, 20 + 1 + 4 + 200 + 8 + 3, 36 + 4 + 200 + 14 + 4];
        assert_eq!(out, of.map(|sum: u32| sum + 5 + 2 + 2000 + 80000), "{device}");
    }
}

#[test]
fn tuples_and_sizes_are_taken_and_given_on_the_host() {
    use shapes::{Point, both, pick, turned};
    assert_eq!((both(1u64, (2, 3)), both(1.5f32, (2.0, 3))), ((3, 3), (3.5, 3)));
    assert_eq!(pick(&[1u8, 2], &[1.0f32, 2.5], 1), (2, 2.5));
    assert_eq!(turned(1i32, Point { x: 1.0, y: 2.0 }), Point { x: 2.0, y: 1.0 });
    #[vyre::function]
    fn find(values: &[i32], wanted: i32) -> (usize, isize) {
        for at in 0..values.len() {
            if values[at] == wanted {
                return (at as usize, -(at as isize));
            }
        }
        (usize::MAX, isize::MIN)
    }
    assert_eq!(find(&[1, -5], -5), (1, -1));
    // They have 32 bits, as in kernels.
    assert_eq!(find(&[1, -5], 2), (u32::MAX as usize, i32::MIN as isize));
}
