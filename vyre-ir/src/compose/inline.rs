//! Inlining: calls become the bodies of their operations.
//!
//! An argument takes the place of its parameter where that changes neither how often nor in which order anything
//! observable happens; else it is bound to a variable first. Statements of an operation go before the statement
//! with the call. They touch no memory, so only arguments with atomics can change what other operands see; then
//! those operands are bound first, too.
//!
//! The program has been validated: calls resolve, nesting is at most 64, and the size of the result is bounded.

use super::returns;
use super::{Composition, Registry, is_leaf};
use crate::{Event, Expr, Node, Program, walk};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The program without calls, or `None` if it has none.
pub(crate) fn inline(program: &Program, registry: &Registry) -> Option<Program> {
    if !any_expr(&program.entry, |expr| matches!(expr, Expr::Call { .. })) {
        return None;
    }
    let mut inliner = Inliner { registry, flat: HashMap::new(), names: names(&program.entry), calls: 0 };
    let entry = inliner.body(&program.entry);
    Some(Program { entry, ..program.clone() })
}

fn any_expr(nodes: &[Node], mut test: impl FnMut(&Expr) -> bool) -> bool {
    let mut found = false;
    walk(nodes, |event| {
        if let Event::Enter { exprs, .. } = event {
            found = found || exprs.iter().flatten().any(|(_, expr)| expr.any(&mut test));
        }
    });
    found
}

/// The names that statements declare.
fn names(nodes: &[Node]) -> HashSet<String> {
    let mut names = HashSet::new();
    walk(nodes, |event| {
        if let Event::Enter { node: Node::Let { name, .. } | Node::Loop { var: name, .. }, .. } = event {
            names.insert(name.clone());
        }
    });
    names
}

/// A composition without calls and without `Return`.
struct Flat {
    params: Vec<Param>,
    body: Vec<Node>,
    result: Expr,
    /// The names that the body declares.
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
    flat: HashMap<String, Rc<Flat>>,
    /// Every name that is taken.
    names: HashSet<String>,
    calls: usize,
}

impl Inliner<'_> {
    fn body(&mut self, nodes: &[Node]) -> Vec<Node> {
        let mut inlined = Vec::new();
        for node in nodes {
            let roots: Vec<&Expr> = node.exprs().into_iter().flatten().collect();
            let mut exprs = self.exprs(&roots, &mut inlined).into_iter();
            let [first, second] = node.bodies().map(|body| self.body(body));
            let mut next = || exprs.next().unwrap_or(Expr::LitU32(0));
            inlined.push(match node {
                Node::Let { name, .. } => Node::Let { name: name.clone(), value: next() },
                Node::Assign { name, .. } => Node::Assign { name: name.clone(), value: next() },
                Node::Store { buffer, .. } => {
                    Node::Store { buffer: buffer.clone(), index: next(), value: next() }
                }
                Node::If { .. } => Node::If { cond: next(), then: first, otherwise: second },
                Node::Loop { var, .. } => {
                    Node::Loop { var: var.clone(), from: next(), to: next(), body: first }
                }
                Node::Block(_) => Node::Block(first),
                Node::Break => Node::Break,
                Node::Continue => Node::Continue,
                Node::Return => Node::Return,
                Node::Barrier => Node::Barrier,
            });
        }
        inlined
    }

    /// The expressions of one statement without calls; what must happen before goes to `before`.
    fn exprs(&mut self, roots: &[&Expr], before: &mut Vec<Node>) -> Vec<Expr> {
        // The operands evaluated so far that are not yet part of an expression, in evaluation order.
        let mut pending: Vec<Expr> = Vec::new();
        for root in roots {
            let mut frames: Vec<(&Expr, usize)> = vec![(root, 0)];
            while let Some((expr, at)) = frames.pop() {
                if let Some(child) = expr.child(at) {
                    frames.push((expr, at + 1));
                    frames.push((child, 0));
                    continue;
                }
                let mut operands = pending.split_off(pending.len() - at);
                let value = match expr {
                    Expr::Call { op_id, .. } => self.call(op_id, operands, &mut pending, before),
                    other => other.with_children(&mut operands),
                };
                pending.push(value);
            }
        }
        pending
    }

    fn call(
        &mut self,
        op_id: &str,
        args: Vec<Expr>,
        pending: &mut [Expr],
        before: &mut Vec<Node>,
    ) -> Expr {
        let flat = self.flatten(op_id);
        if flat.is_linear {
            let values = flat.params.iter().map(|param| param.name.clone()).zip(args).collect();
            return substitute(&flat.result, &values, &HashMap::new());
        }
        self.calls += 1;
        if args.iter().any(has_atomic) {
            for operand in pending.iter_mut().filter(|operand| !is_leaf(operand)) {
                let value = std::mem::replace(operand, Expr::LitU32(0));
                *operand = Expr::Var(self.bind("kept", value, before));
            }
        }
        let binds_all = args.iter().any(has_atomic);
        let mut values = HashMap::new();
        let mut renamed = HashMap::new();
        for (param, arg) in flat.params.iter().zip(args) {
            let is_direct = !param.is_assigned && (is_leaf(&arg) || param.reads <= 1 && !binds_all);
            if is_direct {
                values.insert(param.name.clone(), arg);
                continue;
            }
            renamed.insert(param.name.clone(), self.bind(&param.name, arg, before));
        }
        for local in &flat.locals {
            renamed.insert(local.clone(), self.fresh(local));
        }
        before.extend(flat.body.iter().map(|node| instantiate(node, &values, &renamed)));
        substitute(&flat.result, &values, &renamed)
    }

    /// Binds a value to a variable of the current call. Gives the variable's name.
    fn bind(&mut self, name: &str, value: Expr, before: &mut Vec<Node>) -> String {
        let name = self.fresh(name);
        before.push(Node::let_bind(&name, value));
        name
    }

    /// A name for a local of the current call: `__call17_temp`.
    fn fresh(&mut self, name: &str) -> String {
        let plain = match name.strip_prefix("__call").and_then(|rest| rest.split_once('_')) {
            Some((number, plain)) if number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
            _ => name,
        };
        let mut candidate = format!("__call{}_{plain}", self.calls);
        while !self.names.insert(candidate.clone()) {
            candidate.push('_');
        }
        candidate
    }

    /// The composition of an operation, without calls and without `Return`.
    fn flatten(&mut self, op_id: &str) -> Rc<Flat> {
        if let Some(flat) = self.flat.get(op_id) {
            return Rc::clone(flat);
        }
        let empty = Composition { params: Vec::new(), body: Vec::new(), result: None };
        let spec = self.registry.get(op_id);
        let composition = spec.and_then(|spec| spec.composition.as_ref()).unwrap_or(&empty);
        let mut taken = names(&composition.body);
        taken.extend(composition.params.iter().cloned());
        let mut flag = "returned".to_string();
        while taken.contains(&flag) {
            flag.push('_');
        }
        let body = returns::remove(composition.body.clone(), &flag);
        // The callee's names are renamed when it is instantiated, so its calls only need to avoid its own.
        taken.insert(flag);
        let outer = (std::mem::replace(&mut self.names, taken), std::mem::take(&mut self.calls));
        let mut body = self.body(&body);
        let result = composition.result.clone().unwrap_or(Expr::LitU32(0));
        let result = self.exprs(&[&result], &mut body).pop().unwrap_or(Expr::LitU32(0));
        (self.names, self.calls) = outer;
        let flat = Rc::new(Flat::new(&composition.params, body, result));
        self.flat.insert(op_id.to_string(), Rc::clone(&flat));
        flat
    }
}

