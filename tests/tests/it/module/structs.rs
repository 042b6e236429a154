//! Structs, enums and methods of a text.

use vyre::prelude::*;
use vyre::{Error, Module, Value};
use vyre_tests::devices;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Particle {
    pos: [f32; 2],
    id: u32,
}

const TEXT: &str = "
    #[data]
    #[derive(PartialEq)]
    struct Particle { pos: [f32; DIMENSIONS], id: u32 }
    const DIMENSIONS: usize = 2;

    impl Particle {
        const MASS: f32 = 0.5;
        fn new(x: f32, id: u32) -> Self { Self { pos: [x, x + Self::MASS], id } }
        fn sum(&self) -> f32 { self.pos[0] + self.pos[1] }
        fn fall(&mut self, by: f32) -> u32 { self.pos[1] -= by; self.id += 1; self.id }
        fn twice(self) -> Particle { Particle { id: self.id * 2, ..self } }
    }

    const FIRST: Particle = Particle { pos: [1.0, 2.0], id: 40 };

    #[kernel]
    fn step(particles: &mut [Particle], out: &mut [f32], by: Particle) {
        let i = invocation_id().x;
        if i < particles.len() {
            let id = particles[i].fall(by.pos[0]);
            let mut other = Particle::new(out[i], id);
            other.fall(1.0);
            out[i] = particles[i].sum() + other.sum() + FIRST.pos[1];
            particles[i] = particles[i].twice();
            particles[i].id += FIRST.id;
        }
    }
";

#[test]
fn methods_and_buffers_of_structs() {
    let module = Module::compile(TEXT).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for device in devices() {
        let mut particles = vec![Particle { pos: [1.0, 2.0], id: 7 }, Particle { pos: [8.0, 4.0], id: 1 }];
        let mut out = [10.0f32, 20.0];
        let by = Particle { pos: [0.25, 0.0], id: 0 };
        let args = [Arg::write(&mut particles), Arg::write(&mut out), Arg::value(by)];
        module.kernel("step").unwrap().launch(args).dispatch(&device).unwrap();
        // The ids are 8 and 2 after the fall, then twice that and 40 more.
        let expected = [Particle { pos: [1.0, 1.75], id: 56 }, Particle { pos: [8.0, 3.75], id: 44 }];
        assert_eq!(particles, expected, "{device}");
        // 1 + 1.75, (10, 10.5 - 1), 2; and 8 + 3.75, (20, 20.5 - 1), 2.
        assert_eq!(out, [2.75 + 19.5 + 2.0, 11.75 + 39.5 + 2.0], "{device}");
    }
}

#[test]
fn structs_of_another_size_are_refused() {
    let module = Module::compile(TEXT).unwrap();
    let (mut particles, mut out) = (vec![[0u32; 2]; 2], [0.0f32; 2]);
    let by = Particle { pos: [0.0; 2], id: 0 };
    let args = [Arg::write(&mut particles), Arg::write(&mut out), Arg::value(by)];
    let error = module.kernel("step").unwrap().launch(args).dispatch(&Device::cpu()).unwrap_err();
    assert!(matches!(&error, Error::Argument { name, .. } if name == "particles"), "{error}");
}

