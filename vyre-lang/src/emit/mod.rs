//! The typed tree becomes the real program, and beside it the tokens that each part came from.
//!
//! Rust evaluates operands once and from left to right, and a statement may stand inside an expression. The IR
//! has statements and expressions apart, so what must happen first is put before the statement: operands that
//! were already evaluated and could see the difference are kept in variables (`expr`). Loops of every kind become those of the IR (`flow`). Shadowed names get a
//! number, because the IR has no shadowing.

mod assign;
mod bytes;
mod expr;
mod flow;
mod function;
mod held;
mod host;
mod host_operators;
mod host_types;
mod host_variants;
mod joined;
mod offset;
mod outer;
mod packed;
mod place;
mod printing;
mod range;
mod references;
mod signed_quad;
mod sources;
mod stmt;
mod tree;
mod typed;
mod views;

pub(crate) use function::{count, emit_functions, inputs, parts, registry};
pub(crate) use host::{Host, alias, length};
pub(crate) use outer::declared;
pub(crate) use packed::Packed;
pub(crate) use place::{element, has_packed_parts, is_packed, stride};
pub(crate) use sources::Written;

use crate::diagnostics::Area;
use crate::hir::{self, BufferId, JoinedArrays, Kernel, LocalId, LoopId};
use crate::types::Ty;
use held::Holding;
use std::collections::{HashMap, HashSet};
use tree::Names;
use views::Window;
use vyre_ir::{BufferDecl, DataType, Expr, Node, Program, Value, evaluate};

/// The name of the parameter block in the IR.
const PARAMS: &str = "params";

/// An expression and the tokens of it and of its operands.
pub(crate) struct Built {
    expr: Expr,
    areas: Areas,
}

/// The tokens of an expression, then of its operands; or of a statement, then of its expressions and bodies.
pub(crate) struct Areas {
    area: Area,
    /// The number of the call in whose place it stands, counted from 1; 0 for what stands in the body itself.
    call: u32,
    children: Vec<Areas>,
}

/// A call that a function has taken the place of.
pub(crate) struct Call {
    pub(crate) function: String,
    /// The number of the call around it.
    pub(crate) caller: u32,
    pub(crate) area: Area,
    /// Where the function was written.
    pub(crate) declared: Area,
}

/// The areas in the order of the validator's numbers, with their calls.
fn flatten<'a>(roots: impl DoubleEndedIterator<Item = &'a Areas>) -> Vec<(Area, u32)> {
    let mut flat = Vec::new();
    let mut stack: Vec<&Areas> = roots.rev().collect();
    while let Some(Areas { area, call, children }) = stack.pop() {
        flat.push((*area, *call));
        stack.extend(children.iter().rev());
    }
    flat
}

/// A statement and the tokens of it and of its parts.
pub(crate) struct BuiltNode {
    node: Node,
    areas: Areas,
}

/// A program and the tokens of its parts.
pub(crate) struct Emitted {
    pub(crate) program: Program,
    /// By the validator's numbers.
    pub(crate) areas: Vec<Area>,
    /// By the numbers of what runs: for a function those of its composition.
    pub(crate) sources: Vec<(Area, u32)>,
    /// The calls that functions have taken the place of.
    pub(crate) calls: Vec<Call>,
    /// By position in `Program::buffers`.
    pub(crate) buffers: Vec<Area>,
    /// The buffers that it writes whose elements share words, and those whose elements have several.
    pub(crate) packed: Vec<Packed>,
}

struct Emitter<'a> {
    kernel: &'a Kernel,
    /// The name of each buffer in the IR.
    buffers: Vec<String>,
    params: String,
    /// Whether what is emitted is a function's own program, which has no buffers.
    is_function: bool,
    /// The name of each local in the IR, once it is declared.
    locals: HashMap<LocalId, String>,
    /// The names in scope that are assigned to after their declaration.
    mutable: HashSet<String>,
    /// The names in use, and the names that each open body of the IR has declared.
    used: HashSet<String>,
    scopes: Vec<Vec<String>>,
    /// Every name that there was, and the number up to which those of kept operands are among them.
    past: HashSet<String>,
    kept: usize,
    /// The number that a name that is in use gets next: `name_2` and so on, up to this one, are in use.
    numbers: HashMap<String, usize>,
    /// The variable that takes the result, inside a function that returns in several places.
    result: Option<Names>,
    /// The functions that are being emitted in the place of a call: what leaves them, and what takes their results.
    inlining: Vec<(LoopId, Names)>,
    /// The calls that they have taken the place of so far, and the number of the one that is under way.
    calls: Vec<Call>,
    call: u32,
    /// The variables of locals of several parts.
    parts: HashMap<LocalId, Names>,
    /// The variables that hold what calls outside gave that give several values.
    called: HashMap<usize, String>,
    /// What slices stand for.
    windows: HashMap<BufferId, Window>,
    /// The workgroup arrays of functions that have been emitted in the place of a call, and those of further places.
    placed: HashSet<BufferId>,
    further: Vec<(BufferDecl, Area)>,
    /// The arrays in variables that lie in memory, and those that do so far. The numbers of these follow those of the kernel's buffers.
    holding: Holding,
    held: Vec<hir::Buffer>,
    /// The slices of one that references stand for, where they refer to elements.
    elements: HashMap<LocalId, BufferId>,
    /// The loops, and blocks with labels, around what is being emitted.
    frames: Vec<LoopId>,
    /// The variable that takes the value of a loop, where it has one.
    results: HashMap<LoopId, Names>,
    /// The variable that says how the loops on the way to another one are left.
    leaves: HashMap<LoopId, String>,
}

