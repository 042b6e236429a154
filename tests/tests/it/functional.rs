//! Functions that take functions, beside kernels, in modules and in texts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

#[vyre::function]
fn integrate(f: impl Fn(f32) -> f32, a: f32, b: f32, steps: u32) -> f32 {
    let h = (b - a) / steps as f32;
    let mut sum = 0.0;
    for i in 0..steps {
        sum += f(a + (i as f32 + 0.5) * h);
    }
    sum * h
}

#[vyre::function]
fn fold<F>(a: &[u32], init: u32, mut f: F) -> u32
where
    F: FnMut(u32, u32) -> u32,
{
    let mut state = init;
    for &x in a {
        state = f(state, x);
    }
    state
}

#[vyre::function]
fn sort(a: &mut [u32], less: impl Fn(u32, u32) -> bool) {
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && less(a[j], a[j - 1]) {
            (a[j], a[j - 1]) = (a[j - 1], a[j]);
            j -= 1;
        }
    }
}

#[vyre::function]
fn gcd(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Takes one that it passes on.
#[vyre::function]
fn sum_of(a: &[u32], f: impl Fn(u32) -> u32) -> u32 {
    fold(a, 0, |sum, x| sum + f(x))
}

#[vyre::kernel(workgroup_size = 4)]
fn takes(a: &[u32], scale: f32, out: &mut [f32], numbers: &mut [u32]) {
    let i = invocation_id().x;
    let mut sorted = [a[0], a[1], a[2], a[3], 7];
    sort(&mut sorted, |x, y| x > y);
    out[i] = integrate(|x| x * x * scale, 0.0, i as f32, 64) + integrate(f32::sqrt, 0.0, 4.0, 64);
    let mut seen = 0;
    let total = fold(a, i, |s, x| {
        seen += 1;
        if x % 2 == 0 {
            return s;
        }
        s * 10 + x
    });
    numbers[i * 4] = total + seen * 1000;
    numbers[i * 4 + 1] = fold(a, 0, gcd);
    numbers[i * 4 + 2] = fold(&sorted, 0, |s, x| s * 10 + x);
    numbers[i * 4 + 3] = sum_of(a, |x| x * i) + sum_of(a, u32::count_ones);
}

#[test]
fn kernels_give_closures_to_functions_beside_them() {
    let a = [4u32, 8, 3, 6];
    // What the same functions give on the host.
    let expected =
        [0u32, 1].map(|i| integrate(|x| x * x * 3.0, 0.0, i as f32, 64) + integrate(f32::sqrt, 0.0, 4.0, 64));
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let (mut out, mut numbers) = ([0f32; 2], [0u32; 8]);
        takes(&a, 3.0, &mut out, &mut numbers).invocations([2, 1, 1]).dispatch(&device).unwrap();
        for (got, expected) in out.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-4, "{got} instead of {expected} on {device}");
        }
        // 4, 8 and 6 are even; the greatest common divisor is 1; 8 7 6 4 3; and the ones of 4, 8, 3 and 6 are 6 in all.
        assert_eq!(numbers, [4003, 1, 87643, 6, 4013, 1, 87643, 27], "{device}");
    }
}

#[test]
fn they_stay_functions_of_the_host() {
    let mut a = [3, 1, 2];
    sort(&mut a, |x, y| x < y);
    assert_eq!((a, fold(&a, 0, |s, x| s * 10 + x), sum_of(&a, |x| x * x)), ([1, 2, 3], 123, 14));
}

#[vyre::module]
mod shapes {
    #[derive(Clone, Copy)]
    pub(super) struct Line {
        pub points: [f32; 4],
    }

    impl Line {
        pub fn total(self) -> f32 {
            self.points[0] + self.points[1] + self.points[2] + self.points[3]
        }
    }

    pub(super) fn mapped(line: &Line, f: impl Fn(f32) -> f32) -> Line {
        let mut new = *line;
        for i in 0..4 {
            new.points[i] = f(line.points[i]);
        }
        new
    }

    pub(super) fn update<F: FnMut(usize, f32) -> f32>(line: &mut Line, mut f: F) {
        for i in 0..4 {
            line.points[i] = f(i, line.points[i]);
        }
    }

    fn largest(line: &Line, key: impl Fn(f32) -> i32) -> i32 {
        let mut best = i32::MIN;
        for x in line.points {
            best = best.max(key(x));
        }
        best
    }

    #[kernel(workgroup_size = 1)]
    pub(super) fn lines(shift: f32, out: &mut [f32], keys: &mut [i32]) {
        let mut line = Line { points: [1.0, -2.0, 3.0, -4.0] };
        let mut calls = 0;
        update(&mut line, |i, x| {
            calls += 1;
            x + i as f32
        });
        out[0] = mapped(&mapped(&line, |x| x * 2.0 + shift), f32::abs).total();
        out[1] = calls as f32;
        keys[0] = largest(&line, |x| x as i32 * 10);
    }
}

