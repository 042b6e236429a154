//! Checks scopes, types and limits of a body in one walk: every rule except V010 and those of `declarations` and
//! `calls`.

use super::declarations;
use super::{Buffers, Errors, Variable};
use crate::compose::{Registry, returns};
use crate::rules::{DEFAULT_MAX_EXPR_DEPTH, DEFAULT_MAX_NESTING_DEPTH, Place, Problem, Side};
use crate::{
    BufferDecl, CollectiveOp, Composition, DataType, Event, Expr, ExprAt, ExprsAt, Node, OpSignature,
    Program, Typing, casts, walk,
};
use DataType::{Bool, Bytes, U32};
use std::collections::HashMap;
use std::iter;

/// A variable. Its type is unknown where its value is erroneous.
pub(super) struct Binding {
    name: String,
    ty: Option<DataType>,
    is_assigned: bool,
    is_induction: bool,
}

impl Binding {
    pub(super) fn into_variable(self) -> Variable {
        let Some(ty) = self.ty else { unreachable!("every variable of a valid program has a type") };
        Variable { name: self.name, ty, is_assigned: self.is_assigned }
    }
}

/// The results of the walk. `types` and `resolved` are indexed by the numbers of expressions and statements.
pub(super) struct Checked {
    pub(super) types: Vec<Option<DataType>>,
    pub(super) resolved: Vec<Option<usize>>,
    pub(super) variables: Vec<Binding>,
    pub(super) nesting_exceeded: bool,
    /// The calls of inlinable operations: the number of the expression and the id.
    pub(super) calls: Vec<(usize, String)>,
    /// The calls of operations on buffers.
    pub(super) operations: Vec<Called>,
}

/// A call of an operation on buffers.
pub(super) struct Called {
    pub(super) place: usize,
    pub(super) op_id: String,
}

/// An operand that has been checked: its number, and its type unless an error leaves it unknown.
pub(super) struct Operand {
    pub(super) place: usize,
    pub(super) ty: Option<DataType>,
}

impl Operand {
    pub(super) fn known(&self) -> (usize, Option<&DataType>) {
        (self.place, self.ty.as_ref())
    }
}

pub(super) struct Checker<'a, 'e> {
    pub(super) registry: &'a Registry,
    pub(super) buffers: Buffers<'a>,
    checked: Checked,
    /// The variables in scope.
    live: HashMap<&'a str, usize>,
    /// The names that each open scope has declared.
    scopes: Vec<Vec<&'a str>>,
    nesting: usize,
    loops: usize,
    errors: &'e mut Errors,
}

/// Checks the entry of a program.
pub(super) fn check(program: &Program, registry: &Registry, errors: &mut Errors) -> Checked {
    let mut checker = Checker::new(&program.buffers, registry, errors);
    checker.walk(&program.entry);
    checker.checked
}

/// Checks the composition of an operation against its signature. The places of the errors are those of a program
/// whose entry is the body.
pub(super) fn check_composition(
    (id, signature): (&str, &OpSignature),
    composition: &Composition,
    registry: &Registry,
    errors: &mut Errors,
) -> Checked {
    let mut checker = Checker::new(&[], registry, errors);
    // A parameter without an input has an unknown type, so that its uses are not reported too.
    let types = signature.inputs.iter().cloned().map(Some).chain(iter::repeat(None));
    for (param, ty) in composition.params.iter().zip(types) {
        checker.declare(0, param, ty, false);
    }
    let (certain, rest) = composition
        .body
        .split_at(composition.body.iter().position(returns).map_or(composition.body.len(), |at| at + 1));
    checker.walk(certain);
    if !rest.is_empty() {
        // These are not executed if the operation returns early, so the result cannot use what they declare.
        checker.scopes.push(Vec::new());
        checker.walk(rest);
        checker.close_scope();
    }
    if let Some(result) = &composition.result {
        let at = checker.checked.types.len();
        let ty = checker.expr(at, result);
        let expected = &signature.output;
        checker.demand(expected, at, ty.as_ref(), |got| Problem::ResultType {
            op_id: id.to_string(),
            expected: expected.clone(),
            got,
        });
    }
    checker.checked
}

fn set<T>(list: &mut Vec<Option<T>>, at: usize, value: Option<T>) {
    if list.len() <= at {
        list.resize_with(at + 1, || None);
    }
    list[at] = value;
}

