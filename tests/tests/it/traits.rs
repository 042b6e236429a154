//! Traits of the user's own and of std's, in kernels as on the host: the same tokens as Rust, and as a text that is compiled at run time.

#![allow(unreachable_pub, reason = "the text of a module, too")]

use core::ops::{Add, AddAssign, Mul};
use vyre::Module;
use vyre::prelude::*;
use vyre_tests::devices;

macro_rules! written {
    ($($items:tt)*) => {
        $($items)*
        const TEXT: &str = stringify!($($items)*);
    };
}

written! {
    pub trait Shape {
        const SIDES: u32;
        const NAMED: u32 = 7;
        type Size;
        fn area(&self) -> f32;
        fn size(&self) -> Self::Size;
        fn twice(&self) -> f32 {
            self.area() * 2.0 + Self::SIDES as f32
        }
    }

    #[vyre::data]
    #[derive(Debug, PartialEq, PartialOrd, Default)]
    pub struct Square {
        a: f32,
    }

    #[vyre::data]
    #[derive(Debug, PartialEq, PartialOrd, Default)]
    pub struct Rect {
        a: f32,
        n: u32,
    }

    #[vyre::function]
    impl Shape for Square {
        const SIDES: u32 = 4;
        type Size = f32;
        fn area(&self) -> f32 {
            self.a * self.a
        }
        fn size(&self) -> Self::Size {
            self.a
        }
        fn twice(&self) -> f32 {
            self.area() * 2.0 + 4.0
        }
    }

    #[vyre::function]
    impl Shape for Rect {
        const SIDES: u32 = 5;
        const NAMED: u32 = 8;
        type Size = u32;
        fn area(&self) -> f32 {
            self.a * self.n as f32
        }
        fn size(&self) -> u32 {
            self.n
        }
        fn twice(&self) -> f32 {
            1.0
        }
    }

    #[vyre::function]
    impl From<f32> for Square {
        fn from(a: f32) -> Self {
            Square { a }
        }
    }

    #[vyre::function]
    impl From<u32> for Square {
        fn from(a: u32) -> Self {
            Square { a: a as f32 * 10.0 }
        }
    }

    #[vyre::function]
    impl From<Square> for Rect {
        fn from(square: Square) -> Self {
            Rect { a: square.a, n: 100 }
        }
    }

    #[vyre::function]
    impl From<Rect> for u32 {
        fn from(rect: Rect) -> u32 {
            rect.n + 1
        }
    }

    #[vyre::function]
    impl Add for Square {
        type Output = Square;
        fn add(self, other: Square) -> Square {
            Square { a: self.a + other.a }
        }
    }

    #[vyre::function]
    impl Mul<Square> for f32 {
        type Output = Square;
        fn mul(self, square: Square) -> Square {
            Square { a: self * square.a }
        }
    }

    #[vyre::function]
    impl AddAssign<f32> for Square {
        fn add_assign(&mut self, more: f32) {
            self.a += more;
        }
    }

    #[vyre::function]
    pub fn measure<S: Shape>(shape: S) -> f32 {
        shape.area() + shape.twice() + S::SIDES as f32
    }

    #[vyre::function]
    pub fn by_reference(shape: &impl Shape) -> f32 {
        shape.area()
    }

    #[vyre::function]
    pub fn total<T>(values: &[T]) -> T
    where
        T: Copy + Default + Add<Output = T>,
    {
        let mut sum = T::default();
        for i in 0..values.len() {
            sum = sum + values[i];
        }
        sum
    }

    #[vyre::function]
    pub fn largest<T: PartialOrd + Copy>(values: &[T]) -> T {
        let mut largest = values[0];
        for i in 1..values.len() {
            if values[i] > largest {
                largest = values[i];
            }
        }
        largest
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub fn shapes(out: &mut [f32]) {
        let square = Square { a: 3.0 };
        let rect = Rect { a: 2.0, n: 4 };
        out[0] = measure(square);
        out[1] = measure(rect);
        out[2] = by_reference(&square) + by_reference(&rect);
        out[3] = (Square::SIDES + Square::NAMED * 10 + Rect::NAMED * 100) as f32;
        out[4] = square.size() + rect.size() as f32;
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub fn conversions(values: &[u32], out: &mut [f32]) {
        let a = Square::from(1.5f32);
        let b: Square = values[0].into();
        let c = Rect::from(a);
        let d: Rect = b.into();
        let n: u32 = d.into();
        out[0] = a.a;
        out[1] = b.a;
        out[2] = c.area();
        out[3] = n as f32 + u32::from(c) as f32;
        let wide: u64 = values[0].into();
        out[4] = wide as f32;
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub fn defaults(out: &mut [f32]) {
        let a = Rect::default();
        let b: Rect = Default::default();
        let c = Rect { n: 5, ..Default::default() };
        out[0] = a.a + b.area() + c.a + c.n as f32;
        out[1] = f32::default() + u32::default() as f32;
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub fn operators(out: &mut [f32]) {
        let mut a = Square { a: 1.0 } + Square { a: 2.0 };
        a += 0.5;
        out[0] = (2.0 * a).a;
        let (low, high) = (Rect { a: 1.0, n: 9 }, Rect { a: 1.0, n: 10 });
        out[1] = u32::from(low < high) as f32 + 2.0 * u32::from(low >= high) as f32 + 4.0 * u32::from(low <= low) as f32;
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub fn over_values(values: &[u32], floats: &[f32], out: &mut [f32]) {
        out[0] = total(&values[..3]) as f32;
        out[1] = total(&floats[..]);
        out[2] = largest(&values[..]) as f32;
        out[3] = largest(&floats[..2]);
    }
}

const SHAPES: [f32; 5] = [9.0 + 22.0 + 4.0, 8.0 + 1.0 + 5.0, 17.0, 874.0, 7.0];
const CONVERSIONS: [f32; 5] = [1.5, 30.0, 150.0, 101.0 + 101.0, 3.0];
const DEFAULTS: [f32; 2] = [5.0, 0.0];
const OPERATORS: [f32; 2] = [7.0, 5.0];
const OVER_VALUES: [f32; 4] = [60.0, 4.75, 40.0, 2.5];

#[test]
fn in_kernels() {
    for device in devices() {
        let mut out = [0.0f32; 5];
        shapes(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, SHAPES, "{device}");
        conversions(&[3], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, CONVERSIONS, "{device}");
        let mut out = [0.0f32; 2];
        defaults(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, DEFAULTS, "{device}");
        operators(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, OPERATORS, "{device}");
        let mut out = [0.0f32; 4];
        over_values(&[10, 20, 30, 40], &[1.0, 2.5, 1.25], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, OVER_VALUES, "{device}");
    }
}

#[test]
fn on_the_host() {
    assert_eq!((measure(Square { a: 3.0 }), measure(Rect { a: 2.0, n: 4 })), (SHAPES[0], SHAPES[1]));
    assert_eq!(by_reference(&Square { a: 3.0 }), 9.0);
    assert_eq!((total(&[1.0f32, 2.5, 1.25]), largest(&[10u32, 40, 20])), (4.75, 40));
    assert_eq!(u32::from(Rect::from(Square::from(3u32))), 101);
}

#[test]
fn in_a_text() {
    let module = Module::compile(TEXT).unwrap_or_else(|error| panic!("{error}"));
    for device in devices() {
        let (values, floats) = ([10u32, 20, 30, 40], [1.0f32, 2.5, 1.25]);
        let run = |name: &str, given: Vec<Arg<'_>>, count: usize| {
            let mut out = vec![0.0f32; count];
            let args = given.into_iter().chain([Arg::write(&mut out)]);
            module.kernel(name).unwrap().launch(args).dispatch(&device).unwrap();
            out
        };
        let read = || vec![Arg::read(&values), Arg::read(&floats)];
        assert_eq!(run("shapes", vec![], 5), SHAPES);
        assert_eq!(run("conversions", vec![Arg::read(&[3u32])], 5), CONVERSIONS);
        assert_eq!(run("defaults", vec![], 2), DEFAULTS);
        assert_eq!(run("operators", vec![], 2), OPERATORS);
        assert_eq!(run("over_values", read(), 4), OVER_VALUES);
    }
}
