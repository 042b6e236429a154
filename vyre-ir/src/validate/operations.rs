//! Checks calls of operations on buffers: what is passed, and the programs of the operations. V016, V017, V019, and V062 to V068.

use super::body::{Called, Checker};
use super::{Errors, check_own};
use crate::compose::{OpKind, OpSpec, Registry};
use crate::rules::{DEFAULT_MAX_CALL_DEPTH, DEFAULT_MAX_NODE_COUNT, MAX_OP_VALUES, Place, Problem, Size};
use crate::similar::Nearest;
use crate::{BufferAccess, BufferDecl, DataType, ExprsAt, OpArg, Program, node, similar};
use std::collections::HashMap;

impl<'a> Checker<'a, '_> {
    pub(super) fn call_op(
        &mut self,
        place: usize,
        id: &str,
        args: &'a [(String, OpArg)],
        exprs: ExprsAt<'a>,
    ) {
        let mut values = exprs.into_iter().flatten().map(|(at, expr)| (at, self.expr(at, expr)));
        let values: Vec<(usize, Option<DataType>)> = values.by_ref().collect();
        let op_id = || id.to_string();
        let Some(spec) = self.registry.get(id) else {
            let nearest = self.registry.nearest(id);
            return self.report(place, Problem::UnknownOp { op_id: op_id(), nearest });
        };
        let Some(program) = spec.as_program() else {
            return self.report(place, Problem::CallOpOfValues { op_id: op_id() });
        };
        let got = args.iter().filter(|(_, arg)| arg.as_value().is_some()).count();
        if got > MAX_OP_VALUES {
            return self.report(place, Problem::OpValues { op_id: op_id(), got });
        }
        self.parameters(place, id, program, args);
        let mut values = values.into_iter();
        for (name, arg) in args {
            let value = arg.as_value().and_then(|_| values.next());
            let Some(decl) = program.bound_buffers().find(|decl| decl.name == *name) else { continue };
            match arg {
                OpArg::Value(_) => {
                    let Some((at, ty)) = value else { continue };
                    if !takes_value(decl) {
                        self.report(at, Problem::OpArgBuffer { op_id: op_id(), param: name.clone() });
                        continue;
                    }
                    self.demand(&decl.element, at, ty.as_ref(), |got| Problem::OpArgElement {
                        op_id: op_id(),
                        param: name.clone(),
                        expected: decl.element.clone(),
                        got,
                    });
                }
                OpArg::Buffer(buffer) => self.passed(place, spec, decl, buffer),
            }
        }
        self.aliases(place, id, program, args);
        self.called(Called { place, op_id: op_id() });
    }

    /// Whether each parameter is passed once.
    fn parameters(&mut self, place: usize, id: &str, program: &Program, args: &[(String, OpArg)]) {
        let op_id = || id.to_string();
        for decl in program.bound_buffers() {
            let param = || decl.name.clone();
            match args.iter().filter(|(name, _)| *name == decl.name).count() {
                0 => self.report(place, Problem::OpArgMissing { op_id: op_id(), param: param() }),
                1 => {}
                _ => self.report(place, Problem::OpArgTwice { op_id: op_id(), param: param() }),
            }
        }
        for (name, _) in args {
            if !program.bound_buffers().any(|decl| decl.name == *name) {
                let known: Vec<&str> = program.bound_buffers().map(|decl| decl.name.as_str()).collect();
                let nearest = Nearest(similar::nearest(name, &known).map(str::to_string));
                self.report(place, Problem::OpArgUnknown { op_id: op_id(), name: name.clone(), nearest });
            }
        }
    }

    /// Whether a buffer fits a parameter.
    fn passed(&mut self, place: usize, spec: &OpSpec, decl: &BufferDecl, buffer: &str) {
        let (op_id, param, name) = (|| spec.id.clone(), || decl.name.clone(), || buffer.to_string());
        let Some(own) = self.buffers.get(buffer) else {
            let problem = Problem::OpArgUnknownBuffer { op_id: op_id(), param: param(), name: name() };
            return self.report(place, problem);
        };
        if own.element != decl.element || own.strided != decl.strided {
            let (expected, got) = (decl.element.clone(), own.element.clone());
            self.report(place, Problem::OpArgElement { op_id: op_id(), param: param(), expected, got });
        }
        if decl.access == BufferAccess::ReadWrite && !own.access.is_writable() {
            let (op_id, param, name, access) = (op_id(), param(), name(), own.access);
            self.report(place, Problem::OpArgAccess { op_id, param, name, access });
        }
        if decl.count != 0 && decl.count != own.count {
            let (op_id, param, name, expected, got) = (op_id(), param(), name(), decl.count, own.count);
            self.report(place, Problem::OpArgCount { op_id, param, name, expected, got });
        }
        let OpKind::Lookup { lookup_binding, .. } = &spec.kind else { return };
        if spec.table().is_none_or(|table| table.name != decl.name) {
            return;
        }
        if !matches!(own.access, BufferAccess::ReadOnly | BufferAccess::Uniform) {
            self.report(place, Problem::LookupAccess { op_id: op_id(), name: name(), access: own.access });
        } else if own.binding != *lookup_binding {
            let (expected, got) = (*lookup_binding, own.binding);
            self.report(place, Problem::LookupBinding { op_id: op_id(), name: name(), expected, got });
        }
    }

    /// Whether a buffer is passed twice, of which one is written.
    fn aliases(&mut self, place: usize, id: &str, program: &Program, args: &[(String, OpArg)]) {
        let is_written =
            |param: &str| program.buffer(param).is_some_and(|decl| decl.access == BufferAccess::ReadWrite);
        let mut known: HashMap<&str, (&str, bool)> = HashMap::new();
        for (param, arg) in args {
            let OpArg::Buffer(name) = arg else { continue };
            let writes = is_written(param);
            match known.get(name.as_str()) {
                Some((other, other_writes)) if *other != param && (writes || *other_writes) => {
                    let (op_id, name, param, other) =
                        (id.to_string(), name.clone(), param.clone(), other.to_string());
                    self.report(place, Problem::OpArgAlias { op_id, name, param: other, other: param });
                }
                Some(_) => {}
                None => drop(known.insert(name, (param, writes))),
            }
        }
    }
}

