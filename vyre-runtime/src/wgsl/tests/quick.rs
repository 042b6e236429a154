//! Quick operators and the questions that they share.

use super::super::square_root::SquareRoot;
use super::super::{Variant, lower};
use super::check_wgsl;
use vyre_ir::validate;
use vyre_lower::quick::QuickOp;
use vyre_lower::{Operators, QuickOperators};

#[test]
fn one_question_stands_for_several_quick_operators() {
    let text = |length: u32| {
        format!(
            "program
workgroup_size 64, 1, 1
buffer a: read f32 @ 0
buffer out: read_write f32 @ 1
entry {{
    let i = invocation_id.x;
    let x = a[i];
    let sum = 0.0f;
    for k in 0 .. {length} {{
        sum = f_add(sum, f_div(1.0f, f_sqrt(f_add(x, f_from_u32(k)))));
    }}
    out[i] = sum;
}}
"
        )
    };
    let quick: Operators = [QuickOp::Sqrt, QuickOp::Div].map(QuickOp::operation).into_iter().collect();
    let root = SquareRoot::Fused;
    let variant = |quick| Variant { is_decorated: true, root, quick, ..Variant::default() };
    let shader = |length, quick| {
        let shader = lower(&validate(&text(length).parse().unwrap()).unwrap(), variant(quick)).unwrap();
        check_wgsl(&shader);
        shader.text
    };
    // Of 1,024 rounds four stand one after the other, so there are eight operators.
    let shader_of_many = shader(1024, QuickOperators::where_it_pays(quick));
    let count = |name: &str| shader_of_many.matches(name).count();
    let calls = ["f_sqrt_of_common(", "f_div_of_common(", "f_sqrt_is_rare(", "f_div_is_rare("].map(count);
    assert_eq!(calls, [5; 4], "a definition and four calls: {shader_of_many}");
    let questions = shader_of_many.lines().filter(|line| line.contains("if ") && line.contains("_is_rare("));
    assert_eq!(questions.count(), 1, "{shader_of_many}");
    assert_eq!(shader(1024, QuickOperators::NONE).matches("_of_common").count(), 0);
}

#[test]
fn bits_of_floats_that_something_sees_are_hidden() {
    let shader = |value: &str, hides_from_driver| {
        let text = format!(
            "program
workgroup_size 64, 1, 1
buffer a: read f32 @ 0
buffer out: read_write u32 @ 1
entry {{
    let x = a[invocation_id.x];
    out[invocation_id.x] = {value};
}}
"
        );
        let variant = Variant { hides_from_driver, ..Variant::default() };
        let shader = lower(&validate(&text.parse().unwrap()).unwrap(), variant).unwrap();
        check_wgsl(&shader);
        shader
    };
    let negated = "cast<u32>(f_negate(f_div(x, 3.0f)))";
    let hidden = shader(negated, true);
    assert!(hidden.has_zero && hidden.text.contains("bitcast<u32>(a) ^ launch.zero"), "{}", hidden.text);
    assert!(!shader(negated, false).text.contains("zero"));
    // A truth value has no bits of a float.
    assert!(!shader("f_lt(f_div(x, 3.0f), x)", true).has_zero);
}
