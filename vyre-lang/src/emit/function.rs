//! Functions become programs in the form that [`Composition::from_program`] reads. Those inside a kernel or another function are operations of
//! a registry of its own; the calls stay, and are linked when the kernel is first used.

use super::tree::{Names, Tree};
use super::{Areas, Built, BuiltNode, Call, Emitted, Emitter, flatten, split};
use crate::diagnostics::Area;
use crate::hir::{self, Adaptor, Function, Kernel, Kind, Stmt};
use crate::types::{Inference, Ty};
use std::borrow::Cow;
use vyre_ir::{BufferDecl, Composition, DataType, Expr, Link, Node, OpSignature, OpSpec, Program, Registry};

/// The id of a function. A function beside kernels that calls itself is an error, and its id is no link.
pub(super) fn op_id(kernel: &Kernel, function: hir::FunctionId) -> String {
    match function.checked_sub(kernel.first_inside) {
        Some(at) => Link::Local(at).to_string(),
        None => "recursion".to_string(),
    }
}

/// The operation library and the functions, of which these are the programs.
pub(crate) fn registry(kernel: &Kernel, functions: &[Emitted]) -> Cow<'static, Registry> {
    let mut registry = Cow::Borrowed(Registry::standard());
    let called = kernel.functions.iter().zip(functions).enumerate();
    for (id, (function, emitted)) in called.filter(|(_, (function, _))| function.operation.is_none()) {
        let Some(composition) = Composition::from_program(&emitted.program) else { continue };
        let OpSignature { inputs, output } = signature(kernel, function);
        let spec = OpSpec::inlinable(op_id(kernel, id), &inputs, output, composition);
        // The number makes the id unique.
        let _ = registry.to_mut().register(spec);
    }
    registry
}

/// What a function takes and gives as an operation.
pub(super) fn signature(kernel: &Kernel, function: &Function) -> OpSignature {
    let output = match &*parts(kernel, function.result) {
        [] => DataType::U32,
        results => DataType::of_results(results).unwrap_or(DataType::U32),
    };
    OpSignature { inputs: inputs(kernel, function), output }
}

/// The types of the parameters, part by part.
pub(crate) fn inputs(kernel: &Kernel, function: &Function) -> Vec<DataType> {
    function.params.iter().flat_map(|param| parts(kernel, kernel.locals[*param].ty)).collect()
}

/// How many values of the IR a value is.
pub(crate) fn count(types: &Inference, ty: Ty) -> usize {
    match types.parts(ty) {
        Some((_, parts)) => parts.iter().map(|part| count(types, *part)).sum(),
        None => 1,
    }
}

/// The IR's types of the parts of a value.
pub(crate) fn parts(kernel: &Kernel, ty: Ty) -> Vec<DataType> {
    match kernel.types.parts(ty) {
        Some((_, types)) => types.iter().flat_map(|part| parts(kernel, *part)).collect(),
        None => vec![data(kernel, ty)],
    }
}

/// The IR's type of a value inside a kernel, where a `bool` is a `U32`.
pub(crate) fn data(kernel: &Kernel, ty: Ty) -> DataType {
    match kernel.types.resolve(ty) {
        Ty::Bool | Ty::Error => DataType::U32,
        other => other.data().unwrap_or(DataType::U32),
    }
}

/// The programs that stand for the functions: what [`Composition::from_program`] reads. A buffer stands for each parameter.
pub(crate) fn emit_functions(kernel: &Kernel) -> Vec<Emitted> {
    kernel.functions.iter().map(|function| emit_function(kernel, function)).collect()
}

