//! What is linked to a program when it is first used, as operations of which only the signature is known.

use super::function::{self, data, op_id, parts};
use super::tree::Tree;
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Argument, Kernel};
use crate::types::Ty;
use vyre_ir::{DataType, Expr, Link, OpSignature};

/// What a call outside calls. Where the arguments have other types than those of the first call, and the difference is no literal, one of the
/// two is an error that rustc reports.
pub(super) fn outer_link(kernel: &Kernel, call: usize) -> Link {
    let callee = kernel.outer_calls[call].callee;
    let first = kernel.callees[callee].first;
    let variant = if signature(kernel, first) == signature(kernel, call) { 0 } else { call };
    match kernel.outer_calls[call].is_method {
        true => Link::Method { callee, variant, own: own_types(kernel, call).len() },
        false => Link::Function { callee, variant },
    }
}

/// What a call outside gives: one value, or a tuple of the parts of a method's receiver and of those of the result.
pub(super) fn given(kernel: &Kernel, call: usize) -> DataType {
    let (_, result) = signature(kernel, call);
    let given = match kernel.outer_calls[call].is_method {
        true => DataType::tuple([own_types(kernel, call), result].concat()),
        false => DataType::of_results(&result),
    };
    // What is larger is a type that the checker refuses.
    given.unwrap_or(DataType::U32)
}

/// The types of the parts of the receiver of a call.
pub(super) fn own_types(kernel: &Kernel, call: usize) -> Vec<DataType> {
    match kernel.outer_calls[call].args.first() {
        Some(Argument::Value(ty, _)) => parts(kernel, *ty),
        _ => Vec::new(),
    }
}

/// The types of a call: those of the parts of the arguments, and of the result.
fn signature(kernel: &Kernel, call: usize) -> (Vec<DataType>, Vec<DataType>) {
    let call = &kernel.outer_calls[call];
    let inputs = call.args.iter().flat_map(|arg| match arg {
        // Of no type yet. As far as the checks go, that is one.
        Argument::Literal(..) => vec![DataType::I32],
        Argument::Value(ty, _) => parts(kernel, *ty),
    });
    (inputs.collect(), parts(kernel, call.result))
}

/// The operations that a program calls and that are not known yet, with their signatures.
pub(crate) fn declared(kernel: &Kernel) -> Vec<(String, OpSignature)> {
    let value = |output| OpSignature { inputs: Vec::new(), output };
    let mut declared: Vec<(String, OpSignature)> =
        (0..kernel.constants).map(|at| (Link::Constant(at).to_string(), value(DataType::U32))).collect();
    let items = kernel.items.iter().enumerate();
    declared.extend(items.map(|(at, item)| (Link::Item(at).to_string(), value(data(kernel, item.ty)))));
    // A function has no buffers, so its tables are operations.
    let tables = kernel.tables.iter().enumerate();
    declared.extend(tables.map(|(at, table)| {
        let output = data(kernel, kernel.buffers[table.buffer].ty);
        (Link::Table(at).to_string(), OpSignature { inputs: vec![DataType::U32], output })
    }));
    let functions = kernel.functions.iter().enumerate();
    let operations = functions.filter(|(_, function)| function.operation.is_some());
    declared.extend(operations.map(|(at, it)| (op_id(kernel, at), function::signature(kernel, it))));
    for (at, call) in kernel.outer_calls.iter().enumerate() {
        let (inputs, _) = signature(kernel, at);
        let signature = OpSignature { inputs, output: given(kernel, at) };
        declared.push((outer_link(kernel, at).to_string(), signature));
        let literals = call.args.iter().filter_map(|arg| match arg {
            Argument::Literal(_, bits) => Some((Link::Literal(*bits).to_string(), value(DataType::I32))),
            Argument::Value(..) => None,
        });
        declared.extend(literals);
    }
    declared
}

impl Emitter<'_> {
    /// Emits a call of a function outside. One that gives several values is bound to a variable.
    pub(super) fn outer_result(
        &mut self,
        call: usize,
        args: &[hir::Expr],
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let operands = self.flat(args, nodes);
        let called = Built::call(&outer_link(self.kernel, call).to_string(), operands, area);
        if !given(self.kernel, call).has_parts() {
            return self.only_part(called, ty, area);
        }
        let name = self.bind("called", called, area, nodes);
        self.called.insert(call, name);
        let first = match self.kernel.outer_calls[call].is_method {
            true => own_types(self.kernel, call).len(),
            false => 0,
        };
        self.parts_of_call(call, first, ty, area)
    }

    /// Emits a call of a function that stands for a registered operation.
    pub(super) fn operation(
        &mut self,
        id: hir::FunctionId,
        args: &[hir::Expr],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Tree {
        let operands = self.flat(args, nodes);
        let called = Built::call(&op_id(self.kernel, id), operands, area);
        let function = &self.kernel.functions[id];
        if !function::signature(self.kernel, function).output.has_parts() {
            return self.only_part(called, function.result, area);
        }
        let name = self.bind("called", called, area, nodes);
        self.parts_of(&name, 0, function.result, area)
    }

    /// What a call gives that gives one value.
    fn only_part(&mut self, called: Built, ty: Ty, area: Area) -> Tree {
        match self.is_many(ty) {
            // A struct of one field.
            true => self.shaped(ty, &mut [called].into_iter(), area),
            false => Tree::One(called),
        }
    }

    /// What the receiver of a call becomes that has been emitted.
    pub(super) fn outer_own(&mut self, call: usize, ty: Ty, area: Area) -> Tree {
        self.parts_of_call(call, 0, ty, area)
    }

    /// What a call gave, from one of its parts on.
    fn parts_of_call(&self, call: usize, first: usize, ty: Ty, area: Area) -> Tree {
        match self.called.get(&call) {
            Some(name) => self.parts_of(name, first, ty, area),
            None => self.zeros(ty, area),
        }
    }

    /// The parts of a variable that holds what a call gave, from one of them on.
    fn parts_of(&self, name: &str, first: usize, ty: Ty, area: Area) -> Tree {
        let mut parts = (first..).map(|at| {
            let called = Built::leaf(Expr::var(name), area);
            Built::of(area, vec![called], &Expr::component(0, at as u32))
        });
        self.shaped(ty, &mut parts, area)
    }
}
