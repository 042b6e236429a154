//! Pieces of slices and of texts, and what is looked for in texts.

#![allow(dead_code, unused, clippy::all, reason = "the programs are as people write them")]

use super::{Device, FIRST, SECOND, check, programs};
use vyre::prelude::*;

programs! {
    pieces_of_slices {
        fn case(a: i32, b: u32) -> i64 {
            let t = [1u8, b as u8, 3, a as u8, 5];
            let s: &[u8] = &t[..(b % 6) as usize];
            let mut r = 0i64;
            if let Some(c) = s.first_chunk::<2>() { r += c[0] as i64 * 3 + c[1] as i64; }
            if let Some(&[x, y, z]) = s.last_chunk::<3>() { r = r * 7 + x as i64 + y as i64 * 5 + z as i64; }
            if let Some((h, rest)) = s.split_first_chunk::<2>() { r = r * 11 + h[1] as i64 + rest.len() as i64 * 1000 + rest.first().copied().unwrap_or(9) as i64; }
            if let Some((rest, l)) = s.split_last_chunk::<2>() { r = r * 13 + l[1] as i64 + rest.len() as i64 * 1000; }
            let w = t.first_chunk::<4>().map_or(0, |w| u32::from_le_bytes(*w) as i64);
            let t = [1u32, 0, 3, b % 2, 5, 0, 7];
            let part = |p: &[u32]| p.len() as i64 * 3 + p.iter().sum::<u32>() as i64;
            for p in t.splitn((b % 4) as usize, |x| *x == 0) { r = r.wrapping_mul(17).wrapping_add(part(p)); }
            for p in t.rsplitn((b % 3) as usize, |x| *x == 0) { r = r.wrapping_mul(19).wrapping_add(part(p)); }
            for p in t.rsplit(|x| *x == 0) { r = r.wrapping_mul(23).wrapping_add(part(p)); }
            for p in t[..(b % 3) as usize].rsplit(|x| *x == 1) { r = r.wrapping_mul(29).wrapping_add(part(p)); }
            r.wrapping_add(w)
        }
    }
    pieces_of_texts {
        fn case(a: i32, b: u32) -> i64 {
            let s = if b % 2 == 0 { "ab:c:def:g" } else { "::x" };
            let mut r = 0i64;
            for p in s.splitn((b % 4) as usize, ':') { r = r * 11 + p.len() as i64; }
            for p in s.rsplitn((b % 3) as usize, ':') { r = r * 13 + p.len() as i64; }
            for p in s.rsplit(':') { r = r * 7 + p.len() as i64; }
            for p in s.split(':').rev() { r = r * 5 + p.len() as i64; }
            if let Some((x, y)) = s.rsplit_once(':') { r = r * 3 + x.len() as i64 * 10 + y.len() as i64; }
            let x = u32::from_str_radix("fF", 16).unwrap_or(7);
            let y = i64::from_str_radix("-101", 2).unwrap_or(0);
            let z = u8::from_str_radix("400", 10).is_err() as i64 + u16::from_str_radix("zz", 36).map_or(0, |w| w as i64) + u8::from_str_radix("12", 2).is_err() as i64;
            r.wrapping_mul(31).wrapping_add(x as i64 + y * 3 + z + s.rfind(':').map_or(-1, |i| i as i64) + a as i64)
        }
    }
    looked_for_in_texts {
        fn case(a: i32, b: u32) -> i64 {
            let s: &str = "xyz";
            let cs = ['a', 'x', '+', '-'];
            let mut r = 0i64;
            for c in cs.iter() { r = r * 2 + "+-*/".contains(*c) as i64; }
            let k = cs[(b % 4) as usize];
            let w = if a > 0 { "yz" } else { "q" };
            r = r * 100 + s.contains(k) as i64 + s.find(k).map_or(9, |i| i as i64) + s.contains(w) as i64 * 1000 + s.find(w).map_or(7, |i| i as i64) * 5;
            r = r * 3 + s.contains(|c: char| c == k) as i64 + s.find(|c: char| c == 'z').map_or(9, |i| i as i64) + s.contains(['q', 'z']) as i64;
            r + cs.iter().filter(|&&c| "ax".contains(c)).count() as i64
        }
    }
}

/// rustc refuses each: nothing tells the type of a number that is parsed.
#[test]
fn what_nothing_tells_is_refused() {
    for body in [
        "\"12\".parse().is_ok()",
        "\"12\".parse().unwrap_or_default() as i64 == 0",
        "{ let x = \"12\".parse().unwrap(); x as i64 == 12 }",
    ] {
        let text = format!("fn case() -> bool {{ {body} }}");
        let errors = vyre::Module::compile(&text).unwrap_err().to_string();
        assert!(errors.contains("nothing says what type this `parse` gives"), "{body}: {errors}");
    }
    let errors = vyre::Module::compile("fn case(x: [u32; 4]) -> bool { x.first_chunk().is_some() }")
        .unwrap_err()
        .to_string();
    assert!(errors.contains("nothing says here how many elements `first_chunk` gives"), "{errors}");
}