fn emit_function(kernel: &Kernel, function: &Function) -> Emitted {
    let mut emitter = Emitter::new(kernel);
    emitter.is_function = true;
    // Where an error has been reported, it may name them.
    emitter.buffers = kernel.buffers.iter().map(|buffer| buffer.decl.name.clone()).collect();
    let area = Area::from(proc_macro2::Span::call_site());
    let (mut decls, mut params) = (Vec::new(), Vec::new());
    for param in &function.params {
        let local = &kernel.locals[*param];
        let mut leaves = Vec::new();
        for ty in parts(kernel, local.ty) {
            let name = emitter.fresh(&format!("argument_{}", decls.len()));
            let index = Built::leaf(Expr::LitU32(0), area);
            leaves.push(Built::of(area, vec![index], &Expr::load(&name, 0)));
            decls.push(BufferDecl::read(name, decls.len() as u32, ty));
        }
        let value = emitter.shaped(local.ty, &mut leaves.into_iter(), area);
        let names = emitter.bind_tree(&local.name, value, area, &mut params);
        emitter.name_parts(*param, names);
    }
    let mut nodes = Vec::new();
    let body = function.body.as_ref().filter(|_| !function.is_inlined);
    let result = match body {
        Some(body) => emitter.function(body, function.result, area, &mut nodes),
        None => emitter.zeros(function.result, area),
    };
    let result = match result {
        Tree::One(result) => result,
        many => {
            let mut leaves = Vec::new();
            many.leaves(&mut leaves);
            match leaves.len() {
                0 => emitter.literal(0, Ty::U32, area),
                1 => leaves.remove(0),
                count => {
                    let tuple = DataType::tuple(parts(kernel, function.result)).unwrap_or(DataType::U32);
                    let shape = Expr::compose(tuple, vec![Expr::LitU32(0); count]);
                    Built::of(area, leaves, &shape)
                }
            }
        }
    };
    let ((mut entry, params), (mut body, areas)) = (split(params), split(nodes));
    entry.append(&mut body);
    entry.push(Node::let_bind(emitter.fresh("result"), result.expr));
    let sources = flatten(areas.iter().chain([&result.areas]));
    let result = [Areas { area, call: 0, children: vec![result.areas] }];
    let buffers = decls.iter().map(|_| area).collect();
    let areas = flatten(params.iter().chain(&areas).chain(&result)).into_iter().map(|(area, _)| area);
    let (program, areas) = (Program::new(decls, [1; 3], entry), areas.collect());
    Emitted { program, areas, sources, calls: emitter.calls, buffers, packed: Vec::new() }
}

