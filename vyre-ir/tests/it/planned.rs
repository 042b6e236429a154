//! Types that are specified for later versions are refused by name.

use vyre_ir::{DataType, Program};

#[test]
fn no_type_of_the_specification_is_planned_any_more() {
    // `types.md` lists U128, F32, F16, BF16 and Tensor, and all of them are there.
    assert!(DataType::PLANNED.is_empty());
    let error = "program\nworkgroup_size 1, 1, 1\nbuffer a: read f128 @ 0\nentry {\n}\n".parse::<Program>();
    assert_eq!(error.expect_err("f128 is not even planned").message, "expected a type, found `f128`");
}
