//! Checks the operations that a program calls: V017, V045, V046, and V019 for the program with them.

use super::Errors;
use super::body::{self, Checked};
use crate::compose::{OpSpec, Registry, remove_returns};
use crate::rules::{
    DEFAULT_MAX_CALL_DEPTH, DEFAULT_MAX_NESTING_DEPTH, DEFAULT_MAX_NODE_COUNT, Place, Problem,
};
use crate::{Event, Expr, Node, walk};
use std::collections::HashMap;
use std::rc::Rc;

/// What is known about an operation.
#[derive(Clone, Copy)]
struct Summary {
    /// The length of the longest chain of calls that begins with a call of it.
    depth: usize,
    /// About how many statements and expressions a call of it expands to.
    expansion: usize,
}

/// What is known about the composition of an operation, without its callees.
struct Own {
    /// The number of its statements and expressions.
    size: usize,
    callees: Vec<String>,
}

/// An operation that has been visited. It has no summary while its callees are being visited.
struct Known {
    own: Rc<Own>,
    summary: Option<Summary>,
}

struct Operations<'a, 'e> {
    registry: &'a Registry,
    /// The operations that have been visited, by id.
    known: HashMap<&'a str, Known>,
    /// The place of the program's call that is being checked.
    place: usize,
    /// Whether a chain of calls from there is too deep. The search then stops, because operations that call each
    /// other several times have exponentially many chains.
    exceeded: bool,
    errors: &'e mut Errors,
}

/// What is known about the operations that a program calls directly or indirectly.
pub(super) struct Called<'a> {
    /// The length of the longest chain of calls, if declared operations call nothing.
    pub(super) depth: usize,
    /// About how many statements and expressions the program has with the bodies of operations in the place of calls.
    pub(super) expansion: usize,
    known: HashMap<&'a str, Rc<Own>>,
}

impl Called<'_> {
    /// The operations with their numbers of statements and expressions, in no order.
    pub(super) fn sizes(&self) -> impl Iterator<Item = (&str, usize)> {
        self.known.iter().map(|(id, own)| (*id, own.size))
    }

    /// For each operation that is called, the number of operations before it in the longest chain of calls. `direct` are the
    /// operations that the program calls itself.
    pub(super) fn levels<'s>(&'s self, direct: &'s [(usize, String)]) -> HashMap<&'s str, usize> {
        let mut levels: HashMap<_, _> = direct.iter().map(|(_, op_id)| (op_id.as_str(), 0)).collect();
        // This ends because the depth of calls has been checked, and a level is less than that.
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (id, own) in &self.known {
                let Some(level) = levels.get(id).copied() else { continue };
                for callee in &own.callees {
                    if levels.get(callee.as_str()).is_none_or(|known| *known <= level) {
                        levels.insert(callee, level + 1);
                        is_done = false;
                    }
                }
            }
        }
        levels
    }
}

/// Checks the operations that a program calls.
pub(super) fn check<'a>(
    checked: &Checked,
    count: usize,
    registry: &'a Registry,
    errors: &mut Errors,
) -> Called<'a> {
    let mut operations = Operations { registry, known: HashMap::new(), place: 0, exceeded: false, errors };
    let (mut expansion, mut depth) = (count, 0);
    for (place, op_id) in &checked.calls {
        operations.place = *place;
        operations.exceeded = false;
        let summary = operations.summary(op_id, 1);
        if operations.exceeded {
            operations.errors.report(Place::At(*place), Problem::CallDepth {});
        } else {
            expansion = expansion.saturating_add(summary.expansion);
        }
        depth = depth.max(summary.depth);
    }
    let known: HashMap<_, _> = operations.known.into_iter().map(|(id, known)| (id, known.own)).collect();
    if count + known.values().map(|own| own.size).sum::<usize>() > DEFAULT_MAX_NODE_COUNT {
        errors.report(Place::Program, Problem::NodeCount {});
    }
    Called { depth, expansion, known }
}

