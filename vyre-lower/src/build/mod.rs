//! Building: a validated program becomes the lowered form, its calls inlined on the way.
//!
//! The order of evaluation is settled here and nowhere else: an instruction is evaluated where the program evaluates the
//! expression, one after the other. A `let` of a variable that is never assigned names a value; other variables become
//! locals. A call binds its arguments to the parameters, executes the body of the composition and gives its result.
//!
//! Validation bounds the nesting of statements at 64 and that of calls at 32, and what calls expand to is bounded here, so statements and
//! calls are recursed into. Expressions are not.

mod assert;
mod bytes;
mod expr;
mod half;
mod parts;
mod printing;
mod tensor;

use self::half::{Half, of_program};
use self::parts::Parts;
use self::tensor::Tensors;
use crate::form::*;
use crate::{Call, Origin, Target, assertion};
use rustc_hash::FxHashMap;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use vyre_ir::rules::{DEFAULT_MAX_NESTING_DEPTH, MAX_INSTRUCTIONS};
use vyre_ir::{AtomicOp, Event, Expr, Node, Registry, Type, Validated, walk};

/// A program becomes too much, because its calls expand to too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The id of the operation whose call is the first one that does not fit.
    pub op_id: String,
    /// What there is too much of.
    pub limit: ExpansionLimit,
}

/// What calls may expand to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpansionLimit {
    /// Instructions, at most [`MAX_INSTRUCTIONS`].
    Instructions,
    /// Statements in each other, at most [`DEFAULT_MAX_NESTING_DEPTH`].
    Nesting,
}

impl std::fmt::Display for Expansion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Expansion { op_id, limit } = self;
        match limit {
            ExpansionLimit::Instructions => {
                write!(
                    f,
                    "with the call of `{op_id}` the program expands to more than {MAX_INSTRUCTIONS} instructions. "
                )?;
                f.write_str("Fix: call it less often, or in a loop")
            }
            ExpansionLimit::Nesting => {
                write!(
                    f,
                    "in the call of `{op_id}` statements nest deeper than {DEFAULT_MAX_NESTING_DEPTH}. "
                )?;
                f.write_str(
                    "Fix: call it further out, or flatten its If/Loop/Block structures and early returns",
                )
            }
        }
    }
}

impl std::error::Error for Expansion {}

/// Lowers a program. No pass runs.
///
/// # Errors
/// Where calls expand to more than a form may be. There is no other validated program for which it fails.
pub fn build(program: &Validated) -> Result<Lowered, Expansion> {
    let source = program.source();
    let mut form = Lowered {
        workgroup_size: source.workgroup_size,
        coarsening: None,
        joined: None,
        tables: Vec::new(),
        grid: None,
        buffers: source.buffers.iter().map(crate::half::memory).collect(),
        locals: Vec::new(),
        insts: Vec::new(),
        body: Block::new(),
        calls: Vec::new(),
        assertions: Vec::new(),
        lines: Vec::new(),
        printed: None,
    };
    let halves = of_program(source, &mut form);
    let tensors = Tensors::of(source);
    let bytes = bytes::of_program(source);
    let mut builder = Builder { halves, bytes, tensors, ..Builder::new(form, program.registry()) };
    if crate::printing::has_prints(program) {
        builder.begin_printing();
    }
    if assertion::has_assertions(program) {
        builder.begin_assertions(vyre_ir::waits(&source.entry));
    }
    let mut frame = Frame::new(&source.entry, 0);
    builder.body(&source.entry, &mut frame);
    builder.end_assertions();
    match builder.expansion.take() {
        Some(expansion) => Err(expansion),
        None => Ok(builder.finish()),
    }
}

/// What a name means.
#[derive(Clone)]
enum Binding {
    Value(Parts<InstId>),
    Local(Parts<LocalId>),
}

/// What is known while the program, or one call of a composition, is built.
struct Frame<'a> {
    bindings: HashMap<&'a str, Binding>,
    /// The names that any statement assigns to.
    assigned: HashSet<&'a str>,
    /// The number of the call, as in [`Origin::call`].
    call: u32,
    /// The number of the next statement or expression.
    next: usize,
    /// In a composition that may return early, the local that says whether it has.
    returned: Option<LocalId>,
    /// The loops around the statement, of the composition alone.
    loops: usize,
}

