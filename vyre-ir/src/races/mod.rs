//! Data races that are certain: two invocations of one workgroup access an element in one phase, whatever the data are.
//!
//! What is looked at are two neighbours along an axis of the workgroup. They race if both store other values to one element, or if one
//! loads the element that the other stores. It is no error, as what a race gives is defined, but nobody means it; so the macro warns.
//! Whatever is not certain is not reported: indices that depend on data, accesses in loops, conditions that neighbours may decide
//! otherwise. `Device::checked()` finds the rest where it happens.
//!
//! `sum` says what neighbours have in common.

mod sum;
#[cfg(test)]
mod tests;

use crate::{BinOp, BufferAccess, Event, Expr, ExprsAt, Node, Program, walk};
use std::collections::{HashMap, HashSet};
use sum::{Holds, Sum, Sums};

/// A race that is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The store, by the number of its statement; see [`Event::Enter`].
    pub store: usize,
    /// The load of the element that a neighbour stores; nothing if neighbours store to one element.
    pub load: Option<usize>,
    /// The buffer.
    pub buffer: String,
    /// The axis along which the two invocations are neighbours: 0 is x.
    pub axis: usize,
    /// Whether the workgroup shares the buffer, and not the whole grid.
    pub is_of_workgroup: bool,
}

impl Race {
    /// What to do instead.
    pub fn fix(&self) -> &'static str {
        match (self.load, self.is_of_workgroup) {
            (None, _) => "let one invocation store, give each an element of its own, or use atomics",
            (Some(_), true) => "put a `barrier()` between the load and the store",
            (Some(_), false) => "write to another buffer than is read",
        }
    }
}

impl std::fmt::Display for Race {
    /// The reason, as a sentence without its full stop.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (buffer, axis) = (&self.buffer, ["x", "y", "z"].get(self.axis).unwrap_or(&"?"));
        match self.load {
            None => write!(
                f,
                "a data race: the invocations of a workgroup along {axis} all store to this element of `{buffer}`, each another value"
            ),
            Some(_) => write!(
                f,
                "a data race: another invocation of the workgroup, along {axis}, loads this element of `{buffer}` in the same phase"
            ),
        }
    }
}

/// The races of a valid program that are certain, at most one for each store.
///
/// ```
/// use vyre_ir::{BufferDecl, DataType, Expr, Node, Program, certain_races};
/// let store = Node::store("out", 0, Expr::invocation_id(0));
/// let program = Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [64, 1, 1], vec![store]);
/// let races = certain_races(&program);
/// assert_eq!((races[0].store, races[0].load, races[0].axis), (0, None, 0));
/// ```
pub fn certain_races(program: &Program) -> Vec<Race> {
    let mut finder = Finder::of(program);
    walk(&program.entry, |event| match event {
        Event::Enter { place, node, exprs } => finder.enter(place, node, exprs),
        Event::Otherwise { .. } => finder.otherwise(),
        Event::Leave { node, .. } => finder.leave(node),
    });
    finder.races
}

/// Along which axes both neighbours of a pair execute what comes.
type Axes = [bool; 3];

fn both(a: Axes, b: Axes) -> Axes {
    std::array::from_fn(|axis| a[axis] && b[axis])
}

/// An access since the last barrier.
struct Access {
    place: usize,
    buffer: String,
    index: Sum,
    /// The axes along which two neighbours execute it.
    axes: Axes,
}

/// An arm of an `If`, or another body, that is open.
struct Frame {
    /// What holds in the second arm.
    otherwise: Axes,
    /// What held outside.
    outside: Axes,
    /// The accesses before it.
    loads: usize,
    stores: usize,
    /// Whether there was a jump in it.
    jumps: bool,
    /// Whether the arms, as far as they jump, leave only invocations that go on together.
    first_jumps: bool,
    holds: Holds,
}

struct Finder<'p> {
    sums: Sums<'p>,
    /// The access of each buffer, and its length if the program fixes it.
    buffers: HashMap<&'p str, (BufferAccess, u32)>,
    /// The variables that are assigned to somewhere.
    assigned: HashSet<&'p str>,
    variables: HashMap<&'p str, Sum>,
    frames: Vec<Frame>,
    axes: Axes,
    loops: usize,
    loads: Vec<Access>,
    stores: Vec<Access>,
    races: Vec<Race>,
}