/// Makes the program of a kernel.
pub(crate) fn emit(kernel: &Kernel, workgroup_size: [u32; 3]) -> Emitted {
    let mut emitter = Emitter::new(kernel);
    let (mut decls, mut buffers) = emitter.declare_buffers();
    emitter.holding = Holding::of(kernel);
    let mut nodes = Vec::new();
    for &(local, lane, area) in &kernel.scalars {
        let ty = kernel.locals[local].ty;
        if emitter.is_many(ty) || kernel.types.resolve(ty).vector_lanes().is_some() {
            let value = emitter.load_param(ty, lane, area);
            emitter.bind_parts(local, value, area, &mut nodes);
            continue;
        }
        let value = emitter.scalar(lane, ty, area);
        emitter.bind_local(local, value, area, &mut nodes);
    }
    emitter.block(&kernel.body, &mut nodes);
    let packed = emitter.shared_words();
    // The parameter block stays the last one.
    let at = decls.len() - usize::from(kernel.lanes > 0);
    let (further, areas): (Vec<BufferDecl>, Vec<Area>) = emitter.further.into_iter().unzip();
    decls.splice(at..at, further);
    buffers.splice(at..at, areas);
    let (entry, areas) = split(nodes);
    let sources = flatten(areas.iter());
    let areas = sources.iter().map(|(area, _)| *area).collect();
    let program = Program::new(decls, workgroup_size, entry);
    Emitted { program, areas, sources, calls: emitter.calls, buffers, packed }
}

/// The value of an expression without names.
pub(crate) fn value(kernel: &Kernel, expr: &hir::Expr) -> Option<Value> {
    let mut emitter = Emitter::new(kernel);
    let mut nodes = Vec::new();
    let built = emitter.value(expr, &mut nodes);
    let ty = match kernel.types.resolve(expr.ty) {
        Ty::Bool => DataType::U32,
        ty => ty.data()?,
    };
    evaluate(split(nodes).0, built.expr, ty)
}

impl Areas {
    /// Moves the errors of everything to one place.
    fn move_to(&mut self, area: Area) {
        self.each(|areas| areas.area = Area { start: area.start, end: area.end, ..areas.area });
    }

    /// Notes the call in whose place everything stands that stands in no other one.
    fn place_in(&mut self, call: u32) {
        self.each(|areas| {
            if areas.call == 0 {
                areas.call = call;
            }
        });
    }

    fn each(&mut self, change: impl Fn(&mut Areas)) {
        let mut open = vec![self];
        while let Some(areas) = open.pop() {
            change(areas);
            open.extend(&mut areas.children);
        }
    }
}

/// Statements and their areas apart.
fn split(nodes: Vec<BuiltNode>) -> (Vec<Node>, Vec<Areas>) {
    nodes.into_iter().map(|built| (built.node, built.areas)).unzip()
}

impl Built {
    fn leaf(expr: Expr, area: Area) -> Built {
        Built { expr, areas: Areas { area, call: 0, children: Vec::new() } }
    }

    /// An expression of which all parts have the same tokens.
    fn whole(expr: Expr, area: Area) -> Built {
        let children = expr.children().map(|child| Built::whole(child.clone(), area).areas).collect();
        Built { expr, areas: Areas { area, call: 0, children } }
    }

    /// A call of an operation.
    fn call(op_id: &str, args: Vec<Built>, area: Area) -> Built {
        let shape = Expr::call(op_id, args.iter().map(|_| Expr::LitU32(0)).collect());
        Built::of(area, args, &shape)
    }

    /// A copy of an expression that has few parts.
    fn copy(&self) -> Built {
        fn areas(of: &Areas) -> Areas {
            Areas { area: of.area, call: of.call, children: of.children.iter().map(areas).collect() }
        }
        Built { expr: self.expr.clone(), areas: areas(&self.areas) }
    }