impl<'a> Frame<'a> {
    fn new(body: &'a [Node], call: u32) -> Frame<'a> {
        let mut assigned = HashSet::new();
        walk(body, |event| {
            if let Event::Enter { node: Node::Assign { name, .. }, .. } = event {
                assigned.insert(name.as_str());
            }
        });
        Frame { bindings: HashMap::new(), assigned, call, next: 0, returned: None, loops: 0 }
    }

    fn origin(&self, place: usize) -> Origin {
        Origin { call: self.call, place: place as u32 }
    }
}

/// A form that is being built.
pub(crate) struct Builder<'r> {
    registry: &'r Registry,
    pub(crate) form: Lowered,
    /// The free instructions, each of which exists once.
    free: FxHashMap<(Op, Type), InstId>,
    /// The open blocks, the innermost last.
    open: Vec<Block>,
    /// What typed operators are kept; others are inlined like all operations.
    target: Target,
    /// The words of the line that comes next.
    words_to_print: Vec<InstId>,
    /// How assertions fail, if there are any.
    asserting: Option<assert::Asserting>,
    /// The buffers whose elements are floats of 16 bits.
    halves: Vec<Option<Half>>,
    /// The buffers of bytes that may be written, and whether they are, by their positions.
    bytes: Vec<Option<bool>>,
    /// The tensors of the program.
    tensors: Tensors,
    /// Whether statements nest too deep.
    is_too_deep: bool,
    /// What there is too much of. Then no call is built any more.
    expansion: Option<Expansion>,
}

