//! Operations: those of the library, with what they cost, and a program's own.

use super::statement::whole;
use super::{Generator, Sizes, TYPES, Use};
use crate::Source;
use std::sync::OnceLock;
use vyre_ir::library::Operation;
use vyre_ir::{Composition, DataType, Event, Expr, Node, OpSpec, library, walk};

/// An operation that expressions may call.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub(super) id: String,
    pub(super) inputs: Vec<DataType>,
    pub(super) output: DataType,
    /// The statements and expressions that a call brings, about.
    pub(super) size: u32,
    /// The statements and expressions that a call evaluates, about.
    pub(super) work: u32,
}

/// The most rounds of a loop of the library whose bound is not a literal.
const LIBRARY_ROUNDS: u32 = 32;

/// The operations of the library.
pub(super) fn library() -> &'static [Callable] {
    static LIBRARY: OnceLock<Vec<Callable>> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut known: Vec<Callable> = Vec::new();
        // Programs are compared bit for bit, so they are strict.
        let is_strict =
            |row: &&library::Row| Operation::of(row.id).and_then(Operation::tolerance_ulp).is_none();
        let is_known =
            |row: &&library::Row| !row.inputs.iter().chain([&row.output]).any(|ty| *ty == DataType::F64);
        let rows = library::rows().filter(is_strict).filter(is_known);
        let mut left: Vec<OpSpec> = rows.map(library::Row::spec).collect();
        // Each round measures those whose callees have been measured.
        while !left.is_empty() {
            let (ready, later): (Vec<OpSpec>, Vec<OpSpec>) =
                left.into_iter().partition(|op| callees(op).iter().all(|id| of_id(&known, id).is_some()));
            if ready.is_empty() {
                break;
            }
            let measured: Vec<Callable> = ready.iter().map(|op| measure(op, &known)).collect();
            known.extend(measured);
            left = later;
        }
        known.sort_by(|a, b| a.id.cmp(&b.id));
        known
    })
}

/// An operation of the library, or one of others that are known.
pub(super) fn find<'a>(known: &'a [Callable], id: &str) -> Option<&'a Callable> {
    let library = library();
    match library.binary_search_by(|callable| callable.id.as_str().cmp(id)) {
        Ok(at) => Some(&library[at]),
        Err(_) => of_id(known, id),
    }
}

fn of_id<'a>(known: &'a [Callable], id: &str) -> Option<&'a Callable> {
    known.iter().find(|callable| callable.id == id)
}

fn callees(op: &OpSpec) -> Vec<String> {
    let mut ids = Vec::new();
    exprs(op, |expr, _| {
        if let Expr::Call { op_id, .. } = expr {
            ids.push(op_id.clone());
        }
    });
    ids
}

/// Visits every expression of an operation, with the number of times that it is evaluated.
fn exprs(op: &OpSpec, mut visit: impl FnMut(&Expr, u32)) {
    let Some(composition) = op.composition() else { return };
    let mut times = vec![1];
    let mut all = |root: &Expr, times: u32| {
        root.any(|expr| {
            visit(expr, times);
            false
        });
    };
    walk(&composition.body, |event| match event {
        Event::Enter { node, exprs, .. } => {
            let now = times[times.len() - 1];
            exprs.into_iter().flatten().for_each(|(_, expr)| all(expr, now));
            if let Node::Loop { to, .. } = node {
                let rounds = if let Expr::LitU32(rounds) = to { *rounds } else { LIBRARY_ROUNDS };
                times.push(now * rounds);
            }
        }
        Event::Leave { node: Node::Loop { .. }, .. } => {
            times.pop();
        }
        _ => {}
    });
    if let Some(result) = &composition.result {
        all(result, 1);
    }
}

