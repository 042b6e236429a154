//! What is printed, beside rustc's run of the same text: each case is a text of kernels, and plain Rust whose `println!` and `print!` are noted.

#![allow(
    clippy::all,
    clippy::restriction,
    clippy::pedantic,
    unused,
    unreachable_pub,
    nonstandard_style,
    reason = "the code of the cases is as people write it"
)]

use super::taking;
use std::cell::RefCell;
use vyre::{Arg, Module};

/// What the cases are called with.
const ARGUMENTS: [u32; 6] = [0, 1, 2, 5, 200, u32::MAX];

thread_local! { static WRITTEN: RefCell<String> = const { RefCell::new(String::new()) }; }

fn note(text: &str) {
    WRITTEN.with_borrow_mut(|written| written.push_str(text));
}

macro_rules! println {
    () => { crate::printing::as_rust::note("\n") };
    ($($line:tt)*) => { crate::printing::as_rust::note(&(std::format!($($line)*) + "\n")) };
}
macro_rules! print {
    ($($line:tt)*) => { crate::printing::as_rust::note(&std::format!($($line)*)) };
}

/// The kernel that calls the case.
const TAIL: &str = "
    #[kernel(workgroup_size = 16)]
    fn k(input: &[u32]) { let i = invocation_id().x as usize; if i < input.len() { p(input[i]); } }
";

fn prints_as(text: &str, plain: fn(u32)) {
    ARGUMENTS.into_iter().for_each(plain);
    let expected = WRITTEN.take();
    let module = Module::compile(&format!("{text}{TAIL}")).unwrap_or_else(|error| panic!("{error}"));
    for (device, lines) in taking() {
        let kernel = module.kernel("k").unwrap();
        kernel.launch([Arg::read(&ARGUMENTS)]).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let lines = lines.lock().unwrap();
        assert_eq!(lines.join("\n").trim_end(), expected.trim_end(), "{device}");
    }
}

macro_rules! prints {
    ($($name:ident { $($items:tt)* })*) => {$(
        mod $name {
            $($items)*
            #[test]
            fn as_in_rust() {
                super::prints_as(stringify!($($items)*), p);
            }
        }
    )*};
}

