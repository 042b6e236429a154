//! Programs that rustc refuses, by its codes, and that a text must refuse, too; and programs close to these that are valid.
//!
//! `VYRE_ASK_RUSTC=1` has rustc judge each of them, which takes half a minute: it must give the code that stands beside the name.

use std::process::Command;
use vyre::Module;

const REFUSED: [&str; 3] = [
    include_str!("refused/items.txt"),
    include_str!("refused/moves.txt"),
    include_str!("refused/borrows.txt"),
];
const VALID: &str = include_str!("refused/valid.txt");

/// The programs of a file: what stands beside `//#`, and the text.
fn programs(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.split("//# ").skip(1).filter_map(|program| program.split_once('\n'))
}

#[test]
fn what_rustc_refuses_is_refused() {
    let all: Vec<(&str, &str)> = REFUSED.into_iter().flat_map(programs).collect();
    assert!(all.len() > 302, "{} programs", all.len());
    let taken: Vec<&str> =
        all.iter().filter(|(_, text)| Module::compile(text).is_ok()).map(|(name, _)| *name).collect();
    assert_eq!(taken, [""; 0]);
}

#[test]
fn what_is_close_to_it_and_valid_is_not_refused_for_it() {
    // Not all of it is in the language; what is not has another message than these.
    let of_rustc = [
        "moved",
        "borrow",
        "private",
        "trait",
        "mutable",
        "lifetime",
        "live",
        "no method",
        "no field",
        "annotations",
    ];
    let mut count = 0;
    for (name, text) in programs(VALID) {
        let Err(diagnostics) = Module::compile(text) else {
            count += 1;
            continue;
        };
        let text = diagnostics.to_string();
        let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("error")).collect();
        assert!(
            !heads.iter().any(|head| of_rustc.iter().any(|word| head.contains(word))),
            "{name}: {heads:?}"
        );
    }
    assert!(count >= 60, "{count} are taken");
}

