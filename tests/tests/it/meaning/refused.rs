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
    assert!(all.len() > 298, "{} programs", all.len());
    let taken: Vec<&str> =
        all.iter().filter(|(_, text)| Module::compile(text).is_ok()).map(|(name, _)| *name).collect();
    assert_eq!(taken, [""; 0]);
}

#[test]
fn what_is_close_to_it_and_valid_is_not_refused_for_it() {
    // Not all of it is in the language; what is not has another message than these.
    let of_rustc =
        ["moved", "borrow", "private", "trait", "mutable", "lifetime", "live", "no method", "no field"];
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
