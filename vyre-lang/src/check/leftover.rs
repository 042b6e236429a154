//! What no other check has reported. An erroneous expression is nothing in the program, so one that nobody reports would be a zero there.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::Block;
use crate::types::Ty;

impl Checker<'_> {
    /// Whether every expression has a type, or something has been reported; reports the first one otherwise.
    pub(super) fn demand_settled(&mut self, body: &Block) {
        // An erroneous item has its error where it stands.
        if !self.errors.is_empty() || !self.lists.is_alone() || self.known.are_erroneous() {
            return;
        }
        // What a kernel's own function gives, rustc refuses where it stands: `-> _`.
        if !self.sees_module && self.functions.iter().any(|function| function.result == Ty::Error) {
            return;
        }
        let bodies = self.functions.iter().filter_map(|function| function.body.as_ref()).chain([body]);
        let mut first: Option<Area> = None;
        for body in bodies {
            body.each(|expr| {
                if self.infer.resolve(expr.ty) == Ty::Error {
                    first.get_or_insert(expr.area);
                }
            });
        }
        if let Some(area) = first {
            let problem = "the type of this expression is not known here";
            self.errors.report(area, problem, "bind it, with its type: `let value: u32 = ..;`");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::Attribute;
    use crate::data::{Definitions, Hints};
    use crate::diagnostics::Errors;
    use crate::hir::{Expr, Stmt};
    use proc_macro2::Span;
    use quote::quote;
    use std::rc::Rc;

    /// What is reported of a body of one statement, after an error elsewhere or none.
    fn reported(ty: Ty, is_reported: bool) -> usize {
        let area = Area::from(Span::call_site());
        let attribute = Attribute {
            workgroup_size: [1; 3],
            size_area: area,
            size_given: None,
            extents: [area; 3],
            is_any_order: false,
            order_given: None,
            krate: quote!(vyre),
            is_in_module: false,
            is_anonymous: false,
            is_inside: false,
            functions: Vec::new(),
        };
        let hints = Rc::new(Hints::of(&syn::parse_quote!(
            fn f() {}
        )));
        let mut errors = Errors::of(quote!(
            fn f() {}
        ));
        if is_reported {
            errors.report(area, "a mistake", "mend it");
        }
        super::super::lists::settled(&mut errors, |errors, lists| {
            let known = Definitions::default();
            let checker = Checker::new((&attribute, known), (&hints, lists), errors);
            let stmts = vec![Stmt::Expr(Expr::nothing(area, ty))];
            checker.finish(Vec::new(), 0, Block { stmts, tail: None })
        });
        errors.count()
    }

    #[test]
    fn an_error_that_nobody_reports_is_reported() {
        assert_eq!(reported(Ty::Unit, false), 0);
        assert_eq!(reported(Ty::Error, false), 1);
        assert_eq!(reported(Ty::Error, true), 1, "the mistake itself");
    }
}
