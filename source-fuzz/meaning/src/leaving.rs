//! What leaves an expression early, and what is evaluated before what: `?` in the condition of a loop, places that are computed, arms that return,
//! variables with the names of functions, and values that are not there for places that may not be.

use crate::source::Source;

/// Adds some of these to a third of the programs.
pub(super) fn add(seed: u64, stmts: &mut Vec<String>) {
    let mut source = Source::new(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ 0x1ea7e);
    source.bits();
    if !source.chance(1, 3) {
        return;
    }
    let first = source.below(5);
    let count = source.range(1, 2);
    for at in 0..count {
        let [a, b, c] = [(); 3].map(|()| source.range(1, 6));
        let op = *source.pick(&["=", "+=", "-=", "*=", "^="]);
        stmts.push(match (first + at * 2) % 5 {
            0 => {
                let asked = match source.below(3) {
                    0 => "step(&mut c)?".to_string(),
                    1 => format!("step(&mut c)? && c % {} != 0", a + 3),
                    _ => "matches!(step(&mut c)?, true)".to_string(),
                };
                format!(
                    "fn step(c: &mut i64) -> Option<bool> {{ *c += 1; if *c > {} {{ None }} else {{ Some(*c % {} != 0) }} }} \
                     fn walk(s: i64) -> Option<i64> {{ let mut c = s; while {asked} {{ c += {b} - 1; }} Some(c) }} \
                     h = h * 31 + walk((x % 9) as i64).unwrap_or(-{c});",
                    a + 4,
                    b + 1
                )
            }
            1 => {
                let index = *source.pick(&[
                    "{ n += 1; (n + x % 2) as usize % 3 }",
                    "(x % 3) as usize",
                    "n as usize",
                ]);
                format!(
                    "let mut t = [1i64, {a}, {b}]; let mut n = 0u32; *t.get_mut({index}).unwrap() {op} {{ n += 1; n as i64 * {c} + t[1] }}; \
                     h = h * 31 + t[0] + t[1] * 10 + t[2] * 100 + n as i64;"
                )
            }
            2 => {
                let last = *source.pick(&["_ => return -z", "_ => { let k = z - 1; return k; }", "_ => unreachable!()"]);
                let rest = if last.contains("unreachable") { "| 2 | 3 | -1 | -2" } else { "" };
                format!(
                    "fn half(y: i64) -> Option<i64> {{ if y % 2 == 0 {{ Some(y / 2) }} else {{ None }} }} \
                     fn part(y: i64) -> i64 {{ let z = match half(y) {{ Some(z) => z, None => return y - {a} }}; match z % {} {{ 0 => {b}, 1 {rest} => z, {last} }} }} \
                     h = h * 31 + part((x % 17) as i64);",
                    if rest.is_empty() { c + 1 } else { 4 }
                )
            }
            3 => format!(
                "fn size(y: i64) -> i64 {{ y * {a} - {b} }} fn next(y: i64) -> Option<i64> {{ if y > {c} {{ None }} else {{ Some(y + 1) }} }} \
                 {{ let size = size((x % 9) as i64); let mut n = size % 3; while let Some(next) = next(n) {{ n = next; }} h = h * 31 + size + n; }} h += size({c});"
            ),
            _ => format!(
                "fn given(v: i64, n: &mut i64) -> Option<i64> {{ *n += 1; if v > {c} {{ None }} else {{ Some(v) }} }} \
                 fn set(i: u32, v: i64, n: &mut i64) -> Option<i64> {{ let mut t = [1i64, {a}, {b}]; *t.get_mut(i as usize)? {op} given(v, n)?; Some(t[0] + t[1] * 10 + t[2] * 100) }} \
                 let mut n = 0i64; let made = set(x % 4, (x % 9) as i64, &mut n).unwrap_or(-{b}); h = h * 31 + made * 10 + n;"
            ),
        });
    }
}