    /// A copy of an expression without operands.
    fn copy_leaf(&self) -> Built {
        Built::leaf(self.expr.clone(), self.areas.area)
    }

    /// The expression `shape` with these operands in place of its own, in evaluation order.
    fn of(area: Area, operands: Vec<Built>, shape: &Expr) -> Built {
        let (exprs, children): (Vec<Expr>, Vec<Areas>) =
            operands.into_iter().map(|operand| (operand.expr, operand.areas)).unzip();
        let Some(expr) = shape.with_children(exprs) else {
            unreachable!("a shape is written with as many operands as are put in their place")
        };
        Built { expr, areas: Areas { area, call: 0, children } }
    }
}

impl BuiltNode {
    /// The statement `shape` with these expressions in place of its own, in evaluation order.
    fn of(area: Area, exprs: Vec<Built>, shape: &Node) -> BuiltNode {
        BuiltNode::with_bodies(area, exprs, Vec::new(), Vec::new(), shape)
    }

    /// The statement `shape` with these expressions and bodies in place of its own.
    fn with_bodies(
        area: Area,
        exprs: Vec<Built>,
        first: Vec<BuiltNode>,
        second: Vec<BuiltNode>,
        shape: &Node,
    ) -> BuiltNode {
        let (exprs, mut children): (Vec<Expr>, Vec<Areas>) =
            exprs.into_iter().map(|built| (built.expr, built.areas)).unzip();
        let (first, areas) = split(first);
        children.extend(areas);
        let (second, areas) = split(second);
        children.extend(areas);
        let Some(node) = shape.with_parts(exprs, first, second) else {
            unreachable!("a shape is written with as many expressions as are put in their place")
        };
        BuiltNode { node, areas: Areas { area, call: 0, children } }
    }
}

impl<'a> Emitter<'a> {
    fn new(kernel: &'a Kernel) -> Emitter<'a> {
        Emitter {
            kernel,
            buffers: Vec::new(),
            params: String::new(),
            is_function: false,
            locals: HashMap::new(),
            mutable: HashSet::new(),
            used: HashSet::new(),
            scopes: vec![Vec::new()],
            past: HashSet::new(),
            kept: 1,
            numbers: HashMap::new(),
            result: None,
            inlining: Vec::new(),
            calls: Vec::new(),
            call: 0,
            parts: HashMap::new(),
            called: HashMap::new(),
            windows: joined::windows(kernel),
            placed: HashSet::new(),
            further: Vec::new(),
            holding: Holding::default(),
            held: Vec::new(),
            elements: HashMap::new(),
            frames: Vec::new(),
            results: HashMap::new(),
            leaves: HashMap::new(),
        }
    }
}

impl Emitter<'_> {
    /// The declarations, with the parameter block last if there is one.
    fn declare_buffers(&mut self) -> (Vec<BufferDecl>, Vec<Area>) {
        let (mut decls, mut areas) = (Vec::new(), Vec::new());
        let mut binding = 0;
        for (id, buffer) in self.kernel.buffers.iter().enumerate() {
            // Two parameters of one name are an error that is already reported.
            let name = self.fresh(&buffer.decl.name);
            self.buffers.push(name.clone());
            // Those that are parts of another one are declared, too, as buffers are found by their positions.
            if buffer.is_slice {
                continue;
            }
            let mut decl = self.declared(id, name);
            if decl.access.is_bound() {
                decl.binding = binding;
                binding += 1;
            }
            decls.push(decl);
            areas.push(buffer.area);
        }
        if self.kernel.lanes > 0 {
            self.params = self.fresh(PARAMS);
            let block = BufferDecl::uniform(&self.params, binding, DataType::U32);
            decls.push(block.with_count(self.kernel.lanes));
            areas.push(Area::from(proc_macro2::Span::call_site()));
        }
        (decls, areas)
    }

    /// The declaration of a buffer, under a name.
    fn declared(&self, at: BufferId, name: String) -> BufferDecl {
        let is_table = self.is_table(at);
        let buffer = self.known(at);
        let mut decl = BufferDecl { name, ..buffer.decl.clone() };
        if !decl.access.is_bound() || is_table || place::cells(self.kernel, buffer) != place::Cells::One {
            decl.element = place::element_type(self.kernel, buffer);
            // A table is packed, as the constant that it is on the host.
            if is_table && self.kernel.types.resolve(buffer.ty).is_narrow() {
                decl.element = DataType::Bytes;
            }
        }
        let joined = self.kernel.joined.iter().find(|joined| joined.arrays.first() == Some(&at));
        if let Some(JoinedArrays { arrays, .. }) = joined {
            let counts = arrays.iter().map(|array| self.kernel.buffers[*array].decl.count);
            decl.count = counts.fold(0, u32::saturating_add);
        }
        decl.count = decl.count.saturating_mul(stride(self.kernel, buffer));
        decl
    }