impl<'a> Operations<'a, '_> {
    /// Visits an operation that is called at some depth, and those that it calls. The limit on the depth bounds the
    /// recursion.
    fn summary(&mut self, op_id: &str, depth: usize) -> Summary {
        let none = Summary { depth: 1, expansion: 0 };
        let Some(spec) = self.registry.get(op_id) else { return none };
        if self.registry.is_declared(op_id) {
            return none;
        }
        if let Some(Known { summary: Some(known), .. }) = self.known.get(spec.id.as_str()) {
            self.exceeded |= depth + known.depth - 1 > DEFAULT_MAX_CALL_DEPTH;
            return *known;
        }
        if self.exceeded || depth > DEFAULT_MAX_CALL_DEPTH {
            self.exceeded = true;
            return none;
        }
        let own = self.own(spec);
        let mut summary = Summary { depth: 1, expansion: own.size };
        for callee in &own.callees {
            let callee = self.summary(callee, depth + 1);
            summary.depth = summary.depth.max(callee.depth + 1);
            summary.expansion = summary.expansion.saturating_add(callee.expansion);
        }
        if self.exceeded && depth == 1 {
            // The chain is too deep wherever the operation is called.
            summary.depth = DEFAULT_MAX_CALL_DEPTH + 1;
        }
        if (!self.exceeded || depth == 1)
            && let Some(known) = self.known.get_mut(spec.id.as_str())
        {
            known.summary = Some(summary);
        }
        summary
    }

    /// Checks the composition of an operation when it is visited for the first time.
    fn own(&mut self, spec: &'a OpSpec) -> Rc<Own> {
        if let Some(known) = self.known.get(spec.id.as_str()) {
            return Rc::clone(&known.own);
        }
        let own = Rc::new(self.composition(spec));
        self.known.insert(&spec.id, Known { own: Rc::clone(&own), summary: None });
        own
    }

    fn composition(&mut self, spec: &OpSpec) -> Own {
        let mut errors = Errors::default();
        let mut problems = Vec::new();
        let op_id = || spec.id.clone();
        let none = crate::Composition { params: Vec::new(), body: Vec::new(), result: None };
        let composition = spec.composition().unwrap_or(&none);
        let Some(signature) = spec.signature() else { return Own { size: 0, callees: Vec::new() } };
        let (expected, got) = (signature.inputs.len(), composition.params.len());
        if expected != got {
            problems.push(Problem::ParameterCount { op_id: op_id(), expected, got });
        }
        for what in foreign(&composition.body, composition.result.as_ref()) {
            problems.push(Problem::NotScalar { op_id: op_id(), what });
        }
        let checked = body::check_composition((&spec.id, signature), composition, self.registry, &mut errors);
        if !checked.nesting_exceeded {
            // What follows an early return stands under its condition.
            let depth = nesting(&remove_returns(composition.body.clone(), "returned"));
            if depth > DEFAULT_MAX_NESTING_DEPTH {
                errors.report(Place::Program, Problem::NestingDepth { depth });
            }
        }
        problems.extend(errors.list.into_iter().filter_map(|error| match error.problem {
            // What is registered elsewhere is said as such wherever it is called.
            problem @ (Problem::ResultType { .. }
            | Problem::UnknownOp { .. }
            | Problem::CallArity { .. }
            | Problem::ArgumentType { .. }) => Some(problem),
            // Composition bodies have no buffers, and V046 reports their use.
            Problem::LoadFromUnknown { .. }
            | Problem::LenOfUnknown { .. }
            | Problem::AtomicOnUnknown { .. }
            | Problem::StoreToUnknown { .. } => None,
            // The name may be that of the missing parameter.
            Problem::UndeclaredVariable { .. } | Problem::AssignToUndeclared { .. } if got < expected => None,
            problem => Some(Problem::InvalidComposition { op_id: op_id(), problem: Box::new(problem) }),
        }));
        for problem in problems {
            self.errors.report(Place::At(self.place), problem);
        }
        let callees = checked.calls.into_iter().map(|(_, callee)| callee).collect();
        Own { size: composition.size(), callees }
    }
}

/// The maximum nesting depth of `If`, `Loop` and `Block`.
fn nesting(nodes: &[Node]) -> usize {
    let (mut depth, mut deepest) = (0, 0);
    let opens = |node: &Node| matches!(node, Node::If { .. } | Node::Loop { .. } | Node::Block(_));
    walk(nodes, |event| match event {
        Event::Enter { node, .. } if opens(node) => {
            depth += 1;
            deepest = deepest.max(depth);
        }
        Event::Leave { node, .. } if opens(node) => depth -= 1,
        Event::Enter { .. } | Event::Otherwise { .. } | Event::Leave { .. } => {}
    });
    deepest
}

/// The kinds of things outside of it that a composition uses.
fn foreign(body: &[Node], result: Option<&Expr>) -> Vec<&'static str> {
    let (mut loads, mut ids) = (false, false);
    let mut look = |root: &Expr| {
        root.fold(0, |_, expr, _: &mut [()]| match expr {
            Expr::Load { .. }
            | Expr::LoadByte { .. }
            | Expr::LoadWord { .. }
            | Expr::AtomicLoad { .. }
            | Expr::BufLen { .. }
            | Expr::TensorLoad { .. }
            | Expr::TensorDim { .. }
            | Expr::Atomic { .. } => loads = true,
            Expr::InvocationId { .. } | Expr::WorkgroupId { .. } | Expr::LocalId { .. } => ids = true,
            _ => {}
        });
    };
    let (mut stores, mut waits, mut collects) = (false, false, false);
    result.into_iter().for_each(&mut look);
    walk(body, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        exprs.into_iter().flatten().for_each(|(_, root)| look(root));
        stores |= matches!(
            node,
            Node::Store { .. }
                | Node::AtomicStore { .. }
                | Node::TensorStore { .. }
                | Node::StoreByte { .. }
                | Node::StoreWord { .. }
                | Node::CallOp { .. }
        );
        waits |= matches!(node, Node::Barrier);
        collects |= matches!(node, Node::Collective { .. } | Node::UniformLoad { .. });
    });
    let kinds =
        [(loads || stores, "a buffer"), (ids, "an id"), (waits, "a barrier"), (collects, "a collective")];
    kinds.into_iter().filter(|(is_used, _)| *is_used).map(|(_, what)| what).collect()
}
