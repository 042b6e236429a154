//! What a name in a pattern is: a constant, a variant, or a variable.

use vyre::prelude::*;

#[vyre::data]
#[derive(PartialEq, Debug)]
enum Wall {
    Floor,
    Sides,
    Top,
}

#[vyre::data]
#[derive(PartialEq, Debug)]
enum Kind {
    a,
    b,
    c,
}

mod inner {
    pub(super) const N: u32 = 3;
    pub(super) const two: u32 = 2;
    pub(super) const Five: u32 = 5;
    pub(super) const LONG: u32 = 4;
}
use inner::LONG as short;
use inner::N as M;
use inner::{Five, two};

const N: u32 = 3;
const n: u32 = 4;
const limit: u32 = 5;
const Limit: u32 = 6;
const MAX_2: u32 = 2;
const _X: u32 = 1;
const É: u32 = 1;
const T: bool = true;

use Wall::*;

/// One of the walls.
#[vyre::function]
fn wall(x: u32) -> Wall {
    match x % 3 {
        0 => Wall::Floor,
        1 => Wall::Sides,
        _ => Wall::Top,
    }
}

means! {
    constant_of_one_letter(x) -> i64 { match x { N => 1, _ => 2 } }
    constant_of_one_small_letter(x) -> i64 { match x { n => 1, _ => 2 } }
    constant_in_lower_case(x) -> i64 { match x { limit => 1, _ => 2 } }
    constant_in_camel_case(x) -> i64 { match x { Limit => 1, _ => 2 } }
    constant_in_upper_case(x) -> i64 { match x { MAX_2 => 1, _ => 2 } }
    constant_with_an_underscore(x) -> i64 { match x { _X => 1, _ => 2 } }
    constant_of_one_letter_with_an_accent(x) -> i64 { match x { É => 1, _ => 2 } }
    parameter_of_a_function_inside_with_the_name_of_a_type(x) -> i64 { fn twice<Wall: vyre::Number>(y: Wall) -> Wall { y + y } let w = if x > 3 { Wall::Top } else { Wall::Floor }; twice(w as u32) as i64 + twice(x) as i64 }
    function_of_a_trait_of_std(x) -> i64 { Ord::max(x, 3) as i64 * 10 + Ord::min(x, 5) as i64 }
    constant_of_a_bool(x) -> i64 { match x > 2 { T => 1, _ => 2 } }
    constant_of_the_body_of_one_letter(x) -> i64 { const K: usize = 3; match x as usize { K => 1, _ => 2 } }
    constant_of_the_body_in_lower_case(x) -> i64 { const three: u32 = 3; match x { three => 1, _ => 2 } }
    constant_of_the_body_in_camel_case(x) -> i64 { const Three: u32 = 3; match x { Three => 1, _ => 2 } }
    constant_of_the_body_in_upper_case(x) -> i64 { const THREE: u32 = 3; match x { THREE => 1, _ => 2 } }
    constant_imported(x) -> i64 { match x { two => 1, Five => 2, _ => 3 } }
    constant_renamed(x) -> i64 { match x { short => 1, M => 2, _ => 3 } }
    constant_with_a_guard(x) -> i64 { match x { N if x > 5 => 1, limit if x == 5 => 2, _ => 3 } }
    constant_in_a_tuple(x) -> i64 { match (x, x % 2) { (N, 1) => 1, (limit, y) => y as i64 + 10, (_, y) => y as i64 + 20 } }
    constant_in_a_list(x) -> i64 { match [x, x + 1] { [N, _] => 1, [_, limit] => 2, _ => 3 } }
    several_constants(x) -> i64 { match x { N => 1, limit => 2, Limit => 3, MAX_2 => 4, other => other as i64 * 10 } }
    constants_of_the_body_twice(x) -> i64 {
        const A: u32 = 1;
        let first = match x { A => 10, _ => 20 };
        let second = { const A: u32 = 2; match x { A => 1, _ => 2 } };
        first + second
    }
    constant_of_the_body_hides_one_outside(x) -> i64 { const N: u32 = 7; match x { N => 1, _ => 2 } }
    parameter_hides_nothing_in_a_pattern(x) -> i64 { fn f(y: u32) -> i64 { match y { N => 1, _ => 2 } } f(x) }
    variable_of_one_letter(x) -> i64 { match x { 0 => 1, k => k as i64 } }
    variable_with_the_name_of_a_function(x) -> i64 { match x { 0 => 1, wall => wall as i64 } }

    imported_variants(x) -> i64 { let t = wall(x); match t { Floor => 1, Sides => 2, Top => 3 } }
    imported_variants_and_a_rest(x) -> i64 { match wall(x) { Sides => 2, _ => 3 } }
    imported_variants_in_tuples(x) -> i64 { match (wall(x), x > 3) { (Floor, true) => 1, (Sides, _) => 2, (Top, b) => b as i64 + 5, _ => 9 } }
    variants_by_path(x) -> i64 { let k = if x > 3 { Kind::a } else { Kind::b }; match k { Kind::a => 1, Kind::b => 2, Kind::c => 3 } }
    variable_with_the_name_of_no_variant(x) -> i64 { match wall(x) { Wall::Floor => 1, Other => match Other { Wall::Top => 5, _ => 6 } } }

    shadowing(x) -> i64 { let y = x as i64; let y = y - 5; let y = if y > 0 { let y = y * 2; y } else { y }; y }
    shadowing_with_another_type(x) -> i64 { let y = 3; let y = [y, 5]; let y = y[0] - y[1]; y as i64 }
    shadowing_of_the_parameter(x) -> i64 { let x = x as i64 - 4; let x = -x; x }
    shadowing_in_a_loop(x) -> i64 { let s = 1; let mut r = 0; for s in 0..3 { let s = s * 2; r += s; } r - s }
    shadowing_of_a_loop_variable(x) -> i64 { let mut r = 0; for i in 0..4 { let i = i - 2; r = r * 3 + i; } r as i64 }
    nested_function_shadows(x) -> i64 { fn f(y: i64) -> i64 { y - 1 } let r = { fn f(y: i64) -> i64 { y * 10 } f(2) }; r + f(2) }
    constant_after_its_use(x) -> i64 { let r = match x { LATER => 1, _ => 2 }; const LATER: u32 = 4; r }
}

