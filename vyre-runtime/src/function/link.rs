//! Links separately compiled programs: it resolves the ids of calls, replaces constant parameters by their values,
//! and gives literal arguments the types of their parameters.

use super::{Callee, Function, Item, Parts, Table, passed};
use crate::kernel::Kernel;
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;
use vyre_ir::wire::WireError;
use vyre_ir::{
    BinOp, Composition, Convention, DataType, Expr, Inside, Link, Node, OpKind, OpSignature, OpSpec, Place,
    Problem, Program, Registry, Scalar, Sources, ValidationError,
};

/// A kernel's program with everything that it calls.
pub(crate) struct Whole<'p> {
    pub(crate) program: Program,
    pub(crate) registry: Registry,
    /// The user's functions among the operations, with their ids.
    pub(crate) functions: Vec<(String, Rc<Called<'p>>)>,
    /// What is wrong with the results of registered operations that it declares.
    pub(crate) operations: Vec<ValidationError>,
}

/// A function that is called: its signature and its body.
pub(crate) struct Called<'p> {
    pub(crate) name: String,
    inputs: Vec<DataType>,
    outputs: Vec<DataType>,
    /// How many parts of the result are the new value of the first parameter.
    own: usize,
    wire: &'p [u8],
    file: &'p str,
    positions: &'p [u8],
    /// The id of the registered operation that it stands for.
    operation: Option<&'p str>,
    /// A function outside. It is a `static`, so its address is its own.
    outside: Option<&'static Function>,
}

impl<'p> Called<'p> {
    fn of(function: &'static Function) -> Called<'p> {
        let Parts { name, wire, file, positions, .. } = function.parts;
        let (inputs, outputs, own) = (function.inputs.to_vec(), function.outputs.to_vec(), function.own);
        Called {
            name: name.to_string(),
            inputs,
            outputs,
            own,
            wire,
            file,
            positions,
            operation: function.operation,
            outside: Some(function),
        }
    }

    /// The type of what it gives: one value, or a tuple of them.
    fn output(&self) -> Option<DataType> {
        DataType::of_results(&self.outputs).ok().filter(|_| !self.outputs.is_empty())
    }

    /// What is wrong if the operation gives something else than was declared. What it takes, each call shows.
    fn misdeclared(&self, registry: &Registry) -> Option<ValidationError> {
        let op_id = self.operation?;
        let (expected, got) = (self.output()?, registry.get(op_id)?.signature()?.output.clone());
        let problem = Problem::DeclaredResult {
            op_id: op_id.to_string(),
            expected: expected.clone(),
            got: got.clone(),
        };
        (expected != got).then_some(ValidationError { problem, place: Place::Program, related: None })
    }

    /// The functions inside these parts.
    fn inside(parts: &Parts<'p>) -> Vec<Called<'p>> {
        let mut list = Vec::new();
        for Inside { name, operation, inputs, outputs, own, wire, positions } in
            Inside::decode(parts.locals).unwrap_or_default()
        {
            let (name, file) = (format!("{}::{name}", parts.name), parts.file);
            let operation = Some(operation).filter(|id| !id.is_empty());
            list.push(Called { name, inputs, outputs, own, wire, file, positions, operation, outside: None });
        }
        list
    }

    /// The positions of its parts.
    pub(crate) fn sources(&self) -> Sources {
        Sources::owned(self.file.to_string(), self.positions.to_vec())
    }
}

/// Links a kernel.
pub(crate) fn link<'p>(
    parts: &Parts<'p>,
    constants: &[u32],
    functions: &[Callee],
) -> Result<Whole<'p>, WireError> {
    let mut linker = Linker { given: functions.to_vec(), ..Linker::new() };
    let scope = linker.scope(parts);
    let program = linker.decode(parts.wire, &scope, constants)?;
    linker.bodies()?;
    let operations = linker.list.iter().filter_map(|known| known.function.misdeclared(&linker.registry));
    let operations = operations.collect();
    let mut functions = Vec::new();
    for Known { id, function, .. } in linker.list {
        functions.push((id, function));
    }
    Ok(Whole { program, registry: linker.registry, functions, operations })
}

