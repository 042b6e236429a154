//! Integers without a suffix: what no use settles is an `i32`.

use vyre::prelude::*;

means! {
    // Lists.
    difference_in_a_list_of_two(x) -> i64 { let t = [3, 5]; (t[0] - t[1]) as i64 }
    difference_in_a_list_of_three(x) -> i64 { let t = [3, 5, 9]; (t[0] - t[2]) as i64 }
    difference_in_a_list_of_four(x) -> i64 { let t = [3, 5, 9, 1]; (t[3] - t[2]) as i64 }
    difference_in_a_list_of_five(x) -> i64 { let t = [3, 5, 9, 1, 7]; (t[3] - t[2]) as i64 }
    difference_in_a_list_of_one(x) -> i64 { let t = [3]; (t[0] - 5) as i64 }
    difference_at_a_variable_index(x) -> i64 { let t = [3, 5]; let i = (x % 2) as usize; (t[i] - t[1 - i]) as i64 }
    repeated_list_of_two(x) -> i64 { let t = [3; 2]; (t[0] - 5) as i64 }
    repeated_list_of_four(x) -> i64 { let mut t = [3; 4]; t[1] -= 9; (t[1] / 2) as i64 }
    repeated_list_of_three(x) -> i64 { let mut t = [3; 3]; t[1] -= 9; (t[1] / 2) as i64 }
    zeros_in_a_list_of_four(x) -> i64 { let mut t = [0; 4]; t[2] -= 1; t[2] as i64 }
    list_of_lists_of_two(x) -> i64 { let t = [[1, 2], [3, 5]]; (t[0][0] - t[1][1]) as i64 }
    list_of_lists_of_four(x) -> i64 { let t = [[1, 2, 3, 4], [3, 5, 6, 7]]; (t[0][0] - t[1][1]) as i64 }
    list_of_three_lists_of_two(x) -> i64 { let t = [[1, 2], [3, 5], [7, 9]]; (t[0][0] - t[2][1]) as i64 }
    list_of_two_lists_of_three(x) -> i64 { let t = [[1, 2, 0], [3, 5, 1]]; (t[0][0] - t[1][1]) as i64 }
    a_row_of_a_list_of_lists(x) -> i64 { let t = [[1, 2], [3, 5]]; let row = t[(x % 2) as usize]; (row[0] - row[1]) as i64 }
    list_in_a_tuple(x) -> i64 { let t = ([3, 5], 7); (t.0[0] - t.0[1]) as i64 }
    tuples_in_a_list_of_two(x) -> i64 { let t = [(3, 1), (5, 2)]; (t[0].0 - t[1].0) as i64 }
    tuples_in_a_list_of_three(x) -> i64 { let t = [(3, 1), (5, 2), (9, 9)]; (t[0].0 - t[2].1) as i64 }
    pattern_of_a_list_of_two(x) -> i64 { let [a, b] = [3, 5]; (a - b) as i64 }
    pattern_of_a_list_of_four(x) -> i64 { let [a, .., b] = [3, 5, 6, 9]; (a - b) as i64 }
    pattern_of_a_list_in_a_tuple(x) -> i64 { let ([a, b], c) = ([3, 5], 9); (a - b - c) as i64 }
    copy_of_a_list(x) -> i64 { let t = [3, 5]; let u = t; (u[0] - u[1]) as i64 }
    list_from_an_if(x) -> i64 { let t = if x > 3 { [1, 2] } else { [3, 5] }; (t[0] - t[1]) as i64 }
    list_from_a_match(x) -> i64 { let t = match x { 0 => [1, 2], 1 => [7, 9], _ => [3, 5] }; (t[0] - t[1]) as i64 }
    list_from_a_block(x) -> i64 { let t = { let y = 1; [y, 5] }; (t[0] - t[1]) as i64 }
    list_from_a_loop(x) -> i64 { let t = loop { break [3, 5]; }; (t[0] - t[1]) as i64 }
    list_with_a_variable(x) -> i64 { let k = 3; let t = [k, 5]; (t[0] - t[1]) as i64 }
    list_with_a_negative(x) -> i64 { let t = [-1, 1]; (t[0] / 2 - t[1]) as i64 }
    list_with_two_negatives(x) -> i64 { let t = [-7, -2]; (t[0] / 2 * t[1]) as i64 }
    list_settled_by_its_other_element(x) -> i64 { let t = [3, x]; t[0] as i64 }
    list_settled_by_a_later_store(x) -> i64 { let mut t = [0, 1]; t[0] = 300u16; (t[0] as u8) as i64 + t[1] as i64 }
    list_settled_by_a_comparison(x) -> i64 { let t = [3, 250]; (t[1] > 5u8) as i64 + (t[0] < 9) as i64 }
    halves_of_a_negative_in_a_list(x) -> i64 { let t = [3, 5]; ((t[0] - t[1]) / 2) as i64 }
    remainder_of_a_negative_in_a_list(x) -> i64 { let t = [3, 7]; ((t[0] - t[1]) % 3) as i64 }
    shift_of_a_negative_in_a_list(x) -> i64 { let t = [3, 7]; ((t[0] - t[1]) >> 1) as i64 }
    order_of_a_negative_in_a_list(x) -> i64 { let t = [3, 7]; (t[0] - t[1] < 0) as i64 }
    list_to_u64(x) -> u64 { let t = [3, 5]; (t[0] - t[1]) as u64 }
    list_to_f32(x) -> f32 { let t = [3, 5]; (t[0] - t[1]) as f32 }
    list_in_an_inner_block(x) -> i64 { let y = { let t = [3, 5]; t[0] - t[1] }; y as i64 }
    sum_over_a_list_of_four(x) -> i64 { let d = [0, 1, 0, -1]; let mut s = 0; for i in 0..4 { s = s * 2 + d[i]; } s as i64 }
    sum_over_a_list_of_three(x) -> i64 { let d = [0, 1, -3]; let mut s = 0; for i in 0..3 { s = s * 2 + d[i]; } s as i64 }
    for_each_element_by_index(x) -> i64 { let d = [[0, 1], [1, 0]]; let mut s = 0; for i in 0..2 { s -= d[i][1 - i]; } (s / 2) as i64 }

    // Single numbers.
    open_difference(x) -> i64 { let a = 3; let b = 5; (a - b) as i64 }
    open_difference_in_place(x) -> i64 { (3 - 5) as i64 }
    open_difference_to_u64(x) -> u64 { (3 - 5) as u64 }
    open_product_wraps_nowhere(x) -> i64 { let a = 40_000; (a * 50_000) as i64 }
    open_complement(x) -> i64 { let a = 0; (!a) as i64 }
    open_complement_in_place(x) -> i64 { (!0) as i64 }
    open_shift(x) -> i64 { let a = -8; (a >> 1) as i64 }
    open_shift_by_x(x) -> i64 { (1 << (x % 31)) as i64 }
    open_negation(x) -> i64 { let a = 7; (-a / 2) as i64 }
    open_tuple(x) -> i64 { let (a, b) = (3, 5); (a - b) as i64 }
    open_tuple_field(x) -> i64 { let t = (3, 5); (t.0 - t.1) as i64 }
    open_nested_tuple(x) -> i64 { let (a, (b, c)) = (3, (5, 1)); (a - b + c - 9) as i64 }
    open_compound(x) -> i64 { let mut a = 0; a -= 1; a as i64 }
    open_from_an_if(x) -> i64 { let a = if x > 3 { 1 } else { 2 }; (a - 5) as i64 }
    open_from_a_match(x) -> i64 { let a = match x { 0 => 1, _ => 2 }; (a - 5) as i64 }
    open_from_a_block(x) -> i64 { let a = { 3 }; (a - 5) as i64 }
    open_from_a_labelled_block(x) -> i64 { let a = 'l: { if x > 2 { break 'l 1; } 2 }; (a - 5) as i64 }
    open_from_a_loop(x) -> i64 { let mut n = 0; let a = loop { n += 1; if n > 3 { break n - 9; } }; a as i64 }
    open_comparison(x) -> i64 { let mut a = 2; a -= 3; (a < 0) as i64 }
    open_subject_of_a_match(x) -> i64 { let a = 2 - 3; match a { -1 => 10, 0 => 20, _ => 30 } }
    open_range_variable(x) -> i64 { let mut s = 0i64; for k in 0..4 { s += (k - 2) as i64; } s }
    open_range_reversed(x) -> i64 { let mut s = 0i64; for k in (0..4).rev() { s = s * 3 + (k - 2) as i64; } s }
    open_range_inclusive(x) -> i64 { let mut s = 0i64; for k in -2..=1 { s += (k / 2) as i64; } s }
    open_range_of_variables(x) -> i64 { let lo = 1; let hi = 4; let mut s = 0i64; for k in lo..hi { s += (k - 3) as i64; } s }
    open_counter(x) -> i64 { let mut n = 0; while n < 5 { n += 2; } (n - 10) as i64 }
    open_argument_of_a_generic_function(x) -> i64 { fn twice<T: vyre::Number>(a: T) -> T { a + a } (twice(3) - 9) as i64 }
    open_and_settled_by_an_argument(x) -> i64 { fn narrow(a: u8) -> u8 { a } let a = 250; narrow(a); (a / 7) as i64 }
    open_settled_after_its_use(x) -> i64 { let a = 200; let b = a / 3; let c: u8 = a; b as i64 + c as i64 }
    open_cast_to_u8(x) -> i64 { let a = 300; (a as u8) as i64 }
    open_cast_twice(x) -> i64 { (-1 as i64 as u32) as i64 }
    negative_cast_to_i64(x) -> i64 { -1 as i64 }
    negative_variable_cast_to_u32(x) -> i64 { let a = -1; (a as u32) as i64 }
    negative_variable_cast_to_u64(x) -> u64 { let a = -1; a as u64 }
    big_literal_in_a_cast(x) -> i64 { 4_000_000_000 as i64 }
    literal_in_a_cast_to_u64(x) -> u64 { 0xffff_ffff_ffff as u64 }

    // Methods on numbers that are open.
    max_in_place(x) -> i64 { let mut top = 0; top = top.max(5); (top - 9) as i64 }
    min_of_x(x) -> i64 { let mut lo = 9; lo = lo.min(x); lo as i64 }
    min_of_two_open(x) -> i64 { let (a, b) = (3, -2); let mut c = 0; c += b; let d: i32 = a; (c - d) as i64 }

    // Methods on numbers whose type something settles before.
    max_of_an_annotated(x) -> i64 { let mut top: i32 = 0; top = top.max(3 - 9); (top - 9) as i64 }
    clamp_of_an_annotated(x) -> i64 { let a: i32 = 3 - 9; a.clamp(0, 5) as i64 }
    clamp_of_an_annotated_below(x) -> i64 { let a: i32 = 3 - 9; a.clamp(-2, 5) as i64 }
    max_of_a_suffixed(x) -> i64 { (3i32 - 9).max(-4) as i64 }
    abs_of_a_suffixed(x) -> i64 { (3i32 - 9).abs() as i64 }
    signum_of_a_suffixed(x) -> i64 { (3i8 - 9).signum() as i64 }
    pow_of_a_suffixed(x) -> i64 { (-3i64).pow(3) }
    min_of_an_element(x) -> i64 { let t = [3i32, -5]; t[0].min(t[1]) as i64 }
    max_of_a_parameter(x) -> i64 { let y = x as i32; y.max(-y) as i64 }
    min_of_a_parameter(x) -> i64 { let y = x as i32; y.min(-y) as i64 }
    max_with_an_open_argument(x) -> i64 { let y = x as i64 - 5; y.max(-1) }
    rem_euclid_of_a_suffixed(x) -> i64 { (-7i32).rem_euclid(3) as i64 }
    div_euclid_of_a_suffixed(x) -> i64 { (-7i32).div_euclid(3) as i64 }
    abs_diff_of_a_suffixed(x) -> i64 { (-7i32).abs_diff(3) as i64 }
    wrapping_of_a_suffixed(x) -> i64 { i32::MAX.wrapping_add(1) as i64 }
    saturating_of_a_suffixed(x) -> i64 { 3u8.saturating_sub(5) as i64 }
    open_variable_in_a_method_argument(x) -> i64 { let k = 3; (x as i64 - 5).max(k - 4) }
    open_variable_in_a_method_argument_is_settled(x) -> i64 { let k = 200; let m = 5u8.max(k); (k / 3) as i64 + m as i64 }
}