impl Flat {
    fn new(params: &[String], body: Vec<Node>, result: Expr) -> Flat {
        let mut reads: HashMap<&str, usize> = HashMap::new();
        let mut assigned: HashSet<&str> = HashSet::new();
        let mut loops = 0usize;
        walk(&body, |event| match event {
            Event::Enter { node, exprs, .. } => {
                for (_, expr) in exprs.into_iter().flatten() {
                    count_reads(expr, if loops > 0 { 2 } else { 1 }, &mut reads);
                }
                match node {
                    Node::Loop { .. } => loops += 1,
                    Node::Assign { name, .. } => {
                        assigned.insert(name);
                    }
                    _ => {}
                }
            }
            Event::Leave { node: Node::Loop { .. }, .. } => loops -= 1,
            Event::Otherwise { .. } | Event::Leave { .. } => {}
        });
        count_reads(&result, 1, &mut reads);
        let mut order = Vec::new();
        result.fold(0, |_, expr, _: &mut [()]| {
            if let Expr::Var(name) = expr {
                order.push(name.clone());
            }
        });
        let is_linear = body.is_empty() && order == params;
        let params = params.iter().map(|name| Param {
            name: name.clone(),
            reads: reads.get(name.as_str()).copied().unwrap_or(0),
            is_assigned: assigned.contains(name.as_str()),
        });
        let params: Vec<Param> = params.collect();
        let mut locals: Vec<String> = names(&body).into_iter().collect();
        locals.sort();
        Flat { params, locals, is_linear, body, result }
    }
}

fn count_reads<'a>(expr: &'a Expr, times: usize, reads: &mut HashMap<&'a str, usize>) {
    expr.fold(0, |_, expr, _: &mut [()]| {
        if let Expr::Var(name) = expr {
            *reads.entry(name.as_str()).or_default() += times;
        }
    });
}

fn has_atomic(expr: &Expr) -> bool {
    expr.any(|expr| matches!(expr, Expr::Atomic { .. }))
}

/// An expression of an operation with arguments and fresh names in place of its own.
fn substitute(expr: &Expr, values: &HashMap<String, Expr>, renamed: &HashMap<String, String>) -> Expr {
    expr.fold(0, |_, expr, operands| match expr {
        Expr::Var(name) => match (values.get(name), renamed.get(name)) {
            (Some(value), _) => value.clone(),
            (None, Some(fresh)) => Expr::Var(fresh.clone()),
            (None, None) => Expr::Var(name.clone()),
        },
        other => other.with_children(operands),
    })
}

/// A statement of an operation, likewise. Nesting is bounded by validation.
fn instantiate(node: &Node, values: &HashMap<String, Expr>, renamed: &HashMap<String, String>) -> Node {
    let expr = |expr: &Expr| substitute(expr, values, renamed);
    let body = |body: &[Node]| body.iter().map(|node| instantiate(node, values, renamed)).collect();
    let fresh = |name: &String| renamed.get(name).unwrap_or(name).clone();
    match node {
        Node::Let { name, value } => Node::Let { name: fresh(name), value: expr(value) },
        Node::Assign { name, value } => Node::Assign { name: fresh(name), value: expr(value) },
        Node::Store { buffer, index, value } => {
            Node::Store { buffer: buffer.clone(), index: expr(index), value: expr(value) }
        }
        Node::If { cond, then, otherwise } => {
            Node::If { cond: expr(cond), then: body(then), otherwise: body(otherwise) }
        }
        Node::Loop { var, from, to, body: inner } => {
            Node::Loop { var: fresh(var), from: expr(from), to: expr(to), body: body(inner) }
        }
        Node::Block(inner) => Node::Block(body(inner)),
        Node::Break => Node::Break,
        Node::Continue => Node::Continue,
        Node::Return => Node::Return,
        Node::Barrier => Node::Barrier,
    }
}
