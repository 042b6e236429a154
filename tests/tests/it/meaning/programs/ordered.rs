//! Orders of enums, options, results and tuples, and closures that are called where they stand.

use super::{FIRST, SECOND, check};
use vyre::prelude::*;

programs! {
    enums_with_fields_in_order {
        #[derive(Clone, Copy, PartialEq, PartialOrd)]
        enum E { A(i32), B { x: i32, y: u32 }, C }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 0 { E::A(a) } else if b > 6 { E::B { x: a, y: b } } else { E::C }; (e < E::A(5)) as i64 + (e < E::C) as i64 * 2 + (e >= E::B { x: -3, y: 7 }) as i64 * 4 + ((b % 3, e) < (1, E::A(5))) as i64 * 8 + (Some(e) > Some(E::B { x: -3, y: 31 })) as i64 * 16 }
    }
    the_larger_of_two_enums {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum E { A(i32), B(u32) }
        fn number(e: E) -> i64 { match e { E::A(x) => x as i64, E::B(x) => x as i64 + 1 } }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 0 { E::A(a) } else { E::B(b) }; let t = [E::B(b), E::A(a), E::A(3)]; number(e.max(E::A(4))) + number(e.min(E::B(6))) * 3 + number(*t.iter().max().unwrap()) * 5 + number(*t.iter().min().unwrap()) * 7 }
    }
    enums_without_fields_in_order {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        enum E { Low, Mid = 5, High }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 3 { E::Low } else if b > 6 { E::Mid } else { E::High }; (e < E::Mid) as i64 + (e.max(E::Mid)) as i64 * 10 + (e >= E::High) as i64 * 3 + (Some(e) < None) as i64 }
    }
    enums_over_types_in_order {
        #[derive(Clone, Copy, PartialEq, PartialOrd)]
        enum E<T> { A(T), B(T, T) }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 0 { E::A(b) } else { E::B(b, 1) }; (e < E::A(7)) as i64 + (e > E::B(7, 0)) as i64 * 2 }
    }
    enums_with_floats_in_order {
        #[derive(Clone, Copy, PartialEq, PartialOrd)]
        enum E { A(f32), B }
        fn case(a: i32, b: u32) -> i64 { let e = if a > 0 { E::A(a as f32) } else { E::B }; let n = E::A(f32::NAN); (e < E::A(5.0)) as i64 + (n < e) as i64 * 2 + (n >= n) as i64 * 4 + b as i64 * 8 }
    }
    the_larger_of_options_and_tuples {
        fn case(a: i32, b: u32) -> i64 { let o = if b > 6 { Some(a) } else { None }; let t = (a, b).max((3, 4)); let c = (a, b).clamp((0, 3), (5, 9)); o.max(Some(3)).map_or(-1, |x| x as i64) + o.min(Some(1)).map_or(-2, |x| x as i64) * 100 + t.0 as i64 * 10_000 + t.1 as i64 * 1_000_000 + c.0 as i64 * 3 + c.1 as i64 * 7 }
    }
    results_in_order {
        fn case(a: i32, b: u32) -> i64 { let r: Result<i32, u32> = if a > 0 { Ok(a) } else { Err(b) }; (r < Ok(5)) as i64 + (r < Err(6)) as i64 * 2 + match r.max(Ok(6)) { Ok(x) => x as i64 * 4, Err(x) => x as i64 * 4 + 1 } }
    }
    closures_called_where_they_stand {
        fn case(a: i32, b: u32) -> i64 { let mut n = 0; (|k| n += k)(3); (|x| x + 1)(3) as i64 + (|x: i32, y: u32| x as i64 + y as i64)(a, b) + (|| { let k = a % 10; k as i64 * 2 })() + (move |x: u32| (|y| y * 2)(x) as i64)(b) + n as i64 }
    }
    bytes_as_patterns {
        fn kind(s: &[u8]) -> u32 { match s { b"abc" => 1, b"x" => 2, _ => 3 } }
        fn case(a: i32, b: u32) -> i64 { let t = [b'a', b'b', b'c', a as u8]; kind(&t[..3]) as i64 + kind(b"x") as i64 * 10 + kind(&t) as i64 * 100 + b as i64 * 1000 }
    }
}