/// A function as an operation with this id, which needs no others but those of the library and registered ones. One that is erroneous, or gives nothing, has no
/// composition.
pub fn exported(function: &'static Function, id: impl Into<String>) -> OpSpec {
    let mut linker = Linker::new();
    let at = linker.add(Called::of(function), None);
    let called = linker.list.get(at).map(|known| (known.id.clone(), Rc::clone(&known.function)));
    let linked = linker.bodies().ok().and(called);
    let composition = linked.and_then(|(own, called)| match called.outside?.operation {
        Some(operation) => linker.registry.portable(operation),
        None => linker.registry.portable(&own),
    });
    let id = id.into();
    match composition {
        Some(OpSpec { kind, .. }) => OpSpec { id, kind },
        None => {
            let output = DataType::of_results(function.outputs).unwrap_or(DataType::U32);
            let signature = OpSignature { inputs: function.inputs.to_vec(), output };
            let (composition, convention) = (None, Convention::V1);
            OpSpec { id, kind: OpKind::Value { signature, composition, convention } }
        }
    }
}

/// A function of slices as an operation on buffers with this id. `scalars` are its other parameters, with their first words in the kernel's block.
pub fn exported_buffers(
    kernel: &'static Kernel,
    id: impl Into<String>,
    scalars: &[(&str, u32, DataType)],
) -> OpSpec {
    let program = kernel.program();
    OpSpec::program(id, program.with_parameters(scalars).unwrap_or_else(|| program.clone()))
}

struct Linker<'p> {
    /// The functions that have been met.
    list: Vec<Known<'p>>,
    ids: HashSet<String>,
    registry: Registry,
    /// The functions that are arguments.
    given: Vec<Callee>,
    /// The tables of functions that have been met.
    tables: Vec<Table>,
}

struct Known<'p> {
    id: String,
    function: Rc<Called<'p>>,
    /// What a function inside another one or a kernel calls, as that does. Nothing for one outside.
    scope: Option<Scope<'p>>,
}

/// What calls in a body mean: positions in the list of functions.
#[derive(Clone, Default)]
struct Scope<'p> {
    callees: Rc<[usize]>,
    /// Which of these are arguments.
    passed: Rc<[bool]>,
    locals: Range<usize>,
    items: &'p [Item],
    tables: &'static [Table],
}

