//! Arrays in variables that lie in memory. The parts of a value are variables, and an index that is not constant chooses among these with an operation
//! for each. So an array of more than [`FEW`] numbers into which such an index leads is a local array, and what reads or assigns a part of it is a load or
//! a store of the element. An array whose indices all turn out to be constant becomes variables again (the pass `arrays`).

use super::assign::path_to;
use super::expr::{has_effect, reads_memory};
use super::tree::{Names, Tree};
use super::views::{Root, Window};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Block, BufferId, Kernel, Kind, LocalId, Place, Stmt};
use crate::types::{Form, Inference, Ty};
use std::collections::{HashMap, HashSet};
use vyre_ir::{BinOp, BufferAccess, BufferDecl, DataType, Expr, Node};

/// An array of at most so many numbers stays in variables.
const FEW: u32 = 4;

/// So many bytes the local arrays of a kernel may take with those that are held: NVIDIA's driver runs no more (`docs/measurements/runtime.md`).
const BYTES: u64 = 15 << 10;

/// From so many elements on that are filled or copied one after the other, a loop does it.
const MANY: usize = 64;

/// A part of a variable: the numbers of the parts on the way to it.
type Way = (LocalId, Vec<usize>);

/// The arrays that lie in memory, by the variables that they are parts of.
#[derive(Default)]
pub(super) struct Holding {
    ways: HashMap<LocalId, Vec<Vec<usize>>>,
    /// The variables that are arguments for a `&`.
    lent: HashSet<LocalId>,
}

impl Holding {
    /// Those of a kernel.
    pub(super) fn of(kernel: &Kernel) -> Holding {
        if kernel.is_recursive {
            return Holding::default();
        }
        let bodies = kernel.functions.iter().filter(|function| function.is_inlined);
        let bodies = bodies.filter_map(|function| function.body.as_ref());
        let mut found = Found::default();
        bodies.chain([&kernel.body]).for_each(|body| found.look_through(kernel, body));
        let types = &kernel.types;
        let indexed = spread(std::mem::take(&mut found.indexed), &found.same, kernel);
        let referred = spread(std::mem::take(&mut found.referred), &found.references, kernel);
        let mut ways: HashMap<LocalId, Vec<Vec<usize>>> = HashMap::new();
        for (local, way) in indexed {
            let ty = part_of(types, kernel.locals[local].ty, &way);
            let is_array = ty.is_some_and(|ty| types.words(ty) > FEW && is_held(types, ty));
            // A reference to a part of an element is another name of a variable.
            let is_referred = referred
                .iter()
                .any(|(of, to)| *of == local && to.len() > way.len() + 1 && to.starts_with(&way));
            if is_array && !is_referred {
                ways.entry(local).or_default().push(way);
            }
        }
        Holding { ways, lent: found.lent }
    }
}

/// What a kernel says of the parts of variables.
#[derive(Default)]
struct Found {
    /// The arrays into which an index leads that is not constant.
    indexed: Vec<Way>,
    /// The parts to which references refer.
    referred: Vec<Way>,
    /// The places that names may stand for, and those among them that are references.
    same: HashMap<LocalId, Vec<Way>>,
    references: HashMap<LocalId, Vec<Way>>,
    /// The variables that are arguments for a `&`.
    lent: HashSet<LocalId>,
}

impl Found {
    fn look_through(&mut self, kernel: &Kernel, body: &Block) {
        let (mut exprs, mut stmts) = (Vec::new(), Vec::new());
        body.each_with_stmts(|expr| exprs.push(expr), |stmt| stmts.push(stmt));
        for expr in exprs {
            match &expr.kind {
                Kind::Pick { value, .. } => self.indexed.extend(way_to(value)),
                Kind::AssignWhole { buffer, value } if kernel.buffers[*buffer].is_lent => {
                    self.indexed.extend(way_to(value));
                }
                Kind::CallFunction { function, args, given } => {
                    let function = &kernel.functions[*function];
                    for (param, arg) in function.params.iter().zip(args) {
                        let way = way_to(arg);
                        if let (true, Kind::Local(local)) = (kernel.locals[*param].is_shared, &arg.kind)
                            && kernel.locals[*local].is_argument
                        {
                            self.lent.insert(*local);
                        }
                        self.same.entry(*param).or_default().extend(way);
                    }
                    for ((_, reference), place) in function.references.iter().zip(&given.places) {
                        self.refer(reference.local, place);
                    }
                }
                _ => {}
            }
        }
        for stmt in stmts {
            match stmt {
                Stmt::Refer { reference, place, .. } => self.refer(reference.local, place),
                Stmt::Let { local, value, .. }
                    if kernel.locals[*local].is_shared || kernel.locals[*local].is_argument =>
                {
                    self.same.entry(*local).or_default().extend(way_to(value));
                }
                _ => {}
            }
        }
    }

