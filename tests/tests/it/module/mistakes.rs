//! Mistakes in a text: where they stand, and what is said of them.

use vyre::Module;

#[test]
fn a_mistake_has_its_place() {
    let text = "fn f(x: u32) -> u32 { x }\n#[kernel]\nfn k(out: &mut [u32]) {\n    out[0] = f(1.5);\n    let ä = 1; out[1] = 2.5;\n}\n";
    let mistakes = Module::compile_named("kernels.rs", text).unwrap_err();
    let [first, second] = mistakes.list() else { panic!("{mistakes}") };
    assert_eq!((first.line(), first.column(), &text[first.span()]), (4, 16, "1.5"));
    assert_eq!(first.code(), None);
    assert_eq!((second.line(), second.column(), &text[second.span()]), (5, 25, "2.5"));
    let drawn = mistakes.to_string();
    assert!(drawn.contains("--> kernels.rs:4:16"), "{drawn}");
    assert!(drawn.contains("4 |     out[0] = f(1.5);"), "{drawn}");
    assert!(drawn.starts_with("error: "), "{drawn}");
}

#[test]
fn a_broken_rule_has_its_code() {
    let text = "#[kernel] fn k(out: &mut [u32]) { if invocation_id().x > 1 { barrier(); } }";
    let mistakes = Module::compile(text).unwrap_err();
    let [mistake] = mistakes.list() else { panic!("{mistakes}") };
    assert_eq!(mistake.code().map(|code| code.name()), Some("V010"));
    assert_eq!(&text[mistake.span()], "barrier()");
    assert!(!mistake.notes().is_empty(), "{mistakes}");
}

#[test]
fn a_barrier_in_a_function_is_a_mistake_of_the_call_that_not_all_reach() {
    let text = "
        fn wait(a: &mut [u32]) { barrier(); a[0] += 1; }
        fn outer(a: &mut [u32]) { wait(a); }
        fn some(i: u32) -> bool { workgroup_any(i > 3) }
        fn own(i: u32) { if i > 3 { barrier(); } }
        #[kernel] fn k(out: &mut [u32]) {
            let i = local_id().x;
            let mut w = workgroup_array::<u32, 1>();
            if i < 5 { outer(&mut w); }
            if i < 6 && some(i) { out[0] = w[0]; }
            own(i);
        }
    ";
    let mistakes = Module::compile(text).unwrap_err();
    let list = mistakes.list();
    assert!(list.iter().all(|it| it.code().is_some_and(|code| code.name() == "V010")), "{mistakes}");
    let places: Vec<&str> = list.iter().map(|it| &text[it.span()]).collect();
    assert_eq!(places, ["barrier()", "outer(&mut w)", "some(i)"], "{mistakes}");
}

#[test]
fn what_no_kernel_reaches_is_checked_once() {
    let text = "
        fn unused(x: u32) -> u32 { x + 1.0 }
        fn shared(x: u32) -> u32 { x + 2.0 }
        #[kernel] fn a(out: &mut [u32]) { out[0] = shared(1); }
        #[kernel] fn b(out: &mut [u32]) { out[0] = shared(2); }
    ";
    let mistakes = Module::compile(text).unwrap_err();
    let places: Vec<&str> = mistakes.list().iter().map(|it| &text[it.span()]).collect();
    assert_eq!(places.len(), 2, "{mistakes}");
}

#[test]
fn a_certain_race_is_a_warning() {
    let text = "#[kernel] fn k(out: &mut [u32]) { out[0] = invocation_id().x; }";
    let module = Module::compile(text).unwrap();
    let [warning] = module.warnings().list() else { panic!("{}", module.warnings()) };
    assert!(text[warning.span()].starts_with("out[0]"), "{}", module.warnings());
}

#[test]
fn no_text_is_too_much() {
    let long = " ".repeat((1 << 20) + 1);
    let deep = "(".repeat(100_000);
    let nested = format!("const A: u32 = {}1{};", "(".repeat(250), ")".repeat(250));
    let modules = format!("{}{}", "mod m { ".repeat(300), "} ".repeat(300));
    let many = "fn f() -> u32 { 1 } ".repeat(3000);
    for text in [&long[..], &deep, &modules, &many, "fn", "}", "\"", "#[kernel]", "\0", "#![feature(x)]", "'"]
    {
        assert!(Module::compile(text).is_err());
    }
    Module::compile(&nested).unwrap();
    Module::compile("").unwrap();
}

#[test]
fn damaged_texts_neither_panic_nor_hang() {
    let text = super::HASH;
    for at in 0..text.len() {
        if text.is_char_boundary(at) {
            let _ = Module::compile(&text[..at]);
        }
    }
    let words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for at in 0..words.len() {
        let without: String =
            words.iter().enumerate().filter(|(it, _)| *it != at).map(|(_, word)| *word).collect();
        let _ = Module::compile(&without);
        let mut twice = words.clone();
        twice.insert(at, words[(at * 7 + 3) % words.len()]);
        let _ = Module::compile(&twice.concat());
    }
}

