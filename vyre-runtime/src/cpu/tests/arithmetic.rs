//! Operators, casts, and values of several lanes.

use super::*;
use vyre_ir::casts::{CASTS, Cast};
use vyre_ir::{BinOp, DataType, UnOp};

/// An expression of a type with the given lanes, which the compiler cannot tell from any other value.
fn value(ty: DataType, lanes: [u32; 4]) -> Expr {
    match ty {
        DataType::U32 => Expr::u32(lanes[0]),
        DataType::I32 => Expr::LitI32(lanes[0] as i32),
        DataType::Bool => Expr::LitBool(lanes[0] != 0),
        DataType::F32 => Expr::LitF32(f32::from_bits(lanes[0])),
        _ => {
            let lane = |lane: &u32| value(ty.lane_type(), [*lane, 0, 0, 0]);
            Expr::compose(ty.clone(), lanes[..ty.lanes()].iter().map(lane).collect())
        }
    }
}

/// Statements that put every lane of the variable `v` of type `ty` into `out`.
fn put_lanes(ty: DataType) -> Vec<Node> {
    match ty.lanes() {
        1 => vec![put(0u32, Expr::cast(DataType::U32, var("v")))],
        lanes => (0..lanes as u32)
            .map(|lane| put(lane, Expr::cast(DataType::U32, Expr::component(var("v"), lane))))
            .collect(),
    }
}

#[test]
fn operators_have_the_results_of_their_rows() {
    for op in &BinOp::on_words() {
        for (operands, result) in op.examples() {
            let expr = Expr::binary(*op, operands[0], operands[1]);
            assert_eq!(results(1, vec![put(0u32, expr)]), [*result], "{op:?}{operands:?}");
        }
    }
    for op in &UnOp::on_words() {
        for (operands, result) in op.examples() {
            let expr = Expr::unary(*op, operands[0]);
            assert_eq!(results(1, vec![put(0u32, expr)]), [*result], "{op:?}{operands:?}");
        }
    }
}

#[test]
fn casts_have_the_results_of_their_rows() {
    for Cast { source, target, example: (from, to), .. } in CASTS {
        // No expression has bytes, and floats of 16 bits have no casts to words: `tests/tests/it/half.rs` tries those.
        if *source == DataType::Bytes || source.is_packed() || target.is_packed() {
            continue;
        }
        let direct = vec![Node::let_bind("v", Expr::cast(target.clone(), value(source.clone(), *from)))];
        let through_variables = vec![
            Node::let_bind("from", value(source.clone(), *from)),
            Node::let_bind("v", value(target.clone(), [1, 1, 1, 1])),
            Node::assign("v", Expr::cast(target.clone(), var("from"))),
        ];
        for mut entry in [direct, through_variables] {
            entry.extend(put_lanes(target.clone()));
            assert_eq!(results(4, entry), *to, "{source} => {target}");
        }
    }
}

#[test]
fn a_predicate_becomes_a_bool_and_back() {
    for (left, right) in [(1, 2), (2, 1), (2, 2)] {
        let truth = Expr::cast(DataType::Bool, Expr::u32(left).lt(right));
        let both = Expr::cast(DataType::Bool, Expr::u32(left) & Expr::u32(right));
        let entry = vec![
            Node::let_bind("truth", truth),
            put(0u32, Expr::cast(DataType::U32, var("truth"))),
            put(1u32, Expr::cast(DataType::U32, both)),
        ];
        assert_eq!(results(2, entry), [u32::from(left < right), u32::from(left & right != 0)]);
    }
}

#[test]
fn a_vector_is_assigned_from_its_own_lanes() {
    let lane = |at| Expr::component(var("v"), at);
    for (parts, expected) in [([3, 2, 1, 0], [14, 13, 12, 11]), ([1, 1, 0, 3], [12, 12, 11, 14])] {
        let mut entry = vec![
            Node::let_bind("v", value(DataType::Vec4U32, [11, 12, 13, 14])),
            Node::assign("v", Expr::compose(DataType::Vec4U32, parts.map(lane).to_vec())),
        ];
        entry.extend(put_lanes(DataType::Vec4U32));
        assert_eq!(results(4, entry), expected);
    }
}

#[test]
fn a_narrow_value_does_not_disturb_what_follows_it() {
    // The low half of a vector is assigned, beside a variable that lies after the target.
    let vector = || value(DataType::Vec4U32, [1, 2, 3, 4]);
    let entry = vec![
        Node::let_bind("v", value(DataType::Vec2U32, [7, 8, 0, 0])),
        Node::let_bind("after", 9u32),
        Node::assign("v", Expr::cast(DataType::Vec2U32, vector())),
        put(0u32, Expr::component(var("v"), 0)),
        put(1u32, Expr::component(var("v"), 1)),
        put(2u32, var("after")),
        put(3u32, Expr::component(vector(), 2) + Expr::component(vector(), 3) * 10u32),
    ];
    assert_eq!(results(4, entry), [1, 2, 9, 43]);
}

#[test]
fn select_of_vectors() {
    let pick = |cond: Expr| {
        let (then, otherwise) =
            (value(DataType::Vec4U32, [1, 2, 3, 4]), value(DataType::Vec4U32, [5, 6, 7, 8]));
        let mut entry = vec![Node::let_bind("v", Expr::select(cond, then, otherwise))];
        entry.extend(put_lanes(DataType::Vec4U32));
        results(4, entry)
    };
    assert_eq!(pick(Expr::u32(7)), [1, 2, 3, 4]);
    assert_eq!(pick(Expr::u32(0)), [5, 6, 7, 8]);
    assert_eq!(pick(Expr::LitBool(true)), [1, 2, 3, 4]);
    assert_eq!(pick(Expr::u32(3).lt(2u32)), [5, 6, 7, 8]);
}

#[test]
fn a_deep_and_a_wide_expression() {
    let left_leaning = (1..=1000u32).fold(Expr::u32(0), |sum, term| sum + term);
    let right_leaning = (1..=1000u32).fold(Expr::u32(0), |sum, term| Expr::u32(term) + sum);
    // Every left operand is a temporary that waits for all to its right.
    let waiting = (1..=500u32).fold(Expr::u32(0), |sum, term| (Expr::u32(term) * 1u32) + sum);
    let entry = vec![put(0u32, left_leaning), put(1u32, right_leaning), put(2u32, waiting)];
    assert_eq!(results(3, entry), [500_500, 500_500, 125_250]);
}
