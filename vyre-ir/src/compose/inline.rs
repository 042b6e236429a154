//! Inlining: calls become the bodies of their operations.
//!
//! An argument takes the place of its parameter where that changes neither how often nor in which order anything
//! observable happens; else it is bound to a variable first. Statements of an operation go before the statement
//! with the call, and so do bound arguments. Where that would move an atomic past a load or another atomic, the
//! operands that come before the call are bound first, too.
//!
//! The program has been validated: calls resolve, nesting is at most 64 in the program and in each composition, and
//! the size of the result is bounded. Its nesting is not, so what is composed of several operations is not recursed
//! into.

use super::returns;
use super::{Composition, OpSpec, Registry, is_leaf, rewrite};
use crate::{Event, Expr, Node, Program, walk};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Which calls stay, beside those of operations that are only declared, or are not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    None,
    /// Those of operations of the library.
    Library,
}

/// The program with the calls replaced that do not stay, or `None` if it has no calls.
pub(crate) fn inline(program: &Program, registry: &Registry, keep: Keep) -> Option<Program> {
    if !any_expr(&program.entry, &mut |expr| matches!(expr, Expr::Call { .. })) {
        return None;
    }
    let (flat, by_id, names) = (Vec::new(), HashMap::new(), names(&program.entry));
    let mut inliner = Inliner { registry, keep, flat, by_id, names, same_names: HashMap::new(), calls: 0 };
    inliner.flatten_callees(&program.entry, None);
    let entry = inliner.body(&program.entry);
    Some(Program { entry, ..program.clone() })
}

fn any_expr(nodes: &[Node], test: &mut dyn FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    walk(nodes, |event| {
        if let Event::Enter { exprs, .. } = event {
            for (_, expr) in exprs.into_iter().flatten() {
                found = found || expr.any(&mut *test);
            }
        }
    });
    found
}

/// The names that statements declare.
pub(super) fn names(nodes: &[Node]) -> HashSet<String> {
    let mut names = HashSet::new();
    walk(nodes, |event| {
        if let Event::Enter { node, .. } = event
            && let Some(name) = node.declares()
        {
            names.insert(name.to_string());
        }
    });
    names
}

/// A composition without calls and without `Return`.
struct Flat {
    params: Vec<Param>,
    body: Vec<Node>,
    result: Expr,
    /// The names that the body declares, in order.
    locals: Vec<String>,
    /// Whether the result, with no body, uses every parameter once and in order.
    is_linear: bool,
}

struct Param {
    name: String,
    /// How often it is read; uses in loops count as many.
    reads: usize,
    is_assigned: bool,
}

struct Inliner<'a> {
    registry: &'a Registry,
    keep: Keep,
    flat: Vec<Rc<Flat>>,
    /// The positions in `flat`.
    by_id: HashMap<&'a str, usize>,
    /// Every name that is taken.
    names: HashSet<String>,
    /// How often a name was wanted that was taken.
    same_names: HashMap<String, usize>,
    calls: usize,
}

/// An operand that has been evaluated, as far as the order of evaluation goes.
struct Operand {
    expr: Expr,
    /// Whether it has an atomic operation.
    has_atomic: bool,
    /// Whether it reads what an atomic operation may change.
    reads: bool,
}

impl Operand {
    /// The expression with other operands.
    fn new(expr: &Expr, operands: Vec<Operand>) -> Operand {
        let is_atomic = matches!(expr, Expr::Atomic { .. } | Expr::AtomicLoad { .. });
        let is_load = matches!(
            expr,
            Expr::Load { .. } | Expr::LoadByte { .. } | Expr::LoadWord { .. } | Expr::TensorLoad { .. }
        );
        let has_atomic = is_atomic || operands.iter().any(|operand| operand.has_atomic);
        let reads = is_load || is_atomic || operands.iter().any(|operand| operand.reads);
        Operand { expr: expr.with_folded(&mut Operand::exprs(operands)), has_atomic, reads }
    }

    fn exprs(operands: Vec<Operand>) -> Vec<Expr> {
        let mut exprs = Vec::with_capacity(operands.len());
        for operand in operands {
            exprs.push(operand.expr);
        }
        exprs
    }

    fn leaf(expr: Expr) -> Operand {
        Operand { expr, has_atomic: false, reads: false }
    }
}