impl<'r> Builder<'r> {
    fn new(form: Lowered, registry: &'r Registry) -> Builder<'r> {
        Builder {
            registry,
            form,
            free: FxHashMap::default(),
            open: vec![Block::new()],
            target: Target::CPU,
            words_to_print: Vec::new(),
            asserting: None,
            halves: Vec::new(),
            bytes: Vec::new(),
            tensors: Tensors::NONE,
            is_too_deep: false,
            expansion: None,
        }
    }

    /// Builds a form again, without its statements.
    pub(crate) fn again(form: Lowered, registry: &'r Registry, target: Target) -> Builder<'r> {
        let free = |(at, inst): (usize, &Inst)| {
            inst.op.is_free().then(|| ((inst.op.clone(), inst.ty), InstId(at as u32)))
        };
        let free = form.insts.iter().enumerate().filter_map(free).collect();
        Builder { free, target, ..Builder::new(form, registry) }
    }

    pub(crate) fn finish(mut self) -> Lowered {
        self.form.body = self.close();
        self.form
    }

    /// Adds a statement to the innermost block, unless control cannot come there.
    pub(crate) fn push(&mut self, stmt: Stmt) {
        if let Some(block) = self.open.last_mut()
            && !block.last().is_some_and(Stmt::is_jump)
        {
            block.push(stmt);
        }
    }

    /// Begins a block.
    pub(crate) fn open(&mut self) {
        self.open.push(Block::new());
    }

    /// The block that was begun last.
    pub(crate) fn close(&mut self) -> Block {
        self.open.pop().unwrap_or_default()
    }

    /// Builds what `build` does as a block of its own.
    fn block(&mut self, build: impl FnOnce(&mut Self)) -> Block {
        // The body of the program is open as well.
        if self.open.len() > DEFAULT_MAX_NESTING_DEPTH {
            self.is_too_deep = true;
            return Block::new();
        }
        self.open();
        build(self);
        self.close()
    }

    pub(crate) fn local(&mut self, name: Option<&str>, ty: Type) -> LocalId {
        self.form.locals.push(Local { name: name.map(Arc::from), ty });
        LocalId(self.form.locals.len() as u32 - 1)
    }

    /// Statements of one body, in order.
    fn body<'a>(&mut self, nodes: &'a [Node], frame: &mut Frame<'a>) {
        for (at, node) in nodes.iter().enumerate() {
            self.node(node, frame);
            // Early returns of a composition: what follows is executed only where the composition has not ended.
            if let Some(flag) = frame.returned.filter(|_| returns(node)) {
                let origin = frame.origin(frame.next.saturating_sub(1));
                if matches!(node, Node::Return) {
                    // What follows is never executed, and still has its numbers.
                    frame.next += count(&nodes[at + 1..]);
                    return;
                }
                if frame.loops == 0 {
                    let rest = &nodes[at + 1..];
                    if !rest.is_empty() {
                        let cond = self.read(flag, origin);
                        let otherwise = self.block(|builder| builder.body(rest, frame));
                        self.push(Stmt::If { cond, then: Block::new(), otherwise, origin });
                    }
                    return;
                }
                // In a loop the way out is to leave it. An inner loop has only been left itself.
                if matches!(node, Node::Loop { .. }) {
                    let cond = self.read(flag, origin);
                    self.push(Stmt::If { cond, then: vec![Stmt::Break], otherwise: Block::new(), origin });
                }
            }
        }
    }

    fn node<'a>(&mut self, node: &'a Node, frame: &mut Frame<'a>) {
        let origin = frame.origin(frame.next);
        frame.next += 1;
        match node {
            Node::Let { name, value } => {
                let value = self.value(value, frame);
                self.bind(name, value, frame, origin);
            }
            Node::Assign { name, value } => {
                let value = self.value(value, frame);
                if let Some(Binding::Local(locals)) = frame.bindings.get(name.as_str()) {
                    self.set_all(locals, &value, origin);
                }
            }
            Node::Store { buffer, index, value } => {
                let index = self.expr(index, frame);
                let value = self.expr(value, frame);
                let access = self.access(buffer, index);
                self.store(access, value, origin);
            }
            Node::TensorStore { tensor, indices, value } => {
                let indices: Vec<InstId> = indices.iter().map(|index| self.expr(index, frame)).collect();
                let value = self.expr(value, frame);
                let access = self.tensor_access(tensor, &indices, origin);
                self.store(access, value, origin);
            }
            Node::AtomicStore { buffer, index, value } => {
                let index = self.expr(index, frame);
                let value = self.expr(value, frame);
                let access = self.access(buffer, index);
                let ty = self.form[value].ty;
                self.eval(Op::Atomic(AtomicOp::Exchange, access, None, value), ty, origin);
            }
            Node::StoreByte { buffer, index, value } => {
                let index = self.expr(index, frame);
                let value = self.expr(value, frame);
                let access = self.access(buffer, index);
                self.store_byte(access, value, origin);
            }
            Node::StoreWord { buffer, index, value } => {
                let index = self.expr(index, frame);
                let value = self.expr(value, frame);
                let access = self.access(buffer, index);
                self.store_word(access, value, origin);
            }
            Node::CallOp { .. } => {
                unreachable!("validation replaces calls of operations on buffers")
            }
            Node::If { cond, then, otherwise } => {
                let cond = self.expr(cond, frame);
                let cond = self.truth(cond, origin);
                let then = self.block(|builder| builder.body(then, frame));
                let otherwise = self.block(|builder| builder.body(otherwise, frame));
                self.push(Stmt::If { cond, then, otherwise, origin });
            }
            Node::Loop { var, from, to, body } => {
                let from = self.expr(from, frame);
                let to = self.expr(to, frame);
                let induction = self.form.add(Op::Induction, U32, origin);
                self.form[induction].name = Some(Arc::from(var.as_str()));
                frame.bindings.insert(var, Binding::Value(Parts::One(induction)));
                frame.loops += 1;
                let body = self.block(|builder| builder.body(body, frame));
                frame.loops -= 1;
                self.push(Stmt::Loop { var: induction, from, to, body, origin });
            }
            Node::Block(body) => self.body(body, frame),
            Node::Break => self.push(Stmt::Break),
            Node::Continue => self.push(Stmt::Continue),
            Node::Return => self.end(frame, origin),
            Node::Barrier => self.push(Stmt::Barrier(origin)),
            Node::Assert { cond, message } => {
                let cond = self.expr(cond, frame);
                if !self.print(cond, message, origin) {
                    self.assert(cond, message, origin);
                }
            }
            Node::Collective { name, op, value, id } => {
                let value = self.expr(value, frame);
                let id = id.as_ref().map(|id| self.expr(id, frame));
                let value = self.collective(*op, value, id, origin);
                self.bind(name, Parts::One(value), frame, origin);
            }
            Node::UniformLoad { name, buffer, index } => {
                let index = self.expr(index, frame);
                let value = self.uniform_load(buffer, index, origin);
                self.bind(name, Parts::One(value), frame, origin);
            }
        }
    }