#[test]
fn modules_have_functions_that_take_functions() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let (mut out, mut keys) = ([0f32; 2], [0i32; 1]);
        shapes::lines(1.0, &mut out, &mut keys).dispatch(&device).unwrap();
        // The points are 1, -1, 5 and -1: then 3, 1, 11 and 1.
        assert_eq!((out, keys), ([16.0, 4.0], [50]), "{device}");
        let mut line = shapes::Line { points: [1.0; 4] };
        shapes::update(&mut line, |i, x| x + i as f32);
        assert_eq!(shapes::mapped(&line, |x| x * 2.0).total(), 20.0);
    }
}

#[test]
fn methods_in_texts_take_functions() {
    let text = "
        #[derive(Clone, Copy)]
        struct Grid { cells: [i64; 4], k: i64 }
        impl Grid {
            fn map(&self, f: impl Fn(i64) -> i64) -> Grid {
                let mut grid = *self;
                for i in 0..4 { grid.cells[i] = f(self.cells[i]) + self.k; }
                grid
            }
            fn update<F: FnMut(usize, i64) -> i64>(&mut self, mut f: F) {
                for i in 0..4 { self.cells[i] = f(i, self.cells[i]); }
            }
            fn build(f: impl Fn(usize) -> i64) -> Grid {
                let mut grid = Grid { cells: [0; 4], k: 1 };
                grid.update(|i, _| f(i));
                grid
            }
            fn fold<T: Copy>(self, init: T, f: impl Fn(T, i64) -> T) -> T {
                let mut state = init;
                for x in self.cells { state = f(state, x); }
                state
            }
        }
        fn grids(a: i64) -> i64 {
            let mut grid = Grid::build(|i| i as i64 * a);
            let mut n = 0;
            grid.update(|i, x| { n += 1; x + n + i as i64 });
            let odd = grid.fold(0u32, |count, x| if x % 2 != 0 { count + 1 } else { count });
            grid.map(|x| x * 2).fold(0i64, |s, x| s * 100 + x) + odd as i64 * 1_000_000_000
        }";
    let module = vyre::Module::compile(text).unwrap();
    let grids = module.function("grids").unwrap();
    // The cells are 0, 3, 6 and 9, then 1, 6, 11 and 16, of which two are odd, and 3, 13, 23 and 33.
    let value = grids.call(&[vyre::Value::I64(3)]).unwrap();
    assert_eq!(value, vyre::Value::I64(2_003_132_333));
}

