//! `Option`, `Result` and enums with fields in functions beside kernels, in methods, in modules, in text, and on the host. What bodies mean is held
//! against rustc in `meaning/variants.rs`; here values are computed by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

#[vyre::data]
#[derive(PartialEq, Debug)]
pub(crate) enum Shape {
    Sphere { r: f32 },
    Box([f32; 3]),
    Tagged(u32, bool),
    Empty,
}

#[vyre::function]
impl Shape {
    fn volume(&self) -> f32 {
        match self {
            Shape::Sphere { r } => 4.0 * *r * *r * *r,
            Shape::Box(s) => s[0] * s[1] * s[2],
            Shape::Tagged(n, true) => *n as f32,
            Shape::Tagged(..) => -1.0,
            Shape::Empty => 0.0,
        }
    }

    fn unit() -> Shape {
        Shape::Sphere { r: 1.0 }
    }

    fn scale(&mut self, by: f32) {
        match self {
            Shape::Sphere { r } => *r *= by,
            Shape::Box(s) => s[0] *= by,
            Shape::Tagged(n, _) => *n += 1,
            Shape::Empty => {}
        }
    }

    fn radius(&self) -> Option<f32> {
        if let Shape::Sphere { r } = self { Some(*r) } else { None }
    }

    fn grown(self, by: f32) -> Result<Shape, u32> {
        match self {
            Shape::Sphere { r } => Ok(Shape::Sphere { r: r + by }),
            Shape::Empty => Err(7),
            other => Ok(other),
        }
    }
}

#[vyre::function]
fn shape(kind: u32, size: f32) -> Shape {
    match kind {
        0 => Shape::Sphere { r: size },
        1 => Shape::Box([size, size + 1.0, size + 2.0]),
        2 => Shape::Tagged(size as u32, size > 2.0),
        _ => Shape::Empty,
    }
}

#[vyre::function]
fn find(keys: &[u32], key: u32) -> Option<usize> {
    for i in 0..keys.len() {
        if keys[i] == key {
            return Some(i);
        }
    }
    None
}

#[vyre::function]
fn add(a: Option<i32>, b: Result<u32, (i32, bool)>) -> Result<(i32, u32), i32> {
    match (a, b) {
        (Some(a), Ok(b)) => Ok((a, b)),
        (Some(a), Err((e, true))) => Err(a + e),
        (_, Err((e, _))) => Err(e),
        (None, Ok(_)) => Err(0),
    }
}

#[vyre::function]
fn check(a: u32) -> Result<(), u32> {
    if a > 3 {
        return Err(a);
    }
    Ok(())
}