    fn refer(&mut self, name: LocalId, place: &Place) {
        let Place::Part { local, path } = place else { return };
        let way = (*local, path.clone());
        self.referred.push(way.clone());
        self.references.entry(name).or_default().push(way.clone());
        self.same.entry(name).or_default().push(way);
    }
}

/// The parts, and what they are parts of under other names.
fn spread(ways: Vec<Way>, names: &HashMap<LocalId, Vec<Way>>, kernel: &Kernel) -> HashSet<Way> {
    let mut known = HashSet::new();
    let mut open = ways;
    while let Some((local, way)) = open.pop() {
        if part_of(&kernel.types, kernel.locals[local].ty, &way).is_none()
            || !known.insert((local, way.clone()))
        {
            continue;
        }
        let places = names.get(&local).into_iter().flatten();
        open.extend(places.map(|(of, first)| (*of, [&first[..], &way[..]].concat())));
    }
    known
}

/// The variable that a place is a part of, and the way there; nothing where an index is not constant, and for what is no place.
fn way_to(place: &hir::Expr) -> Option<Way> {
    let (local, path) = path_to(place)?;
    let way = path.into_iter().map(|(at, index)| index.is_none().then_some(at));
    Some((local, way.collect::<Option<_>>()?))
}

/// The type of a part.
fn part_of(types: &Inference, ty: Ty, way: &[usize]) -> Option<Ty> {
    way.iter().try_fold(ty, |ty, at| types.parts(ty)?.1.get(*at).copied())
}

/// Whether a type is one of arrays that memory can hold: all parts of the elements are numbers.
fn is_held(types: &Inference, ty: Ty) -> bool {
    let Some((Form::Array, parts)) = types.parts(ty) else { return false };
    let mut open: Vec<Ty> = parts.first().copied().into_iter().collect();
    while let Some(ty) = open.pop() {
        match types.parts(ty) {
            Some((Form::Slice | Form::Reference | Form::Closure(_), _)) => return false,
            Some((_, parts)) => open.extend(parts.iter()),
            None if types.resolve(ty) == Ty::Bool || types.resolve(ty).data().is_some() => {}
            None => return false,
        }
    }
    !parts.is_empty()
}