#[vyre::kernel(workgroup_size = 4)]
fn apply<F: Function<(u32,), u32>>(f: F, a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = f(a[i]) + f(1);
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn blur<F: Function<(f32, f32), f32>, const N: u32>(a: &[f32], weigh: F, scale: f32, out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let mut sum = 0.0;
        for k in 0..N {
            sum += weigh(a[(i + k) % a.len()], k as f32);
        }
        out[i] = sum * scale;
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn both<T: vyre::Number, F: Function<(T,), T>, G: Function<(T,), bool>>(f: F, g: G, out: &mut [T]) {
    let i = invocation_id().x;
    if g(out[i]) {
        out[i] = f(f(out[i]));
    }
}

#[vyre::function]
fn square(x: u32) -> u32 {
    x * x
}

#[vyre::function]
fn twice<F: Function<(u32,), u32>>(f: F, x: u32) -> u32 {
    f(f(x))
}

#[vyre::kernel(workgroup_size = 4)]
fn through(f: impl Function<(u32,), u32>, out: &mut [u32]) {
    fn thrice(g: impl Fn(u32) -> u32, x: u32) -> u32 {
        g(g(g(x)))
    }
    let i = invocation_id().x;
    out[i] = twice(f, i) + thrice(|x| f(x), 1) + Some(i).map(|x| f(x)).unwrap_or(0);
}

#[test]
fn kernels_take_functions() {
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let a = [1u32, 2, 3, 4];
        let mut out = [0u32; 4];
        apply(func!(square), &a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [2, 5, 10, 17]);
        for k in [5u32, 7] {
            let big = 1u64 << 40;
            let f = func!(move |x: u32| x * k + (big >> 38) as u32, k: u32, big: u64);
            apply(f, &a, &mut out).dispatch(&device).unwrap();
            assert_eq!(out, a.map(|x| f.call((x,)) + f.call((1,))));
            assert_eq!(out[0], 2 * (k + 4));
        }
        let (x, mut y) = ([1.0f32, 2.0, 3.0], [0.0f32; 3]);
        let t = 0.5f32;
        blur::<_, 2>(&x, func!(move |v: f32, k: f32| v * (1.0 + k * t), t: f32), 2.0, &mut y)
            .dispatch(&device)
            .unwrap();
        assert_eq!(y, [2.0 * (1.0 + 2.0 * 1.5), 2.0 * (2.0 + 3.0 * 1.5), 2.0 * (3.0 + 1.0 * 1.5)]);
        let mut z = [3u64, 10];
        both(func!(|x: u64| x + 1), func!(|x: u64| x > 5), &mut z).dispatch(&device).unwrap();
        assert_eq!(z, [3, 12]);
        let mut out = [0u32; 2];
        through(func!(square), &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [1, 1 + 1 + 1]);
        let launch = apply(func!(square), &a, &mut out);
        assert!(launch.is_strict());
        assert!(launch.wgsl().contains("@compute"), "{}", launch.wgsl());
        assert_eq!(launch.program().buffers.len(), 3);
        drop(launch);
        let table = [1u32; 17];
        let many = func!(move |x: u32| x + table[x % 17], table: [u32; 17]);
        let error = apply(many, &a, &mut out).dispatch(&device).unwrap_err();
        assert!(
            matches!(error, vyre::Error::Limit { limit: vyre::Limit::CapturedWords, asked: 17, allowed: 16 }),
            "{error}"
        );
    }
    assert_eq!(twice(func!(square), 3), 81);
}

/// The errors of a text, each without its place.
fn errors(text: &str) -> Vec<String> {
    let error = vyre::Module::compile(text).unwrap_err().to_string();
    error.lines().filter_map(|line| line.strip_prefix("error: ")).map(str::to_string).collect()
}

#[test]
fn what_is_wrong_is_said_once() {
    let apply = "fn apply(f: impl Fn(u32) -> u32, x: u32) -> u32 { f(x) }";
    for (items, body, said) in [
        (
            "fn apply(f: Box<dyn FnMut()>) {}",
            "",
            "kernels have no `dyn FnMut()`: each call knows which function it gives. Fix: write `impl FnMut()`",
        ),
        (
            "fn adder(n: u32) -> Box<dyn Fn(u32) -> u32> { Box::new(move |x| x + n) }",
            "",
            "a function of kernels gives no function",
        ),
        (
            "fn call(f: impl Fn(u32) -> u32, n: u32) -> u32 { if n == 0 { f(0) } else { call(|x| x + 1, n - 1) } }",
            "out[0] = call(|x| x, 3);",
            "V017",
        ),
        (
            "fn one(f: impl Fn(u32) -> u32, n: u32) -> u32 { if n == 0 { f(0) } else { two(n - 1) } }
             fn two(n: u32) -> u32 { one(|x| x + 1, n) }",
            "out[0] = two(3);",
            "V017",
        ),
        (
            "fn apply(f: impl Fn(u32) -> u32, n: u32) -> u32 { f(n) }
             fn factorial(n: u32) -> u32 { if n == 0 { 1 } else { n * apply(factorial, n - 1) } }",
            "out[0] = factorial(3);",
            "V017",
        ),
        (
            apply,
            "out[0] = apply(|x, y| x + y, 3);",
            "this closure has 2 parameters, and is called with 1 argument",
        ),
        (apply, "out[0] = apply(|x| x);", "`apply` takes 2 arguments, got 1"),
        (apply, "out[0] = apply(|x: f32| 3, 3);", "this parameter is given a `u32`"),
        (apply, "out[0] = apply(|x| x as f32, 3);", "expected `u32`, got `f32`"),
        (apply, "let g = |x: i32| x; out[0] = apply(g, 3);", "this parameter is given a `u32`"),
        (apply, "out[0] = apply(f32::sqrt, 3);", "expected `f32`, got `u32`"),
        (apply, "out[0] = apply(4, 3);", "this is no function. Fix: pass a closure"),
        (apply, "let b = 3; out[0] = apply(b, 3);", "`b` is no function"),
        (
            apply,
            "out[0] = apply(if out[0] > 1 { |x| x } else { |x| x + 1 }, 3);",
            "which function this is, is not known here. Fix: choose in a closure",
        ),
        ("fn each(f: impl Fn(u32)) { f(1); }", "each(|x| x + 1);", "expected `()`, got `u32`"),
        (
            "fn each(mut f: impl FnMut(u32)) { f(1); }",
            "let n = 3; each(|x| n += x); out[0] = n;",
            "`n` is assigned to, but it is not `mut`",
        ),
        (
            "",
            "let mut n = 0; let mut f = move || { n += 1; n }; let mut g = f; out[0] = f() + g();",
            "this would be a copy",
        ),
        (
            "",
            "let mut n = 0; out[0] = (0..4).map(move |x: u32| { n += x; n }).sum::<u32>() + n;",
            "this closure changes a copy",
        ),
        (
            "fn a(f: impl Fn(u32) -> u32, x: u32) -> u32 { f(f(f(f(f(f(f(f(x)))))))) }
             fn b(f: impl Fn(u32) -> u32, x: u32) -> u32 { a(|y| a(&f, y), x) }
             fn c(f: impl Fn(u32) -> u32, x: u32) -> u32 { b(|y| b(&f, y), x) }
             fn d(f: impl Fn(u32) -> u32, x: u32) -> u32 { c(|y| c(&f, y), x) }",
            "out[0] = d(|y| y + 1, 3);",
            "functions that take functions write too much code here",
        ),
    ] {
        let text = format!("{items} #[kernel] fn k(out: &mut [u32]) {{ {body} }}");
        let errors = errors(&text);
        assert_eq!(errors.len(), 1, "{text}: {errors:#?}");
        assert!(errors[0].contains(said), "{text}: {errors:#?}");
    }
}
