//! Floats, of which those that nothing settles are `f64`s; `doubles` has more of these.

use vyre::prelude::*;

means! {
    float_settled_by_its_result(x) -> f32 { let a = 0.1; a + 0.2 }
    float_settled_by_x(x) -> f32 { let a = 0.1; a * x as f32 }
    float_settled_by_a_comparison(x) -> i64 { let a = 0.3; (0.1f32 + 0.2 == a) as i64 }
    float_settled_by_a_list(x) -> f32 { let t = [0.1, 0.2f32]; t[0] + t[1] }
    float_settled_by_a_later_use(x) -> f32 { let mut a = 0.0; for i in 0..10 { a += 0.1; } let b: f32 = a; b }
    float_settled_by_an_argument(x) -> i64 { fn f(a: f32) -> f32 { a } let a = 16777217.0; (f(a) as u32 + a as u32) as i64 }
    float_settled_by_a_tuple(x) -> f32 { let t: (f32, f32) = (0.1, 0.2); t.0 + t.1 }
    float_settled_by_a_match(x) -> f32 { match x { 0 => 0.1, 1 => 0.1 + 0.2, _ => 16777217.0 } }
    float_method_of_a_suffixed(x) -> f32 { 0.1f32.max(0.2) + (-0.5f32).abs() }
    float_to_integers(x) -> [i64; 5] { let a = x as f32 * 1.5 - 4.0; [a as i32 as i64, a as u32 as i64, a as u8 as i64, a as i8 as i64, a as i64] }
    float_to_integers_at_the_ends(x) -> [i64; 4] { let a = 3.0e9f32 * (x as f32 - 2.0); [a as i32 as i64, a as u32 as i64, a as u8 as i64, a as i8 as i64] }
    negative_zero(x) -> i64 { let z = x as f32 * 0.0; ((-z).to_bits() >> 31) as i64 + (z == -z) as i64 * 10 }
    remainder_of_floats(x) -> f32 { (x as f32 - 4.5) % 2.0 }
    float_ranges_in_patterns(x) -> i64 { match x as f32 { 0.0 => 1, 1.0..=3.5 => 2, _ => 3 } }
}