#[test]
fn a_match_covers_every_value() {
    let with = |ty: &str, arms: &str| {
        format!("#[data] enum Op {{ Add, Sub, Mul = 7 }} fn f(x: {ty}) -> u32 {{ match x {{ {arms} }} }}")
    };
    for (ty, arms, missing) in [
        ("u8", "0..=100 => 1, 102..=255 => 2", "101"),
        ("u32", "0 => 1, 1 => 2", "2"),
        ("i32", "i32::MIN..=-1 => 1, 1.. => 2", "0"),
        ("bool", "true => 1", "false"),
        ("Op", "Op::Add => 1, Op::Mul => 2", "Op::Sub"),
        ("(bool, Op)", "(true, _) => 1, (false, Op::Add | Op::Sub) => 2", "(false, Op::Mul)"),
        ("(u8, bool)", "(0..=9, _) => 1, (_, true) => 2", "(10, false)"),
        ("u8", "x if x < 10 => 1, 10.. => 2", "0"),
    ] {
        let text = with(ty, arms);
        let mistakes = Module::compile(&text).expect_err(arms);
        let [mistake] = mistakes.list() else { panic!("{arms}: {mistakes}") };
        let expected = format!("this `match` does not cover `{missing}`");
        assert!(mistake.message().starts_with(&expected), "{arms}: {}", mistake.message());
        assert_eq!(&text[mistake.span()], "x", "{arms}");
    }
    for (ty, arms) in [
        ("u8", "0..=100 => 1, 101..=255 => 2"),
        ("i64", "i64::MIN..0 => 1, 0..=i64::MAX => 2"),
        ("u128", "0..=5 => 1, 6.. => 2"),
        ("(bool, bool)", "(true, true) | (false, false) => 1, (true, false) => 2, (false, true) => 3"),
        ("Op", "Op::Add => 1, other if other == Op::Sub => 2, Op::Sub | Op::Mul => 3"),
        ("(u32, bool)", "(0, true) => 1, (n, false) => n, (1.., true) => 2"),
    ] {
        let text = with(ty, arms);
        assert!(Module::compile(&text).is_ok(), "{arms}: {}", Module::compile(&text).unwrap_err());
    }
}

/// Each is one mistake, at the tokens that the macro would show.
#[test]
fn a_declared_operation_has_its_mistakes() {
    let cases = [
        (
            "#[operation(\"a.b\")] fn f(x: u32) -> u32 { x }",
            "{ x }",
            "an operation is declared without a body",
        ),
        ("#[operation] fn f(x: u32) -> u32;", "operation", "an operation is declared with its id"),
        ("#[operation(a.b)] fn f(x: u32) -> u32;", "a", "an operation is declared with its id"),
        ("#[operation(\"\")] fn f(x: u32) -> u32;", "\"\"", "an operation has an id"),
        ("#[operation(\"a.b\")] fn f(x: &[u32]) -> u32;", "&", "an operation has no slices"),
        ("#[operation(\"a.b\")] fn f(x: &u32) -> u32;", "&", "an operation has no slices and no references"),
        ("#[operation(\"a.b\")] fn f<T>(x: T) -> T;", "T", "an operation has no type parameters"),
        (
            "#[operation(\"a.b\")] fn f(g: impl Fn(u32) -> u32) -> u32;",
            "impl",
            "an operation has no functions",
        ),
        ("#[operation(\"a.b\")] fn f(x: u32);", ")", "an operation on values gives one"),
        ("#[operation(\"a.b\")] struct S { x: u32 }", "operation", "this item has no attribute `operation`"),
        (
            "#[operation(\"a.b\")] const fn f(x: u32) -> u32; const C: u32 = f(3);",
            "f",
            "there is no `const fn` `f`",
        ),
        (
            "#[kernel] fn k(out: &mut [u32]) { #[operation(\"a.b\")] fn f(x: u32) -> u32; out[0] = f(1); }",
            "operation",
            "kernels declare no operations inside",
        ),
    ];
    for (text, at, message) in cases {
        let mistakes = Module::compile(text).unwrap_err();
        let [mistake] = mistakes.list() else { panic!("{mistakes}") };
        assert_eq!(&text[mistake.span()], at, "{mistakes}");
        assert!(mistake.message().starts_with(message), "{mistakes}");
    }
}

/// The fix names the owner of a constant parameter, and rustc takes it when it is followed.
#[test]
fn a_constant_of_an_impl_is_written_behind_its_type() {
    let text = |call: &str| {
        format!(
            "struct Counts<const N: usize>([u32; N]);
            impl<const N: usize> Counts<N> {{
                fn zero() -> Self {{ Counts([0; N]) }}
                fn total(&self) -> u32 {{ self.0.iter().sum() }}
            }}
            #[kernel] fn k(out: &mut [u32]) {{ out[0] = {call}.total(); }}"
        )
    };
    let mistakes = Module::compile(&text("Counts::zero()")).unwrap_err();
    assert!(mistakes.to_string().contains("`Counts::<4>::zero(..)`"), "{mistakes}");
    Module::compile(&text("Counts::<4>::zero()")).unwrap();
}