impl Emitter<'_> {
    /// Emits the body of a function. Gives its result: an expression, or variables if the function ends in several
    /// places or has a result of several parts.
    fn function(&mut self, body: &hir::Block, ty: Ty, area: Area, nodes: &mut Vec<BuiltNode>) -> Tree {
        if !block_returns(body) && !self.is_many(ty) {
            return Tree::One(self.block_value(body, ty, area, nodes));
        }
        let names = self.declare(ty, "result", area, nodes);
        self.result = Some(names.clone());
        self.block_into(&names, body, nodes);
        self.read(&names, area)
    }

    /// Emits the body of a function in the place of a call.
    pub(super) fn inlined(
        &mut self,
        id: hir::FunctionId,
        args: &[hir::Expr],
        given: &hir::Given,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let kernel = self.kernel;
        let function = &kernel.functions[id];
        if function.operation.is_some() {
            return self.operation(id, args, area, nodes);
        }
        let (Some(body), false) = (&function.body, kernel.is_recursive) else {
            return self.zeros(function.result, area);
        };
        self.arguments(function, args, given, area, nodes);
        self.further_arrays(function);
        let call =
            Call { function: self.path_of(function), caller: self.call, area, declared: function.area };
        self.calls.push(call);
        let number = self.calls.len() as u32;
        let caller = std::mem::replace(&mut self.call, number);
        let mut own = Vec::new();
        let mut result = self.inlined_body(function, body, area, &mut own);
        self.call = caller;
        let mut leaves = Vec::new();
        result.leaves_mut(&mut leaves);
        let areas = leaves.into_iter().map(|leaf| &mut leaf.areas);
        for areas in areas.chain(own.iter_mut().map(|node| &mut node.areas)) {
            areas.place_in(number);
            if function.is_outside {
                areas.move_to(area);
            }
        }
        nodes.append(&mut own);
        result
    }

    /// The path of a function that takes the place of its call: in that of the function around it, if it is inside of one.
    fn path_of(&self, function: &Function) -> String {
        let caller = (self.call as usize).checked_sub(1).and_then(|at| self.calls.get(at));
        let outer = caller.and_then(|caller| caller.function.split("::").next()).unwrap_or_default();
        match function.is_outside {
            true => function.name.clone(),
            false => format!("{outer}::{}", function.name),
        }
    }

    /// A function has workgroup arrays of its own in each place of a call.
    fn further_arrays(&mut self, function: &Function) {
        for &array in &function.arrays {
            let known = &self.kernel.buffers[array];
            if self.placed.insert(array) || known.length.is_some() {
                continue;
            }
            // Names of buffers are those of the whole program.
            let name = self.fresh_buffer(&known.decl.name);
            let decl = self.declared(array, name.clone());
            self.further.push((decl, known.area));
            self.buffers[array] = name;
        }
    }

    fn inlined_body(
        &mut self,
        function: &Function,
        body: &hir::Block,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let none = Names::Many(Vec::new());
        if !block_returns(body) {
            self.inlining.push((function.frame, none));
            body.stmts.iter().for_each(|stmt| self.stmt(stmt, nodes));
            let result = match &body.tail {
                Some(tail) if function.result == Ty::Unit => {
                    self.statement(tail, nodes);
                    self.zeros(Ty::Unit, area)
                }
                Some(tail) => self.tree(tail, nodes),
                None => self.zeros(function.result, area),
            };
            self.inlining.pop();
            return result;
        }
        let names = match function.result {
            Ty::Unit => none,
            result => self.declare(result, "result", area, nodes),
        };
        self.inlining.push((function.frame, names.clone()));
        let result = (function.result != Ty::Unit).then_some(&names);
        self.labeled(function.frame, body, result, area, nodes);
        self.inlining.pop();
        self.read(&names, area)
    }

    /// `return`: in a function, with its result.
    pub(super) fn return_value(&mut self, value: Option<&hir::Expr>, area: Area, nodes: &mut Vec<BuiltNode>) {
        if let Some((frame, names)) = self.inlining.last().cloned() {
            if let Some(value) = value {
                let value = self.tree(value, nodes);
                self.assign_tree(&names, value, area, nodes);
            }
            return self.jump(frame, &Node::Break, area, nodes);
        }
        if let (Some(value), Some(names)) = (value, self.result.clone()) {
            let value = self.tree(value, nodes);
            self.assign_tree(&names, value, area, nodes);
        }
        nodes.push(BuiltNode::of(area, Vec::new(), &Node::Return));
    }
}

/// Whether a block returns anywhere but by its tail.
fn block_returns(block: &hir::Block) -> bool {
    block.stmts.iter().any(|stmt| match stmt {
        Stmt::Let { value, .. } | Stmt::Fill { value, .. } | Stmt::Expr(value) => expr_returns(value),
        Stmt::View { view, .. } | Stmt::Move { view, .. } => view_returns(view),
        Stmt::Refer { place, .. } => place.view().is_some_and(view_returns),
    }) || block.tail.as_deref().is_some_and(expr_returns)
}

fn view_returns(view: &hir::View) -> bool {
    view.cuts.iter().flat_map(hir::Cut::exprs).any(expr_returns)
}

fn expr_returns(expr: &hir::Expr) -> bool {
    match &expr.kind {
        Kind::Return(_) => true,
        Kind::ShortCircuit { left, right, .. } => expr_returns(left) || expr_returns(right),
        Kind::If { cond, then, otherwise } => {
            expr_returns(cond) || block_returns(then) || otherwise.as_ref().is_some_and(block_returns)
        }
        Kind::For { range, body, .. } => {
            let steps = range.adaptors.iter().any(|adaptor| match adaptor {
                Adaptor::StepBy(step) => expr_returns(step),
                Adaptor::Rev => false,
            });
            steps || expr_returns(&range.from) || expr_returns(&range.to) || block_returns(body)
        }
        Kind::Loop { cond, body, .. } => cond.as_deref().is_some_and(expr_returns) || block_returns(body),
        Kind::Block(block) | Kind::Labeled { body: block, .. } => block_returns(block),
        other => other.operands().into_iter().any(expr_returns),
    }
}