impl<'a, 'e> Checker<'a, 'e> {
    fn new(buffers: &'a [BufferDecl], registry: &'a Registry, errors: &'e mut Errors) -> Self {
        Checker {
            registry,
            buffers: Buffers::of(buffers),
            checked: Checked {
                types: Vec::new(),
                resolved: Vec::new(),
                variables: Vec::new(),
                nesting_exceeded: false,
                calls: Vec::new(),
                operations: Vec::new(),
            },
            live: HashMap::new(),
            scopes: vec![Vec::new()],
            nesting: 0,
            loops: 0,
            errors,
        }
    }

    fn walk(&mut self, nodes: &'a [Node]) {
        walk(nodes, |event| match event {
            Event::Enter { place, node, exprs } => self.enter(place, node, exprs),
            Event::Otherwise { .. } => {
                self.close_scope();
                self.scopes.push(Vec::new());
            }
            Event::Leave { node, .. } => self.leave(node),
        });
    }

    pub(super) fn report(&mut self, place: usize, problem: Problem) {
        self.errors.report(Place::At(place), problem);
    }

    fn enter(&mut self, place: usize, node: &'a Node, exprs: ExprsAt<'a>) {
        set(&mut self.checked.types, place, None);
        set(&mut self.checked.resolved, place, None);
        if let Node::TensorStore { tensor, indices, .. } = node {
            return self.tensor_store(place, tensor, indices.len(), exprs);
        }
        if let Node::CallOp { op_id, args } = node {
            return self.call_op(place, op_id, args, exprs);
        }
        let [first, second, ..] = exprs;
        let mut check = |expr: Option<ExprAt<'a>>| expr.and_then(|(at, expr)| self.expr(at, expr));
        let types = [check(first), check(second)];
        let at = |expr: Option<ExprAt<'a>>| expr.map_or(place, |(at, _)| at);
        let places = [at(first), at(second)];
        match node {
            Node::Let { name, .. } => self.declare(place, name, types.into_iter().next().flatten(), false),
            Node::Assign { name, .. } => self.assign(place, places[0], name, types[0].as_ref()),
            Node::Store { buffer, .. } => self.store(place, places, buffer, types),
            Node::AtomicStore { buffer, .. } => self.atomic_store(place, places, buffer, types),
            Node::StoreByte { buffer, .. } | Node::StoreWord { buffer, .. } => {
                self.store_bytes(place, places, buffer, types)
            }
            Node::If { .. } => {
                self.condition(places[0], types[0].as_ref());
                self.open(place);
            }
            Node::Loop { var, .. } => {
                for (bound, at) in types.into_iter().zip(places) {
                    if let Some(got) = bound
                        && got != U32
                    {
                        self.report(at, Problem::LoopBound { got });
                    }
                }
                self.open(place);
                self.loops += 1;
                self.declare(place, var, Some(U32), true);
            }
            Node::Block(_) => self.open(place),
            Node::Break if self.loops == 0 => self.report(place, Problem::OutsideLoop { keyword: "break" }),
            Node::Continue if self.loops == 0 => {
                self.report(place, Problem::OutsideLoop { keyword: "continue" });
            }
            Node::Collective { name, op, .. } => {
                self.collective(place, places, name, *op, types, second.is_some())
            }
            Node::UniformLoad { name, buffer, .. } => {
                self.uniform_load(place, places[0], name, buffer, types[0].as_ref())
            }
            Node::Assert { .. } => self.condition(places[0], types[0].as_ref()),
            Node::TensorStore { .. }
            | Node::CallOp { .. }
            | Node::Break
            | Node::Continue
            | Node::Return
            | Node::Barrier => {}
        }
    }

    /// Notes a call of an operation on buffers.
    pub(super) fn called(&mut self, call: Called) {
        self.checked.operations.push(call);
    }

    /// Checks the type of a condition.
    fn condition(&mut self, place: usize, ty: Option<&DataType>) {
        if let Some(got) = ty
            && !is_condition(got)
        {
            self.report(place, Problem::ConditionType { got: got.clone() });
        }
    }

    fn leave(&mut self, node: &Node) {
        if let Node::If { .. } | Node::Loop { .. } | Node::Block(_) = node {
            self.close_scope();
            self.nesting -= 1;
        }
        if let Node::Loop { .. } = node {
            self.loops -= 1;
        }
    }

