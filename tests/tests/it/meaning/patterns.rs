//! Patterns: alternatives, guards, bindings, ranges.

use vyre::prelude::*;

const LO: i32 = -3;
const HI: i32 = 2;
const LOW: u8 = b'a';
const HIGH: u8 = b'z';

means! {
    guard_of_the_second_alternative(x) -> i64 { match (-5, 5) { (n, _) | (_, n) if n > 3 => n, _ => 0 } }
    guard_of_the_first_alternative(x) -> i64 { match (5, -5) { (n, _) | (_, n) if n > 3 => n, _ => 0 } }
    guard_of_neither_alternative(x) -> i64 { match (1, 2) { (n, _) | (_, n) if n > 3 => n, _ => 0 } }
    guard_of_alternatives_of_x(x) -> i64 { let k = x as i64; match (k, 7 - k) { (n, _) | (_, n) if n > 4 => n * 2, (a, b) => a - b } }
    guard_of_three_alternatives(x) -> i64 { let k = x as i64; match (k, k % 3, 9 - k) { (n, _, _) | (_, n, _) | (_, _, n) if n % 4 == 1 => n, _ => -1 } }
    guard_of_nested_alternatives(x) -> i64 { let k = x as i64; match ((k, 1), (2, k * 2)) { ((n, _), _) | (_, (_, n)) if n > 5 => n, _ => 0 } }
    guard_of_alternatives_within(x) -> i64 { let k = x as i64; match (k, (k + 1, k + 2)) { (a, (n, _) | (_, n)) if n % 3 == 0 => n + a, _ => 0 } }
    guard_of_alternatives_with_literals(x) -> i64 { let k = x as i64; match (k, k % 2) { (n, 0) | (0 | 3, n) if n > 0 => n, (n, 1) | (_, n) if n > 2 => -n, _ => 100 } }
    guard_of_alternatives_of_a_list(x) -> i64 { let k = x as i64; match [k, k - 3, 3 - k] { [n, _, _] | [_, n, _] | [_, _, n] if n < 0 => n, _ => 0 } }
    guard_with_an_effect(x) -> i64 { let mut tries = 0; let r = match (1, 2) { (n, _) | (_, n) if { tries += 1; n == 2 } => n, _ => 0 }; r * 10 + tries }
    guard_with_an_effect_that_fails(x) -> i64 { let mut tries = 0; let r = match (1, 2) { (n, _) | (_, n) if { tries += 1; n == 3 } => n, _ => 0 }; r * 10 + tries }
    guard_of_matches(x) -> i64 { let k = x as i64; matches!((k, 7 - k), (n, _) | (_, n) if n > 5) as i64 }
    alternatives_without_a_guard(x) -> i64 { let k = x as i64; match (k % 3, k) { (0, n) | (n, 0) => n, (1, n) => n * 2, _ => 7 } }
    alternatives_in_parentheses(x) -> i64 { match x { (0 | 1) | (4 | 5) => 1, _ => 2 } }
    alternatives_with_a_leading_bar(x) -> i64 { match x { | 0 | 1 => 1, | _ => 2 } }
    binding_of_alternatives(x) -> i64 { match x { n @ (0 | 3 | 5..=6) => n as i64 + 100, n => n as i64 } }
    binding_of_alternatives_with_a_guard(x) -> i64 { match x { n @ (0 | 3) | n @ 5..=6 if n != 3 => n as i64 + 100, n => n as i64 } }
    binding_of_a_half_open_range(x) -> i64 { match x { n @ ..3 => n as i64 + 100, n @ 5.. => n as i64 * 2, n => n as i64 } }
    binding_of_a_closed_range(x) -> i64 { match x { n @ ..=3 => n as i64 + 100, n @ 7..=9 => n as i64 * 2, n => n as i64 } }
    range_of_negative_literals(x) -> i64 { match x as i32 - 4 { -4..=-2 => 1, -1 => 2, 0.. => 3, _ => 4 } }
    range_of_negative_constants(x) -> i64 { match x as i32 - 4 { LO..=HI => 1, _ => 2 } }
    range_from_a_negative_constant(x) -> i64 { match x as i32 - 4 { LO.. => 1, _ => 2 } }
    range_to_a_negative_constant(x) -> i64 { match x as i32 - 5 { ..LO => 1, LO..0 => 2, _ => 3 } }
    range_of_a_negative_literal_and_a_constant(x) -> i64 { match x as i32 - 4 { -2..=HI => 1, _ => 2 } }
    range_of_constants_of_bytes(x) -> i64 { match x as u8 { LOW..=HIGH => 1, b'0'..=b'9' => 2, _ => 3 } }
    range_to_the_extremes(x) -> i64 { match x as i32 - 4 { i32::MIN..=-1 => 1, 0 => 2, 1..=i32::MAX => 3 } }
    range_of_i8(x) -> i64 { match (x as i8).wrapping_sub(3) { -128..=-1 => 1, 0 => 2, 1..=127 => 3 } }
    range_of_u64(x) -> i64 { match (x as u64) << 40 { 0 => 0, 1..=0x3_ffff_ffff_ff => 1, _ => 2 } }
    exclusive_range(x) -> i64 { match x { 0..3 => 1, 3..7 => 2, _ => 3 } }
    negative_literal(x) -> i64 { match 3 - x as i64 { -1 => 1, -2 | -3 => 2, n => n } }
    minimum_of_a_type(x) -> i64 { match (x as i32) << 31 { i32::MIN => 1, -2147483648..=-1 => 2, _ => 3 } }
    arms_in_order(x) -> i64 { match x { n if n > 5 => 1, 0..=6 => 2, _ => 3 } }
    tuple_of_ranges(x) -> i64 { match (x, x % 3) { (0..=3, 0) => 1, (.., 1) => 2, (4.., n) => n as i64 + 5, _ => 9 } }
    rest_in_the_middle(x) -> i64 { match (x, 1, 2, x % 2) { (0, .., 0) => 1, (n, .., 1) => n as i64, (.., m) => m as i64 + 50 } }
    list_pattern(x) -> i64 { match [x, x % 2, 7] { [0, ..] => 1, [.., 3] => 2, [n, 1, _] => n as i64 * 10, [a, b, c] => (a + b + c) as i64 } }
    bools(x) -> i64 { match (x > 2, x % 2 == 0) { (true, false) => 1, (false, true) => 2, (true, _) => 3, (_, b) => b as i64 + 4 } }
    shadowing_in_an_arm(x) -> i64 { let n = 5; let r = match x { n if n < 3 => n as i64, _ => n }; r + n }
    binding_whole_and_part(x) -> i64 { match (x, 3) { t @ (0, _) => t.1, t @ (1..=4, n) => t.0 as i64 + n, _ => -1 } }
    binding_in_an_or_of_tuples(x) -> i64 { match (x % 2, x, x + 10) { (0, a, b) | (1, b, a) => a as i64 * 100 + b as i64, _ => 0 } }
    match_in_a_condition(x) -> i64 { if match x { 0 | 2 => true, n => n > 5 } { 1 } else { 2 } }
    match_in_a_guard(x) -> i64 { match x { n if match n % 3 { 0 => true, _ => false } => 1, n if matches!(n, 1..=4) => 2, _ => 3 } }
    match_on_a_reference_to_a_number(x) -> i64 { let y = x; let r = &y; match *r { 0 => 1, n => n as i64 } }
    let_with_a_rest(x) -> i64 { let (a, .., b) = (1, 2, 3, x as i64); a - b }
    parameter_patterns(x) -> i64 { fn f((a, b): (i64, i64), [c, d]: [i64; 2]) -> i64 { a - b + c * d } f((x as i64, 3), [2, 5]) }
    open_binding(x) -> i64 { let r = match 3 { n if n > 5 => n, n => n - 9 }; r as i64 }
    open_tuple_in_a_match(x) -> i64 { let r = match (3, 5) { (a, b) => a - b }; r as i64 }
    open_literals_as_patterns(x) -> i64 { let a = 250; let r = match a { 250 => 1, _ => 2 }; (a as u8 as i8) as i64 + r }
    unreachable_alternatives(x) -> i64 { match x { _ | 0 => 1, } }
    list_with_a_half_open_range(x) -> i64 { match [x, x + 1] { [n, ..=3] => n as i64, [_, m] => m as i64 * 10 } }
    list_with_a_half_open_range_in_matches(x) -> i64 { matches!([x, 3], [..=2, ..5]) as i64 }
    lists_with_half_open_ranges_within(x) -> i64 { match ([x, x + 1], [[x, 1], [2, 3]]) { ([n, ..=3], [[..2, _], ..]) => n as i64, ([_, m], [.., [..=2, k]]) => m as i64 * 10 + k as i64, _ => 5 } }
    list_with_a_half_open_range_in_parentheses(x) -> i64 { match [x, x + 1] { [n, (..=3)] => n as i64, [_, m] => m as i64 * 10 } }
    list_of_closed_ranges(x) -> i64 { match [x, x + 1] { [n, 2..=3] => n as i64, [_, m] => m as i64 * 10 } }
    tuple_with_a_half_open_range(x) -> i64 { match (x, x + 1) { (n, ..=3) => n as i64, (_, m) => m as i64 * 10 } }
    underscore_in_a_parameter(x) -> i64 { fn f(_: u32, _b: u32, c: u32) -> u32 { c } f(x, x + 1, x + 2) as i64 }
}
