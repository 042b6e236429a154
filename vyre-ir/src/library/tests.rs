//! What holds for every row without running it. `tests/tests/it/library.rs` runs them.

use super::rows;
use crate::{BufferDecl, DataType, Expr, Node, Program, Registry, validate};
use std::collections::HashSet;

/// A program that calls an operation with loaded arguments.
fn caller(row: &super::Row) -> Program {
    let mut buffers = vec![BufferDecl::read_write("out", 0, row.output.clone())];
    let mut args = Vec::new();
    for (at, input) in row.inputs.iter().enumerate() {
        let name = format!("arg{at}");
        buffers.push(BufferDecl::read(&name, at as u32 + 1, input.clone()));
        args.push(Expr::load(name, Expr::invocation_id(0)));
    }
    let store = Node::store("out", Expr::invocation_id(0), Expr::call(row.id, args));
    Program::new(buffers, [64, 1, 1], vec![store])
}

#[test]
fn ids_are_unique_and_known() {
    let ids: HashSet<&str> = rows().map(|row| row.id).collect();
    assert_eq!(ids.len(), rows().count());
    assert_eq!(Registry::standard().known_op_ids().collect::<HashSet<_>>(), ids);
    assert!(ids.iter().all(|id| id.starts_with("primitive.") && id.split('.').count() == 3));
}

#[test]
fn every_row_is_valid() {
    for row in rows() {
        let validated = validate(&caller(row)).unwrap_or_else(|errors| panic!("{}: {errors:?}", row.id));
        let is_call = |expr: &Expr| matches!(expr, Expr::Call { .. });
        let has_call = |node: &Node| node.exprs().into_iter().flatten().any(|expr| expr.any(is_call));
        assert!(!validated.program().entry.iter().any(has_call), "{}", row.id);
    }
}

#[test]
fn every_row_is_described() {
    for row in rows() {
        assert!(
            row.meaning.ends_with('.') && !row.laws.is_empty() && !row.edge_cases.is_empty(),
            "{}",
            row.id
        );
        for (args, result) in row.edge_cases {
            assert_eq!(args.len(), row.inputs.len(), "{}", row.id);
            let fits = |lanes: &[u32], ty: DataType| lanes.len() == ty.lanes();
            assert!(args.iter().zip(row.inputs).all(|(lanes, ty)| fits(lanes, ty.clone())), "{}", row.id);
            assert!(fits(result, row.output.clone()), "{}", row.id);
        }
    }
}
