//! Modules inside a text, and what `use` brings.

use vyre::prelude::*;
use vyre::{Module, Value};
use vyre_tests::devices;

#[test]
fn names_are_those_of_their_modules() {
    let text = "
        use helpers::deep::{self, mix as blend};
        use vyre::ops::math::gcd;
        const STEP: u32 = 100;
        fn mix(x: u32) -> u32 { x + STEP }
        mod helpers {
            use super::STEP as OUTER;
            pub const STEP: u32 = 10;
            pub fn mix(x: u32) -> u32 { x + STEP + OUTER * 10 }
            pub mod deep {
                const STEP: u32 = 1;
                pub struct Pair { pub a: u32, pub b: u32 }
                impl Pair { pub fn sum(&self) -> u32 { self.a + self.b + STEP } }
                pub fn mix(x: u32) -> u32 { x + STEP + super::mix(0) + crate::mix(0) }
                #[kernel] fn inner(out: &mut [u32]) { out[0] = self::mix(5); }
            }
        }
        mod all { pub use super::helpers::*; pub fn step() -> u32 { STEP } }
        #[kernel] fn outer(out: &mut [u32]) {
            use_all(out);
            out[6] = gcd(12, 18);
            out[7] = vyre::ops::math::gcd(8, 12);
        }
        fn use_all(out: &mut [u32]) {
            out[0] = mix(1);
            out[1] = helpers::mix(1);
            out[2] = deep::mix(1);
            out[3] = blend(1);
            out[4] = all::step();
            let pair = deep::Pair { a: 3, b: 4 };
            out[5] = pair.sum();
        }
    ";
    let module = Module::compile(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let names: Vec<String> = module.kernels().map(|kernel| kernel.name().to_string()).collect();
    assert_eq!(names, ["outer", "helpers::deep::inner"]);
    // `helpers::mix(0)` is 10 + 100 * 10, and the text's own 100.
    let deep = |x: u32| x + 1 + 1010 + 100;
    for device in devices() {
        let mut out = [0u32; 8];
        let args = [Arg::write(&mut out)];
        module.kernel("outer").unwrap().launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [101, 1011, deep(1), deep(1), 10, 8, 6, 4], "{device}");
        let mut out = [0u32; 1];
        let args = [Arg::write(&mut out)];
        module
            .kernel("helpers::deep::inner")
            .unwrap()
            .launch(args)
            .workgroups([1, 1, 1])
            .dispatch(&device)
            .unwrap();
        assert_eq!(out, [deep(5)], "{device}");
    }
}

#[test]
fn names_that_are_not_there_are_errors() {
    for (text, message, place) in [
        ("use helpers::mix;", "there is no `helpers` here", "helpers"),
        ("mod a { pub fn f() -> u32 { 1 } } use a::g;", "there is no `g` in `a`", "g"),
        ("mod a { pub fn f() -> u32 { 1 } } fn h() -> u32 { a::g() }", "there is no `g` in `a`", "g"),
        ("mod a { pub fn f() -> u32 { 1 } } fn h() -> u32 { f() }", "there is no function `f` here", "f"),
        ("fn h() -> u32 { missing(1) }", "there is no function `missing` here", "missing"),
        ("fn h(x: Missing) -> u32 { 1 }", "there is no type `Missing` here", "Missing"),
        ("fn h() -> u32 { MISSING }", "there is no constant `MISSING` here", "MISSING"),
        ("fn f() -> u32 { 1 } fn f() -> u32 { 2 }", "`f` is defined twice", "f"),
        ("fn f() -> u32 { super::g() }", "there is no module around this one", "super"),
        ("#[kernel] fn k(out: &mut [u32]) {} fn f() -> u32 { k(); 1 }", "`k` is a kernel", "k"),
    ] {
        let mistakes = Module::compile(text).expect_err(text);
        let [mistake] = mistakes.list() else { panic!("{text}: {mistakes}") };
        assert!(mistake.message().contains(message), "{text}: {}", mistake.message());
        assert_eq!(&text[mistake.span()], place, "{text}");
    }
}

#[test]
fn a_constant_in_a_pattern_is_no_variable_however_it_is_spelt() {
    let text = "
        mod limits { pub const SEVEN: u32 = 7; pub enum Wall { Floor, Top } }
        use limits::SEVEN as z;
        use limits::Wall::Top as up;
        use limits::Wall;
        fn number(x: u32) -> u32 { match x { z => 1, _ => 2 } }
        fn of_pair(x: u32) -> u32 { match (x, x) { (_, z) => 1, (y, _) => y } }
        fn wall(is_top: bool) -> u32 { match if is_top { up } else { Wall::Floor } { up => 1, _ => 2 } }
        fn inner(x: u32) -> u32 { fn own(y: u32) -> u32 { let w = y; w } own(x) + z }
    ";
    let module = Module::compile(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let call = |name: &str, value: Value| module.function(name).unwrap().call(&[value]).unwrap();
    assert_eq!([6, 7].map(|x| call("number", Value::U32(x))), [2, 1].map(Value::U32));
    assert_eq!([6, 7].map(|x| call("of_pair", Value::U32(x))), [6, 1].map(Value::U32));
    assert_eq!([false, true].map(|it| call("wall", Value::Bool(it))), [2, 1].map(Value::U32));
    assert_eq!(call("inner", Value::U32(1)), Value::U32(8));
}