impl Inliner<'_> {
    fn body(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut inlined = Vec::new();
        for node in nodes {
            let mut roots = Vec::new();
            for root in node.exprs().into_iter().flatten() {
                roots.push(root);
            }
            let exprs = self.exprs(&roots, &mut inlined);
            let [first, second] = node.bodies();
            let Some(node) = node.with_parts(exprs, self.body(first), self.body(second)) else {
                unreachable!("each expression of the statement has become one")
            };
            inlined.push(node);
        }
        inlined
    }

    /// The expressions of one statement without calls; what must happen before goes to `before`.
    fn exprs(&mut self, roots: &[&Expr], before: &mut Vec<Node>) -> Vec<Expr> {
        // The operands evaluated so far that are not yet part of an expression, in evaluation order.
        let mut pending: Vec<Operand> = Vec::new();
        for root in roots {
            let mut frames: Vec<(&Expr, usize)> = vec![(root, 0)];
            while let Some((expr, at)) = frames.pop() {
                if let Some(child) = expr.child(at) {
                    frames.push((expr, at + 1));
                    frames.push((child, 0));
                    continue;
                }
                let operands = pending.split_off(pending.len() - at);
                let value = match expr {
                    Expr::Call { op_id, .. } if !self.keeps(op_id) => {
                        self.call(op_id, operands, &mut pending, before)
                    }
                    other => Operand::new(other, operands),
                };
                pending.push(value);
            }
        }
        Operand::exprs(pending)
    }

    fn call(
        &mut self,
        op_id: &str,
        args: Vec<Operand>,
        pending: &mut [Operand],
        before: &mut Vec<Node>,
    ) -> Operand {
        let flat = self.flatten(op_id);
        let has_atomic = args.iter().any(|arg| arg.has_atomic);
        let reads = args.iter().any(|arg| arg.reads);
        if flat.is_linear {
            let mut actuals = Actuals::default();
            for (param, arg) in flat.params.iter().zip(args) {
                actuals.add(&param.name, Actual::Value(arg.expr));
            }
            return Operand { expr: substitute(&flat.result, &mut actuals), has_atomic, reads };
        }
        self.calls += 1;
        if has_atomic || reads && pending.iter().any(|operand| operand.has_atomic) {
            for operand in pending.iter_mut().filter(|operand| !is_leaf(&operand.expr)) {
                let value = std::mem::replace(&mut operand.expr, Expr::LitU32(0));
                *operand = Operand::leaf(Expr::Var(self.bind("kept", value, before)));
            }
        }
        let mut actuals = Actuals::default();
        for (param, arg) in flat.params.iter().zip(args) {
            let is_direct = !param.is_assigned && (is_leaf(&arg.expr) || param.reads <= 1 && !has_atomic);
            let actual = match is_direct {
                true => Actual::Value(arg.expr),
                false => Actual::Renamed(self.bind(&param.name, arg.expr, before)),
            };
            actuals.add(&param.name, actual);
        }
        for local in &flat.locals {
            actuals.add(local, Actual::Renamed(self.fresh(local)));
        }
        before.append(&mut instantiate(&flat.body, &mut actuals));
        let expr = substitute(&flat.result, &mut actuals);
        Operand { expr, has_atomic: false, reads: reads && !has_atomic }
    }

    /// Whether calls of an operation stay.
    fn keeps(&self, op_id: &str) -> bool {
        self.registry.is_declared(op_id)
            || self.registry.get(op_id).is_none()
            || match self.keep {
                Keep::None => false,
                Keep::Library => Registry::standard().get(op_id).is_some(),
            }
    }

    /// Binds a value to a variable of the current call. Gives the variable's name.
    fn bind(&mut self, name: &str, value: Expr, before: &mut Vec<Node>) -> String {
        let name = self.fresh(name);
        before.push(Node::let_bind(&name, value));
        name
    }

    /// A name for a local of the current call: `__call17_temp`, and `__call17_temp_2` for the second of that name.
    fn fresh(&mut self, name: &str) -> String {
        let plain = match name.strip_prefix("__call").and_then(|rest| rest.split_once('_')) {
            Some((number, plain)) if number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
            _ => name,
        };
        let first = format!("__call{}_{plain}", self.calls);
        let mut candidate = first.clone();
        while !self.names.insert(candidate.clone()) {
            // What the call's own calls left may have thousands of locals of one name.
            let count = self.same_names.entry(first.clone()).or_insert(1);
            *count += 1;
            candidate = format!("{first}_{count}");
        }
        candidate
    }

    /// Flattens the operations that statements and a result call. The depth of calls bounds the recursion, and no
    /// statement is open meanwhile.
    fn flatten_callees(&mut self, nodes: &[Node], result: Option<&Expr>) {
        let mut callees = HashSet::new();
        let mut collect = |expr: &Expr| {
            if let Expr::Call { op_id, .. } = expr
                && !self.by_id.contains_key(op_id.as_str())
                && !self.keeps(op_id)
            {
                callees.insert(op_id.clone());
            }
            false
        };
        any_expr(nodes, &mut collect);
        result.map(|result| result.any(&mut collect));
        for callee in callees {
            self.flatten(&callee);
        }
    }

    /// The composition of an operation, without calls and without `Return`.
    fn flatten(&mut self, op_id: &str) -> Rc<Flat> {
        if let Some(at) = self.by_id.get(op_id) {
            return Rc::clone(&self.flat[*at]);
        }
        let empty = Composition { params: Vec::new(), body: Vec::new(), result: None };
        let spec = self.registry.get(op_id);
        let composition = spec.and_then(OpSpec::composition).unwrap_or(&empty);
        let mut taken = names(&composition.body);
        for param in &composition.params {
            taken.insert(param.clone());
        }
        let mut flag = "returned".to_string();
        while taken.contains(&flag) {
            flag.push('_');
        }
        let body = returns::remove(composition.body.clone(), &flag);
        // The callee's names are renamed when it is instantiated, so its calls only need to avoid its own.
        taken.insert(flag);
        self.flatten_callees(&body, composition.result.as_ref());
        let outer = (std::mem::replace(&mut self.names, taken), std::mem::take(&mut self.calls));
        let mut body = self.body(&body);
        let result = composition.result.clone().unwrap_or(Expr::LitU32(0));
        let result = self.exprs(&[&result], &mut body).pop().unwrap_or(Expr::LitU32(0));
        (self.names, self.calls) = outer;
        let flat = Rc::new(Flat::new(&composition.params, body, result));
        if let Some(spec) = spec {
            self.by_id.insert(&spec.id, self.flat.len());
            self.flat.push(Rc::clone(&flat));
        }
        flat
    }
}

