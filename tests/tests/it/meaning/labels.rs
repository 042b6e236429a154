//! Labels, jumps, loops and ranges.

use vyre::prelude::*;

means! {
    break_of_the_loop_in_a_condition(x) -> i64 { let mut n = 0; 'a: while n < 100 { n += 1; while { if n > 3 { break 'a } n % 3 != 0 } { n += 1; } n += 5; } n }
    break_of_an_outer_loop_in_a_condition(x) -> i64 { let mut n = 0; 'a: loop { n += 1; while { if n > 5 { break 'a; } n < 4 } { n += 1; } n += 10; } n }
    continue_of_an_outer_loop_in_a_condition(x) -> i64 { let mut n = 0; let mut s = 0; 'a: while n < 20 { n += 1; while { if n % 3 == 0 { continue 'a; } n % 4 != 1 } { n += 1; s += 10; } s += 1; } s * 100 + n }
    break_of_a_block_in_a_condition(x) -> i64 { let mut n = 0; while 'b: { if n > 3 { break 'b false; } n += 1; true } { n += x as i64 % 2; } n }
    break_of_an_outer_block_in_a_condition(x) -> i64 { let mut n = 0; 'b: { while { if n > 3 { break 'b; } true } { n += 1; } n += 100; } n }
    return_in_a_condition(x) -> i64 { let mut n = 0; while { if n > 3 { return n; } n < 10 } { n += 1 + x as i64 % 2; } n + 100 }
    return_in_a_condition_beside_a_list(x) -> i64 { let t = [x, 3, 7]; let mut c = 0; let mut s = 0; while { c += 1; if x > 2 { return 8; } c < 3 } { s += t[2]; } 129 }
    return_in_a_condition_and_a_list_later(x) -> i64 { let t = [x, 3, 7]; let mut c = 0; while { c += 1; if x > 2 { return 8; } c < 3 } { c += 1; } t[2] as i64 }
    return_in_a_condition_of_a_function_with_a_slice(x) -> i64 { fn f(t: &[u32], x: u32) -> i64 { let mut c = 0; while { c += 1; if x > t[0] { return 8; } c < 3 } { c += 1; } 129 } f(&[2, 1], x) }
    return_in_a_loop_beside_a_list(x) -> i64 { let t = [x, 3, 7]; let mut c = 0; loop { c += 1; if x > 2 { return 8; } if c >= 3 { break; } if x != t[2] { break; } } 129 }
    loop_in_a_condition(x) -> i64 { let mut n = 0; while { loop { n += 1; if n % 3 == 0 { break; } } n < 10 } { n += 1; } n }
    loop_with_a_value_in_a_condition(x) -> i64 { let mut n = 0; while loop { n += 1; if n % 3 == 0 { break n < 10; } } { n += 1; } n }
    for_in_a_condition(x) -> i64 { let mut n = 0; while { for i in 0..3 { if i == 2 { break; } n += 1; } n < 9 } { n += 1; } n }
    while_in_a_condition(x) -> i64 { let mut n = 0; while { let mut k = 0; while k < 2 { k += 1; n += k; } n < 12 } { n += 1; } n }
    condition_of_an_if_in_a_condition(x) -> i64 { let mut n = 0; 'a: while n < 50 { while if n > 7 { break 'a } else { n % 2 == 0 } { n += 1; } n += 2; } n }
    match_in_a_condition(x) -> i64 { let mut n = 0; 'a: while n < 50 { while match n { 9.. => break 'a, k => k % 2 == 0 } { n += 1; } n += 2; } n }
    break_of_a_loop_with_a_value(x) -> i64 { let y = loop { let z = x as i64; break z * 2; }; y + 1 }
    break_of_an_outer_loop_with_a_value(x) -> i64 { let mut n = 0; let y = 'a: loop { loop { n += 1; if n > 3 { break 'a n * 2; } if n == 2 { break; } } n += 1; }; y + n }
    break_with_a_tuple(x) -> i64 { let mut n = 0; let (a, b) = loop { n += 1; if n > 3 { break (n, n * 2); } }; a - b }
    break_with_a_list(x) -> i64 { let mut n = 0; let t = loop { n += 1; if n > 3 { break [n, n * 2]; } }; (t[0] - t[1]) as i64 }
    break_of_a_block_with_a_value(x) -> i64 { let y = 'a: { if x == 0 { break 'a 1; } if x == 1 { break 'a 2; } 3 }; y * 2 }
    break_of_nested_blocks(x) -> i64 { let y = 'a: { let z = 'b: { if x == 0 { break 'a 1; } if x == 1 { break 'b 2; } 3 }; z * 10 }; y }
    break_of_a_block_out_of_a_loop(x) -> i64 { let y = 'a: { for i in 0..10 { if i * i > x as i64 { break 'a i; } } -1 }; y }
    break_out_of_a_match(x) -> i64 { let mut n = 0; loop { match n { 0..=3 => n += 1, 4 => { n += 2; continue; } _ => break, } } n }
    break_in_an_argument(x) -> i64 { fn f(a: i64, b: i64) -> i64 { a + b } let mut n = 0; loop { n += 1; n = f(n, if n > 5 { break } else { 1 }); } n }
    break_in_an_operand(x) -> i64 { let mut n = 0; let r = loop { n += 1; let y = n + if n > 3 { break n * 10 } else { 1 }; n = y; }; r }
    break_in_an_index(x) -> i64 { let t = [1, 2, 3, 4, 5]; let mut s = 0; let mut n = 0usize; loop { s += t[if n > 3 { break } else { n }]; n += 1; } s }
    break_in_a_let(x) -> i64 { let mut n = 0; loop { let k = if n > 4 { break } else { n + 1 }; n = k; } n }
    continue_in_a_for(x) -> i64 { let mut s = 0; for i in 0..10 { if i % 3 == x as i64 % 3 { continue; } s = s * 2 + i; } s }
    continue_of_an_outer_for(x) -> i64 { let mut s = 0; 'a: for i in 0..5 { for j in 0..5 { if j > i { continue 'a; } if i + j == x as i64 { break 'a; } s += j + 1; } s += 100; } s }
    continue_in_a_while_runs_its_condition(x) -> i64 { let mut n = 0; let mut c = 0; while { c += 1; n < 5 } { n += 1; if n == 2 { continue; } } c * 10 + n }
    jump_in_a_short_circuit(x) -> i64 { let mut n = 0; loop { n += 1; let b = n > 3 && { if x > 2 { break; } n > 5 }; if b { n += 100; break; } } n }
    never_in_a_block(x) -> i64 { let y: i64 = if x > 3 { return 5; } else { 6 }; y }
    bounds_are_evaluated_in_order(x) -> i64 { let mut k = 1; let mut s = 0; for i in ({ k *= 2; k })..({ k += 3; k }) { s = s * 10 + i; } s }
    reversed_steps(x) -> i64 { let mut s = 0; for i in (0..10i32).step_by(3).rev() { s = s * 10 + i; } s as i64 }
    bounds_are_evaluated_once(x) -> i64 { let mut hi = 3; let mut s = 0; for i in 0..hi { hi = 10; s += i; } s + hi }
    reversed_steps_at_the_end_of_u64(x) -> i64 { let mut rounds = 0; for i in (0..u64::MAX).rev().step_by(1 << 62) { rounds += 1; if rounds > 10 { break; } } rounds }
    steps_at_the_end_of_u64(x) -> i64 { let mut rounds = 0; for i in (0..u64::MAX).step_by(1 << 62) { rounds += 1; if rounds > 10 { break; } } rounds }
    inclusive_steps_at_the_end_of_u64(x) -> i64 { let mut rounds = 0; for i in (0..=u64::MAX).step_by(1 << 62) { rounds += 1; if rounds > 10 { break; } } rounds }
    reversed_inclusive_steps_at_the_end_of_u64(x) -> i64 { let mut rounds = 0; for i in (0..=u64::MAX).rev().step_by(1 << 62) { rounds += 1; if rounds > 10 { break; } } rounds }
    reversed_steps_at_the_end_of_u32(x) -> i64 { let mut s = 0; let mut rounds = 0; for i in (0..u32::MAX).rev().step_by(1 << 30) { s ^= i; rounds += 1; if rounds > 10 { break; } } s as i64 * 100 + rounds }
    reversed_steps_at_the_end_of_i32(x) -> i64 { let mut s = 0; let mut rounds = 0; for i in (i32::MIN..i32::MAX).rev().step_by(1 << 30) { s ^= i; rounds += 1; if rounds > 10 { break; } } s as i64 * 100 + rounds }
    steps_at_the_end_of_i32(x) -> i64 { let mut s = 0; let mut rounds = 0; for i in (i32::MIN..=i32::MAX).step_by(1 << 30) { s ^= i; rounds += 1; if rounds > 10 { break; } } s as i64 * 100 + rounds }
    reversed_steps_at_the_end_of_i64(x) -> i64 { let mut s = 0; let mut rounds = 0; for i in (i64::MIN..i64::MAX).rev().step_by(1 << 62) { s ^= i; rounds += 1; if rounds > 10 { break; } } (s >> 3) * 100 + rounds }
    steps_at_the_end_of_u8(x) -> i64 { let mut s = 0i64; for i in (0..=255u8).step_by(100) { s = s * 300 + i as i64; } s }
    reversed_steps_at_the_end_of_u8(x) -> i64 { let mut s = 0i64; for i in (0..255u8).rev().step_by(100) { s = s * 300 + i as i64; } s }
    reversed_steps_of_i8(x) -> i64 { let mut s = 0i64; for i in (-128..=127i8).rev().step_by(100) { s = s * 300 + i as i64; } s }
    all_of_u8(x) -> i64 { let mut s = 0i64; for i in 0..=255u8 { s += i as i64; } s }
    all_of_i8_reversed(x) -> i64 { let mut s = 0i64; for i in (-128..=127i8).rev() { s = (s * 3 + i as i64) % 1000; } s }
    the_last_of_u64(x) -> i64 { let mut s = 0; for i in u64::MAX - 2..=u64::MAX { s += i & 0xff; } s as i64 }
    empty_ranges(x) -> i64 { let mut s = 0; for i in 5..3 { s += i; } for i in (5..3).rev() { s += i; } for i in 5..=4 { s += i; } for i in (3..3).step_by(2) { s += i; } s }
    negative_ranges(x) -> i64 { let mut s = 0; for i in -5..-2 { s = s * 10 + i; } for i in (-5..=-2).rev().step_by(2) { s = s * 10 + i; } s }
    steps_of_a_reversed_range(x) -> i64 { let mut s = 0; for i in (0..10).rev().step_by(3) { s = s * 10 + i; } s }
    steps_of_x(x) -> i64 { let mut s = 0; for i in (0..10).step_by(x as usize % 4 + 1) { s = s * 10 + i; } s }
    a_range_of_x(x) -> i64 { let mut s = 0i64; for i in x % 5..x % 7 { s = s * 10 + i as i64; } s }
}

means! {
    break_of_its_own_loop_in_a_condition(x) -> i64 { let mut n = 0; 'a: while { if n > 3 { break 'a; } true } { n += 1; } n }
}

means! {
    break_of_its_own_empty_loop_in_a_condition(x) -> i64 { 'a: while { break 'a; } {} 7 }
}

means! {
    continue_of_its_own_loop_in_a_condition(x) -> i64 { let mut n = 0; 'a: while { n += 1; if n == 2 { continue 'a; } n < 5 } { n += 10; } n }
}

pending! { "[V011] assignment to loop variable `i`."
    the_variable_of_a_loop_is_a_copy(x) -> i64 { let mut s = 0; for mut i in 0..4 { i *= 2; s = s * 10 + i; } s }
}
