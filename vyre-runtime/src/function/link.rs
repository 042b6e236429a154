//! Links separately compiled programs: it resolves the ids of calls, replaces constant parameters by their values,
//! and gives literal arguments the types of their parameters.

use super::{Callee, Function, Item, Parts};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::Rc;
use vyre_ir::wire::WireError;
use vyre_ir::{Composition, DataType, Expr, Inside, Link, Node, OpSpec, Program, Registry, Scalar, Sources};

/// A kernel's program with everything that it calls.
pub(crate) struct Whole {
    pub(crate) program: Program,
    pub(crate) registry: Registry,
    /// The user's functions among the operations, with their ids.
    pub(crate) functions: Vec<(String, Rc<Called>)>,
}

/// A function that is called: its signature and its body.
pub(crate) struct Called {
    pub(crate) name: String,
    inputs: Vec<DataType>,
    outputs: Vec<DataType>,
    /// How many parts of the result are the new value of the first parameter.
    own: usize,
    wire: &'static [u8],
    file: &'static str,
    positions: &'static [u8],
    /// A function outside. It is a `static`, so its address is its own.
    outside: Option<&'static Function>,
}

impl Called {
    fn of(function: &'static Function) -> Called {
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
            outside: Some(function),
        }
    }

    /// The functions inside these parts.
    fn inside(parts: &Parts) -> Vec<Called> {
        let mut list = Vec::new();
        for Inside { name, inputs, outputs, own, wire, positions } in
            Inside::decode(parts.locals).unwrap_or_default()
        {
            let (name, file) = (format!("{}::{name}", parts.name), parts.file);
            list.push(Called { name, inputs, outputs, own, wire, file, positions, outside: None });
        }
        list
    }

    /// The positions of its parts.
    pub(crate) fn sources(&self) -> Sources {
        Sources::encoded(self.file, self.positions)
    }
}

/// Links a kernel.
pub(crate) fn link(parts: &Parts, constants: &[u32]) -> Result<Whole, WireError> {
    let mut linker = Linker { list: Vec::new(), ids: HashSet::new(), registry: Registry::standard().clone() };
    let scope = linker.scope(parts);
    let program = linker.decode(parts.wire, &scope, constants)?;
    // What is called by what has been added is added too.
    let mut at = 0;
    while let Some(Known { id, function, scope }) = linker.list.get(at) {
        let (id, function, scope) = (id.clone(), Rc::clone(function), scope.clone());
        let scope = match (scope, function.outside) {
            (None, Some(outside)) => linker.scope(&outside.parts),
            (scope, _) => scope.unwrap_or_default(),
        };
        let mut body = linker.decode(function.wire, &scope, &[])?;
        for (part, output) in function.outputs.iter().enumerate() {
            result_in_place(&mut body, part, &function);
            if let Some(composition) = Composition::from_program(&body) {
                let id = part_id(&id, part);
                linker.register(OpSpec::inlinable(id, &function.inputs, *output, composition));
            }
        }
        at += 1;
    }
    let mut functions = Vec::new();
    for Known { id, function, .. } in linker.list {
        for part in 0..function.outputs.len() {
            functions.push((part_id(&id, part), Rc::clone(&function)));
        }
    }
    Ok(Whole { program, registry: linker.registry, functions })
}

struct Linker {
    /// The functions that have been met.
    list: Vec<Known>,
    ids: HashSet<String>,
    registry: Registry,
}

struct Known {
    id: String,
    function: Rc<Called>,
    /// What a function inside another one or a kernel calls, as that does. Nothing for one outside.
    scope: Option<Scope>,
}

/// What calls in a body mean: positions in the list of functions.
#[derive(Clone, Default)]
struct Scope {
    callees: Rc<[usize]>,
    locals: Range<usize>,
    items: &'static [Item],
}

impl Linker {
    /// Adds the functions that a body calls.
    fn scope(&mut self, parts: &Parts) -> Scope {
        let mut callees = Vec::new();
        for callee in parts.callees {
            callees.push(self.outer(*callee));
        }
        let (first, inside) = (self.list.len(), Called::inside(parts));
        let scope =
            Scope { callees: callees.into(), locals: first..first + inside.len(), items: parts.items };
        for function in inside {
            self.add(function, Some(scope.clone()));
        }
        scope
    }

    /// The position of a function outside.
    fn outer(&mut self, callee: Callee) -> usize {
        let function = callee();
        let is_it = |known: &Known| known.function.outside.is_some_and(|own| std::ptr::eq(own, function));
        match self.list.iter().position(is_it) {
            Some(at) => at,
            None => self.add(Called::of(function), None),
        }
    }

