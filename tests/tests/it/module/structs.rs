//! Structs, enums and methods of a text.

use vyre::prelude::*;
use vyre::{Error, Module};
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