    fn open(&mut self, place: usize) {
        self.scopes.push(Vec::new());
        self.nesting += 1;
        if self.nesting > DEFAULT_MAX_NESTING_DEPTH && !self.checked.nesting_exceeded {
            self.checked.nesting_exceeded = true;
            self.report(place, Problem::NestingDepth { depth: self.nesting });
        }
    }

    fn close_scope(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            self.live.remove(name);
        }
    }

    fn declare(&mut self, place: usize, name: &'a str, ty: Option<DataType>, is_induction: bool) {
        declarations::name(name, Place::At(place), self.errors);
        let variable = self.checked.variables.len();
        let binding = Binding { name: name.to_string(), ty, is_assigned: false, is_induction };
        self.checked.variables.push(binding);
        set(&mut self.checked.resolved, place, Some(variable));
        if let Some(&earlier) = self.live.get(name) {
            self.report(place, Problem::DuplicateLocal { name: name.to_string() });
            // Later uses may mean either variable, so their type is unknown unless both types agree.
            if self.checked.variables[earlier].ty != self.checked.variables[variable].ty {
                self.checked.variables[earlier].ty = None;
            }
            return;
        }
        self.live.insert(name, variable);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
        }
    }

    fn assign(&mut self, place: usize, value_at: usize, name: &str, value: Option<&DataType>) {
        let Some(&variable) = self.live.get(name) else {
            return self.report(place, Problem::AssignToUndeclared { name: name.to_string() });
        };
        set(&mut self.checked.resolved, place, Some(variable));
        let binding = &mut self.checked.variables[variable];
        binding.is_assigned = true;
        let (declared, is_induction) = (binding.ty.clone(), binding.is_induction);
        if is_induction {
            self.report(place, Problem::AssignToLoopVariable { name: name.to_string() });
        }
        if let (Some(declared), Some(got)) = (declared, value)
            && declared != *got
        {
            let (name, got) = (name.to_string(), got.clone());
            self.report(value_at, Problem::AssignType { name, declared, got });
        }
    }

    fn collective(
        &mut self,
        place: usize,
        places: [usize; 2],
        name: &'a str,
        op: CollectiveOp,
        [value, id]: [Option<DataType>; 2],
        has_id: bool,
    ) {
        let result = value.as_ref().and_then(|value| op.result(value));
        if let (Some(got), None) = (value, &result) {
            let is_sum = op.joins() == Some(crate::BinOp::Add);
            let op = op.function();
            let problem = match is_sum && got.is_float() {
                true => Problem::SumOfFloat { op, got },
                false => Problem::CollectiveType { op, got },
            };
            self.report(places[0], problem);
        }
        match (op.takes_id(), has_id) {
            (true, false) => self.report(place, Problem::IdMissing {}),
            (false, true) => self.report(places[1], Problem::IdUnused { op: op.function() }),
            _ => self.demand(&U32, places[1], id.as_ref(), |got| Problem::IdType { got }),
        }
        self.declare(place, name, result, false);
    }

    fn uniform_load(
        &mut self,
        place: usize,
        at: usize,
        name: &'a str,
        buffer: &str,
        index: Option<&DataType>,
    ) {
        let ty = self.load(place, buffer, (at, index));
        if let Some(BufferDecl { access, .. }) = self.buffers.get(buffer)
            && !access.is_shared()
        {
            self.report(place, Problem::UniformLoadOf { name: buffer.to_string(), access: *access });
        }
        self.declare(place, name, ty, false);
    }

    /// Checks an expression and returns its type, unless an error leaves it unknown.
    pub(super) fn expr(&mut self, first: usize, root: &'a Expr) -> Option<DataType> {
        let depth = root.depth();
        if depth > DEFAULT_MAX_EXPR_DEPTH {
            self.report(first, Problem::ExpressionDepth { depth });
        }
        root.fold(first, |place, expr, operands: &mut [Operand]| {
            set(&mut self.checked.resolved, place, None);
            let ty = self.one(place, expr, operands);
            set(&mut self.checked.types, place, ty.clone());
            Operand { place, ty }
        })
        .ty
    }

    /// Checks an expression after its operands; `operands` holds their places and types.
    fn one(&mut self, place: usize, expr: &'a Expr, operands: &[Operand]) -> Option<DataType> {
        match expr {
            Expr::LitU32(_) => Some(U32),
            Expr::LitI32(_) => Some(DataType::I32),
            Expr::LitBool(_) => Some(Bool),
            Expr::LitF32(_) => Some(DataType::F32),
            Expr::LitF64(_) => Some(DataType::F64),
            Expr::Var(name) => self.var(place, name),
            Expr::Load { buffer, .. } => self.load(place, buffer, operands[0].known()),
            Expr::LoadByte { buffer, .. } | Expr::LoadWord { buffer, .. } => {
                self.load_bytes(place, buffer, operands[0].known())
            }
            Expr::AtomicLoad { buffer, .. } => {
                self.index(operands[0].place, buffer, operands[0].ty.as_ref());
                self.atomic_buffer(place, buffer)
            }
            Expr::BufLen { buffer } => {
                match self.buffers.get(buffer) {
                    None => self.report(place, Problem::LenOfUnknown { name: buffer.clone() }),
                    Some(decl) => {
                        self.is_flat(place, decl, "BufLen");
                    }
                }
                Some(U32)
            }
            Expr::TensorLoad { tensor, .. } => self.tensor_load(place, tensor, operands),
            Expr::TensorDim { tensor, axis } => self.tensor_dim(place, tensor, *axis),
            Expr::InvocationId { axis } | Expr::WorkgroupId { axis } | Expr::LocalId { axis } => {
                if *axis > 2 {
                    self.report(place, Problem::AxisOutOfRange { axis: *axis });
                }
                Some(U32)
            }
            Expr::BinOp { op, .. } => {
                let (wanted, result) = op.typing().in_program_of(first_float(operands));
                for (side, Operand { place, ty }) in [Side::Left, Side::Right].into_iter().zip(operands) {
                    self.demand(&wanted, *place, ty.as_ref(), |got| Problem::BinaryOperand {
                        side,
                        wanted: wanted.clone(),
                        got,
                    });
                }
                Some(result)
            }
            Expr::UnOp { op, .. } => {
                let (wanted, result) = op.typing().in_program_of(first_float(operands));
                let [Operand { place, ty }] = operands else { return Some(result) };
                self.demand(&wanted, *place, ty.as_ref(), |got| Problem::UnaryOperand {
                    wanted: wanted.clone(),
                    got,
                });
                Some(result)
            }
            Expr::FMulAdd { .. } => {
                let (wanted, _) = Typing::Float.in_program_of(first_float(operands));
                for Operand { place, ty } in operands {
                    self.demand(&wanted, *place, ty.as_ref(), |got| Problem::FloatOperand {
                        wanted: wanted.clone(),
                        got,
                    });
                }
                Some(wanted)
            }
            Expr::Call { op_id, .. } => self.call(place, op_id, operands),
            Expr::Select { .. } => self.select(place, operands),
            Expr::Cast { target, .. } => self.cast(place, operands[0].ty.as_ref(), target),
            Expr::Component { index, .. } => self.component(place, operands[0].ty.as_ref(), *index),
            Expr::Compose { target, .. } => self.compose(place, target, operands),
            Expr::Atomic { op, buffer, expected, .. } => {
                self.atomic(place, *op, buffer, expected.is_some(), operands)
            }
        }
    }

    /// Reports an operand whose type is known and is not the one that is wanted.
    pub(super) fn demand(
        &mut self,
        wanted: &DataType,
        at: usize,
        ty: Option<&DataType>,
        problem: impl Fn(DataType) -> Problem,
    ) {
        if let Some(got) = ty
            && got != wanted
        {
            self.report(at, problem(got.clone()));
        }
    }

    fn var(&mut self, place: usize, name: &str) -> Option<DataType> {
        let Some(&variable) = self.live.get(name) else {
            self.report(place, Problem::UndeclaredVariable { name: name.to_string() });
            return None;
        };
        set(&mut self.checked.resolved, place, Some(variable));
        self.checked.variables[variable].ty.clone()
    }

    fn call(&mut self, place: usize, op_id: &str, operands: &[Operand]) -> Option<DataType> {
        let op_id = op_id.to_string();
        let Some(spec) = self.registry.get(&op_id) else {
            let nearest = self.registry.nearest(&op_id);
            self.report(place, Problem::UnknownOp { op_id, nearest });
            return None;
        };
        let is_declared = self.registry.is_declared(&op_id);
        let composition = spec.composition();
        let Some(signature) = spec.signature() else {
            self.report(place, Problem::NotInlinable { op_id });
            return None;
        };
        let has_result = composition.is_some_and(|composition| composition.result.is_some());
        if !has_result && !is_declared {
            self.report(place, Problem::NoResult { op_id: op_id.clone() });
        }
        self.arguments(place, &op_id, &signature.inputs, operands);
        if composition.is_some() || is_declared {
            self.checked.calls.push((place, op_id));
        }
        Some(signature.output.clone())
    }

    fn arguments(&mut self, place: usize, op_id: &str, inputs: &[DataType], operands: &[Operand]) {
        let (expected, got) = (inputs.len(), operands.len());
        if expected != got {
            // It is unknown which argument is missing or superfluous, so their types cannot be checked.
            return self.report(place, Problem::CallArity { op_id: op_id.to_string(), expected, got });
        }
        for (position, (Operand { place, ty }, expected)) in operands.iter().zip(inputs).enumerate() {
            self.demand(expected, *place, ty.as_ref(), |got| {
                let (op_id, expected) = (op_id.to_string(), expected.clone());
                Problem::ArgumentType { op_id, position, expected, got }
            });
        }
    }

    fn select(&mut self, place: usize, operands: &[Operand]) -> Option<DataType> {
        let [cond, Operand { ty: then, .. }, Operand { ty: otherwise, .. }] = operands else { return None };
        if let Some(got) = &cond.ty
            && !is_condition(got)
        {
            self.report(cond.place, Problem::SelectCondition { got: got.clone() });
        }
        if let (Some(then), Some(otherwise)) = (then, otherwise)
            && then != otherwise
        {
            let (then, otherwise) = (then.clone(), otherwise.clone());
            self.report(place, Problem::SelectArms { then, otherwise });
            return None;
        }
        then.as_ref().or(otherwise.as_ref()).cloned()
    }

    fn cast(&mut self, place: usize, from: Option<&DataType>, to: &DataType) -> Option<DataType> {
        let Some(from) = from else { return (*to != Bytes).then(|| to.clone()) };
        if casts::find(from, to).is_some() {
            return Some(to.clone());
        }
        let (from, to) = (from.clone(), to.clone());
        if to == Bytes {
            self.report(place, Problem::CastToBytes { from });
            return None;
        }
        self.report(place, Problem::UnsupportedCast { from, to: to.clone() });
        Some(to)
    }

    fn component(&mut self, place: usize, ty: Option<&DataType>, index: u32) -> Option<DataType> {
        let Some(ty) = ty else { return Some(U32) };
        if ty.has_parts() {
            let part = ty.part(index as usize);
            if part.is_none() {
                self.report(place, Problem::ComponentIndex { index, ty: ty.clone() });
            }
            return part.cloned();
        }
        if !ty.has_lanes() {
            self.report(place, Problem::ComponentOfScalar { got: ty.clone() });
        } else if index as usize >= ty.lanes() {
            self.report(place, Problem::ComponentIndex { index, ty: ty.clone() });
        }
        Some(ty.lane_type())
    }

    fn compose(&mut self, place: usize, target: &DataType, operands: &[Operand]) -> Option<DataType> {
        let lane = target.lane_type();
        for (at, Operand { place, ty }) in operands.iter().enumerate() {
            // A part too many has been reported by its number.
            let Some(wanted) = (if target.has_parts() { target.part(at) } else { Some(&lane) }) else {
                break;
            };
            self.demand(wanted, *place, ty.as_ref(), |got| Problem::ComposePart {
                wanted: wanted.clone(),
                got,
            });
        }
        if !target.has_lanes() && !target.has_parts() {
            self.report(place, Problem::ComposeTarget { target: target.clone() });
            return None;
        }
        let lanes = if target.has_parts() { target.part_count() } else { target.lanes() };
        if lanes != operands.len() {
            self.report(place, Problem::ComposeCount { target: target.clone(), lanes, got: operands.len() });
        }
        Some(target.clone())
    }
}

fn is_condition(ty: &DataType) -> bool {
    matches!(ty, U32 | Bool)
}

/// The type of the first operand, or `F32` where an error leaves it unknown: what the operators of floats go by.
fn first_float(operands: &[Operand]) -> &DataType {
    operands.first().and_then(|operand| operand.ty.as_ref()).unwrap_or(&DataType::F32)
}