means! {
    comparison_of_lists(x) -> i64 { let t = [3, 5]; ([t[0] - 4, 5] < [0, 5]) as i64 }
}

means! {
    equality_of_lists(x) -> i64 { let t = [3, 5]; ([t[0] - 4, 5] == [-1, 5]) as i64 }
}

means! {
    min_in_place(x) -> i64 { let k = x as i32 % 8; let mut lo = 0; lo = lo.min(3 - k); lo as i64 }
}

means! {
    max_of_a_negative(x) -> i64 { let k = x as i32; let mut top = 0; top = top.max(3 - k); top as i64 }
}

means! {
    max_then_settled(x) -> i64 { let mut top = 0; for k in 0..4 { top = top.max(k * 3); } let u: u64 = top; u as i64 }
}

means! {
    max_in_a_loop(x) -> i64 { let mut top = -9; for k in 0..4 { top = top.max(k - 5); } top as i64 }
}

means! {
    list_assigned_later(x) -> i64 { let t; if x > 2 { t = [3, 5]; } else { t = [1, 9]; } (t[0] - t[1]) as i64 }
}

// How a number is cast follows from its type, which may follow from what stands behind the cast.
means! {
    cast_to_a_float_before_the_type_is_said(x) -> i64 { let mut a = 3; let h = (a << 40) as f32 as i64; { let r = &mut a; *r -= 1u64; } h + (a * x as u64) as i64 }
    cast_to_a_float_of_a_part_of_a_tuple(x) -> i64 { let mut t = (1, 3); let h = ((t.1 << 40) - if 6 == t.1 { t.1 } else { 1 }) as f64 as i64; t.1 -= 1u64; h + (t.1 * x as u64) as i64 }
    cast_to_a_float_of_a_byte(x) -> i64 { let mut a = 200; let y = (!a) as f64; a -= x as u8 % 8; y as i64 * 1000 + a as i64 }
    cast_to_a_float_of_what_nothing_settles(x) -> i64 { let a = 8 - 9; (a - 1) as f32 as i64 + x as i64 }
    cast_of_a_float_before_the_type_is_said(x) -> i64 { let mut a = 0.1; let y = (a * 3.0) as u32; a = 0.5f32; (y as f32 + a * 16777217.0) as i64 + x as i64 }
    cast_of_a_large_float_before_the_type_is_said(x) -> i64 { let mut a = 16777217.0; let y = a as u64; if x > 9 { a = 0.5f32; } y as i64 + a as i64 }
    cast_of_a_float_that_nothing_settles(x) -> i64 { let a = 16777217.0; a as u64 as i64 + x as i64 }
    cast_of_a_block_that_ends_in_a_literal(x) -> i64 { ('b: { if x > 3 { break 'b 8.max(200); } 100 }) as u8 as i64 + (-{ 4 }) as i8 as i64 }
}