/// Whether a parameter takes a value.
fn takes_value(decl: &BufferDecl) -> bool {
    decl.access == BufferAccess::Uniform && decl.count == 1 && decl.element.value_type().is_some()
}

/// The operations on buffers that a program calls, directly or not.
struct Operations<'a, 'e> {
    registry: &'a Registry,
    workgroup_size: [u32; 3],
    /// What is known about each. An operation has nothing while its callees are being visited.
    known: HashMap<&'a str, Option<Summary>>,
    exceeded: bool,
    place: usize,
    errors: &'e mut Errors,
}

#[derive(Clone, Copy)]
struct Summary {
    /// The length of the longest chain of calls that begins with a call of it.
    depth: usize,
    /// The number of statements and expressions that a call of it becomes, or more than is allowed.
    size: usize,
}

/// Checks the operations that a program calls by statements, and gives their ids.
pub(super) fn check<'a>(
    program: &Program,
    calls: &[Called],
    registry: &'a Registry,
    errors: &mut Errors,
) -> Vec<&'a str> {
    let known = HashMap::new();
    let workgroup_size = program.workgroup_size;
    let mut operations = Operations { registry, workgroup_size, known, exceeded: false, place: 0, errors };
    let mut size = node::count(&program.entry);
    for call in calls {
        (operations.place, operations.exceeded) = (call.place, false);
        let summary = operations.visit(&call.op_id, 1);
        if operations.exceeded {
            operations.errors.report(Place::At(call.place), Problem::CallDepth {});
            // What has been found on the way is not known as a whole.
            operations.known.retain(|_, known| known.is_some());
        }
        size = size.saturating_add(summary.size);
    }
    let ids = operations.known.into_keys().collect();
    if size > DEFAULT_MAX_NODE_COUNT {
        errors.report(Place::Program, Problem::NodeCount {});
    }
    ids
}

impl<'a> Operations<'a, '_> {
    /// Visits an operation that is called at some depth, and those that it calls.
    fn visit(&mut self, op_id: &str, depth: usize) -> Summary {
        let none = Summary { depth: 1, size: 0 };
        let Some(spec) = self.registry.get(op_id) else { return none };
        let Some(program) = spec.as_program() else { return none };
        match self.known.get(spec.id.as_str()) {
            Some(Some(known)) => {
                self.exceeded |= depth + known.depth - 1 > DEFAULT_MAX_CALL_DEPTH;
                return *known;
            }
            // It calls itself.
            Some(None) => {
                self.exceeded = true;
                return none;
            }
            None => {}
        }
        if self.exceeded || depth > DEFAULT_MAX_CALL_DEPTH {
            self.exceeded = true;
            return none;
        }
        self.known.insert(&spec.id, None);
        let calls = self.own(spec, program);
        let mut summary = Summary { depth: 1, size: node::count(&program.entry) };
        for call in &calls {
            let callee = self.visit(&call.op_id, depth + 1);
            summary.depth = summary.depth.max(callee.depth + 1);
            summary.size = summary.size.saturating_add(callee.size);
        }
        if !self.exceeded {
            self.known.insert(&spec.id, Some(summary));
        }
        summary
    }

    /// Checks the program of an operation by itself. Gives its calls.
    fn own(&mut self, spec: &OpSpec, program: &Program) -> Vec<Called> {
        let op_id = || spec.id.clone();
        let (expected, got) = (program.workgroup_size, self.workgroup_size);
        if expected != [0; 3] && expected != got {
            let problem = Problem::OpWorkgroup { op_id: op_id(), expected: Size(expected), got: Size(got) };
            self.errors.report(Place::At(self.place), problem);
        }
        if let (OpKind::Lookup { .. }, None) = (&spec.kind, spec.table()) {
            self.errors.report(Place::At(self.place), Problem::LookupMissing { op_id: op_id() });
        }
        let program =
            Program { workgroup_size: if expected == [0; 3] { got } else { expected }, ..program.clone() };
        let mut errors = Errors::default();
        let calls = check_own(&program, self.registry, &mut errors).map(|(checked, _)| checked.operations);
        for error in errors.list {
            let problem = Box::new(error.problem);
            self.errors.report(Place::At(self.place), Problem::InvalidOperation { op_id: op_id(), problem });
        }
        calls.unwrap_or_default()
    }
}