    /// What a buffer is: one of the kernel's, or an array in a variable that is held in memory.
    fn known(&self, buffer: BufferId) -> &hir::Buffer {
        let kernel = self.kernel;
        kernel.buffers.get(buffer).unwrap_or_else(|| &self.held[buffer - kernel.buffers.len()])
    }

    fn is_table(&self, buffer: BufferId) -> bool {
        self.kernel.tables.iter().any(|table| table.buffer == buffer)
    }

    /// A name that nothing in scope has, as near to `name` as possible: `name`, or `name_2` and so on.
    fn fresh(&mut self, name: &str) -> String {
        let name = if name.is_empty() || name == "_" { "unnamed" } else { name };
        let mut candidate = name.to_string();
        if !self.used.insert(candidate.clone()) {
            let mut number = self.numbers.get(name).copied().unwrap_or(2);
            candidate = format!("{name}_{number}");
            while !self.used.insert(candidate.clone()) {
                number += 1;
                candidate = format!("{name}_{number}");
            }
            self.numbers.insert(name.to_string(), number + 1);
        }
        self.open(&candidate);
        candidate
    }

    /// A name for a variable that is declared before statements which are emitted already: none of these has it in a body.
    fn fresh_before(&mut self, name: &str) -> String {
        let candidate = loop {
            let candidate = if self.kept == 1 { name.to_string() } else { format!("{name}_{}", self.kept) };
            if !self.past.contains(&candidate) {
                break candidate;
            }
            self.kept += 1;
        };
        self.used.insert(candidate.clone());
        self.open(&candidate);
        candidate
    }

    /// A name for a buffer, which is one in the whole program.
    fn fresh_buffer(&mut self, name: &str) -> String {
        let further = (2u32..).map(|number| format!("{name}_{number}"));
        let mut names = std::iter::once(name.to_string()).chain(further);
        let name = names.find(|name| !self.past.contains(name)).unwrap_or_default();
        self.past.insert(name.clone());
        self.used.insert(name.clone());
        name
    }

    /// Notes a name in the innermost scope.
    fn open(&mut self, name: &str) {
        self.past.insert(name.to_string());
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_string());
        }
    }

    /// Gives the last fresh name back, which nothing declares.
    fn release(&mut self) {
        if let Some(name) = self.scopes.last_mut().and_then(Vec::pop) {
            self.free(&name);
        }
    }

    /// Makes a name fresh again.
    fn free(&mut self, name: &str) {
        self.used.remove(name);
        self.mutable.remove(name);
        let Some((stem, number)) = name.rsplit_once('_') else { return };
        if let (Some(next), Ok(number)) = (self.numbers.get_mut(stem), number.parse::<usize>()) {
            *next = (*next).min(number.max(2));
        }
    }

    /// Emits a body of an `If` or a `Loop`, in a scope of its own.
    fn scope<T>(&mut self, emit: impl FnOnce(&mut Self, &mut Vec<BuiltNode>) -> T) -> (Vec<BuiltNode>, T) {
        self.scopes.push(Vec::new());
        let mut nodes = Vec::new();
        let value = emit(self, &mut nodes);
        for name in self.scopes.pop().unwrap_or_default() {
            self.free(&name);
        }
        (nodes, value)
    }

    /// A lane of the parameter block.
    fn param(&self, lane: u32, area: Area) -> Built {
        let lane = Built::leaf(Expr::LitU32(lane), area);
        let buffer = self.params.clone();
        Built::of(area, vec![lane], &Expr::load(buffer, 0))
    }

    /// `let` for a new variable of the IR. Gives its name.
    fn bind(&mut self, name: &str, value: Built, area: Area, nodes: &mut Vec<BuiltNode>) -> String {
        let name = self.fresh(name);
        let bound = name.clone();
        nodes.push(BuiltNode::of(area, vec![value], &Node::let_bind(name, 0)));
        bound
    }

    fn bind_local(&mut self, local: LocalId, value: Built, area: Area, nodes: &mut Vec<BuiltNode>) {
        let name = self.bind(&self.kernel.locals[local].name, value, area, nodes);
        self.name_local(local, name);
    }

    fn name_local(&mut self, local: LocalId, name: String) {
        if self.kernel.locals[local].is_mutable {
            self.mutable.insert(name.clone());
        }
        self.locals.insert(local, name);
    }

    /// The name of a local. One without a declaration is in code that an error has been reported for.
    fn local(&self, local: LocalId) -> String {
        self.locals.get(&local).unwrap_or(&self.kernel.locals[local].name).clone()
    }
}
