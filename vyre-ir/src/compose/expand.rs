//! Expansion: a call of an operation on buffers becomes the statements of its program, with the caller's buffers and values for its own.
//!
//! The program has been validated: operations are there, what is passed fits, no operation calls itself, and the size of the result is bounded.

use super::inline::names as declared;
use super::{Registry, remove_returns, rewrite};
use crate::{BinOp, BufferDecl, DataType, Event, Expr, Node, OpArg, Program, node, walk};
use std::collections::{HashMap, HashSet};

/// A program without calls of operations on buffers.
pub(crate) struct Expanded {
    pub(crate) program: Program,
    /// The number that each statement and expression, or the call from which it comes, has in the program as it was written.
    places: Vec<usize>,
    /// The calls that the buffers come from that the program did not declare, by the numbers that they have there.
    calls_of_buffers: Vec<usize>,
    /// How many buffers it declared.
    own_buffers: usize,
}

impl Expanded {
    /// The number in the program as it was written.
    pub(crate) fn place(&self, place: usize) -> usize {
        self.places.get(place).copied().unwrap_or(0)
    }

    /// The call from which a buffer comes; none of one that the program declared.
    pub(crate) fn call_of_buffer(&self, at: usize) -> Option<usize> {
        self.calls_of_buffers.get(at.checked_sub(self.own_buffers)?).copied()
    }
}

/// The program with its calls replaced.
pub(crate) fn expand(program: &Program, registry: &Registry) -> Expanded {
    let mut names = declared(&program.entry);
    names.extend(program.buffers.iter().map(|decl| decl.name.clone()));
    let mut expander =
        Expander { registry, names, buffers: program.buffers.clone(), calls: 0, counts: Vec::new() };
    let mut outermost = Outermost { expander: &mut expander };
    let entry = rewrite::statements(&program.entry, &mut outermost);
    let Expander { buffers, counts, .. } = expander;
    let program_size = node::count(&entry);
    let mut places = Vec::with_capacity(program_size);
    let mut calls_of_buffers = Vec::new();
    let mut counts = counts.into_iter();
    walk(&program.entry, |event| {
        let Event::Enter { place, node, exprs } = event else { return };
        if let Node::CallOp { .. } = node {
            let Count { nodes, buffers } = counts.next().unwrap_or_default();
            places.extend(std::iter::repeat_n(place, nodes));
            calls_of_buffers.extend(std::iter::repeat_n(place, buffers));
            return;
        }
        places.push(place);
        for (at, expr) in exprs.into_iter().flatten() {
            places.extend(at..at + expr.count());
        }
    });
    debug_assert_eq!(places.len(), program_size, "each part comes from one of the program's");
    let own_buffers = program.buffers.len();
    let program = Program { buffers, workgroup_size: program.workgroup_size, entry };
    Expanded { program, places, calls_of_buffers, own_buffers }
}

/// What one call has become.
#[derive(Default)]
struct Count {
    nodes: usize,
    buffers: usize,
}

struct Expander<'r> {
    registry: &'r Registry,
    /// Every name that is taken.
    names: HashSet<String>,
    buffers: Vec<BufferDecl>,
    calls: usize,
    /// Of the program's own calls, in order.
    counts: Vec<Count>,
}

/// A value that is passed for a buffer of one element.
#[derive(Clone)]
struct Passed {
    variable: String,
    element: DataType,
}

impl Expander<'_> {
    /// A name for what an operation calls so in the call with this number: `__call17_temp`.
    fn fresh(&mut self, call: usize, name: &str) -> String {
        let first = format!("__call{call}_{name}");
        let mut candidate = first.clone();
        let mut count = 1;
        while !self.names.insert(candidate.clone()) {
            count += 1;
            candidate = format!("{first}_{count}");
        }
        candidate
    }

    /// The statements of an operation in the place of its call. `values` are what the caller has been passed itself, by the names of its
    /// buffers. The depth of calls bounds the recursion.
    fn call(&mut self, op_id: &str, args: Vec<(String, OpArg)>, values: &HashMap<String, Passed>) -> Node {
        let Some(program) = self.registry.get(op_id).and_then(|spec| spec.as_program()) else {
            return Node::Block(Vec::new());
        };
        self.calls += 1;
        let number = self.calls;
        let mut body = Vec::new();
        let mut buffers = HashMap::new();
        let mut own_values = HashMap::new();
        for (param, arg) in args {
            match arg {
                OpArg::Buffer(name) => match values.get(&name) {
                    Some(passed) => drop(own_values.insert(param, passed.clone())),
                    None => drop(buffers.insert(param, name)),
                },
                OpArg::Value(value) => {
                    let element = program.buffer(&param).map_or(DataType::U32, |decl| decl.element.clone());
                    let variable = self.fresh(number, &param);
                    body.push(Node::let_bind(&variable, value));
                    own_values.insert(param, Passed { variable, element });
                }
            }
        }
        for decl in program.buffers.iter().filter(|decl| !decl.access.is_bound()) {
            let name = self.fresh(number, &decl.name);
            buffers.insert(decl.name.clone(), name.clone());
            self.buffers.push(BufferDecl { name, ..decl.clone() });
        }
        let taken = declared(&program.entry);
        let mut flag = "returned".to_string();
        while taken.contains(&flag) {
            flag.push('_');
        }
        let entry = remove_returns(program.entry.clone(), &flag);
        let mut callee =
            Callee { expander: self, number, buffers, values: own_values, locals: HashMap::new() };
        body.extend(rewrite::statements(&entry, &mut callee));
        Node::Block(body)
    }
}

