//! Tuples, references, slices, structs and what has a message of its own.

use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Pair {
    a: i32,
    b: u32,
}

#[vyre::function]
impl Pair {
    fn sum(&self) -> i64 {
        self.a as i64 + self.b as i64
    }
    fn turn(&mut self) {
        let a = self.a;
        self.a = self.b as i32;
        self.b = a as u32;
    }
}

means! {
    tuples_are_equal(x) -> i64 { ((x, 1) == (3, 1)) as i64 }
    lists_of_lists_are_equal(x) -> i64 { ([[x, 1], [2, 3]] == [[3, 1], [2, 3]]) as i64 }
    destructuring_of_a_list(x) -> i64 { let (mut a, mut b) = (1, 2); [a, b] = [b, a + x as i64]; a * 100 + b }
    destructuring_of_elements(x) -> i64 { let mut t = [1, 2, 3, 4, 5]; (t[0], t[4]) = (t[4], t[0] + x as i64); t[0] * 1000 + t[4] }
    destructuring_of_elements_in_order(x) -> i64 { let mut t = [1, 2, 3, 4, 5]; let mut i = 1usize; (i, t[i]) = (3, 9); t[1] * 10 + t[3] + i as i64 }
    destructuring_of_an_underscore(x) -> i64 { let mut a = 5; _ = a; (_, a) = (1, a + x as i64); a }
    index_of_open_numbers(x) -> i64 { let t = [1, 2, 3, 4, 5]; let i = 4; let j = 2; t[i - j] }
    index_of_a_loop(x) -> i64 { let t = [1, -2, 3, -4, 5]; let mut s = 0; for i in 0..t.len() { s = s * 3 + t[t.len() - 1 - i]; } s }
    length_of_a_part_bound(x) -> i64 { let a = [1, 2, 3, 4, 5]; let p = &a[1..(x % 4) as usize + 1]; p.len() as i64 }
    part_of_a_part(x) -> i64 { let a = [1, 2, 3, 4, 5, 6]; let p = &a[1..5]; let q = &p[1..3]; (q[0] - q[1] * 10) as i64 }
    part_of_an_open_list(x) -> i64 { let a = [3, 5]; let p = &a[..]; (p[0] - p[1]) as i64 }
    mutable_part(x) -> i64 { let mut a = [1, 2, 3, 4, 5]; { let p = &mut a[2..]; p[0] = 9; p[2] += x as i64; } a[2] * 100 + a[4] }
    part_as_an_argument(x) -> i64 { fn f(t: &[i64]) -> i64 { t[0] - t[1] } let a = [1, 2, 4, 8, 16]; f(&a[(x % 4) as usize..]) }
    mutable_part_as_an_argument(x) -> i64 { fn f(t: &mut [i64]) { t[0] += 5; } let mut a = [1, 2, 4, 8, 16]; f(&mut a[(x % 5) as usize..]); a[0] + 10 * a[3] + 1000 * a[4] }
    reference_to_an_element(x) -> i64 { let mut a = [3, 5]; { let r = &mut a[1]; *r -= 9; } (a[0] * a[1]) as i64 }
    reference_to_an_open_number(x) -> i64 { let mut a = 3; { let r = &mut a; *r -= 5; } a as i64 }
    reference_as_an_argument(x) -> i64 { fn f(r: &mut i64, y: i64) { *r = *r * 2 - y; } let mut a = 3; f(&mut a, x as i64); f(&mut a, 1); a }
    reference_to_a_field(x) -> i64 { let mut t = (3, [1, 2]); { let r = &mut t.1[0]; *r -= 5; } (t.0 * t.1[0]) as i64 }

    struct_of_open_numbers(x) -> i64 { let p = Pair { a: 3 - 5, b: 7 }; p.a as i64 - p.b as i64 }
    struct_method(x) -> i64 { let p = Pair { a: -3, b: x }; p.sum() }
    struct_method_that_changes(x) -> i64 { let mut p = Pair { a: 3, b: x }; p.turn(); p.a as i64 * 10 + p.b as i64 }
    struct_update(x) -> i64 { let p = Pair { a: -3, b: x }; let q = Pair { b: 7, ..p }; q.sum() * 100 + p.sum() }
    struct_pattern(x) -> i64 { match (Pair { a: x as i32 - 3, b: x }) { Pair { a: 0, b } => b as i64, Pair { a, b: 0..=4 } => a as i64, Pair { b: c, .. } => c as i64 * 10 } }
    struct_copies(x) -> i64 { let mut p = Pair { a: 1, b: x }; let q = p; p.a = 5; (p.a - q.a) as i64 }
    structs_in_a_list_of_two(x) -> i64 { let t = [Pair { a: 1, b: 2 }, Pair { a: -3, b: x }]; t[(x % 2) as usize].sum() }
    structs_are_equal(x) -> i64 { (Pair { a: -1, b: x } == Pair { a: -1, b: 3 }) as i64 }

    left_before_right(x) -> i64 { let mut n = 1; let a = { n += 1; n } * 10 + { n *= 3; n }; a + n }
    compound_evaluates_the_value_first(x) -> i64 { let mut n = 1; n += { n = 5; 2 }; n }
    compound_of_an_element(x) -> i64 { let mut t = [1, 2, 3, 4, 5]; let mut i = 0usize; t[{ i += 1; i }] += 10; t[1] * 10 + i as i64 }
    assignment_evaluates_the_value_first(x) -> i64 { let mut t = [1, 2, 3, 4, 5]; let mut i = 0usize; t[i] = { i = 2; 9 }; t[0] * 10 + t[2] }
    short_circuit(x) -> i64 { let mut n = 0; let b = x > 2 && { n += 1; x > 3 } || { n += 10; false }; n * 10 + b as i64 }
    eager_and(x) -> i64 { let mut n = 0; let b = (x > 2) & { n += 1; x > 3 } | { n += 10; false }; n * 10 + b as i64 }
    arguments_in_order(x) -> i64 { fn f(a: i64, b: i64) -> i64 { a * 10 + b } let mut n = 0; f({ n += 1; n }, { n += 5; n }) }
    fields_in_order(x) -> i64 { let mut n = 0; let p = Pair { b: { n += 1; n }, a: { n *= 7; n as i32 } }; p.sum() * 100 + n as i64 }
    copies_of_lists(x) -> i64 { let mut t = [1, 2]; let u = t; t[0] = 9; t[0] * 10 + u[0] + x as i64 }
    lists_by_value(x) -> i64 { fn f(mut t: [i64; 2]) -> i64 { t[0] += 5; t[0] } let t = [1, 2]; f(t) * 10 + t[0] }

    // The advice of messages, followed to the letter.
    top_of_a_list_with_a_type(x) -> i64 { fn top(row: &[i32]) -> i32 { let mut top = 0i32; for i in 0..row.len() { top = top.max(row[i]); } top } top(&[-5, -7]) as i64 }
    negatives_in_a_list(x) -> i64 { let t = [-5, 5]; (t[0] / 2) as i64 }
    negatives_in_a_list_of_three(x) -> i64 { let t = [-5, 5, 0]; (t[0] / 2) as i64 }
    zero_minus_in_a_list(x) -> i64 { let t = [0 - 5, 5]; (t[0] / 2) as i64 }
    larger_of_both_signs(x) -> i64 { let y = 3 - x as i32; y.max(-y) as i64 }
    larger_of_both_signs_by_zero_minus(x) -> i64 { let y = 3 - x as i32; y.max(0 - y) as i64 }
    minus_one_as_u32(x) -> i64 { (-1i32 as u32) as i64 }
    zero_minus_one_as_u32(x) -> i64 { ((0 - 1) as u32) as i64 }
    zero_minus_one_as_u64(x) -> u64 { (0 - 1) as u64 }
    zero_minus_one_as_i64(x) -> i64 { (0 - 1) as i64 }
    minus_one_of_a_variable(x) -> u64 { let a = 1; (-a) as u64 }
}

