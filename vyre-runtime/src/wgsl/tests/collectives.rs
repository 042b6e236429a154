//! Collectives by subgroups and by workgroup memory.

use super::super::{Variant, lower};
use super::{a, check_with, id, lowered, shader};
use vyre_ir::{BinOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Program, validate};
use vyre_lower::Operators;

/// Every collective on every type that it takes, each stored.
fn collectives(size: [u32; 3]) -> Program {
    let types = [DataType::U32, DataType::I32, DataType::U64, DataType::Bool, DataType::Vec4U32];
    let (mut buffers, mut entry) = (vec![BufferDecl::workgroup("flags", 4, DataType::Bool)], Vec::new());
    for (at, ty) in types.clone().into_iter().enumerate() {
        let name = format!("of_{at}");
        entry.push(Node::let_bind(format!("v{at}"), Expr::load(name.as_str(), id())));
        buffers.push(BufferDecl::read_write(name, at as u32, ty));
    }
    for op in CollectiveOp::ALL {
        for (at, ty) in types.clone().into_iter().enumerate() {
            let Some(result) = op.result(&ty) else { continue };
            let (variable, value) = (format!("{}_{at}", op.function()), Expr::var(format!("v{at}")));
            let stored = match (ty, result) {
                (DataType::Bool, DataType::U32) => Expr::cast(DataType::Bool, Expr::var(variable.as_str())),
                _ => Expr::var(variable.as_str()),
            };
            entry.push(match op.takes_id() {
                true => Node::broadcast(variable.as_str(), value, 3u32),
                false => Node::collective(variable.as_str(), *op, value),
            });
            entry.push(Node::store(format!("of_{at}"), id(), stored));
        }
    }
    entry.push(Node::uniform_load("flag", "flags", 1u32));
    entry.push(Node::store("of_3", id(), Expr::var("flag")));
    Program::new(buffers, size, entry)
}

#[test]
fn collectives_are_accepted_with_subgroups_and_without() {
    for size in [[64, 1, 1], [7, 3, 2], [1, 1, 1]] {
        let program = collectives(size);
        assert!(!shader(&program).text.contains("subgroup"));
        let with = lower(&validate(&program).unwrap(), Variant { has_subgroups: true, ..Variant::default() })
            .unwrap();
        assert!(with.text.contains("subgroupAdd("), "{}", with.text);
        check_with(&with, naga::valid::Capabilities::SUBGROUP);
    }
}

#[test]
fn conditions_of_branches_with_barriers_are_hidden() {
    let hidden = |text: &str, hides_from_driver| {
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1 entry {{ {text} }}"
        );
        let variant = Variant { hides_from_driver, ..Variant::default() };
        let shader = lower(&validate(&text.parse().unwrap()).unwrap(), variant).unwrap();
        check_with(&shader, naga::valid::Capabilities::empty());
        assert_eq!(shader.has_zero, shader.text.contains("launch.zero"), "{}", shader.text);
        shader.text.matches("if (u32(").count()
    };
    for (text, count) in [
        ("let y = ~a[0]; if y != 0 { barrier; y = 0; } out[local_id.x] = y;", 1),
        (
            "let y = ~a[0]; if y != 0 { y = a[1]; } else { let any = workgroup_any(y); y = any; } out[local_id.x] = y;",
            1,
        ),
        ("let y = ~a[0]; if y != 0 { for k in 0..a[1] { if a[k] { barrier; } } } out[local_id.x] = y;", 2),
        ("let y = ~a[0]; if y != 0 { out[0] = 1; } barrier; out[local_id.x] = y;", 0),
    ] {
        assert_eq!([hidden(text, false), hidden(text, true)], [0, count], "{text}");
    }
}