impl Flat {
    fn new(params: &[String], body: Vec<Node>, result: Expr) -> Flat {
        let mut uses = AllUses::default();
        let mut locals: Vec<String> = Vec::new();
        let mut loops = 0usize;
        walk(&body, |event| match event {
            Event::Enter { node, exprs, .. } => {
                for (_, expr) in exprs.into_iter().flatten() {
                    count_reads(expr, if loops > 0 { 2 } else { 1 }, &mut uses);
                }
                if let Some(name) = node.declares() {
                    let uses = uses.of(name);
                    if !uses.is_declared {
                        uses.is_declared = true;
                        locals.push(name.to_string());
                    }
                }
                match node {
                    Node::Loop { .. } => loops += 1,
                    Node::Assign { name, .. } => uses.of(name).is_assigned = true,
                    _ => {}
                }
            }
            Event::Leave { node: Node::Loop { .. }, .. } => loops -= 1,
            Event::Otherwise { .. } | Event::Leave { .. } => {}
        });
        count_reads(&result, 1, &mut uses);
        let mut order = Vec::new();
        result.fold(0, |_, expr, _: &mut [()]| {
            if let Expr::Var(name) = expr {
                order.push(name.clone());
            }
        });
        let is_linear = body.is_empty() && order == params;
        let mut counted = Vec::new();
        for name in params {
            let Uses { reads, is_assigned, .. } = *uses.of(name);
            counted.push(Param { name: name.clone(), reads, is_assigned });
        }
        Flat { params: counted, locals, is_linear, body, result }
    }
}

/// What becomes of a name in a composition.
#[derive(Clone, Copy, Default)]
struct Uses {
    reads: usize,
    is_assigned: bool,
    is_declared: bool,
}

/// The uses of all names.
#[derive(Default)]
struct AllUses<'a> {
    list: Vec<Uses>,
    by_name: HashMap<&'a str, usize>,
}

impl<'a> AllUses<'a> {
    fn of(&mut self, name: &'a str) -> &mut Uses {
        let at = self.by_name.get(name).copied().unwrap_or(self.list.len());
        if at == self.list.len() {
            self.by_name.insert(name, at);
            self.list.push(Uses::default());
        }
        &mut self.list[at]
    }
}

fn count_reads<'a>(expr: &'a Expr, times: usize, uses: &mut AllUses<'a>) {
    expr.fold(0, |_, expr, _: &mut [()]| {
        if let Expr::Var(name) = expr {
            uses.of(name).reads += times;
        }
    });
}

/// What stands in a call for a name of its operation.
enum Actual {
    Value(Expr),
    Renamed(String),
}

/// What stands for all names of an operation.
#[derive(Default)]
struct Actuals<'a> {
    list: Vec<Actual>,
    by_name: HashMap<&'a str, usize>,
}

impl<'a> Actuals<'a> {
    fn add(&mut self, name: &'a str, actual: Actual) {
        self.by_name.insert(name, self.list.len());
        self.list.push(actual);
    }

    fn get(&mut self, name: &str) -> Option<&mut Actual> {
        self.by_name.get(name).map(|at| &mut self.list[*at])
    }
}

/// An expression of an operation with arguments and fresh names in place of its own. An argument that is no leaf is
/// used once, so it moves.
fn substitute(expr: &Expr, actuals: &mut Actuals<'_>) -> Expr {
    expr.fold(0, |_, expr, operands| {
        let Expr::Var(name) = expr else { return expr.with_folded(operands) };
        match actuals.get(name) {
            Some(Actual::Value(value)) if is_leaf(value) => value.clone(),
            Some(Actual::Value(value)) => std::mem::replace(value, Expr::LitU32(0)),
            Some(Actual::Renamed(fresh)) => Expr::Var(fresh.clone()),
            None => expr.with_folded(operands),
        }
    })
}

/// Statements of an operation, likewise.
fn instantiate(nodes: &[Node], actuals: &mut Actuals<'_>) -> Vec<Node> {
    rewrite::statements(nodes, actuals)
}

impl rewrite::Rewrite for Actuals<'_> {
    fn local(&mut self, name: &str) -> String {
        match self.get(name) {
            Some(Actual::Renamed(fresh)) => fresh.clone(),
            _ => name.to_string(),
        }
    }

    /// No composition has buffers.
    fn buffer(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn expression(&mut self, expr: &Expr) -> Expr {
        substitute(expr, self)
    }
}