means! {
    tuples_are_less(x) -> i64 { ((x, 1) < (3, 1)) as i64 }
}

means! {
    tuples_are_less_or_equal(x) -> i64 { ((x, 1) <= (3, 1)) as i64 + ((x, 2) >= (3, 1)) as i64 * 10 }
}

means! {
    open_tuples_are_less(x) -> i64 { ((3 - 5, 1) < (0, 0)) as i64 }
}

means! {
    nested_tuples_are_less(x) -> i64 { ((x, (1, x)) < (3, (1, 5))) as i64 }
}

means! {
    tuples_of_floats_are_less(x) -> i64 { ((x as f32, 1) < (3.0, 1)) as i64 }
}

means! {
    tuples_of_bools_are_less(x) -> i64 { ((x > 3, x) < (true, 5)) as i64 }
}

means! {
    lists_are_less(x) -> i64 { ([x, 1, 2] < [3, 1, 2]) as i64 }
}

means! {
    lists_of_two_are_less(x) -> i64 { ([x, 1] < [3, 1]) as i64 }
}

means! {
    lists_of_negatives_are_less(x) -> i64 { ([x as i32 - 4, 1, 2] < [-1, 5, 6]) as i64 }
}

means! {
    bools_are_less(x) -> i64 { ((x > 3) < true) as i64 + ((x > 5) >= (x > 2)) as i64 * 10 }
}

means! {
    destructuring_with_an_underscore(x) -> i64 { let (mut a, mut b) = (1, 2); (a, (b, _)) = (x as i64, (7, 8)); a - b }
}

means! {
    destructuring_nested(x) -> i64 { let (mut a, mut b, mut c) = (1, 2, 3); (a, (b, c)) = (b, (c, a)); a * 100 + b * 10 + c }
}

means! {
    destructuring_with_a_rest(x) -> i64 { let (mut a, mut b) = (1, 2); (a, .., b) = (x as i64, 5, 6, 7); a * 100 + b }
}

pending! { "this cannot be assigned to."
    destructuring_of_a_struct(x) -> i64 { let (mut a, mut b) = (0, 0); Pair { a, b } = Pair { a: -1, b: x }; a as i64 * 10 + b as i64 }
}

pending! { "[V021] binary operation right operand must be `u32`, got `u32`."
    last_index_from_the_end(x) -> i64 { fn f(b: &[i64], i: usize) -> i64 { b[b.len() - 1 - i] } f(&[1, 2, 3, 4, 5], (x % 5) as usize) }
}

means! {
    length_of_a_part(x) -> i64 { let a = [1, 2, 3, 4, 5]; let (i, j) = (1, 4); (&a[i..j]).len() as i64 }
}

means! {
    top_of_a_list(x) -> i64 { fn top(row: &[i32]) -> i32 { let mut top = 0; for i in 0..row.len() { top = top.max(row[i]); } top } top(&[-5, -7]) as i64 }
}