#[test]
fn approximate_sums_are_by_subgroups_where_floats_are_strict() {
    let sum = |size| {
        let buffers = vec![BufferDecl::read_write("a", 0, DataType::F32)];
        let collective = |name: &str| Node::collective(name, CollectiveOp::SumApprox, Expr::load("a", id()));
        let added = Expr::binary(BinOp::FAdd, Expr::var("one"), Expr::var("other"));
        let body = vec![collective("one"), collective("other"), Node::store("a", id(), added)];
        validate(&Program::new(buffers, size, body)).unwrap()
    };
    for size in [[64, 1, 1], [75, 1, 1], [7, 3, 2]] {
        let with =
            lower(&sum(size), Variant { has_subgroups: true, is_decorated: true, ..Variant::default() })
                .unwrap();
        let is_flat = size[1] == 1;
        assert_eq!(with.text.contains("subgroupAdd(bitcast<f32>(value))"), is_flat, "{}", with.text);
        assert!(with.is_decorated);
        check_with(&with, naga::valid::Capabilities::SUBGROUP);
        let none = Variant { has_subgroups: true, operators: Operators::NONE, ..Variant::default() };
        for other in [Variant::default(), none] {
            let text = lower(&sum(size), other).unwrap().text;
            assert!(!text.contains("subgroup"), "{text}");
        }
    }
}

#[test]
fn sums_of_floats_are_the_adapters_where_they_are_strict() {
    let text = "program workgroup_size 64, 1, 1 buffer a: read_write f32 @ 0 entry {
        let sum = workgroup_sum_tree(a[local_id.x]); a[local_id.x] = sum;
    }";
    let program = validate(&text.parse().unwrap()).unwrap();
    let own = lower(&program, Variant { is_decorated: true, ..Variant::default() }).unwrap();
    assert!(own.is_decorated && own.text.contains("f_canonical(x + y)"), "{}", own.text);
    assert!(!own.text.contains("arithmetic on integers.\n"), "{}", own.text);
    let composed = lower(&program, Variant { operators: Operators::NONE, ..Variant::default() }).unwrap();
    assert!(!composed.text.contains("x + y"), "{}", composed.text);
    for shader in [own, composed] {
        check_with(&shader, naga::valid::Capabilities::empty());
    }
}

#[test]
fn products_that_are_added_one_after_the_other_are_steps() {
    let text = "program workgroup_size 1, 1, 1 buffer a: read f32 @ 0 buffer out: read_write f32 @ 1 entry {
        let x = a[0]; let y = a[1];
        out[0] = f_mul_add(x, y, f_mul_add(y, y, f_mul_add(x, x, 1.0f)));
        out[1] = f_mul_add(a[2], y, f_mul_add(y, y, 1.0f));
    }";
    let text = lower(&validate(&text.parse().unwrap()).unwrap(), Variant::default()).unwrap().text;
    assert!(text.contains("let part = f_mul_add_any_nan(y, y, f_mul_add_any_nan(x, x, "), "{text}");
    // A chain that waits for what it loads stays one expression, so that the loads do not wait for each other.
    assert!(text.contains("f_mul_add(load_a(2u), y, f_mul_add_any_nan(y, y, "), "{text}");
}

#[test]
fn a_sum_reads_as_it_should() {
    let entry = vec![
        Node::let_bind("x", a(id())),
        Node::collective("sum", CollectiveOp::Sum, Expr::var("x")),
        Node::store("out", Expr::workgroup_id(0), Expr::var("sum")),
    ];
    let text = lowered(entry);
    let functions = "\
fn workgroup_add(value: u32, i: u32) -> u32 {
    atomicAdd(&workgroup_total, value);
    workgroupBarrier();
    let joined = atomicLoad(&workgroup_total);
    return joined;
}

fn workgroup_sum_u32(value: u32, i: u32) -> u32 {
    return workgroup_add(value, i);
}
";
    assert!(text.contains(functions), "{text}");
    assert!(text.contains("var<workgroup> workgroup_total: atomic<u32>;"), "{text}");
    assert!(text.contains("    let sum = workgroup_sum_u32(x, local_index);"), "{text}");
    assert!(text.contains("@builtin(local_invocation_index) local_index: u32"), "{text}");
}