impl<'p> Linker<'p> {
    fn new() -> Linker<'p> {
        Linker {
            list: Vec::new(),
            ids: HashSet::new(),
            registry: Registry::registered(),
            given: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Adds the bodies of the functions in the list, and of what they call.
    fn bodies(&mut self) -> Result<(), WireError> {
        let mut at = 0;
        while let Some(Known { id, function, scope }) = self.list.get(at) {
            let (id, function, scope) = (id.clone(), Rc::clone(function), scope.clone());
            at += 1;
            if function.operation.is_some() {
                continue;
            }
            let scope = match (scope, function.outside) {
                (None, Some(outside)) => self.scope(&outside.parts),
                (scope, _) => scope.unwrap_or_default(),
            };
            let body = self.decode(function.wire, &scope, &[])?;
            if let (Some(composition), Some(output)) = (Composition::from_program(&body), function.output()) {
                self.register(OpSpec::inlinable(id, &function.inputs, output, composition));
            }
        }
        Ok(())
    }

    /// Adds the functions that a body calls.
    fn scope(&mut self, parts: &Parts<'p>) -> Scope<'p> {
        let (mut callees, mut passed) = (Vec::new(), Vec::new());
        for callee in parts.callees {
            let given = passed::position(callee()).and_then(|at| self.given.get(at)).copied();
            callees.push(self.outer(given.unwrap_or(*callee)));
            passed.push(given.is_some());
        }
        let (first, inside) = (self.list.len(), Called::inside(parts));
        let (callees, passed) = (callees.into(), passed.into());
        let scope = Scope {
            callees,
            passed,
            locals: first..first + inside.len(),
            items: parts.items,
            tables: parts.tables,
        };
        for function in inside {
            self.add(function, Some(scope.clone()));
        }
        scope
    }

    /// The position of a function outside.
    fn outer(&mut self, callee: Callee) -> usize {
        let function = callee();
        let is_it = |known: &Known<'_>| known.function.outside.is_some_and(|own| std::ptr::eq(own, function));
        match self.list.iter().position(is_it) {
            Some(at) => at,
            None => self.add(Called::of(function), None),
        }
    }

    fn add(&mut self, function: Called<'p>, scope: Option<Scope<'p>>) -> usize {
        let mut id = format!("function.{}", function.name.replace("::", "."));
        // Functions in different blocks may share a path.
        while !self.ids.insert(id.clone()) {
            id.push('_');
        }
        self.list.push(Known { id, function: Rc::new(function), scope });
        self.list.len() - 1
    }

    fn decode(&mut self, wire: &[u8], scope: &Scope<'p>, constants: &[u32]) -> Result<Program, WireError> {
        Program::from_wire_with(wire, |id, args| self.call(scope, constants, id, args))
    }

    /// What stands for a call. It has as many parts as the call, so that the places stay what the macro knows.
    fn call(&mut self, scope: &Scope<'p>, constants: &[u32], id: String, mut args: Vec<Expr>) -> Expr {
        let (mut own, mut is_passed) = (None, false);
        let callee = match Link::of(&id) {
            Some(Link::Constant(at)) if at < constants.len() => return Expr::LitU32(constants[at]),
            Some(Link::Item(at)) if at < scope.items.len() => return self.item(scope.items[at].clone()),
            Some(Link::Table(at)) if at < scope.tables.len() => {
                return Expr::Call { op_id: self.table(scope.tables[at]), args };
            }
            Some(Link::Function { callee, .. }) => {
                is_passed = scope.passed.get(callee).is_some_and(|is_passed| *is_passed);
                scope.callees.get(callee).copied()
            }
            Some(Link::Method { callee, own: count, .. }) => {
                own = Some(count);
                scope.callees.get(callee).copied()
            }
            Some(Link::Local(at)) => Some(scope.locals.start + at).filter(|at| scope.locals.contains(at)),
            _ => None,
        };
        let Some(Known { id: op_id, function, .. }) = callee.and_then(|at| self.list.get(at)) else {
            return Expr::Call { op_id: id, args };
        };
        let (op_id, function) = (op_id.clone(), Rc::clone(function));
        self.settle(&mut args, &function.inputs);
        if let Some(operation) = function.operation {
            return Expr::Call { op_id: operation.to_string(), args };
        }
        let op_id = match own {
            _ if is_passed => {
                let id = format!("{op_id}.passed");
                let output = function.output().unwrap_or(DataType::U32);
                self.register(passed::adapter(&id, &op_id, (&function.inputs, output), args.len()));
                id
            }
            Some(own) => self.method(op_id, &function, own),
            None if function.own > 0 => self.result(op_id, &function),
            None => op_id,
        };
        Expr::Call { op_id, args }
    }

    /// The operation that a call of a method calls: it gives a tuple of the receiver's new value and of the result, part by part.
    fn method(&mut self, op_id: String, function: &Called, own: usize) -> String {
        let is_method = own <= function.inputs.len() && (function.own == 0 || function.own == own);
        if !is_method || function.own > 0 && function.outputs.len() > 1 {
            return op_id;
        }
        let id = format!("{op_id}.method");
        // One that leaves its receiver as it is gives the arguments.
        let kept = if function.own == 0 { own } else { 0 };
        self.register(adapter(&id, &op_id, function, (kept, 0), true));
        id
    }

    /// The operation that a call of a method calls as a function, which gives the result alone.
    fn result(&mut self, op_id: String, function: &Called) -> String {
        let id = format!("{op_id}.result");
        self.register(adapter(&id, &op_id, function, (0, function.own), false));
        id
    }

    /// Gives the numbers that a kernel passes without their types those of the parameters.
    fn settle(&mut self, args: &mut [Expr], inputs: &[DataType]) {
        for (arg, ty) in args.iter_mut().zip(inputs) {
            if let Expr::Call { op_id, .. } = arg
                && let Some(Link::Literal(bits)) = Link::of(op_id)
            {
                match literal(bits, ty.clone()) {
                    literal @ Expr::Compose { .. } => {
                        // The same number may be of other types elsewhere.
                        op_id.push_str(&format!(".{ty}"));
                        self.register(constant(op_id, ty.clone(), literal));
                    }
                    literal => *arg = literal,
                }
            }
        }
    }

    /// The value of a constant of Rust's.
    fn item(&mut self, Item { ty, lanes }: Item) -> Expr {
        match ty.element_type() {
            element if element.lanes == 1 && element.scalar == Scalar::I32 => Expr::LitI32(lanes[0] as i32),
            element if element.lanes == 1 && element.scalar == Scalar::F32 => {
                Expr::LitF32(f32::from_bits(lanes[0]))
            }
            element if element.lanes == 1 && !ty.has_lanes() => Expr::LitU32(lanes[0]),
            element => {
                let mut id = format!("item.{ty}");
                let mut parts = Vec::new();
                for lane in &lanes[..ty.lanes()] {
                    id.push_str(&format!(".{lane}"));
                    parts.push(match element.scalar {
                        Scalar::F32 => Expr::LitF32(f32::from_bits(*lane)),
                        Scalar::U32
                        | Scalar::I32
                        | Scalar::U64
                        | Scalar::Bool
                        | Scalar::F16
                        | Scalar::BF16
                        | Scalar::F64 => Expr::LitU32(*lane),
                    });
                }
                self.register(constant(&id, ty.clone(), Expr::compose(ty, parts)));
                Expr::Call { op_id: id, args: Vec::new() }
            }
        }
    }

    /// The operation that gives an element of a table: it searches for the index, as compositions have no arrays.
    fn table(&mut self, table: Table) -> String {
        let known = self.tables.iter().position(|known| std::ptr::addr_eq(*known, table));
        let id = format!("table.{}.elements", known.unwrap_or(self.tables.len()));
        if known.is_some() {
            return id;
        }
        self.tables.push(table);
        let items = table.items().unwrap_or_default();
        let (count, ty) = (items.len(), items.first().map_or(DataType::U32, |item| item.ty.clone()));
        let (mut entries, mut before): (Vec<(usize, Expr)>, Option<[u32; 4]>) = (Vec::new(), None);
        for (at, item) in items.into_iter().enumerate() {
            // Equal neighbours are one entry.
            if before.replace(item.lanes) != Some(item.lanes) {
                entries.push((at, self.item(item)));
            }
        }
        entries.push((count, literal(0, ty.clone())));
        let found = Composition::expr(&["index"], searched(&entries));
        self.register(OpSpec::inlinable(&id, &[DataType::U32], ty, found));
        id
    }

    /// Adds an operation, unless it is known: the ids of different ones are different, and none is the library's.
    fn register(&mut self, op: OpSpec) {
        let _ = self.registry.register(op);
    }
}

/// An operation that calls a function, and gives other parts than it does: the first `kept` arguments, and of the function's results those
/// from `first` on. They are a tuple if `is_tuple` says so, or there are several.
fn adapter(
    id: &str,
    op_id: &str,
    function: &Called<'_>,
    (kept, first): (usize, usize),
    is_tuple: bool,
) -> OpSpec {
    let names: Vec<String> = (0..function.inputs.len()).map(|number| format!("argument_{number}")).collect();
    let params: Vec<&str> = names.iter().map(String::as_str).collect();
    let given = |at: usize| match function.outputs.len() {
        1 => Expr::var("called"),
        _ => Expr::component(Expr::var("called"), at as u32),
    };
    let args = params.iter().map(|name| Expr::var(*name)).collect();
    let body = match function.outputs.len() {
        0 => Vec::new(),
        _ => vec![Node::let_bind("called", Expr::call(op_id, args))],
    };
    let results = first..function.outputs.len();
    let parts = params[..kept].iter().map(|name| Expr::var(*name)).chain(results.clone().map(given));
    let types: Vec<DataType> = [&function.inputs[..kept], &function.outputs[results]].concat();
    let mut parts: Vec<Expr> = parts.collect();
    let output = if is_tuple { DataType::tuple(types) } else { DataType::of_results(&types) };
    let output = output.unwrap_or(DataType::U32);
    let result = match (&output, parts.pop()) {
        (DataType::Tuple(_), last) => Expr::compose(output.clone(), parts.into_iter().chain(last).collect()),
        (_, last) => last.unwrap_or(Expr::LitU32(0)),
    };
    OpSpec::inlinable(id, &function.inputs, output, Composition::new(&params, body, result))
}

/// The value of the last entry that begins at the index or before it.
fn searched(entries: &[(usize, Expr)]) -> Expr {
    match entries {
        [] => Expr::LitU32(0),
        [(_, value)] => value.clone(),
        _ => {
            let (low, high) = entries.split_at(entries.len() / 2);
            let is_low = Expr::binary(BinOp::Lt, Expr::var("index"), high[0].0 as u32);
            Expr::select(is_low, searched(low), searched(high))
        }
    }
}

/// An operation that gives a constant.
fn constant(id: &str, ty: DataType, value: Expr) -> OpSpec {
    OpSpec::inlinable(id, &[], ty, Composition::new(&[], Vec::new(), value))
}

/// An integer literal of a type.
fn literal(bits: u128, ty: DataType) -> Expr {
    let [low, high, ..] = vyre_ir::value::words(bits);
    if ty == DataType::U128 {
        return Expr::compose(ty, vyre_ir::value::words(bits).map(Expr::LitU32).into());
    }
    match ty.element_type().scalar {
        Scalar::I32 => Expr::LitI32(low as i32),
        Scalar::U64 | Scalar::F64 => Expr::compose(ty, vec![Expr::LitU32(low), Expr::LitU32(high)]),
        Scalar::F32 => Expr::LitF32(f32::from_bits(low)),
        Scalar::F16 | Scalar::BF16 => Expr::compose(ty, vec![Expr::LitU32(low)]),
        Scalar::U32 | Scalar::Bool => Expr::LitU32(low),
    }
}