fn measure(op: &OpSpec, known: &[Callable]) -> Callable {
    let (mut size, mut work) = (0, 0);
    exprs(op, |expr, times| {
        size += 1;
        work += times;
        if let Expr::Call { op_id, .. } = expr
            && let Some(callee) = of_id(known, op_id)
        {
            size += callee.size;
            work += times * callee.work;
        }
    });
    let (inputs, output) = match op.signature() {
        Some(signature) => (signature.inputs.clone(), signature.output.clone()),
        None => (Vec::new(), DataType::U32),
    };
    Callable { id: op.id.clone(), inputs, output, size, work }
}

/// Operations of a program's own, of which each may call those before it.
pub(super) fn operations(source: &mut Source<'_>, sizes: &Sizes) -> Vec<(OpSpec, Callable)> {
    let mut operations: Vec<(OpSpec, Callable)> = Vec::new();
    for at in 0..source.below(sizes.operations + 1) {
        let sizes = Sizes {
            nodes: sizes.nodes / 4,
            expanded: sizes.expanded / 4,
            work: sizes.work / 16,
            rounds: sizes.rounds.min(8),
            depth: sizes.depth.min(4),
            ..*sizes
        };
        let mut generator = Generator::new(source, sizes);
        generator.callables.extend(operations.iter().map(|(_, callable)| callable.clone()));
        operations.push(generator.operation(format!("op.{at}")));
    }
    operations
}

impl Generator<'_, '_> {
    fn operation(mut self, id: String) -> (OpSpec, Callable) {
        self.in_operation = true;
        self.is_uniform = false;
        let count = self.source.weigh(&[(1, 0), (4, 1), (4, 2), (3, 3)]);
        let inputs: Vec<DataType> = (0..count).map(|_| self.any_type()).collect();
        let params = inputs.iter().map(|input| self.declare(input.clone(), Use::Any, false, None)).collect();
        let (fuel, work, expansion) = (self.fuel, self.work, self.expansion);
        let mut body = Vec::new();
        if self.source.chance(2, 3) {
            self.bind(DataType::U32, &mut body);
        }
        let mut certain = None;
        while self.goes_on() || (body.len() < 4 && !self.is_spent()) {
            let before = self.variables.len();
            self.statement(&mut body, self.sizes.nesting.saturating_sub(1));
            // What is declared after a `Return` may not be there for the result.
            if self.has_returned && certain.is_none() {
                certain = Some(before);
            }
        }
        if let Some(certain) = certain {
            self.close(certain);
        }
        let output = if self.source.chance(1, 2) { DataType::U32 } else { self.source.pick(TYPES).clone() };
        let result = self.expr(output.clone(), self.sizes.depth);
        let result = Some(if output == DataType::U32 { self.and_variables(result) } else { result });
        let composition = Composition { params, body, result };
        let callable = Callable {
            id: id.clone(),
            inputs: inputs.clone(),
            output: output.clone(),
            // An argument may be bound to a variable.
            size: fuel - self.fuel + expansion - self.expansion + 2 * inputs.len() as u32,
            work: work - self.work + 2 * inputs.len() as u32,
        };
        (OpSpec::inlinable(id, &inputs, output, composition), callable)
    }

    /// An assignment and a `Return` under a condition or in loops, and another assignment after it.
    pub(super) fn early_return(&mut self, into: &mut Vec<Node>, nesting: u32) {
        let Some(variable) = self.assignable() else { return };
        if nesting > 0 && self.source.chance(1, 2) {
            self.repeat(into, nesting - 1, None, |generator, nodes, _| {
                generator.early_return(nodes, nesting - 1);
            });
        } else {
            let cond = self.condition(3);
            let value = self.value_for(&variable);
            self.has_returned = true;
            into.push(Node::if_then(cond, vec![Node::assign(variable.name.as_str(), value), Node::Return]));
        }
        let value = self.value_for(&variable);
        into.push(Node::assign(variable.name, value));
    }

    /// A number, and most often what all variables hold.
    fn and_variables(&mut self, number: Expr) -> Expr {
        if self.source.chance(1, 4) {
            return number;
        }
        let variables = std::mem::take(&mut self.variables);
        variables.iter().fold(number, |sum, variable| {
            self.spend();
            sum * 5u32 + whole(&variable.name, variable.ty.clone())
        })
    }
}