/// The statements of the program itself.
struct Outermost<'e, 'r> {
    expander: &'e mut Expander<'r>,
}

impl rewrite::Rewrite for Outermost<'_, '_> {
    fn local(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn buffer(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn node(&mut self, node: Node) -> Node {
        let Node::CallOp { op_id, args } = &node else { return node };
        let buffers = self.expander.buffers.len();
        let block = self.expander.call(op_id, args.clone(), &HashMap::new());
        let buffers = self.expander.buffers.len() - buffers;
        self.expander.counts.push(Count { nodes: node::count(std::slice::from_ref(&block)), buffers });
        block
    }
}

/// The statements of an operation that is called.
struct Callee<'e, 'r> {
    expander: &'e mut Expander<'r>,
    number: usize,
    /// The names that its buffers have in the program.
    buffers: HashMap<String, String>,
    /// What is passed for its buffers that are none.
    values: HashMap<String, Passed>,
    /// The names that its variables have got.
    locals: HashMap<String, String>,
}

impl rewrite::Rewrite for Callee<'_, '_> {
    fn local(&mut self, name: &str) -> String {
        if let Some(known) = self.locals.get(name) {
            return known.clone();
        }
        let fresh = self.expander.fresh(self.number, name);
        self.locals.insert(name.to_string(), fresh.clone());
        fresh
    }

    /// Names of values stay, so that they are found: what they are called in the program is not theirs.
    fn buffer(&mut self, name: &str) -> String {
        match self.buffers.get(name) {
            Some(known) => known.clone(),
            None => marked(name),
        }
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        match &expr {
            Expr::Load { buffer, index } if let Some(passed) = self.passed(buffer) => match **index {
                Expr::LitU32(0) => Expr::var(&passed.variable),
                _ => {
                    let beyond = zero(&passed.element).unwrap_or(Expr::u32(0));
                    Expr::select(
                        Expr::binary(BinOp::Eq, (**index).clone(), 0u32),
                        Expr::var(&passed.variable),
                        beyond,
                    )
                }
            },
            Expr::BufLen { buffer } if self.passed(buffer).is_some() => Expr::u32(1),
            _ => expr,
        }
    }

    fn node(&mut self, node: Node) -> Node {
        let Node::CallOp { op_id, args } = &node else { return node };
        let values = self.values.iter().map(|(name, passed)| (marked(name), passed.clone())).collect();
        self.expander.call(op_id, args.clone(), &values)
    }
}

impl Callee<'_, '_> {
    fn passed(&self, buffer: &str) -> Option<&Passed> {
        self.values.get(buffer.strip_prefix(MARK)?)
    }
}

/// No name of a buffer begins so.
const MARK: &str = "= ";

fn marked(name: &str) -> String {
    format!("{MARK}{name}")
}

/// The zero of a type of elements. `Bytes` and tensors have none.
pub(crate) fn zero(element: &DataType) -> Option<Expr> {
    let words = |count: usize| vec![Expr::u32(0); count];
    Some(match element {
        DataType::U32 => Expr::u32(0),
        DataType::I32 => Expr::i32(0),
        DataType::Bool => Expr::LitBool(false),
        DataType::F32 => Expr::f32(0.0),
        DataType::U64 | DataType::F64 | DataType::Vec2U32 | DataType::Vec4U32 | DataType::U128 => {
            Expr::compose(element.clone(), words(element.lanes()))
        }
        DataType::Vec2F32 | DataType::Vec4F32 => {
            Expr::compose(element.clone(), vec![Expr::f32(0.0); element.lanes()])
        }
        DataType::F16 | DataType::BF16 => Expr::compose(element.clone(), words(1)),
        DataType::Bytes | DataType::Array(_) | DataType::Tuple(_) | DataType::Tensor(_) => return None,
    })
}