impl Emitter<'_> {
    /// Declares a variable of several parts that has a value.
    pub(super) fn bind_parts(&mut self, local: LocalId, tree: Tree, area: Area, nodes: &mut Vec<BuiltNode>) {
        let names = self.names_of(local, tree, area, nodes);
        self.name_parts(local, names);
    }

    /// Declares a variable of several parts, which are zero.
    pub(super) fn declare_parts(&mut self, local: LocalId, area: Area, nodes: &mut Vec<BuiltNode>) -> Names {
        let zeros = self.zeros(self.kernel.locals[local].ty, area);
        self.names_of(local, zeros, area, nodes)
    }

    fn names_of(&mut self, local: LocalId, tree: Tree, area: Area, nodes: &mut Vec<BuiltNode>) -> Names {
        let hir::Local { name, ty, .. } = &self.kernel.locals[local];
        let ways = self.holding.ways.get(&local).cloned().unwrap_or_default();
        let ways: Vec<&[usize]> = ways.iter().map(|way| &way[..]).collect();
        self.bind_ways(name, *ty, &ways, tree, area, nodes)
    }

    fn bind_ways(
        &mut self,
        name: &str,
        ty: Ty,
        ways: &[&[usize]],
        tree: Tree,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Names {
        if ways.iter().any(|way| way.is_empty())
            && let Some(array) = self.hold(name, ty, area)
        {
            self.store_elements(array, tree, area, nodes);
            return Names::Held(array);
        }
        match (tree, self.kernel.types.parts(ty)) {
            (Tree::Many(values), Some((_, types))) if !ways.is_empty() => {
                let parts = values.into_iter().zip(types.iter()).enumerate().map(|(at, (value, ty))| {
                    let inner = ways.iter().filter_map(|way| way.split_first());
                    let inner: Vec<&[usize]> =
                        inner.filter(|(first, _)| **first == at).map(|(_, rest)| rest).collect();
                    self.bind_ways(&format!("{name}_{at}"), *ty, &inner, value, area, nodes)
                });
                Names::Many(parts.collect())
            }
            (tree, _) => self.bind_tree(name, tree, area, nodes),
        }
    }

    /// Memory for an array, as long as there is some.
    fn hold(&mut self, name: &str, ty: Ty, area: Area) -> Option<BufferId> {
        let (_, parts) = self.kernel.types.parts(ty)?;
        let words =
            |array: &hir::Buffer| u64::from(array.decl.count) * u64::from(self.kernel.types.words(array.ty));
        let arrays = self.kernel.buffers.iter().chain(&self.held);
        let arrays = arrays.filter(|array| array.decl.access == BufferAccess::Private);
        let taken = 4 * arrays.map(words).sum::<u64>();
        if taken + 4 * u64::from(self.kernel.types.words(ty)) > BYTES {
            return None;
        }
        let decl = BufferDecl::private(name, u32::try_from(parts.len()).ok()?, DataType::U32);
        let array = self.buffers.len();
        self.held.push(hir::Buffer::new(decl, area, *parts.first()?));
        let name = self.fresh_buffer(name);
        self.buffers.push(name.clone());
        let decl = self.declared(array, name);
        self.further.push((decl, area));
        Some(array)
    }

    /// Makes a local array another name of a part of a variable that is in memory, if it stands for one that is. Whether it does.
    pub(super) fn lend(&mut self, array: BufferId, place: &hir::Expr) -> bool {
        let is_joined = self.kernel.joined.iter().any(|joined| joined.arrays.contains(&array));
        if !self.kernel.buffers[array].is_lent || is_joined {
            return false;
        }
        self.windows.remove(&array);
        let Some(&Names::Held(held)) = self.place_names(place) else { return false };
        self.windows.insert(array, Window { root: Root::Buffer(held), part: None });
        true
    }

    /// Whether a value is a place itself under the name that it was lent by.
    pub(super) fn is_lent_from(&self, value: &hir::Expr, place: &hir::Expr) -> bool {
        match (&value.kind, self.place_names(place)) {
            (Kind::Whole(array), Some(Names::Held(held))) => self.window(*array).root == Root::Buffer(*held),
            _ => false,
        }
    }

    /// The names of a place that a variable `&T` is another name for, where there is memory to be copied otherwise.
    pub(super) fn shared_place(&self, local: LocalId, place: &hir::Expr) -> Option<Names> {
        let is_shared = self.kernel.locals[local].is_shared || self.holding.lent.contains(&local);
        self.place_names(place).filter(|names| is_shared && names.holds()).cloned()
    }

    /// The names of the parts of a place.
    pub(super) fn place_names(&self, place: &hir::Expr) -> Option<&Names> {
        let (local, way) = way_to(place)?;
        if self.elements.contains_key(&local) {
            return None;
        }
        way.iter().try_fold(self.parts.get(&local)?, |names, at| names.part(*at))
    }

    /// A place that is in an array that memory holds, as a load of the element or a part of it.
    pub(super) fn in_memory(&self, place: &hir::Expr) -> Option<hir::Expr> {
        let mut steps = Vec::new();
        let mut inner = place;
        let local = loop {
            match &inner.kind {
                Kind::Local(local) => break *local,
                Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => {
                    steps.push(inner);
                    inner = value;
                }
                _ => return None,
            }
        };
        if self.elements.contains_key(&local) {
            return None;
        }
        let mut names = self.parts.get(&local)?;
        let (array, step) = loop {
            let step = steps.pop()?;
            match (names, &step.kind) {
                (Names::Held(array), _) => break (*array, step),
                (_, Kind::Part { at, .. }) => names = names.part(*at)?,
                _ => return None,
            }
        };
        let index = match &step.kind {
            Kind::Part { at, .. } => {
                let kind = Kind::Literal(*at as u128);
                Box::new(hir::Expr { kind, ty: Ty::U32, area: step.area })
            }
            Kind::Pick { index, .. } => index.clone(),
            _ => return None,
        };
        let element = hir::Expr { kind: Kind::Load { buffer: array, index }, ty: step.ty, area: step.area };
        Some(steps.into_iter().rev().fold(element, |value, step| {
            let value = Box::new(value);
            let kind = match &step.kind {
                Kind::Pick { index, .. } => Kind::Pick { value, index: index.clone() },
                Kind::Lane { index, .. } => Kind::Lane { value, index: index.clone() },
                Kind::Part { at, .. } => Kind::Part { value, at: *at },
                _ => unreachable!("only these are steps"),
            };
            hir::Expr { kind, ty: step.ty, area: step.area }
        }))
    }

    /// Gives a place in memory a value. The value comes first, then the indices.
    pub(super) fn assign_in_memory(
        &mut self,
        place: hir::Expr,
        op: Option<BinOp>,
        value: &hir::Expr,
        nodes: &mut Vec<BuiltNode>,
    ) {
        if self.cells_of(&place).is_some() {
            return self.store_part(&place, op, value, nodes);
        }
        let (area, value) = (place.area, Box::new(value.clone()));
        let kind = match place.kind {
            Kind::Load { buffer, index } => Kind::Store { buffer, index, op, value, place: area },
            Kind::Lane { value: element, index: lane } => match element.kind {
                Kind::Load { buffer, index } => {
                    Kind::StoreLane { buffer, index, lane, op, value, place: area }
                }
                _ => return,
            },
            _ => return,
        };
        self.statement(&hir::Expr { kind, ty: Ty::Unit, area }, nodes);
    }

    /// Writes values to the elements of an array from one on, as they are in the IR.
    pub(super) fn store_run(
        &mut self,
        name: &str,
        first: u32,
        mut values: Vec<Built>,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let number = |number| Built::leaf(Expr::LitU32(number), area);
        let mut at = first;
        while !values.is_empty() {
            let count = run_of(&values, name);
            let rest = values.split_off(count);
            let run = std::mem::replace(&mut values, rest);
            if count < MANY {
                for (value, index) in run.into_iter().zip(at..) {
                    nodes.push(BuiltNode::of(area, vec![number(index), value], &Node::store(name, 0, 0)));
                }
            } else if let Some(value) = run.first() {
                let (body, var) = self.scope(|emitter, nodes| {
                    let var = emitter.fresh("step");
                    let step = |first| emitter.sum(number(first), Built::leaf(Expr::var(&var), area), area);
                    let value = match loaded_from(&value.expr) {
                        Some((_, from)) => Built::whole(with_index(&value.expr, &step(from).expr), area),
                        None => value.copy(),
                    };
                    nodes.push(BuiltNode::of(area, vec![step(at), value], &Node::store(name, 0, 0)));
                    var
                });
                let bounds = vec![number(0), number(count as u32)];
                let shape = Node::for_range(var, 0, 0, Vec::new());
                nodes.push(BuiltNode::with_bodies(area, bounds, body, Vec::new(), &shape));
            }
            at += count as u32;
        }
    }
}

