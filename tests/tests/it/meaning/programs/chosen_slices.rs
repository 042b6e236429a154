//! Slices that are chosen by a branch and assigned: what is said of the values in one branch holds in the others.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as they were first written")]

use super::check;
use vyre::Module;

texts! {
    a_choice_settles_the_types_of_its_branches {
        fn elements(b: u32) -> i64 {
            let x = [1, 2]; let y = [4u32, b];
            let s = if b > 3 { &x[..] } else { &y[..] };
            s[0].wrapping_sub(5) as i64
        }
        fn arms(b: u32) -> i64 {
            let x = [1, 2]; let y = [4u8, b as u8];
            let s = match b % 3 { 0 => &x[..], 1 => &y[..1], _ => &x[1..] };
            s[0].wrapping_sub(5).wrapping_mul(3) as i64
        }
        fn places(b: u32) -> i64 {
            let mut n = 1; let mut m = 2u32;
            let r = if b > 3 { &mut n } else { &mut m };
            *r = r.wrapping_sub(7);
            n as i64 * 3 + m as i64
        }
        fn case(a: i32, b: u32) -> i64 {
            elements(b) * 3 + arms(b) * 1000 + places(b) * 7
        }
    }
    names_of_a_branch_are_not_those_behind_the_choice {
        fn pattern(b: u32) -> i64 {
            let s = [1u8, 2]; let y = [b, 7]; let z = Some([9u32, 8, 7]);
            let t = if let Some(s) = &z { if b > 3 { &s[1..] } else { &y[..] } } else { &y[..1] };
            t[0] as i64 * 5 + s[0] as i64
        }
        fn block(a: i32, b: u32) -> i64 {
            let x = [1, 2, a]; let y = [4, 5i32]; let k = 7;
            let s = if b > 3 { let k = 1; &x[k..] } else { const N: usize = 1; &y[N..] };
            s[0] as i64 * 31 + k as i64 + s.len() as i64
        }
        fn places(a: i32, b: u32) -> i64 {
            let (mut n, mut m, at) = (a, 2i32, 40);
            let mut x = [1, 2, 3i32];
            let r = match b % 3 { 0 => &mut n, at @ 1 => &mut x[at as usize], _ => { let at = 2; &mut x[at] } };
            *r = at;
            x.iter().fold(n as i64, |t, v| t * 7 + *v as i64)
        }
        fn case(a: i32, b: u32) -> i64 {
            pattern(b) + block(a, b) * 3 + places(a, b) * 11
        }
    }
    slices_are_assigned_whatever_gives_them {
        struct Held<'a> { s: &'a [i32] }
        fn literals(a: i32, b: u32) -> i64 {
            let x = [1, 2, a];
            let mut s: &[i32] = &x;
            if b > 3 { s = &[7, 8]; }
            if b > 100 { s = &[]; }
            let mut t: &[u8] = b"abc";
            for i in 0..3u32 { if (b >> i) & 1 == 1 { t = b"defgh"; } else if a > 2 { t = &t[1..]; } }
            let u: &[i32] = if a > 3 { &x } else { &[5, 6, 7, 8] };
            let v: &[i32] = match b { 0 => &[a, 3], 1 => &[9], _ => &x[2..] };
            let held = Held { s: if b > 3 { &[1, 2, a] } else { &[5, 6, 7, 8] } };
            s.iter().chain(u).chain(v).chain(held.s).fold(t.len() as i64 + t[0] as i64, |t, c| t * 31 % 100003 + *c as i64)
        }
        fn methods(a: i32, b: u32) -> i64 {
            let x = [1, 2, a]; let y = [4, 5, 6, 7i32];
            let mut s: &[i32] = &x;
            s = y.get(b as usize..).unwrap_or(s);
            s = s.split_first().map_or(&x[..], |(_, r)| r);
            s.iter().fold(s.len() as i64, |t, c| t * 31 % 100003 + *c as i64)
        }
        fn set(s: &[i32], x: &mut [i32]) -> i64 { x[0] = 9; s[0] as i64 + x[1] as i64 }
        fn moved(a: i32, b: u32) -> i64 {
            let mut x = [1, 2, a]; let y = [4, b as i32];
            let mut s: &[i32] = &x;
            let t = s[1] as i64;
            s = &y;
            set(s, &mut x) + t + x[0] as i64
        }
        fn case(a: i32, b: u32) -> i64 {
            literals(a, b) * 5 + methods(a, b) + moved(a, b)
        }
    }
    slices_trade_places_in_a_tuple {
        struct V<'a> { s: &'a [i32], t: &'a [i32] }
        fn names(a: i32, b: u32) -> i64 {
            let x = [1, 2, a]; let y = [4, 5, 6, 7i32]; let z = [a];
            let (mut p, mut q, mut r): (&[i32], &[i32], &[i32]) = (&x, &y, &z);
            let mut n = 0;
            for _ in 0..b % 5 { (p, q, r, n) = (q, r, p, n + 1); }
            p.len() as i64 * 100 + q.len() as i64 * 10 + r.len() as i64 + p[0] as i64 + n as i64
        }
        fn parts(a: i32) -> i64 {
            let x = [1, 2, a, 9]; let y = [4, 5, 6, 7i32];
            let (mut s, mut t) = (&x[..], &y[..]);
            while s.len() > 1 { (s, t) = (&t[1..], s); }
            s.len() as i64 * 100 + t.len() as i64 * 10 + s[0] as i64 + t[0] as i64
        }
        fn fields(a: i32, b: u32) -> i64 {
            let x = [1, 2, a]; let y = [[4, 5, 6, 7i32], [a; 4]];
            let mut v = V { s: &x, t: &x[1..] };
            v.s = &y[b as usize % 2];
            (v.s, v.t) = (v.t, v.s);
            v.s.iter().chain(v.t).fold(v.t.len() as i64, |t, c| t * 31 % 100003 + *c as i64)
        }
        fn case(a: i32, b: u32) -> i64 {
            names(a, b) * 3 + parts(a) * 7 + fields(a, b)
        }
    }
    slices_that_calls_and_branches_give_are_gone_through_and_compared {
        #[derive(Clone, Copy)]
        struct R { k: [i32; 3], n: usize }
        fn key<'a>(r: &'a R) -> &'a [i32] { &r.k[..r.n] }
        fn word(k: u32) -> &'static [u8] { match k % 4 { 0 => b"zero", 1 => b"one", 2 => b"two2!", _ => b"" } }
        fn loops(a: i32, b: u32) -> i64 {
            let mut x = [1, 2, a]; let mut y = [4, 5i32];
            let mut t = 0i64;
            for i in 0..3 { for c in word(b.wrapping_add(i)) { t = (t * 131 + *c as i64) % 1000003; } }
            for v in if b > 3 { &x[..] } else { &y[..] } { t = t * 3 + *v as i64; }
            for v in match a { 0 => &x[1..], 1 => &y, _ => &[] } { t = t * 5 + *v as i64; }
            for v in if b > 3 { &mut x[..] } else { &mut y[..] } { *v = v.wrapping_mul(a); }
            t % 1000003 + x.iter().chain(&y).fold(0i64, |t, v| t * 7 + *v as i64)
        }
        fn case(a: i32, b: u32) -> i64 {
            let r = [R { k: [a, 2, 3], n: 2 }, R { k: [1, 2, b as i32], n: 3 }];
            let compared = (key(&r[0]) < key(&r[1])) as i64 + 2 * (key(&r[0]) == key(&r[1])) as i64 + 4 * (word(b) == b"one") as i64;
            loops(a, b) * 8 + compared
        }
    }
}