#[test]
fn enums_and_matches() {
    let text = "
        #[data] enum Op { Add, Sub, Mul = 7 }
        impl Op {
            const DEFAULT: Op = Op::Mul;
            fn apply(self, x: u32, y: u32) -> u32 {
                match self { Op::Add => x + y, Op::Sub => x - y, Op::Mul => x * y }
            }
        }
        fn number(i: u32) -> Op { match i { 0 => Op::Add, 1 => Op::Sub, _ => Op::DEFAULT } }
        #[kernel] fn run(out: &mut [u32]) {
            let i = invocation_id().x;
            if i < out.len() { out[i] = number(i).apply(10, 3) + (Op::Mul as u32) * 100; }
        }
    ";
    let module = Module::compile(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for device in devices() {
        let mut out = [0u32; 3];
        module.kernel("run").unwrap().launch([Arg::write(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out, [713, 707, 730], "{device}");
    }
}

#[test]
fn mistakes_in_structs_and_methods() {
    let with = |body: &str| {
        format!(
            "#[data] struct P {{ x: u32 }}
             impl P {{ fn combined(&self) -> u32 {{ self.x }} fn set(&mut self, x: u32) {{ self.x = x; }} fn new() -> P {{ P {{ x: 1 }} }} }}
             #[kernel] fn k(out: &mut [u32]) {{ {body} }}"
        )
    };
    for (body, message, place) in [
        (
            "let p = P::new(); out[0] = p.combind();",
            "`P` has no method `combind`. Fix: write `combined`.",
            "combind",
        ),
        ("let p = P::make(); out[0] = p.x;", "`P` has no function `make`", "make"),
        ("let p = P::new(); p.set(2); out[0] = p.x;", "`p` is not mutable", "p"),
        ("let p = P::new(); out[0] = p.combined(1);", "`combined` takes no arguments", "p.combined(1)"),
        ("let p = Q { x: 1 }; out[0] = p.x;", "there is no type `Q` here", "Q"),
    ] {
        let text = with(body);
        let mistakes = Module::compile(&text).expect_err(body);
        let [mistake] = mistakes.list() else { panic!("{body}: {mistakes}") };
        assert!(mistake.message().contains(message), "{body}: {}", mistake.message());
        assert_eq!(&text[mistake.span()], place, "{body}: {mistakes}");
    }
}

#[test]
fn functions_are_called_with_slices_of_anything() {
    let text = r"
        #[derive(Clone, Copy)] struct Small { a: u8, b: i8, c: u16, d: f32 }
        #[derive(Clone, Copy)] struct Wide { x: i64, y: [u32; 2] }
        #[repr(u32)] #[derive(Clone, Copy)] enum Op { Add, Sub = 9 }
        #[derive(Clone, Copy)] struct Flagged { is_set: u8, op: Op, n: i16 }
        fn small(s: &[Small], at: u32) -> (u32, i32, u32, f32) { let s = s[at]; (s.a as u32, s.b as i32, s.c as u32, s.d) }
        fn wide(w: &mut [Wide]) -> i64 { w[0].x += 1; w.iter().map(|w| w.x * w.y[1] as i64).sum() }
        fn ops(ops: &[Op]) -> u32 { ops.iter().map(|op| match op { Op::Add => 1, Op::Sub => 10 }).sum() }
        fn flagged(f: &[Flagged], at: u32) -> (u8, Op, i16) { (f[at].is_set, f[at].op, f[at].n) }
        fn pairs(p: &[(u8, f64)]) -> (u32, f64) { p.iter().fold((0, 0.0), |(n, x), p| (n + p.0 as u32, x + p.1)) }
        fn rows(r: &[[i16; 3]]) -> i32 { r.iter().map(|r| r[0] as i32 - r[2] as i32).sum() }
        fn truths(t: &[[bool; 2]]) -> u32 { t.iter().filter(|t| t[0] && !t[1]).count() as u32 }
        fn halves(h: &[f16]) -> f32 { h.iter().map(|h| h.to_f32()).sum() }
        fn none(s: &[Small]) -> u32 { s.len() }
    ";
    let module = Module::compile(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let call = |name: &str, args: &[Value]| module.function(name).unwrap().call(args);
    let record = |fields: &[(&str, Value)]| {
        Value::Struct(fields.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect())
    };
    let small = |a: u8, b: i8, c: u16, d: f32| {
        record(&[("d", d.into()), ("a", a.into()), ("b", b.into()), ("c", c.into())])
    };
    let smalls = Value::Array(vec![small(1, -2, 60_000, 0.5), small(255, -128, 3, -1.5)]);
    let expected = [(1u32, -2i32, 60_000u32, 0.5f32), (255, -128, 3, -1.5)];
    for (at, (a, b, c, d)) in (0u32..).zip(expected) {
        let parts = Value::Tuple(vec![a.into(), b.into(), c.into(), d.into()]);
        assert_eq!(call("small", &[smalls.clone(), at.into()]).unwrap(), parts);
    }
    let wide = |x: i64, y: [u32; 2]| record(&[("x", x.into()), ("y", y.into())]);
    let wides = Value::Array(vec![wide(-5_000_000_000, [0, 3]), wide(7, [9, 2])]);
    assert_eq!(call("wide", &[wides]).unwrap(), Value::I64(-14_999_999_997 + 14));
    let op = |name: &str| Value::Enum(name.to_string());
    assert_eq!(call("ops", &[Value::Array(vec![op("Sub"), op("Add"), op("Sub")])]).unwrap(), Value::U32(21));
    let flagged = |is_set: u8, name: &str, n: i16| {
        record(&[("is_set", is_set.into()), ("op", op(name)), ("n", n.into())])
    };
    let all = Value::Array(vec![flagged(1, "Sub", -7), flagged(255, "Add", 300)]);
    for (at, is_set, name, n) in [(0u32, 1u8, "Sub", -7i16), (1, 255, "Add", 300)] {
        let parts = Value::Tuple(vec![is_set.into(), op(name), n.into()]);
        assert_eq!(call("flagged", &[all.clone(), at.into()]).unwrap(), parts);
    }
    let pair = |a: u8, b: f64| Value::Tuple(vec![a.into(), b.into()]);
    let sums = Value::Tuple(vec![300u32.into(), 0.75f64.into()]);
    assert_eq!(call("pairs", &[Value::Array(vec![pair(200, 0.5), pair(100, 0.25)])]).unwrap(), sums);
    assert_eq!(
        call("rows", &[vec![[1i16, 2, -3], [-30_000, 0, 30_000]].into()]).unwrap(),
        Value::I32(-59_996)
    );
    let truths = vec![[true, false], [true, true], [false, false], [true, false]];
    assert_eq!(call("truths", &[truths.into()]).unwrap(), Value::U32(2));
    let halves: Vec<half::f16> = [1.5f32, 2.25].map(half::f16::from_f32).to_vec();
    assert_eq!(call("halves", &[halves.into()]).unwrap(), Value::F32(3.75));
    assert_eq!(call("none", &[Value::Array(vec![])]).unwrap(), Value::U32(0));

    let wrong = Value::Array(vec![record(&[("a", 1u8.into()), ("b", 1i8.into()), ("c", 1u16.into())])]);
    let refused = call("small", &[wrong, 0u32.into()]).unwrap_err();
    assert!(
        matches!(&refused, Error::Argument { name, expected, .. } if name == "s" && expected == "&[Small]"),
        "{refused}"
    );
    let other = call("ops", &[Value::Array(vec![op("Mul")])]).unwrap_err();
    assert!(matches!(&other, Error::Argument { expected, .. } if expected == "&[Op]"), "{other}");
}
