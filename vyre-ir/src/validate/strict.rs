//! Which programs are strict: those without rows that are approximate, in themselves and in what they call.

use super::Validated;
use crate::{Event, Expr, Node, walk};
use std::collections::{BTreeSet, HashSet};

impl Validated {
    /// Whether every operator and collective of the program gives one result, to the bit.
    ///
    /// ```
    /// use vyre_ir::{Program, validate};
    /// let valid = |entry: &str| {
    ///     let text = format!("program workgroup_size 1, 1, 1 buffer out: read_write f32 @ 0 entry {{ {entry} }}");
    ///     validate(&text.parse::<Program>().unwrap()).unwrap()
    /// };
    /// assert!(valid("out[0] = f_sin(1.0f);").is_strict());
    /// assert!(!valid("out[0] = f_sin_approx(1.0f);").is_strict());
    /// ```
    pub fn is_strict(&self) -> bool {
        self.approximate().is_empty()
    }

    /// The operators and collectives of the program that are approximate, as the text form names them, each once.
    pub fn approximate(&self) -> Vec<&'static str> {
        let mut found = BTreeSet::new();
        let mut known = HashSet::new();
        let mut calls = names(&self.source().entry, None, &mut found);
        while let Some(id) = calls.pop() {
            if !known.insert(id.clone()) {
                continue;
            }
            // A typed operator is its row, whatever its composition.
            let row = self.registry().operation(&id).and_then(|operation| operation.approximate());
            found.extend(row);
            let composition = self.registry().get(&id).and_then(|spec| spec.composition());
            if let Some(composition) = composition.filter(|_| row.is_none()) {
                calls.extend(names(&composition.body, composition.result.as_ref(), &mut found));
            }
        }
        found.into_iter().collect()
    }
}

/// Adds the approximate rows of statements and of an expression, and gives the ids of what they call.
fn names(body: &[Node], result: Option<&Expr>, found: &mut BTreeSet<&'static str>) -> Vec<String> {
    let mut calls = Vec::new();
    let mut look = |expr: &Expr| {
        expr.any(|expr| {
            match expr {
                Expr::UnOp { op, .. } if op.tolerance_ulp().is_some() => {
                    found.insert(op.spelling().text());
                }
                Expr::BinOp { op, .. } if op.tolerance_ulp().is_some() => {
                    found.insert(op.spelling().text());
                }
                Expr::Call { op_id, .. } => calls.push(op_id.clone()),
                _ => {}
            }
            false
        });
    };
    let mut collectives = Vec::new();
    walk(body, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        exprs.into_iter().flatten().for_each(|(_, expr)| look(expr));
        if let Node::Collective { op, .. } = node
            && op.tolerance_ulp().is_some()
        {
            collectives.push(op.function());
        }
    });
    result.into_iter().for_each(&mut look);
    found.extend(collectives);
    calls
}

#[cfg(test)]
mod tests {
    use crate::{Composition, DataType, Expr, OpSpec, Program, Registry, UnOp, validate, validate_with};

    fn program(entry: &str) -> Program {
        format!("program workgroup_size 64, 1, 1 buffer out: read_write f32 @ 0 entry {{ {entry} }}")
            .parse()
            .unwrap()
    }

    #[test]
    fn a_program_is_strict_without_approximate_rows() {
        for (entry, expected) in [
            ("out[0] = f_sin(1.0f);", &[][..]),
            ("let s = workgroup_sum_tree(1.0f); out[0] = s;", &[]),
            ("if out[0] == 1.0f { out[0] = f_add(1.0f, f_sin_approx(out[1])); }", &["f_sin_approx"]),
            (
                "let s = workgroup_sum_approx(f_sin_approx(1.0f)); out[0] = s;",
                &["f_sin_approx", "workgroup_sum_approx"],
            ),
            ("out[0] = call primitive.f32.sin_approx(1.0f);", &["f_sin_approx"]),
        ] {
            let entry = entry.replace("out[0] == 1.0f", "f_eq(out[0], 1.0f)");
            let valid = validate(&program(&entry)).unwrap();
            assert_eq!(valid.approximate(), expected, "{entry}");
            assert_eq!(valid.is_strict(), expected.is_empty(), "{entry}");
        }
    }

    #[test]
    fn what_is_called_counts() {
        let mut registry = Registry::standard().clone();
        let near = Composition::expr(&["x"], Expr::unary(UnOp::FSinApprox, Expr::var("x")));
        let outer = Composition::expr(&["x"], Expr::call("my.near", vec![Expr::var("x")]));
        for (id, composition) in [("my.near", near), ("my.outer", outer)] {
            registry.register(OpSpec::inlinable(id, &[DataType::F32], DataType::F32, composition)).unwrap();
        }
        let valid = validate_with(&program("out[0] = call my.outer(1.0f);"), &registry).unwrap();
        assert_eq!(valid.approximate(), ["f_sin_approx"]);
    }
}