prints! {
    f64_plain {
        fn p(x: u32) { let y = x as f64 / 3.0 - 1.0; println!("{y} {y:.3} {y:e} {y:?} {:+09.2} {:>12} {:<8.1}|", y, y, -y); }
    }
    f64_special {
        fn p(x: u32) { let z = (x % 2) as f64; let n = z / 0.0 * 0.0; println!("{} {:?} {} {:e} {:?} {:?}", n, -0.0f64 * z, 1.0f64 / z, z * 1e300, z * 1e16, z * 1e-7); }
    }
    f64_open {
        fn p(x: u32) { println!("{} {:?} {}", 0.1 + 0.2, 1.0, 1e21 * x as f64); }
    }
    f32_kinds {
        fn p(x: u32) { let y = x as f32 * 0.1; println!("{y:E} {y:x?} {y:#?} {y:012.3e} {:?}", [y, -y]); }
    }
    opt {
        fn p(x: u32) { let o = if x > 2 { Some(x) } else { None }; println!("{o:?} {o:#?} {:5?} {:02x?}", o, o); }
    }
    res {
        fn p(x: u32) { let r: Result<f64, i8> = if x > 2 { Ok(x as f64) } else { Err(-(x as i8)) }; println!("{r:?} {:?}", r.ok()); let q: Result<(), bool> = if x == 0 { Ok(()) } else { Err(true) }; println!("{q:?}"); }
    }
    enum_fields {
        #[derive(Debug, Clone, Copy)] enum S { Dot, Ball { r: f32, at: [i32; 2] }, Line(u8, Option<i64>) }
        fn p(x: u32) { let s = match x % 3 { 0 => S::Dot, 1 => S::Ball { r: x as f32, at: [-1, x as i32] }, _ => S::Line(7, if x > 3 { None } else { Some(-5) }) }; println!("{s:?} {s:#?} {:3?} {:#04x?}", s, s); }
    }
    enum_unit_padding {
        #[derive(Debug, Clone, Copy)] enum C { Red, Green = 7 }
        fn p(x: u32) { let c = if x > 3 { C::Red } else { C::Green }; println!("[{c:?}] [{c:8?}] [{c:>8?}] {:?} {:.1?}", (c, C::Red), c); }
    }
    struct_all {
        #[derive(Debug, Clone, Copy)] struct U;
        #[derive(Debug, Clone, Copy)] struct T(u32, bool);
        #[derive(Debug, Clone, Copy)] struct N { a: T, b: Option<T>, u: U }
        #[derive(Debug)] struct E {}
        fn p(x: u32) { let n = N { a: T(x, x > 3), b: None, u: U }; println!("{n:?} {n:#?} {:?} {:?} {:#?}", E {}, U, E {}); println!("{:?}", N { b: Some(T(1, false)), ..n }); }
    }
    hex_debug {
        fn p(x: u32) { println!("{:02x?} {:X?} {:#x?} {:#06X?}", [x as u8, 10, 255], (x, 255u8), x as i16, -1i8); }
    }
    width_args {
        fn p(x: u32) { let w = (x % 12) as usize; let q = (x % 4) as usize; let v = x as f64 / 7.0; println!("[{v:w$.q$}] [{:1$}] [{:.*}] [{:>1$.2$}] [{v:<w$}] [{v:+0w$.1}]", x, w, q, v); }
    }
    width_named {
        fn p(x: u32) { println!("[{:width$}] [{:.prec$}] [{:^width$.prec$}] [{0:width$?}]", x, 1.5, x as f32, width = (x % 9) as usize, prec = 2); }
    }
    width_debug {
        fn p(x: u32) { let w = 4; println!("{:w$?} {:>w$.1?} {:0w$?}", Some(x as i8), [1.25f32, x as f32], (x as u8, 'c')); }
    }
    star {
        fn p(x: u32) { println!("[{:.*}] [{:8.*}] [{:.*e}]", 2, x as f64, 1, 0.25, 3, x as f32); }
    }
    chars {
        fn p(x: u32) { let c = (b'a' + (x % 26) as u8) as char; println!("{c} {c:?} [{c:5}] [{c:>5}] [{c:*^5}] {:?} {:?} {:?} {}", '\'', '\n', Some(c), c as u32); }
    }
    char_escapes {
        fn p(x: u32) { for c in ['"', '\\', '\u{301}', '\0', 'ß', '\u{10ffff}', '\t'] { print!("{c:?} "); } println!("{}", char::from_u32(x).is_some()); println!("{:?}", char::from_u32(x)); }
    }
    bools {
        fn p(x: u32) { let b = x > 2; println!("{b} {b:?} [{b:6}] [{b:>7}] [{b:.2}] [{b:06}] {:?} {}", [b, !b], x == 5); }
    }
    ints_exp {
        fn p(x: u32) { println!("{x:e} {x:E} {:.2e} {:12.1e} {:e} {:e}", x, x, -(x as i64), u64::MAX); }
    }
    ints_all {
        fn p(x: u32) { println!("{:+} {:#b} {:#o} {:08.3} {:^+9} {:#010x} {}", x as i32, x as u8, x as i8, x, x as i16, x as i64, i128::MIN + x as i128); }
    }
    wrapping {
        use std::num::Wrapping;
        fn p(x: u32) { let w = Wrapping(x) + Wrapping(1); println!("{w:?} {w} {:?} {:x} {w:05}", (w, Wrapping(3u8)), w); }
    }
    non_zero {
        use std::num::{NonZeroI32, NonZeroU8, NonZeroU32};
        fn p(x: u32) { println!("{:?} {:?}", NonZeroU32::new(x), NonZeroI32::new(x as i32)); if let Some(n) = NonZeroU8::new(x as u8) { println!("{n} {n:?} [{n:>5}] {n:x} {:?}", (n, n)); } }
    }
    modules {
        mod a { #[derive(Debug, Clone, Copy)] pub struct P { pub x: u32 } #[derive(Debug)] pub struct U; }
        mod b { #[derive(Debug, Clone, Copy)] pub struct P(pub u32); #[derive(Debug)] pub struct G<T> { pub t: T } pub mod c { #[derive(Debug)] pub enum E { P, Q(super::P) } } }
        #[derive(Debug)] struct U;
        #[derive(Debug)] struct G<T>(T);
        #[derive(Debug)] enum E { P }
        fn p(x: u32) { println!("{:?} {:?} {:#?} {:?}", a::P { x }, b::P(x), b::G { t: a::U }, G(U)); println!("{:?} {:?} {:?}", E::P, b::c::E::P, b::c::E::Q(b::P(x))); { #[derive(Debug)] struct P(bool); println!("{:?}", P(x > 1)); } }
    }
    reverse {
        use std::cmp::Reverse;
        fn p(x: u32) { println!("{:?}", Reverse(x)); }
    }
    range {
        fn p(x: u32) { let r = 1..x; println!("{r:?} {:?} {:03?}", 0..=x, r); }
    }
    ordering {
        fn p(x: u32) { println!("{:?} {:?}", x.cmp(&3), (x as f32).partial_cmp(&f32::NAN)); }
    }
    unit {
        fn p(x: u32) { println!("{:?}", ()); }
    }
    tuple1 {
        fn p(x: u32) { println!("{:?} {:#?} {:?}", (x,), (x, (x as u8,)), ((), x)); }
    }
    refs {
        fn p(x: u32) { let a = [x, 2]; let r = &x; let o = Some(&x); println!("{} {:?} {:?} {:?}", r, &a, &&x, o); }
    }
    unicode_fill {
        fn p(x: u32) { println!("{:é>8} {:→<4} {:}>5} {{{:^3}}}", x, x as u8, 1, 'é'); }
    }
    dbg_val {
        fn p(x: u32) { let y = x.wrapping_mul(3); println!("{y:?}{}", y % 2 == 0); print!("a\nb{}\n\n", 3); println!(); println!("end"); }
    }
    eval_order {
        fn p(x: u32) { let mut n = 0u32; let mut g = |k: u32| { n = n * 10 + k; n }; println!("{0} {1} {0} {b}", g(1), g(2), b = g(3)); }
    }
    shadow {
        fn p(x: u32) { let x = x as f64; let x = Some(x); println!("{x:?}"); { let x = 'q'; println!("{x}"); } }
    }
    generic {
        fn show<T: std::fmt::Debug + Copy>(t: T) { println!("<{t:?}>"); }
        fn p(x: u32) { show(x); show(1.5); show((x, 'a')); show(Some(false)); }
    }
    method {
        #[derive(Debug, Clone, Copy)] struct V { x: f64 }
        impl V { fn show(&self) { println!("{:?} {:.1?} {}", self, self, self.x); } }
        fn p(x: u32) { V { x: x as f64 }.show(); }
    }
    const_args {
        const K: f64 = 0.1;
        const W: usize = 7;
        fn p(x: u32) { println!("[{K:W$}] {:?}", K * x as f64); }
    }
    usize_isize {
        fn p(x: u32) { let i = x as usize % 7; let j = i as isize - 3; println!("{i} {j} {:?}", [j]); }
    }
    half_nested {
        fn p(x: u32) { let t = (Some((1u8, Err::<u32, f64>(x as f64))), [None, Some([true, false])]); println!("{t:?}"); println!("{t:#?}"); }
    }
    if_let_print {
        fn p(x: u32) { if let Some(v) = x.checked_sub(2) { println!("{v}"); } else { println!("none"); } match x { 0 => println!("zero"), n if n > 3 => println!("big {n:>12}"), n => println!("{n}") } }
    }
    i128 {
        fn p(x: u32) { let n = -(x as i128) << 64; println!("{n} {n:x} {n:e} {:?} {:#?}", n as u128, Some(n)); }
    }
    fn_result {
        fn f(x: u32) -> Option<f64> { (x > 1).then(|| (x as f64).sqrt()) }
        fn p(x: u32) { println!("{:?} {:.2?}", f(x), f(x)); }
    }
    in_a_loop {
        fn p(x: u32) { for (i, v) in [1.5, 2.5f64].iter().enumerate() { println!("{i}: {v} {:?}", v * x as f64); } }
    }
    positional_after_named {
        fn p(x: u32) { println!("{1} {0} {} {}", x, 2u8); }
    }
    raw {
        fn p(x: u32) { let r#type = x; println!("{type} {}", r#type); }
    }
    unit2 {
        fn p(x: u32) { let u = (); println!("{u:?} [{:5?}] {:?} {:?} [{:4?}]", u, (u, x), Some(()), Some(u)); let r: Result<(), u8> = if x > 1 { Err(3) } else { Ok(()) }; println!("{r:#?}"); }
    }
    texts {
        fn p(x: u32) { println!("{:>8}|{x}|{:<5}|{:?}|{:.2}|{}", "ab", "c", "d\n", "xyz", x as f64); println!("{1:>2$} {0}", "no", x as u8, 7); }
    }
    slice_match {
        fn p(x: u32) { println!("{:?}", [x, 2].len()); println!("{:?}", (x..5).sum::<u32>()); }
    }
}
