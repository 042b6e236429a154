//! Edits of statements and expressions, of the program and of its operations.

use crate::Case;
use vyre_ir::{DataType, Expr, Node};

/// How many statements beside each other are taken away together.
const CHUNKS: [usize; 5] = [16, 8, 4, 2, 1];

/// The bodies of a case: the program's, and the ones of its operations.
fn roots(case: &mut Case) -> impl Iterator<Item = &mut Vec<Node>> {
    let compositions = case.operations.iter_mut().filter_map(|op| op.composition_mut());
    std::iter::once(&mut case.program.entry).chain(compositions.map(|composition| &mut composition.body))
}

/// Calls `edit` with each list of statements, outer ones first, until it says that it is done.
fn any_body(nodes: &mut Vec<Node>, edit: &mut dyn FnMut(&mut Vec<Node>) -> bool) -> bool {
    edit(nodes)
        || nodes.iter_mut().any(|node| match node {
            Node::If { then, otherwise, .. } => any_body(then, edit) || any_body(otherwise, edit),
            Node::Loop { body, .. } | Node::Block(body) => any_body(body, edit),
            _ => false,
        })
}

/// The case with one list of statements edited.
fn edited(case: &Case, mut edit: impl FnMut(&mut Vec<Node>) -> bool) -> Option<Case> {
    let mut case = case.clone();
    let is_done = roots(&mut case).any(|nodes| any_body(nodes, &mut edit));
    is_done.then_some(case)
}

/// Without some statements beside each other.
pub(super) fn without_statements(case: &Case, mut at: usize) -> Option<Case> {
    CHUNKS.iter().find_map(|chunk| {
        edited(case, |nodes| {
            let count = nodes.len() / chunk;
            if at < count {
                // Backwards: later statements use earlier ones.
                let end = nodes.len() - at * chunk;
                nodes.drain(end - chunk..end);
                return true;
            }
            at -= count;
            false
        })
    })
}

/// With the statements of a body in place of the statement that has it.
pub(super) fn unwrapped(case: &Case, mut at: usize) -> Option<Case> {
    edited(case, |nodes| {
        for place in 0..nodes.len() {
            let inner = inside(&nodes[place]);
            if at < inner.len() {
                nodes.splice(place..=place, inner.into_iter().nth(at).into_iter().flatten());
                return true;
            }
            at -= inner.len();
        }
        false
    })
}

/// What may stand in place of a statement.
fn inside(node: &Node) -> Vec<Vec<Node>> {
    match node {
        Node::If { cond, then, otherwise } if !otherwise.is_empty() => {
            vec![then.clone(), otherwise.clone(), vec![Node::if_then(cond.clone(), then.clone())]]
        }
        Node::If { then, .. } => vec![then.clone()],
        Node::Loop { var, from, body, .. } => {
            let mut nodes = vec![Node::let_bind(var.as_str(), from.clone())];
            nodes.extend_from_slice(body);
            vec![body.clone(), nodes]
        }
        Node::Block(body) => vec![body.clone()],
        _ => Vec::new(),
    }
}

/// With one expression replaced by a simpler one.
pub(super) fn with_simpler_expression(case: &Case, mut at: usize) -> Option<Case> {
    let mut place = 0;
    let mut chosen = None;
    each_root(case, |root| {
        let mut stack = vec![root];
        while let (Some(expr), None) = (stack.pop(), &chosen) {
            let simpler = simpler(expr);
            match simpler.into_iter().nth(at) {
                Some(simpler) => chosen = Some((place, simpler)),
                None => at -= count_of_simpler(expr),
            }
            place += 1;
            let children: Vec<&Expr> = (0..).map_while(|at| expr.child(at)).collect();
            stack.extend(children.into_iter().rev());
        }
    });
    let (place, simpler) = chosen?;
    Some(replaced(case, place, &simpler))
}

fn count_of_simpler(expr: &Expr) -> usize {
    simpler(expr).len()
}

/// What may stand in place of an expression, if the types allow it.
fn simpler(expr: &Expr) -> Vec<Expr> {
    let zeros = |ty: DataType| {
        Expr::compose(
            ty.clone(),
            vec![if ty.lane_type() == DataType::F32 { Expr::f32(0.0) } else { Expr::u32(0) }; ty.lanes()],
        )
    };
    match expr {
        Expr::LitU32(0) | Expr::LitI32(0) | Expr::LitBool(false) => Vec::new(),
        Expr::LitU32(1) => vec![Expr::u32(0)],
        Expr::LitU32(number) => {
            vec![Expr::u32(0), Expr::u32(1), Expr::u32(number / 2), Expr::u32(number - 1)]
        }
        Expr::LitI32(number) => vec![Expr::i32(0), Expr::i32(number / 2)],
        Expr::LitBool(true) => vec![Expr::from(false)],
        expr => {
            let children = (0..).map_while(|at| expr.child(at)).cloned();
            let literals = [
                Expr::u32(0),
                Expr::from(false),
                Expr::i32(0),
                Expr::u32(1),
                Expr::from(true),
                Expr::f32(0.0),
            ];
            let vectors = [
                DataType::U64,
                DataType::U128,
                DataType::Vec2U32,
                DataType::Vec4U32,
                DataType::Vec2F32,
                DataType::Vec4F32,
            ]
            .map(zeros);
            let is_zero = |other: &Expr| other == expr;
            let all: Vec<Expr> = literals.into_iter().chain(vectors).chain(children).collect();
            if all.iter().any(is_zero) { Vec::new() } else { all }
        }
    }
}

/// Visits the expressions of all statements, and the results of operations.
fn each_root<'a>(case: &'a Case, mut visit: impl FnMut(&'a Expr)) {
    fn each<'a>(nodes: &'a [Node], visit: &mut dyn FnMut(&'a Expr)) {
        for node in nodes {
            node.exprs().into_iter().flatten().for_each(&mut *visit);
            node.bodies().into_iter().for_each(|body| each(body, visit));
        }
    }
    each(&case.program.entry, &mut visit);
    for composition in case.operations.iter().filter_map(|op| op.composition()) {
        each(&composition.body, &mut visit);
        composition.result.iter().for_each(&mut visit);
    }
}

/// The case with another expression at a place, where [`each_root`] counts the expressions.
fn replaced(case: &Case, place: usize, new: &Expr) -> Case {
    let mut first = 0;
    let mut root = |expr: &Expr| {
        let start = first;
        first += expr.count();
        expr.fold(start, |at, expr, children: &mut [Expr]| match at == place {
            true => new.clone(),
            // The children are those of the expression.
            false => expr.with_children(children.iter().cloned()).unwrap_or_else(|| expr.clone()),
        })
    };
    fn all(nodes: &[Node], root: &mut dyn FnMut(&Expr) -> Expr) -> Vec<Node> {
        let one = |node: &Node| {
            let exprs: Vec<Expr> = node.exprs().into_iter().flatten().map(&mut *root).collect();
            let [first, second] = node.bodies().map(|body| all(body, root));
            node.with_parts(exprs, first, second).unwrap_or_else(|| node.clone())
        };
        nodes.iter().map(one).collect()
    }
    let mut case = case.clone();
    case.program.entry = all(&case.program.entry, &mut root);
    for composition in case.operations.iter_mut().filter_map(|op| op.composition_mut()) {
        composition.body = all(&composition.body, &mut root);
        composition.result = composition.result.as_ref().map(&mut root);
    }
    case
}