fn ask_rustc(text: &str) -> String {
    let folder = std::env::temp_dir().join(format!("vyre-refused-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("one.rs");
    std::fs::write(&file, format!("#![allow(warnings)]\n{text}\nfn main() {{ case(1, 2); }}")).unwrap();
    let out = Command::new("rustc")
        .args(["--edition=2024", "--emit=metadata", "--error-format=short", "-o"])
        .args([folder.join("one.rmeta"), file])
        .output()
        .unwrap();
    if out.status.success() { String::new() } else { String::from_utf8_lossy(&out.stderr).into_owned() }
}

#[test]
fn rustc_judges_them_so() {
    if std::env::var_os("VYRE_ASK_RUSTC").is_none() {
        return;
    }
    for (name, text) in REFUSED.into_iter().flat_map(programs) {
        let code = name.split(' ').next().unwrap();
        let said = ask_rustc(text);
        assert!(said.contains(&format!("error[{code}]")), "{name}: {said}");
    }
    for (name, text) in programs(VALID) {
        assert_eq!(ask_rustc(text), "", "{name}");
    }
}

#[test]
fn types_that_only_the_running_program_knows_are_named() {
    let text = "trait T { fn f(&self) -> i64; } impl T for i32 { fn f(&self) -> i64 { *self as i64 } } fn g(t: &dyn T) -> i64 { t.f() }";
    let said = Module::compile(text).err().unwrap().to_string();
    assert!(said.contains("kernels have no `dyn T`: each call knows which type it gives"), "{said}");
}

#[test]
fn a_trait_has_one_meaning_for_types_that_are_one_in_kernels() {
    let text = |other: &str| {
        format!(
            "trait T {{ fn k(self) -> i32; }} impl T for u32 {{ fn k(self) -> i32 {{ 1 }} }} impl T for usize {{ fn k(self) -> i32 {{ {other} }} }} fn f(b: u32) -> i32 {{ b.k() }}"
        )
    };
    let said = Module::compile(&text("2")).err().unwrap().to_string();
    assert!(said.contains("`usize` and `u32` are one type in kernels"), "{said}");
    assert!(Module::compile(&text("1")).is_ok());
}

#[test]
fn a_wrong_number_of_a_variant_is_one_mistake() {
    for number in ["N", "340282366920938463463374607431768211456", "4294967296"] {
        let text = format!(
            "enum E {{ A = {number}, B = 5 }} fn f(a: i32) -> i64 {{ let e = if a > 0 {{ E::A }} else {{ E::B }}; e as i64 }}"
        );
        let said = Module::compile(&text).err().unwrap().to_string();
        assert_eq!(said.lines().filter(|line| line.starts_with("error")).count(), 1, "{said}");
    }
}

#[test]
fn constants_that_are_not_told_apart_are_named() {
    let all = [
        "mod m { pub trait T { const K: i32; } } mod n { pub trait T { const K: i32; } } impl m::T for A { const K: i32 = 1; } impl n::T for A { const K: i32 = 2; }",
        "trait T<X> { const K: i32; } impl T<u8> for A { const K: i32 = 1; } impl T<i8> for A { const K: i32 = 2; }",
        "trait T { const K: [i32; 2]; } trait U { const K: [i32; 2] = [5, 6]; } impl T for A { const K: [i32; 2] = [1, 2]; } impl U for A {}",
    ];
    for text in all {
        let said = Module::compile(&format!("struct A; {text}")).err().unwrap().to_string();
        assert!(said.contains("`A` has two constants `K` that kernels do not tell apart"), "{said}");
        assert!(said.contains("Fix: rename one of the two `K`"), "{said}");
    }
}

#[test]
fn methods_of_one_trait_that_nothing_tells_apart_are_named() {
    let text = "trait To<T> { fn to(self) -> i64; } impl To<u8> for u32 { fn to(self) -> i64 { 1 } } impl To<i8> for u32 { fn to(self) -> i64 { 2 } } fn f(b: u32) -> i64 { b.to() }";
    let said = Module::compile(text).err().unwrap().to_string();
    assert!(said.contains("`u32` has several methods `to`, of one trait with different types"), "{said}");
    assert!(said.contains("Fix: say which one is meant, as in `<u32 as To<u8>>::to(..)`"), "{said}");
}

#[test]
fn methods_of_iterators_that_nothing_calls_are_named() {
    let text = |name: &str| {
        format!(
            "struct C(u32); impl Iterator for C {{ type Item = u32; fn next(&mut self) -> Option<u32> {{ None }} fn {name} }} fn f(n: u32) -> u32 {{ C(n).sum() }}"
        )
    };
    let said = Module::compile(&text("count(self) -> usize { 7 }")).err().unwrap().to_string();
    assert!(said.contains("kernels ask iterators for `next` alone, and never call this `count`"), "{said}");
    let compiled = Module::compile(&text("size_hint(&self) -> (usize, Option<usize>) { (0, None) }"));
    assert!(compiled.is_ok(), "{:?}", compiled.err().map(|it| it.to_string()));
}

#[test]
fn what_rustcs_lints_refuse_is_refused() {
    // `deny` is what rustc has for `arithmetic_overflow` and `unconditional_panic`; each of these is refused by rustc 1.89 and later.
    let all = [
        "let t = [1, 2, 3]; t[3] as i64",
        "let t = [a, 2, 3]; let i = 3; t[i] as i64",
        "(a << 32) as i64",
        "(b >> 40) as i64",
        "(i32::MAX + 1) as i64",
        "let x = 200u8; let y = x * 2; y as i64",
        "let x: u8 = 255; if a > 0 { (x + 1) as i64 } else { 0 }",
        "(5u8 - 6) as i64",
        "(-i32::MIN) as i64",
        "let d = 0; if b == 2 { return (a / d) as i64; } 1",
        "let d = 0; let x = 10 % d; x as i64",
        "let f = || (5u8 - 6) as i64; f()",
        // Where what is made of a number says its type.
        "let x: u32; x = 1 << 40; x as i64",
        "let x = 5 - 6; let y: u32 = x; y as i64",
        "let mut t = [b as u8; 2]; t[0] = 1 << 8; t[0] as i64",
        "let s = 40; let x: u32 = 1 << s; x as i64",
        "let x: u8 = (1 << 9) + 1; x as i64",
        "if a > 1 { return 1 << 64; } 2",
        "let x = i32::MIN; (x / -1) as i64",
        "const K: u8 = 1; let x = 255u8 + K; x as i64",
        "1 << 70",
    ];
    for body in all {
        let said = Module::compile(&format!("fn case(a: i32, b: u32) -> i64 {{ {body} }}"))
            .err()
            .unwrap()
            .to_string();
        assert!(
            said.contains("this arithmetic operation will overflow")
                || said.contains("this operation will panic"),
            "{body}: {said}"
        );
    }
    // What rustc does not follow, knows never to happen, or is told to allow.
    let taken = [
        "let t = [1, 2, 3]; let mut i = 3; i -= a as usize % 2; t[i % 3] as i64",
        "let x = 255u8; let f = |y: u8| x.wrapping_add(y); (f(1) as i64) + { let x = &x; (*x + 1) as i64 }",
        "const N: usize = 2; let t = [a, 2]; if N > 3 { t[N] as i64 } else { 0 }",
        "if 1 > 2 { (200u8 + 100) as i64 } else { 5 }",
        "return a as i64; let x: u8 = 255; let y = x + 1; y as i64",
        "loop { if b > 1 { return 2; } return 3; } let x = 0u8; (x - 1) as i64",
        "let x = 0u32; let c = false && x - 1 > 3; let d = true || x - 1 > 3; c as i64 + d as i64",
        "let x = 4u32; match b { 3 if x > 5 => (x - 6) as i64, _ => 1 }",
        "let k = 3usize; let t = [1i64; 3]; (k < 3 && t[k] > 0) as i64",
        "let z = 0.0f32; (1.0 / z > 3.0) as i64",
        "let mut t = [0i64; 2]; t[0] = 1 << 40; t[0]",
        "let x = 5 - 6; let y: i64 = x; y",
        "let y: i64; y = 1 << 33; y",
        "let s = 40; let y: i64 = 1 << s; y + (1 << 62)",
        "let x = 300; let mut t = [b as u8; 2]; t[0] = x as u8; t[0] as i64",
        "if 1 > 2 { let mut t = [0u8; 2]; t[0] = 1 << 8; } 3",
        "(b << 31) as i64 + (1u64 << 63) as i64 + (-128i8) as i64 + (i32::MAX - 1) as i64",
    ];
    for body in taken {
        let compiled = Module::compile(&format!("fn case(a: i32, b: u32) -> i64 {{ {body} }}"));
        assert!(compiled.is_ok(), "{body}: {}", compiled.err().unwrap());
    }
    assert!(Module::compile("#![allow(arithmetic_overflow)] fn f() -> i64 { (2u64 - 7) as i64 }").is_ok());
}

#[test]
fn a_reference_of_another_lifetime_than_that_of_self_is_refused() {
    // rustc has no code for these: `lifetime may not live long enough`.
    for result in ["&i64", "Option<&i64>"] {
        let value = if result.starts_with('O') { "Some(o)" } else { "o" };
        let text = format!(
            "struct P {{ x: i64 }} impl P {{ fn f(&self, o: &i64) -> {result} {{ {value} }} }} fn case(a: i32) -> i64 {{ P {{ x: 1 }}.x + a as i64 }}"
        );
        let said = Module::compile(&text).err().unwrap().to_string();
        assert!(said.contains("the result has the lifetime of `&self`"), "{said}");
    }
}

#[test]
fn items_behind_the_end_that_closures_see_are_refused() {
    // From the end on std makes the items behind the end first, and `lt` one item more of the longer side: rustc's values differ from those of the loop.
    let all = [
        ("t.iter().map(|x| { n = n * 6 + x; *x }).take(2).rev().sum::<i64>()", "are made first"),
        (
            "t.iter().map(|x| { n = n * 6 + x; *x }).zip(0..2i32).rev().map(|(x, _)| x).sum::<i64>()",
            "are made first",
        ),
        (
            "t.iter().zip(u.iter().map(|x| { n = n * 6 + x; *x })).rev().map(|(x, _)| x).sum::<i64>()",
            "are made first",
        ),
        (
            "t.iter().map(|x| { n = n * 6 + x; *x }).lt(u[..b as usize % 4].iter().copied()) as i64",
            "makes one item more",
        ),
        // std asks for none of the items if all are left out, and else for no more than it needs.
        (
            "[1i64, 2, 3].into_iter().map(|x| { n = n * 6 + x; x }).skip(1).zip(u).map(|(x, y)| x * y).sum::<i64>()",
            "makes only some of the items",
        ),
        // std compares the lengths of these first, which differ, and asks for none of the items.
        (
            "t.into_iter().zip(1..=3i64).map(|(x, y)| { n = n * 3 + x; x * y }).zip(u).map(|(x, y)| x * y).take(4).eq(u) as i64",
            "have an item for each index here",
        ),
    ];
    for (chain, what) in all {
        let text = format!(
            "fn case(a: i32, b: u32) -> i64 {{ let t = [a as i64, 2, 3]; let u = [1i64, 2, 3, 4]; let mut n = 0i64; let s = {chain}; s + n + b as i64 }}"
        );
        let said = Module::compile(&text).err().unwrap().to_string();
        assert!(said.contains(what), "{chain}: {said}");
    }
}

#[test]
fn a_missing_function_is_one_mistake() {
    let kernel = "#[kernel(workgroup_size = 8)] fn run(out: &mut [i64]) { let i = invocation_id().x; if i < out.len() { out[i] = case(3); } }";
    for items in [
        "fn case(a: i32) -> i64 { nope(a) }",
        "mod m { pub fn f() -> i64 { 1 } } fn case(a: i32) -> i64 { m::g() + m::f() }",
        "fn case(a: i32) -> i64 { match (a, a as u32) { (x, 3) | (4, x) => x as i64, _ => 0 } }",
        "fn case(a: i32) -> i64 { match (a, 2) { (x, 1) | (1, y) => x as i64, _ => 0 } }",
    ] {
        let said = Module::compile(&format!("{items} {kernel}")).err().unwrap().to_string();
        let heads = said.lines().filter(|line| line.starts_with("error")).count();
        assert_eq!(heads, 1, "{items}: {said}");
    }
}

#[test]
fn what_would_be_dropped_is_refused() {
    let text = "struct S<'a> { t: &'a mut [i32] } impl<'a> Drop for S<'a> { fn drop(&mut self) { self.t[0] += 100; } } fn f(t: &mut [i32]) -> i32 { { let s = S { t }; } t[0] }";
    let said = Module::compile(text).err().unwrap().to_string();
    assert!(said.contains("kernels drop nothing"), "{said}");
    let renamed = "use std::ops::Drop as Gone; struct S(i64); impl Gone for S { fn drop(&mut self) { } } fn f() -> i64 { S(1).0 }";
    let said = Module::compile(renamed).err().unwrap().to_string();
    assert!(said.contains("kernels drop nothing"), "{said}");
}

#[test]
fn macros_out_of_sight_and_names_of_callers_are_refused() {
    // rustc: E0425, `cannot find macro`, and what it says of the rules themselves. The second one is right in Rust, where the first `x` is meant: texts cannot say that.
    let all = [
        ("macro_rules! get { () => { x } } fn case(a: i32) -> i64 { let x = a; get!() as i64 }", "names `x`"),
        // Right in Rust, where the function is meant.
        (
            "fn h(x: i64) -> i64 { x } macro_rules! get { ($x:expr) => { h($x) } } fn case(a: i32) -> i64 { let h = |x: i64| x * 2; get!(3) + h(4) }",
            "names `h`",
        ),
        (
            "fn case(a: i32) -> i64 { let x = a; macro_rules! get { () => { x } } let x = 5; get!() as i64 + x }",
            "names `x`",
        ),
        (
            "fn f() -> i64 { macro_rules! k { () => { 4 } } k!() } fn case(a: i32) -> i64 { k!() + f() }",
            "`k!`",
        ),
        ("mod m { macro_rules! k { () => { 4 } } } fn case(a: i32) -> i64 { k!() }", "`k!`"),
        ("macro_rules! k { ($x) => { } } fn case(a: i32) -> i64 { 1 }", "has no kind"),
        ("macro_rules! k { ($x:foo) => { } } fn case(a: i32) -> i64 { 1 }", "kind `foo`"),
        ("macro_rules! k { ($x:expr, $x:expr) => { } } fn case(a: i32) -> i64 { 1 }", "twice"),
        ("macro_rules! k { ($x:expr $y:expr) => { } } fn case(a: i32) -> i64 { 1 }", "may not stand there"),
    ];
    for (text, what) in all {
        let said = Module::compile(text).err().unwrap().to_string();
        assert!(said.contains(what), "{text}: {said}");
    }
    // Parameters that a macro writes itself, and fields, are no variables of the caller.
    let taken = [
        "macro_rules! f { ($n:ident) => { fn $n(x: i64) -> i64 { x + 1 } } } fn case(a: i32) -> i64 { let x = 2; f!(g); g(x) }",
        "struct P { x: i64 } macro_rules! f { ($e:expr) => { { let p = P { x: $e }; p.x } } } fn case(a: i32) -> i64 { let x = 2; f!(x) }",
        "macro_rules! f { ($t:ty; $($e:expr),+ => $b:block) => { { let t: [$t; 2] = [$($e),+]; t[0] + $b } } } fn case(a: i32) -> i64 { f!(i64; 1, 2 => { 3 }) }",
    ];
    for text in taken {
        let compiled = Module::compile(text);
        assert!(compiled.is_ok(), "{text}: {}", compiled.err().unwrap());
    }
}