impl<'p> Finder<'p> {
    fn of(program: &'p Program) -> Finder<'p> {
        let mut assigned = HashSet::new();
        walk(&program.entry, |event| {
            if let Event::Enter { node: Node::Assign { name, .. }, .. } = event {
                assigned.insert(name.as_str());
            }
        });
        let buffers =
            program.buffers.iter().map(|buffer| (buffer.name.as_str(), (buffer.access, buffer.count)));
        let size = program.workgroup_size;
        Finder {
            sums: Sums::new(size),
            buffers: buffers.collect(),
            assigned,
            variables: HashMap::new(),
            frames: Vec::new(),
            axes: size.map(|along| along > 1),
            loops: 0,
            loads: Vec::new(),
            stores: Vec::new(),
            races: Vec::new(),
        }
    }

    fn is_constant(&self, buffer: &str) -> bool {
        is_constant(&self.buffers, buffer)
    }

    fn length(&self, buffer: &str) -> u32 {
        self.buffers.get(buffer).map_or(0, |(_, length)| *length)
    }

    /// The value of an expression. Notes its loads from memory that invocations share, but for those in operands that may not count.
    fn value(&mut self, first: usize, expr: &'p Expr) -> Sum {
        let undecided = undecided(first, expr);
        let mut loads = Vec::new();
        let sum = expr.fold(first, |place, expr, operands: &mut [Sum]| {
            if let Expr::Load { buffer, .. } = expr
                && !self.is_constant(buffer)
            {
                let is_certain = !undecided.iter().any(|range| range.contains(&place));
                loads.extend(is_certain.then(|| (place, buffer.clone(), operands[0].clone())));
                return self.sums.unknown();
            }
            let variable = match expr {
                Expr::Var(name) => self.variables.get(name.as_str()),
                _ => None,
            };
            variable.cloned().unwrap_or_else(|| self.sums.of(expr, operands))
        });
        for (place, buffer, index) in loads {
            self.load(Access { place, buffer, index, axes: self.axes });
        }
        sum
    }

    fn enter(&mut self, place: usize, node: &'p Node, exprs: ExprsAt<'p>) {
        let [first, second, ..] = exprs.map(|expr| expr.map(|(at, expr)| self.value(at, expr)));
        match node {
            Node::Let { name, .. } => {
                let is_known = !self.assigned.contains(name.as_str());
                let value = first.filter(|_| is_known).unwrap_or_else(|| self.sums.unknown());
                self.variables.insert(name, value);
            }
            Node::Store { buffer, .. } => {
                if let (Some(index), Some(value)) = (first, second) {
                    let access = Access { place, buffer: buffer.clone(), index, axes: self.axes };
                    self.store(access, &value);
                }
            }
            Node::If { cond, .. } => {
                let holds = self.holds(cond, exprs[0]);
                self.open(holds);
            }
            Node::Loop { var, .. } => {
                let unknown = self.sums.unknown();
                self.variables.insert(var, unknown);
                self.barrier();
                self.loops += 1;
                self.open(Holds::ALWAYS);
            }
            Node::Block(_) => self.open(Holds::ALWAYS),
            Node::Return | Node::Break | Node::Continue => {
                // Who goes on is known where all that leave it do so by one condition; see `leave`.
                if let Some(frame) = self.frames.last_mut() {
                    frame.jumps = true;
                }
                self.axes = [false; 3];
            }
            Node::Barrier | Node::UniformLoad { .. } | Node::Collective { .. } => {
                if let Node::UniformLoad { name, .. } | Node::Collective { name, .. } = node {
                    let unknown = self.sums.unknown();
                    self.variables.insert(name, unknown);
                }
                self.barrier();
            }
            Node::Assign { .. }
            | Node::AtomicStore { .. }
            | Node::StoreByte { .. }
            | Node::StoreWord { .. }
            | Node::CallOp { .. }
            | Node::TensorStore { .. }
            | Node::Assert { .. } => {}
        }
    }

    fn open(&mut self, holds: Holds) {
        let (loads, stores) = (self.loads.len(), self.stores.len());
        let outside = self.axes;
        self.frames.push(Frame {
            otherwise: both(outside, holds.if_false),
            outside,
            loads,
            stores,
            jumps: false,
            first_jumps: false,
            holds,
        });
        self.axes = both(outside, holds.if_true);
    }

    fn otherwise(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.first_jumps = std::mem::take(&mut frame.jumps);
        self.axes = frame.otherwise;
        let (loads, stores) = (frame.loads, frame.stores);
        self.forget(loads, stores);
    }

    fn leave(&mut self, node: &Node) {
        if let Node::Loop { .. } = node {
            self.loops = self.loops.saturating_sub(1);
            self.barrier();
        }
        if !matches!(node, Node::If { .. } | Node::Loop { .. } | Node::Block(_)) {
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        self.forget(frame.loads, frame.stores);
        let has_jump = |body: &[Node]| body.last().is_some_and(is_jump);
        self.axes = match node {
            // Both neighbours take the first arm, or both the second one; and then those that leave do so together.
            Node::If { then, otherwise, .. } => {
                let [first, second] = [frame.first_jumps, frame.jumps];
                match (first, second) {
                    (false, false) => frame.outside,
                    (true, false) if has_jump(then) => both(frame.outside, frame.holds.if_false),
                    (false, true) if has_jump(otherwise) => both(frame.outside, frame.holds.if_true),
                    _ => [false; 3],
                }
            }
            _ if frame.jumps => [false; 3],
            _ => frame.outside,
        };
        // A jump within what has been left may be taken by one of the two.
        let is_certain = self.axes != [false; 3];
        if let (Some(outer), true) = (self.frames.last_mut(), frame.jumps || frame.first_jumps) {
            outer.jumps |= !is_certain || self.loops == 0;
        }
    }

    /// Nothing before this races with anything after it.
    fn barrier(&mut self) {
        self.forget(0, 0);
        self.frames.iter_mut().for_each(|frame| (frame.loads, frame.stores) = (0, 0));
    }

    fn forget(&mut self, loads: usize, stores: usize) {
        self.loads.truncate(loads);
        self.stores.truncate(stores);
    }

    /// When neighbours decide a condition alike.
    fn holds(&mut self, cond: &'p Expr, at: Option<(usize, &'p Expr)>) -> Holds {
        let first = at.map_or(0, |(at, _)| at);
        let (sums, variables) = (&mut self.sums, &self.variables);
        let (_, holds) = cond.fold(first, |_, expr, operands: &mut [(Sum, Holds)]| {
            let known = match expr {
                Expr::Var(name) => variables.get(name.as_str()).cloned(),
                Expr::Load { buffer, .. } if !is_constant(&self.buffers, buffer) => Some(sums.unknown()),
                _ => None,
            };
            let values: Vec<Sum> = operands.iter().map(|(sum, _)| sum.clone()).collect();
            let holds = sums.holds(expr, &values, operands.iter().map(|(_, holds)| *holds));
            let sum = known.unwrap_or_else(|| sums.of(expr, &values));
            let holds = holds.unwrap_or_else(|| sums.alike(&sum));
            (sum, holds)
        });
        holds
    }

    fn load(&mut self, load: Access) {
        let store = self.stores.iter().rev().find_map(|store| Some((store.place, self.meet(store, &load)?)));
        if let Some((store, axis)) = store {
            self.report(store, Some(load.place), &load.buffer, axis);
        }
        if self.loops == 0 {
            self.loads.push(load);
        }
    }

    fn store(&mut self, store: Access, value: &Sum) {
        let is_shared = matches!(
            self.buffers.get(store.buffer.as_str()),
            Some((BufferAccess::ReadWrite | BufferAccess::Workgroup, _))
        );
        if self.loops > 0 || !is_shared {
            return;
        }
        let differs = |axis: &usize| self.sums.stride(value, *axis).is_some_and(|stride| stride != 0);
        let length = self.length(&store.buffer);
        let is_one = |axis: &usize| {
            self.sums.stride(&store.index, *axis) == Some(0)
                && self.sums.is_inside(&store.index, *axis, 0, length)
        };
        let twice = (0..3).filter(|axis| store.axes[*axis]).find(|axis| is_one(axis) && differs(axis));
        let met = self.loads.iter().find_map(|load| Some((load.place, self.meet(&store, load)?)));
        match (twice, met) {
            (Some(axis), _) => self.report(store.place, None, &store.buffer, axis),
            (None, Some((load, axis))) => self.report(store.place, Some(load), &store.buffer, axis),
            (None, None) => {}
        }
        self.stores.push(store);
    }

    /// The axis along which one invocation loads what another one stores.
    fn meet(&self, store: &Access, load: &Access) -> Option<usize> {
        if store.buffer != load.buffer {
            return None;
        }
        let apart = self.sums.difference(&load.index, &store.index)? as i32;
        let axes = both(store.axes, load.axes);
        let length = self.length(&store.buffer);
        (0..3).filter(|axis| axes[*axis]).find(|axis| {
            let steps = self.sums.steps(&store.index, *axis, apart);
            steps.is_some_and(|steps| self.sums.is_inside(&store.index, *axis, steps, length))
        })
    }

    fn report(&mut self, store: usize, load: Option<usize>, buffer: &str, axis: usize) {
        if self.races.iter().any(|race| race.store == store) {
            return;
        }
        let is_of_workgroup = matches!(self.buffers.get(buffer), Some((BufferAccess::Workgroup, _)));
        self.races.push(Race { store, load, buffer: buffer.to_string(), axis, is_of_workgroup });
    }
}

fn is_constant(buffers: &HashMap<&str, (BufferAccess, u32)>, buffer: &str) -> bool {
    matches!(buffers.get(buffer), Some((BufferAccess::ReadOnly | BufferAccess::Uniform, _)))
}

fn is_jump(node: &Node) -> bool {
    matches!(node, Node::Return | Node::Break | Node::Continue)
}

/// The numbers of expressions whose loads may not count: right operands that the left one may have decided, and values that are not
/// selected.
fn undecided(first: usize, expr: &Expr) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    expr.fold(first, |place, expr, counts: &mut [usize]| {
        let from = match expr {
            Expr::BinOp { op: BinOp::And | BinOp::Or | BinOp::BitAnd | BinOp::BitOr, .. }
            | Expr::Select { .. } => counts.first().map(|left| place + 1 + left),
            _ => None,
        };
        let count = 1 + counts.iter().sum::<usize>();
        ranges.extend(from.map(|from| from..place + count));
        count
    });
    ranges
}