/// How many of the values at the front are the same, or elements of one other array that follow each other; at least one.
fn run_of(values: &[Built], own: &str) -> usize {
    let Some(first) = values.first().map(|value| &value.expr) else { return 0 };
    let follows = |expr: &Expr, by: usize| match loaded_from(first) {
        Some((array, from)) => array != own && *expr == with_index(first, &Expr::LitU32(from + by as u32)),
        None => expr == first && !expr.any(|expr| has_effect(expr) || reads_memory(expr)),
    };
    1 + values.iter().enumerate().skip(1).take_while(|(by, value)| follows(&value.expr, *by)).count()
}

/// The array and the index of the element of which a value is a conversion, or itself.
fn loaded_from(expr: &Expr) -> Option<(&str, u32)> {
    match expr {
        Expr::Load { buffer, index } => match **index {
            Expr::LitU32(index) => Some((buffer, index)),
            _ => None,
        },
        _ if expr.child(1).is_some() => None,
        _ => loaded_from(expr.child(0)?),
    }
}

/// Such a value of another element.
fn with_index(expr: &Expr, index: &Expr) -> Expr {
    let inner = match (expr, expr.child(0)) {
        (Expr::Load { .. }, _) | (_, None) => index.clone(),
        (_, Some(inner)) => with_index(inner, index),
    };
    expr.with_children(vec![inner]).unwrap_or_else(|| expr.clone())
}
