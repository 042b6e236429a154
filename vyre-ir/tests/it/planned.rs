//! Types that are specified for later versions are refused by name.

use vyre_ir::{DataType, Program};

#[test]
fn planned_types_are_refused_as_such() {
    // As types.md lists them.
    assert_eq!(DataType::PLANNED, ["tensor"]);
    for ty in DataType::PLANNED {
        let text = format!("program\nworkgroup_size 1, 1, 1\nbuffer a: read {ty} @ 0\nentry {{\n}}\n");
        let error = text.parse::<Program>().expect_err(ty);
        assert_eq!((error.line, error.column), (3, 16));
        assert_eq!(error.message, format!("the type `{ty}` is planned, and programs cannot use it yet"));
    }
    let error = "program\nworkgroup_size 1, 1, 1\nbuffer a: read f128 @ 0\nentry {\n}\n".parse::<Program>();
    assert_eq!(error.expect_err("f128 is not even planned").message, "expected a type, found `f128`");
}
