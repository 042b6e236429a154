//! Constant parameters in the types of parameters.

use vyre::prelude::*;

means! {
    constant_parameter_as_a_pattern_bound(x) -> i64 { fn f<const K: u32>(y: u32) -> i64 { if y == K { 1 } else { 2 } } f::<3>(x) * 10 + f::<4>(x) }
    generic_function_with_open_numbers(x) -> i64 { fn less<T: vyre::Number>(a: T, b: T) -> bool { a < b } (less(3 - 5, 0)) as i64 }
    generic_function_with_an_open_list(x) -> i64 { fn first<T: vyre::Number>(t: &[T]) -> T { t[0] } let t = [3, 5]; (first(&t) - t[1]) as i64 }
    generic_identity_of_an_open_number(x) -> i64 { fn same<T: vyre::Number>(a: T) -> T { a } let a = same(3); (a - 5) as i64 }
}

pending! { "a function has no constant parameters but `u32`s."
    list_of_a_constant_parameter_by_value(x) -> i64 { fn last<const K: usize>(t: [i64; K]) -> i64 { t[K - 1] } last([1, 2, x as i64]) - last([x as i64, 7]) }
}

pending! { "a function has no constant parameters but `u32`s."
    list_of_a_constant_parameter_behind_a_reference(x) -> i64 { fn last<const K: usize>(t: &[i64; K]) -> i64 { t[K - 1] } last(&[1, 2, x as i64]) - last(&[x as i64, 7]) }
}

pending! { "a function has no constant parameters but `u32`s."
    list_of_a_constant_parameter_behind_a_mutable_reference(x) -> i64 { fn set<const K: usize>(t: &mut [i64; K], y: i64) { t[K - 1] = y; t[0] += 1; } let mut t = [1, 2, 3]; set(&mut t, x as i64); let mut u = [4, 5]; set(&mut u, 9); t[2] - t[0] + u[1] - u[0] }
}

pending! { "a function has no constant parameters but `u32`s."
    slice_of_lists_of_a_constant_parameter(x) -> i64 { fn sum<const K: usize>(t: &[[i64; K]]) -> i64 { let mut s = 0; for i in 0..t.len() { for k in 0..K { s = s * 3 + t[i][k]; } } s } sum(&[[1, 2], [x as i64, 4]]) - sum(&[[x as i64, 1, 2]]) }
}

pending! { "a function has no constant parameters but `u32`s."
    mutable_slice_of_lists_of_a_constant_parameter(x) -> i64 { fn set<const K: usize>(t: &mut [[i64; K]], y: i64) { t[1][K - 1] = y; t[0][0] -= y; } let mut t = [[1, 2], [3, 4]]; set(&mut t, x as i64); t[1][1] * 10 + t[0][0] }
}

pending! { "a function has no constant parameters but `u32`s."
    list_made_of_a_constant_parameter(x) -> i64 { fn made<const K: usize>(y: i64) -> [i64; K] { let mut t = [y; K]; t[K - 1] += 5; t } let t = made::<3>(x as i64); let u = made::<2>(1); t[2] - t[0] + u[1] * u[0] }
}

pending! { "a function has no constant parameters but `u32`s."
    list_of_lists_of_two_constant_parameters(x) -> i64 { fn sum<const A: usize, const B: usize>(t: [[i64; A]; B]) -> i64 { let mut s = 0; for b in 0..B { for a in 0..A { s = s * 2 + t[b][a]; } } s * 100 + (A * 10 + B) as i64 } sum([[1, 2, 3], [4, x as i64, 6]]) }
}

means! {
    constant_parameter_as_a_number(x) -> i64 { fn scaled<const K: i64>(y: i64) -> i64 { y * K - K } scaled::<3>(x as i64) + scaled::<-2>(x as i64) }
}

pending! { "a function has no constant parameters but `u32`s."
    constant_parameter_of_an_inferred_length(x) -> i64 { fn count<const K: usize>(t: [u8; K]) -> usize { K } (count([1, 2, 3]) * 10 + count([1, 2])) as i64 }
}

means! {
    constant_bool_parameter(x) -> i64 { fn f<const FLIP: bool>(y: i64) -> i64 { if FLIP { -y } else { y } } f::<true>(x as i64) * 10 + f::<false>(x as i64) }
}

pending! { "a function has no constant parameters but `u32`s."
    type_and_constant_parameter(x) -> i64 { fn sum<T: vyre::Number, const K: usize>(t: [T; K]) -> T { let mut s = T::ZERO; for k in 0..K { s = s + t[k]; } s } sum([1i64, 2, x as i64]) + sum([250u8, 3]) as i64 }
}