    fn add(&mut self, function: Called, scope: Option<Scope>) -> usize {
        let mut id = format!("function.{}", function.name.replace("::", "."));
        // Functions in different blocks may share a path.
        while !self.ids.insert(id.clone()) {
            id.push('_');
        }
        self.list.push(Known { id, function: Rc::new(function), scope });
        self.list.len() - 1
    }

    fn decode(&mut self, wire: &[u8], scope: &Scope, constants: &[u32]) -> Result<Program, WireError> {
        Program::from_wire_with(wire, |id, args| self.call(scope, constants, id, args))
    }

    /// What stands for a call. It has as many parts as the call, so that the places stay what the macro knows.
    fn call(&mut self, scope: &Scope, constants: &[u32], id: String, mut args: Vec<Expr>) -> Expr {
        let mut result = 0;
        let callee = match Link::of(&id) {
            Some(Link::Constant(at)) if at < constants.len() => return Expr::LitU32(constants[at]),
            Some(Link::Item(at)) if at < scope.items.len() => return self.item(scope.items[at]),
            Some(Link::Function { callee, part, .. }) => {
                let callee = scope.callees.get(callee).copied();
                result = part + callee.and_then(|at| self.list.get(at)).map_or(0, |known| known.function.own);
                callee
            }
            Some(Link::Own { callee, part, .. }) => {
                result = part;
                let callee = scope.callees.get(callee).copied();
                if let Some(known) =
                    callee.and_then(|at| self.list.get(at)).filter(|known| known.function.own == 0)
                {
                    // A method that leaves its receiver as it is.
                    let op_id = format!("{}.own.{part}", known.id);
                    let function = Rc::clone(&known.function);
                    self.register(argument(&op_id, &function.inputs, part));
                    self.settle(&mut args, &function.inputs);
                    return Expr::Call { op_id, args };
                }
                callee
            }
            Some(Link::Local(at)) => Some(scope.locals.start + at).filter(|at| scope.locals.contains(at)),
            _ => None,
        };
        let Some(Known { id: op_id, function, .. }) = callee.and_then(|at| self.list.get(at)) else {
            return Expr::Call { op_id: id, args };
        };
        let (op_id, function) = (part_id(op_id, result), Rc::clone(function));
        self.settle(&mut args, &function.inputs);
        Expr::Call { op_id, args }
    }

    /// Gives the numbers that a kernel passes without their types those of the parameters.
    fn settle(&mut self, args: &mut [Expr], inputs: &[DataType]) {
        for (arg, ty) in args.iter_mut().zip(inputs) {
            if let Expr::Call { op_id, .. } = arg
                && let Some(Link::Literal(bits)) = Link::of(op_id)
            {
                match literal(bits, *ty) {
                    literal @ Expr::Compose { .. } => {
                        // The same number may be of other types elsewhere.
                        op_id.push_str(&format!(".{ty}"));
                        self.register(constant(op_id, *ty, literal));
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
                        | Scalar::BF16 => Expr::LitU32(*lane),
                    });
                }
                self.register(constant(&id, ty, Expr::compose(ty, parts)));
                Expr::Call { op_id: id, args: Vec::new() }
            }
        }
    }

    /// Adds an operation, unless it is known: the ids of different ones are different, and none is the library's.
    fn register(&mut self, op: OpSpec) {
        let _ = self.registry.register(op);
    }
}

/// The id of the operation that gives a part of a function's result.
fn part_id(id: &str, part: usize) -> String {
    if part == 0 { id.to_string() } else { format!("{id}.{part}") }
}

/// Makes a part the result of a function that gives several.
fn result_in_place(body: &mut Program, part: usize, function: &Called) {
    if function.outputs.len() < 2 {
        return;
    }
    if let Some(Node::Let { name, .. }) = body.entry.get(function.inputs.len() + part)
        && let (name, Some(Node::Let { value, .. })) = (name.clone(), body.entry.last_mut())
    {
        *value = Expr::Var(name);
    }
}

/// An operation that gives one of its arguments.
fn argument(id: &str, inputs: &[DataType], at: usize) -> OpSpec {
    let mut names = Vec::new();
    for number in 0..inputs.len() {
        names.push(format!("argument_{number}"));
    }
    let mut params = Vec::new();
    for name in &names {
        params.push(name.as_str());
    }
    let value = Expr::var(params.get(at).copied().unwrap_or_default());
    let output = inputs.get(at).copied().unwrap_or(DataType::U32);
    OpSpec::inlinable(id, inputs, output, Composition::new(&params, Vec::new(), value))
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
        Scalar::U64 => Expr::compose(ty, vec![Expr::LitU32(low), Expr::LitU32(high)]),
        Scalar::F32 => Expr::LitF32(f32::from_bits(low)),
        Scalar::F16 | Scalar::BF16 => Expr::compose(ty, vec![Expr::LitU32(low)]),
        Scalar::U32 | Scalar::Bool => Expr::LitU32(low),
    }
}