    fn store(&mut self, access: Access, value: InstId, origin: Origin) {
        match self.half(access.buffer) {
            Some(half) => self.store_half(access.buffer, half, [access.index, value], origin),
            None => self.push(Stmt::Store { access, value, origin }),
        }
    }

    /// Ends the invocation, or the composition that is being inlined.
    fn end(&mut self, frame: &Frame<'_>, origin: Origin) {
        match frame.returned {
            None => self.push(Stmt::Return),
            Some(local) => {
                let value = self.constant(BOOL, [1, 0, 0, 0]);
                self.push(Stmt::Set { local, value, origin });
                if frame.loops > 0 {
                    self.push(Stmt::Break);
                }
            }
        }
    }

    /// Declares a variable.
    fn bind<'a>(&mut self, name: &'a str, value: Parts<InstId>, frame: &mut Frame<'a>, origin: Origin) {
        let binding = if frame.assigned.contains(name) {
            self.assigned(name, &value, origin)
        } else {
            if let Parts::One(value) = value {
                self.form[value].name.get_or_insert_with(|| Arc::from(name));
            }
            Binding::Value(value)
        };
        frame.bindings.insert(name, binding);
    }

    /// The result of a call of an operation that has a composition, of values without parts.
    pub(crate) fn inline(&mut self, op_id: &str, args: &[InstId], at: Origin) -> InstId {
        let args: Vec<Parts<InstId>> = args.iter().copied().map(Parts::One).collect();
        self.call(op_id, &args, at).one()
    }

    /// The result of a call of an operation that has a composition.
    fn call(&mut self, op_id: &str, args: &[Parts<InstId>], at: Origin) -> Parts<InstId> {
        let spec = self.registry.get(op_id);
        let Some((signature, composition, result)) = spec.and_then(|spec| {
            let composition = spec.composition()?;
            Some((spec.signature()?, composition, composition.result.as_ref()?))
        }) else {
            // Rules V016, V020 and V035.
            unreachable!("a valid program calls operations that have a composition with a result")
        };
        if self.form.insts.len() > MAX_INSTRUCTIONS {
            self.exceeds(op_id, ExpansionLimit::Instructions);
        }
        if self.expansion.is_some() {
            return self.zeros(&signature.output);
        }
        self.form.calls.push(Call { op_id: op_id.to_string(), at });
        let mut frame = Frame::new(&composition.body, self.form.calls.len() as u32);
        for (param, arg) in composition.params.iter().zip(args) {
            let binding = match frame.assigned.contains(param.as_str()) {
                true => self.assigned(param, arg, at),
                false => Binding::Value(arg.clone()),
            };
            frame.bindings.insert(param, binding);
        }
        if composition.body.iter().any(returns) {
            let (local, value) = (self.local(Some("returned"), BOOL), self.constant(BOOL, [0; 4]));
            self.push(Stmt::Set { local, value, origin: at });
            frame.returned = Some(local);
        }
        self.body(&composition.body, &mut frame);
        frame.next = count(&composition.body);
        if self.is_too_deep {
            self.exceeds(op_id, ExpansionLimit::Nesting);
            return self.zeros(&signature.output);
        }
        self.value(result, &mut frame)
    }

    /// Notes the first call that does not fit.
    fn exceeds(&mut self, op_id: &str, limit: ExpansionLimit) {
        self.expansion.get_or_insert_with(|| Expansion { op_id: op_id.to_string(), limit });
    }
}

/// Whether a statement may end the composition that it is in.
fn returns(node: &Node) -> bool {
    let mut found = false;
    walk(std::slice::from_ref(node), |event| {
        found |= matches!(event, Event::Enter { node: Node::Return, .. });
    });
    found
}

/// The number of statements and expressions.
fn count(nodes: &[Node]) -> usize {
    let mut count = 0;
    walk(nodes, |event| {
        if let Event::Enter { exprs, .. } = event {
            count += 1 + exprs.into_iter().flatten().map(|(_, expr)| Expr::count(expr)).sum::<usize>();
        }
    });
    count
}
