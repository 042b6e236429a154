//! The operations that a program calls: V017, V045, V046, and V019 for the program that the calls expand to.

use super::body::{self, Checked};
use super::Errors;
use crate::compose::{OpSpec, Registry};
use crate::rules::{DEFAULT_MAX_CALL_DEPTH, DEFAULT_MAX_NODE_COUNT, Place, Problem};
use crate::{Event, Expr, Node, walk};
use std::collections::HashMap;

/// What is known of an operation.
#[derive(Clone, Copy)]
struct Summary {
    /// The longest chain of calls that begins with a call of it.
    depth: usize,
    /// The statements and expressions that a call of it expands to, about.
    size: usize,
}

struct Operations<'a, 'e> {
    registry: &'a Registry,
    known: HashMap<&'a str, Summary>,
    /// Where the program calls the operation that is being looked at.
    place: usize,
    /// Whether a chain of calls from there is too deep. Nothing more is looked at then: where operations call each
    /// other several times, the chains are too many.
    exceeded: bool,
    errors: &'e mut Errors,
}

pub(super) fn check(checked: &Checked, count: usize, registry: &Registry, errors: &mut Errors) {
    let mut operations = Operations { registry, known: HashMap::new(), place: 0, exceeded: false, errors };
    let mut size = count;
    for (place, op_id) in &checked.calls {
        operations.place = *place;
        operations.exceeded = false;
        let summary = operations.summary(op_id, 1);
        if operations.exceeded {
            operations.errors.report(Place::At(*place), Problem::CallDepth {});
        } else {
            size = size.saturating_add(summary.size);
        }
    }
    if size > DEFAULT_MAX_NODE_COUNT {
        errors.report(Place::Program, Problem::NodeCount {});
    }
}

impl Operations<'_, '_> {
    /// Looks at an operation that is called at some depth, and at those that it calls. The depth bounds the recursion.
    fn summary(&mut self, op_id: &str, depth: usize) -> Summary {
        let none = Summary { depth: 1, size: 1 };
        let Some(spec) = self.registry.get(op_id) else { return none };
        if let Some(known) = self.known.get(spec.id.as_str()) {
            self.exceeded |= depth + known.depth - 1 > DEFAULT_MAX_CALL_DEPTH;
            return *known;
        }
        if self.exceeded || depth > DEFAULT_MAX_CALL_DEPTH {
            self.exceeded = true;
            return none;
        }
        let checked = self.composition(spec);
        let mut summary = Summary { depth: 1, size: checked.types.len() + 1 };
        for (_, callee) in &checked.calls {
            let callee = self.summary(callee, depth + 1);
            summary.depth = summary.depth.max(callee.depth + 1);
            summary.size = summary.size.saturating_add(callee.size);
        }
        if !self.exceeded {
            self.known.insert(spec.id.as_str(), summary);
        }
        summary
    }

    fn composition(&mut self, spec: &OpSpec) -> Checked {
        let mut errors = Errors::default();
        let mut problems = Vec::new();
        let op_id = || spec.id.clone();
        let none = crate::Composition { params: Vec::new(), body: Vec::new(), result: None };
        let composition = spec.composition.as_ref().unwrap_or(&none);
        let (expected, got) = (spec.signature.inputs.len(), composition.params.len());
        if expected != got {
            problems.push(Problem::ParameterCount { op_id: op_id(), expected, got });
        }
        let foreign = foreign(&composition.body, composition.result.as_ref());
        problems.extend(foreign.map(|what| Problem::NotScalar { op_id: op_id(), what }));
        let checked = body::check_composition(spec, composition, self.registry, &mut errors);
        if problems.is_empty() {
            problems.extend(errors.list.into_iter().map(|error| match error.problem {
                problem @ Problem::ResultType { .. } => problem,
                problem => Problem::InvalidComposition { op_id: op_id(), problem: Box::new(problem) },
            }));
        }
        for problem in problems {
            self.errors.report(Place::At(self.place), problem);
        }
        checked
    }
}

/// What a composition uses that is not its own, if anything.
fn foreign(body: &[Node], result: Option<&Expr>) -> Option<&'static str> {
    let mut found = None;
    let mut expr = |expr: &Expr| match expr {
        Expr::Load { .. }
        | Expr::LoadByte { .. }
        | Expr::LoadWord { .. }
        | Expr::BufLen { .. }
        | Expr::Atomic { .. } => {
            found = Some("a buffer");
            true
        }
        Expr::InvocationId { .. } | Expr::WorkgroupId { .. } | Expr::LocalId { .. } => {
            found = Some("an id");
            true
        }
        _ => false,
    };
    let mut statement = None;
    if let Some(result) = result {
        result.any(&mut expr);
    }
    walk(body, |event| {
        if let Event::Enter { node, exprs, .. } = event {
            exprs.iter().flatten().for_each(|(_, root)| {
                root.any(&mut expr);
            });
            match node {
                Node::Store { .. } => statement = Some("a buffer"),
                Node::Barrier => statement = Some("a barrier"),
                _ => {}
            }
        }
    });
    found.or(statement)
}