#[test]
fn branches_of_other_types_and_lengths_are_refused() {
    let arrays = "let x = [a, 2i32]; let y = [a as u32, 3]; let z = [a, 1, 2]; let f = [1.5f32]; let w = [[a; 2]; 2]; let v = [[a; 3]; 2];
        let (mut n, mut m) = (1i32, 2u32);";
    for (body, types) in [
        ("let s = if a > 3 { &x[..] } else { &y[..] }; s[0] as i64", ["&[i32]", "&[u32]"]),
        ("let s = match a { 1 => &f[..], _ => &y[1..] }; s[0] as i64", ["&[f32]", "&[u32]"]),
        ("let (s, k) = if a > 3 { (&x[..], 1) } else { (&y[..], 2) }; s[0] as i64 + k", ["&[i32]", "&[u32]"]),
        ("let s = if a > 3 { &w[..] } else { &v[..] }; s[0][1] as i64", ["&[[i32; 2]]", "&[[i32; 3]]"]),
        ("let s = if a > 3 { &mut n } else { &mut m }; *s = 3; n as i64", ["i32", "u32"]),
        ("let s = if a > 3 { &x } else { &z }; s[0] as i64", ["&[i32; 2]", "&[i32; 3]"]),
        ("let s = match a { 0 => &x, _ => &z[..] }; s[0] as i64", ["&[i32; 2]", "&[i32]"]),
    ] {
        let head = "#[kernel] fn run(a: &[i32], out: &mut [i64]) { out[0] = case(a[0]); }";
        let text = format!("{head} fn case(a: i32) -> i64 {{ {arrays} {body} }}");
        let diagnostics = Module::compile(&text).err().map(|it| it.to_string()).unwrap_or_default();
        let [first, second] = types;
        let problem = format!("have types `{first}` and `{second}`");
        assert!(diagnostics.contains(&problem), "{body}: {diagnostics}");
        assert_eq!(diagnostics.matches("error: ").count(), 1, "{body}: {diagnostics}");
    }
}