#[vyre::kernel(workgroup_size = 4)]
fn all(keys: &[u32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i >= out.len() {
        return;
    }
    let mut s: Shape = shape(i, i as f32 + 1.0);
    s.scale(2.0);
    let mut v = s.volume();
    if let Some(at) = find(keys, i) {
        v += at as f32 * 0.25;
    }
    if let Some(r) = s.radius() {
        v += r * 1000.0;
    }
    match s.grown(1.0) {
        Ok(s) => v += s.volume() * 10.0,
        Err(e) => v += e as f32 * 100.0,
    }
    if let Err(e) = add(Some(2), if i % 2 == 0 { Ok(i) } else { Err((5, i > 2)) })
        && check(i).is_ok()
    {
        v += e as f32 * 10000.0;
    }
    out[i] = v;
}

#[test]
fn functions_and_methods_take_and_give_variants() {
    // 0: a sphere of radius 2: 32, at key 2: 0.5, 2000, a sphere of radius 3: 1080.
    // 1: [4, 3, 4]: 48, of no key, the same ten times, and 5 as an error.
    // 2: Tagged(4, true): 4, at key 1: 0.25, the same ten times.
    // 3: nothing: at key 0: 0, 700 as an error, and 2 + 5.
    let expected = [32.0 + 0.5 + 2000.0 + 1080.0, 48.0 + 480.0 + 50000.0, 4.0 + 0.25 + 40.0, 700.0 + 70000.0];
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = [0f32; 4];
        all(&[3u32, 2, 0], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[test]
fn functions_keep_their_signatures_on_the_host() {
    assert_eq!(find(&[9, 4, 5], 5), Some(2));
    assert_eq!(find(&[9, 4, 5], 6), None);
    assert_eq!(shape(1, 2.0), Shape::Box([2.0, 3.0, 4.0]));
    assert_eq!(shape(2, 3.0), Shape::Tagged(3, true));
    assert_eq!(shape(9, 3.0), Shape::Empty);
    assert_eq!(shape(9, 3.0).grown(1.0), Err(7));
    assert_eq!(Shape::unit().grown(1.0), Ok(Shape::Sphere { r: 2.0 }));
    assert_eq!(add(Some(-2), Ok(7)), Ok((-2, 7)));
    assert_eq!(add(Some(-2), Err((1, true))), Err(-1));
    assert_eq!(add(None, Err((1, true))), Err(1));
    assert_eq!((check(3), check(4)), (Ok(()), Err(4)));
}

#[allow(unreachable_pub, reason = "a module as any other")]
#[vyre::module]
mod machine {
    use vyre::prelude::*;

    #[derive(PartialEq)]
    enum State {
        Idle,
        Run { left: u32, speed: u32 },
        Done(u32),
    }

    struct Seen {
        last: Option<u32>,
        count: u32,
    }

    impl State {
        fn step(self) -> State {
            match self {
                State::Idle => State::Run { left: 10, speed: 1 },
                State::Run { left: 0, speed } => State::Done(speed),
                State::Run { left, speed } => {
                    State::Run { left: left.saturating_sub(speed), speed: speed + 1 }
                }
                done => done,
            }
        }

        fn finished(&self) -> Option<u32> {
            if let State::Done(v) = self { Some(*v) } else { None }
        }
    }

    #[kernel(workgroup_size = 4)]
    pub fn run(starts: &[u32], out: &mut [u32]) {
        let i = invocation_id().x;
        if i >= out.len() {
            return;
        }
        let mut s = if starts[i] == 0 { State::Idle } else { State::Run { left: starts[i], speed: 2 } };
        let mut seen = Seen { last: None, count: 0 };
        while s.finished().is_none() {
            s = s.step();
            seen.count += 1;
            if let State::Run { left, .. } = s
                && left % 2 == 1
            {
                seen.last = Some(left);
            }
        }
        out[i] = seen.count * 10000 + s.finished().unwrap() * 100 + seen.last.unwrap_or(99);
    }
}

#[test]
fn modules_have_enums_with_fields() {
    // 0: Idle, 10, 9, 7, 4, 0, Done(5): six steps, and 7 is the last odd one. 5: 5, 3, 0, Done(4), three steps. 8: 6, 3, 0, Done(5).
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0u32; 3];
        machine::run(&[0, 5, 8], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [60507, 30403, 40503], "{device}");
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn unwraps(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let found = if a[i] > 2 { Some(a[i]) } else { None };
    out[i] = found.unwrap();
}

#[vyre::kernel(workgroup_size = 1)]
fn panics(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = match a[i] {
        0 => panic!("a zero"),
        n if n > 100 => unreachable!(),
        n => n + 1,
    };
}

#[test]
fn a_missing_value_is_an_assertion() {
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = [0u32; 2];
        unwraps(&[3u32, 4], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [3, 4]);
        let error = unwraps(&[3u32, 1], &mut out).dispatch(&device).unwrap_err();
        let vyre::Error::Assertion { message, .. } = error else { panic!("{error}") };
        assert_eq!(message, "called `Option::unwrap()` on a `None` value");
        let mut out = [0u32; 2];
        panics(&[3u32, 4], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [4, 5]);
        let error = panics(&[3u32, 0], &mut out).dispatch(&device).unwrap_err();
        let vyre::Error::Assertion { message, .. } = error else { panic!("{error}") };
        assert_eq!(message, "a zero");
    }
}

/// The errors of a text, each without its place.
fn errors(body: &str) -> Vec<String> {
    let text = format!("#[vyre::kernel] fn k(a: &[u32], out: &mut [u32]) {{ {body} }}");
    let error = vyre::Module::compile(&text).unwrap_err().to_string();
    error.lines().filter_map(|line| line.strip_prefix("error: ")).map(str::to_string).collect()
}

#[test]
fn what_is_wrong_is_said_once() {
    for (body, said) in [
        ("let x = None; out[0] = x.is_some() as u32;", "nothing settles the type of this `None`"),
        ("let x: Option<u32> = Some(1.0); out[0] = 1;", "expected `Option<u32>`, got `Option<float>`"),
        ("if let Some(x) = a[0] { out[0] = x; }", "this pattern does not fit a value of type `u32`"),
        ("out[0] = match Some(a[0]) { Some(x) => x };", "this `match` does not cover `None`"),
        (
            "match Some(Some(a[0])) { Some(None) | None => {}, Some(Some(0)) => {} }",
            "this `match` does not cover `Some(Some(1))`",
        ),
        ("let Some(x) = Some(a[0]) else { out[0] = 1; }; out[0] = x;", "the `else` of a `let` must not end"),
        ("out[0] = Some(a[0])?;", "a kernel gives nothing that `?` could return"),
        (
            "out[0] = Some(a[0]).unwrap_or_els(|| 1);",
            "kernels have no method `unwrap_or_els` on `Option`. Fix: write `unwrap_or_else`",
        ),
        ("out[0] = Some(a[0], 1).unwrap();", "`Some` takes 1 argument, got 2"),
        ("let x = Some(a[0]); x.take(); out[0] = 1;", "`x` is assigned to, but it is not `mut`"),
        (
            "out[0] = Some(a[0]).map(|x, y| x).unwrap_or(0);",
            "this closure has 2 parameters, and is called with 1 argument",
        ),
    ] {
        let errors = errors(body);
        assert_eq!(errors.len(), 1, "{body}: {errors:#?}");
        assert!(errors[0].contains(said), "{body}: {errors:#?}");
    }
}
