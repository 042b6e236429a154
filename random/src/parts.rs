//! Variables of a case as parts of tuples and arrays, which changes nothing of what the case gives.

use crate::Case;
use vyre_ir::{DataType, Event, Expr, Node, Program, Validated, walk};

/// The same case with a tuple in the place of every variable that a `let` declares, which holds its value alone or in an array. `None` if
/// the case is not valid.
pub fn in_parts(case: &Case) -> Option<Case> {
    let validated = case.validate().ok()?;
    let mut is_held = vec![false; validated.variables().len()];
    walk(&validated.source().entry, |event| {
        if let Event::Enter { place, node: Node::Let { .. }, .. } = event
            && let Some(at) = validated.variable_at(place)
        {
            is_held[at] = true;
        }
    });
    let mut rewriting = Rewriting { validated: &validated, is_held, next: 0 };
    let entry = rewriting.body(&case.program.entry);
    Some(Case { program: Program { entry, ..case.program.clone() }, ..case.clone() })
}

struct Rewriting<'a> {
    validated: &'a Validated,
    /// Which variables tuples hold.
    is_held: Vec<bool>,
    /// The number of the next statement or expression.
    next: usize,
}

impl Rewriting<'_> {
    /// Validation bounds the recursion.
    fn body(&mut self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> Node {
        let place = self.next;
        self.next += 1;
        let is_value = matches!(node, Node::Let { .. } | Node::Assign { .. });
        let held = self.held(place).filter(|_| is_value);
        let mut exprs = Vec::new();
        for expr in node.exprs().into_iter().flatten() {
            let value = self.expr(expr);
            exprs.push(held.map_or_else(|| value.clone(), |at| self.hold(at, value.clone())));
        }
        let [first, second] = node.bodies();
        let (first, second) = (self.body(first), self.body(second));
        node.with_parts(exprs, first, second).unwrap_or_else(|| node.clone())
    }

    fn expr(&mut self, root: &Expr) -> Expr {
        let first = self.next;
        self.next += root.count();
        root.fold(first, |place, expr, operands: &mut [Expr]| {
            let expr = expr.with_children(operands.iter().cloned()).unwrap_or_else(|| expr.clone());
            match (&expr, self.held(place)) {
                (Expr::Var(_), Some(at)) if is_deep(at) => Expr::component(Expr::component(expr, 1), 0),
                (Expr::Var(_), Some(_)) => Expr::component(expr, 0),
                _ => expr,
            }
        })
    }

    /// The variable of a statement or an expression, if a tuple holds it.
    fn held(&self, place: usize) -> Option<usize> {
        self.validated.variable_at(place).filter(|at| self.is_held[*at])
    }

    /// The tuple that holds a value.
    fn hold(&self, at: usize, value: Expr) -> Expr {
        let ty = self.validated.variables()[at].ty.clone();
        let (types, parts) = match is_deep(at) {
            true => {
                let array = array(ty);
                (vec![DataType::I32, array.clone()], vec![Expr::i32(-1), Expr::compose(array, vec![value])])
            }
            false => (vec![ty, DataType::U32], vec![value, Expr::u32(7)]),
        };
        match DataType::tuple(types) {
            Ok(tuple) => Expr::compose(tuple, parts),
            Err(limit) => unreachable!("{limit}"),
        }
    }
}

fn array(element: DataType) -> DataType {
    match DataType::array(element, 1) {
        Ok(array) => array,
        Err(limit) => unreachable!("{limit}"),
    }
}

/// Whether a variable is in an array in its tuple: every third one.
fn is_deep(at: usize) -> bool {
    at % 3 == 2
}