pending! { "kernels have no `use` items."
    constant_renamed_in_the_body(x) -> i64 { use inner::LONG as four; match x { four => 1, _ => 3 } }
}

means! {
    constant_by_path(x) -> i64 { match x { inner::two => 1, inner::N => 2, _ => 3 } }
}

means! {
    constant_among_alternatives(x) -> i64 { match x { N | limit => 1, _ => 2 } }
}

means! {
    constant_in_a_binding(x) -> i64 { match x { k @ (N | limit) => k as i64, _ => 0 } }
}

means! {
    constant_in_matches(x) -> i64 { matches!(x, N | limit) as i64 }
}

means! {
    constants_in_a_range(x) -> i64 { match x { N..=limit => 1, _ => 2 } }
}

pending! { "cannot find value `REST` in this scope"
    variable_in_upper_case(x) -> i64 { match x { 0 => 1, REST => REST as i64 } }
}

means! {
    imported_variants_among_alternatives(x) -> i64 { match wall(x) { Floor | Top => 2, Sides => 3 } }
}

means! {
    imported_variants_in_matches(x) -> i64 { matches!(wall(x), Floor | Sides) as i64 }
}

pending! { "[V006] reference to undeclared variable `Top`."
    imported_variants_as_values(x) -> i64 { let t = if x > 3 { Top } else { Floor }; match t { Top => 1, _ => 2 } }
}

pending! { "[V006] reference to undeclared variable `Sides`."
    imported_variants_compared(x) -> i64 { (wall(x) == Sides) as i64 }
}

pending! { "[V006] reference to undeclared variable `Top`."
    imported_variants_cast(x) -> i64 { (Top as u32) as i64 }
}

pending! { "kernels have no `use` items."
    variants_imported_in_the_body(x) -> i64 { use Kind::*; let k = if x > 3 { Kind::a } else { Kind::b }; match k { a => 1, b => 2, c => 3 } }
}

pending! { "kernels have no `use` items."
    variants_imported_one_by_one(x) -> i64 { use Kind::{a as first, b}; let k = if x > 3 { Kind::a } else { Kind::b }; match k { first => 1, b => 2, _ => 3 } }
}

pending! { "cannot find macro `W` in this scope"
    variants_by_an_alias(x) -> i64 { use Wall as W; match wall(x) { W::Floor => 1, W::Sides => 2, W::Top => 3 } }
}

/// Variants under the names of others, and constants of modules as a whole.
mod renamed {
    use super::Wall;
    use super::Wall::{Floor as Ground, Sides as Top, Top as Sides};
    use super::wall;
    use vyre::prelude::*;

    mod deep {
        pub(super) const q: u32 = 2;
        pub(super) const Five: u32 = 5;
        pub(super) mod deeper {
            pub(in super::super) const z: u32 = 3;
        }
    }
    use self::deep::*;
    use deep::deeper::{self, *};

    means! {
        variants_under_the_names_of_others(x) -> i64 { match wall(x) { Ground => 1, Top => 2, Sides => 3 } }
        variants_under_the_names_of_others_in_tuples(x) -> i64 { match (wall(x), x) { (Top, 4 | 7) | (Sides, 5) => 1, (Ground | Sides, m) => m as i64 + 5, _ => 2 } }
        variants_under_the_names_of_others_in_matches(x) -> i64 { matches!((wall(x), x), (Top, 0..=4) | (Ground, _)) as i64 }
        variable_in_the_place_of_a_variant(x) -> i64 { match wall(x) { Ground => 1, other => match other { Wall::Top => 2, _ => 3 } } }
        constants_of_a_whole_module(x) -> i64 { match x { q => 1, Five => 2, z => 3, other => other as i64 * 10 } }
    }
}
