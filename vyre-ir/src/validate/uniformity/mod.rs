//! V010 and V050: every invocation of a workgroup must reach the same barriers and collectives, and name the same where
//! they name something together.
//!
//! The analysis propagates divergence through a dependence graph. The vertices are the *versions* of variables and the
//! *controls*. A version is what one assignment gives a variable, or what several ways to one place do. A control represents
//! the condition under which a statement is executed: there is one for the entry, one for each `If` and `Loop`, and one
//! after every statement that may have left a loop or ended the invocation. An edge leads to what depends on its source: from
//! a version to what its value determines, and from a control to those that are opened under it. What has different
//! versions on different ways depends on the condition that chooses the way too.
//!
//! A local array is one vertex. To it leads whatever is stored in the array, the index and the control included: each invocation has
//! an array of its own, and these stay alike while each store is.
//!
//! Ids, results of atomics and loads of written memory diverge by themselves. What can be reached from them diverges too. An
//! expression from which the local id cancels, such as `invocation_id.x / 64` with 64 invocations along x, does not depend on
//! it (`linear`). Time and memory are linear in the size of the program, for each level of its nesting; below the nesting
//! that is allowed a variable has one version.

mod linear;
mod loops;

use super::body::Checked;
use super::{Buffers, Errors};
use crate::rules::{Place, Problem, Related};
use crate::{BufferAccess, Event, Expr, ExprAt, ExprsAt, Node, Program, walk};
use linear::Linear;
use std::collections::{HashMap, HashSet};

type Vertex = usize;

struct Edge {
    to: Vertex,
    /// The condition through which the source determines the target, if the target is a control.
    condition: Option<usize>,
}

/// The cause of a vertex's divergence.
#[derive(Clone, Copy)]
struct Cause {
    /// The expression that diverges by itself.
    source: usize,
    /// Whether the condition contains the source.
    is_direct: bool,
    /// The last condition on the path from the source.
    condition: Option<usize>,
}

/// What a variable is at some place.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Version {
    vertex: Vertex,
    linear: Linear,
    /// The id by which the value differs, if it does so as it is linear.
    source: usize,
}

/// Something that a value depends on.
#[derive(Clone, Copy)]
enum Dependence {
    Version(Vertex),
    Source(usize),
}

/// The value of an expression.
struct Value {
    linear: Linear,
    /// The id by which it differs, if it does so as it is linear.
    source: usize,
    /// What the rest of it depends on.
    on: Vec<Dependence>,
}

/// An open `If` or `Loop`, or the entry.
struct Frame {
    is_loop: bool,
    /// The control of the statements in the frame.
    control: Vertex,
    /// What the condition or the bounds depend on.
    cond: Vertex,
    /// The control of the statements around it.
    outer: Vertex,
    /// The control under which a statement in the frame ends the invocation.
    returned: Option<Vertex>,
    /// The control under which a statement in the frame leaves the enclosing loop or its iteration.
    left_loop: Option<Vertex>,
    /// The number of changes before the frame.
    changes: usize,
    /// What the first arm of an `If` has made of variables, and whether control comes to its end.
    first: Vec<(usize, Version)>,
    first_falls: bool,
    /// The versions of variables at the head of a loop.
    heads: Vec<(usize, Version)>,
    /// Whether a statement continues the loop, or leaves it.
    has_jumps: bool,
}

/// A change of a variable: what it was, and what it has become.
struct Change {
    variable: usize,
    before: Option<Version>,
    after: Version,
    /// The control under which it was assigned; none where several ways meet.
    control: Option<Vertex>,
}

/// What waits for a whole workgroup: a barrier, or a collective of this name.
type Waits = Option<&'static str>;

struct Graph<'a> {
    buffers: Buffers<'a>,
    /// The buffers that a statement writes to.
    written: HashSet<&'a str>,
    /// The vertices of local arrays.
    arrays: HashMap<&'a str, Vertex>,
    size: [u32; 3],
    resolved: &'a [Option<usize>],
    /// The variables that each loop assigns, by its place, unless the nesting is too deep.
    assigned: Option<loops::Assigned>,
    edges: Vec<Vec<Edge>>,
    /// The vertices that diverge by themselves.
    marks: Vec<(Vertex, Cause)>,
    versions: Vec<Option<Version>>,
    changes: Vec<Change>,
    frames: Vec<Frame>,
    /// The positions of the open loops among the frames.
    loops: Vec<usize>,
    /// The control of the statement being visited.
    current: Vertex,
    /// Whether control comes to the next statement.
    falls: bool,
    barriers: Vec<(usize, Vertex, Waits)>,
    /// What has to be uniform: where it stands, and what it is.
    named: Vec<(usize, Vertex, &'static str)>,
}

pub(super) fn check(program: &Program, checked: &Checked, errors: &mut Errors) {
    let resolved = &checked.resolved;
    // The first vertex is the entry's.
    let mut edges = vec![Vec::new()];
    let mut arrays = HashMap::new();
    for buffer in program.buffers.iter().filter(|buffer| buffer.access == BufferAccess::Private) {
        arrays.insert(buffer.name.as_str(), edges.len());
        edges.push(Vec::new());
    }
    let mut graph = Graph {
        buffers: Buffers::of(&program.buffers),
        written: written(&program.entry),
        size: program.workgroup_size,
        resolved,
        assigned: (!checked.nesting_exceeded).then(|| loops::assigned(&program.entry, resolved)),
        edges,
        arrays,
        marks: Vec::new(),
        versions: vec![None; checked.variables.len()],
        changes: Vec::new(),
        frames: vec![Frame::new(false, 0, 0, 0)],
        loops: Vec::new(),
        current: 0,
        falls: true,
        barriers: Vec::new(),
        named: Vec::new(),
    };
    walk(&program.entry, |event| match event {
        Event::Enter { place, node, exprs } => graph.enter(place, node, exprs),
        Event::Otherwise { .. } => graph.otherwise(),
        Event::Leave { node, .. } => graph.leave(node),
    });
    graph.report(errors);
}

/// The buffers that statements write to.
fn written(nodes: &[Node]) -> HashSet<&str> {
    let mut written = HashSet::new();
    walk(nodes, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        if let Node::Store { buffer, .. }
        | Node::AtomicStore { buffer, .. }
        | Node::StoreByte { buffer, .. }
        | Node::StoreWord { buffer, .. }
        | Node::TensorStore { tensor: buffer, .. } = node
        {
            written.insert(buffer.as_str());
        }
        for (first, root) in exprs.into_iter().flatten() {
            root.fold(first, |_, expr, _: &mut [()]| {
                if let Expr::Atomic { buffer, .. } = expr {
                    written.insert(buffer.as_str());
                }
            });
        }
    });
    written
}

impl Frame {
    fn new(is_loop: bool, control: Vertex, cond: Vertex, changes: usize) -> Frame {
        Frame {
            is_loop,
            control,
            cond,
            outer: control,
            returned: None,
            left_loop: None,
            changes,
            first: Vec::new(),
            first_falls: true,
            heads: Vec::new(),
            has_jumps: false,
        }
    }
}

impl Graph<'_> {
    fn vertex(&mut self) -> Vertex {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn edge(&mut self, from: Vertex, to: Vertex) {
        self.edges[from].push(Edge { to, condition: None });
    }

    fn mark(&mut self, vertex: Vertex, source: usize) {
        self.marks.push((vertex, Cause { source, is_direct: false, condition: None }));
    }

    /// Lets a vertex depend on a version as a whole.
    fn depend_on(&mut self, to: Vertex, version: Version) {
        self.edge(version.vertex, to);
        if version.linear.differs() {
            self.mark(to, version.source);
        }
    }

    /// The value of an expression.
    fn value(&self, (first, root): ExprAt<'_>) -> Value {
        root.fold(first, |place, expr, operands: &mut [Value]| self.one(place, expr, operands))
    }

    fn one(&self, place: usize, expr: &Expr, operands: &mut [Value]) -> Value {
        let linear = Linear::leaf(expr, self.size);
        let plain = |on| Value { linear, source: place, on };
        match expr {
            Expr::Var(_) => match self.resolved[place].and_then(|variable| self.versions[variable]) {
                Some(Version { vertex, linear, source }) => {
                    Value { linear, source, on: vec![Dependence::Version(vertex)] }
                }
                None => plain(Vec::new()),
            },
            Expr::Atomic { .. } | Expr::AtomicLoad { .. } => plain(vec![Dependence::Source(place)]),
            Expr::Load { buffer, .. }
            | Expr::LoadByte { buffer, .. }
            | Expr::LoadWord { buffer, .. }
            | Expr::TensorLoad { tensor: buffer, .. } => match self.arrays.get(buffer.as_str()) {
                Some(array) => {
                    let array = Dependence::Version(*array);
                    plain(wholly(operands).into_iter().chain([array]).collect())
                }
                None if self.is_constant(buffer) => plain(wholly(operands)),
                None => plain(vec![Dependence::Source(place)]),
            },
            Expr::BinOp { op, .. } => {
                let [left, right] = operands else { return plain(Vec::new()) };
                let source = if left.linear.differs() { left.source } else { right.source };
                match Linear::binary(*op, left.linear, right.linear, self.size) {
                    Some(linear) => Value { linear, source, on: joined(operands) },
                    None => Value { linear: Linear::ANY, source, on: wholly(operands) },
                }
            }
            Expr::UnOp { op, .. } => {
                let [operand] = operands else { return plain(Vec::new()) };
                let source = operand.source;
                match Linear::unary(*op, operand.linear) {
                    Some(linear) => Value { linear, source, on: joined(operands) },
                    None => Value { linear: Linear::ANY, source, on: wholly(operands) },
                }
            }
            _ if operands.is_empty() => plain(Vec::new()),
            _ => Value { linear: Linear::ANY, source: place, on: wholly(operands) },
        }
    }

    /// Whether nobody writes to a buffer while the program runs.
    fn is_constant(&self, buffer: &str) -> bool {
        match self.buffers.get(buffer).map(|buffer| buffer.access) {
            None | Some(BufferAccess::ReadOnly | BufferAccess::Uniform) => true,
            Some(BufferAccess::ReadWrite) => !self.written.contains(buffer),
            // What nothing writes there is zero, and of no use. Local arrays have vertices.
            Some(BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic | BufferAccess::Private) => false,
        }
    }

    /// Adds edges to `to` from everything that the value of an expression depends on, and whether it differs by the local id.
    /// `condition` is set if the expression determines what is executed.
    fn depend(&mut self, to: Vertex, (first, root): ExprAt<'_>, is_condition: bool) {
        let condition = is_condition.then_some(first);
        let inside = first..first + root.count();
        let mut value = [self.value((first, root))];
        for on in wholly(&mut value) {
            match on {
                Dependence::Version(vertex) => self.edges[vertex].push(Edge { to, condition }),
                Dependence::Source(source) => {
                    let is_direct = inside.contains(&source);
                    self.marks.push((to, Cause { source, is_direct, condition }));
                }
            }
        }
    }

    /// Gives a variable a new version, which is assigned under a control, unless it is what several ways make of it.
    fn set(&mut self, variable: usize, after: Version, control: Option<Vertex>) {
        let before = self.versions[variable].replace(after);
        if self.assigned.is_some() {
            self.changes.push(Change { variable, before, after, control });
        }
    }

    /// A version of which nothing is known yet.
    fn version(&mut self) -> Version {
        Version { vertex: self.vertex(), linear: Linear::ANY, source: 0 }
    }

    /// Gives the variable of a statement the value of an expression.
    fn assign(&mut self, place: usize, value: Option<ExprAt<'_>>) {
        let (Some(variable), Some(at)) = (self.resolved[place], value) else { return };
        if self.assigned.is_none() {
            return self.assign_whole(variable, at);
        }
        let (Value { linear, source, on }, vertex) = (self.value(at), self.vertex());
        for on in on {
            match on {
                Dependence::Version(from) => self.edge(from, vertex),
                Dependence::Source(source) => {
                    self.marks.push((vertex, Cause { source, is_direct: true, condition: None }))
                }
            }
        }
        self.set(variable, Version { vertex, linear, source }, Some(self.current));
    }

    /// Where the nesting is too deep, all that is assigned to a variable is one version.
    fn assign_whole(&mut self, variable: usize, value: ExprAt<'_>) {
        let version = match self.versions[variable] {
            Some(version) => version,
            None => self.version(),
        };
        self.versions[variable] = Some(version);
        self.edge(self.current, version.vertex);
        self.depend(version.vertex, value, false);
    }

    fn enter(&mut self, place: usize, node: &Node, exprs: ExprsAt<'_>) {
        match node {
            Node::Let { .. } | Node::Assign { .. } => self.assign(place, exprs[0]),
            Node::Collective { op, .. } => {
                self.barriers.push((place, self.current, Some(op.function())));
                self.name(exprs[1], "the id of `workgroup_broadcast`");
                let version = self.version();
                if !op.is_uniform() {
                    self.mark(version.vertex, place);
                }
                self.declare(place, version);
            }
            Node::UniformLoad { .. } => {
                self.barriers.push((place, self.current, Some("workgroup_uniform_load")));
                self.name(exprs[0], "the index of `workgroup_uniform_load`");
                let version = self.version();
                self.declare(place, version);
            }
            Node::If { .. } => {
                self.open(false, exprs);
            }
            Node::Loop { .. } => {
                let cond = self.open(true, exprs);
                self.begin_rounds(place);
                let version = self.version();
                self.edge(cond, version.vertex);
                self.declare(place, version);
            }
            Node::Break => {
                if let Some(&at) = self.loops.last() {
                    let control = self.frames[at].control;
                    self.edge(self.current, control);
                }
                self.escape(true);
            }
            Node::Continue => self.escape(true),
            // The controls of all enclosing loops depend on it too; `leave` adds these edges.
            Node::Return => self.escape(false),
            Node::Barrier => self.barriers.push((place, self.current, None)),
            // An invocation whose assertion fails goes on in a program with a barrier.
            Node::Assert { .. } => {}
            Node::Store { buffer, .. } => {
                if let Some(&array) = self.arrays.get(buffer.as_str()) {
                    self.edge(self.current, array);
                    exprs.into_iter().flatten().for_each(|expr| self.depend(array, expr, false));
                }
            }
            // A program is looked at again once its calls are replaced.
            Node::CallOp { .. } => {}
            Node::AtomicStore { .. }
            | Node::StoreByte { .. }
            | Node::StoreWord { .. }
            | Node::TensorStore { .. }
            | Node::Block(_) => {}
        }
    }

    /// Declares the variable of a statement.
    fn declare(&mut self, place: usize, version: Version) {
        if let Some(variable) = self.resolved[place] {
            self.set(variable, version, Some(self.current));
        }
    }

    /// Notes an expression that has to be uniform.
    fn name(&mut self, expr: Option<ExprAt<'_>>, what: &'static str) {
        let Some((at, expr)) = expr else { return };
        let vertex = self.vertex();
        self.depend(vertex, (at, expr), false);
        self.named.push((at, vertex, what));
    }

    /// Opens a frame. Gives the vertex of its condition.
    fn open(&mut self, is_loop: bool, exprs: ExprsAt<'_>) -> Vertex {
        let (outer, cond, control) = (self.current, self.vertex(), self.vertex());
        for expr in exprs.into_iter().flatten() {
            self.depend(cond, expr, true);
        }
        self.edge(outer, control);
        self.edge(cond, control);
        let frame = Frame { outer, ..Frame::new(is_loop, control, cond, self.changes.len()) };
        if is_loop {
            self.loops.push(self.frames.len());
        }
        self.frames.push(frame);
        self.current = control;
        cond
    }

    /// Records that a statement leaves the innermost loop or its iteration (`of_loop`), or else ends the invocation.
    fn escape(&mut self, of_loop: bool) {
        let under = self.current;
        self.falls = false;
        if let (true, Some(&at)) = (of_loop, self.loops.last()) {
            self.frames[at].has_jumps = true;
        }
        let Some(Frame { left_loop, returned, .. }) = self.frames.last() else { return };
        // If several statements of a frame leave, their controls are joined.
        let joined = self.join(if of_loop { *left_loop } else { *returned }, Some(under));
        if let Some(frame) = self.frames.last_mut() {
            if of_loop { frame.left_loop = joined } else { frame.returned = joined }
        }
    }

    fn join(&mut self, a: Option<Vertex>, b: Option<Vertex>) -> Option<Vertex> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => {
                let joined = self.vertex();
                self.edge(a, joined);
                self.edge(b, joined);
                Some(joined)
            }
            (a, b) => a.or(b),
        }
    }

    fn otherwise(&mut self) {
        let Some((control, changes)) = self.frames.last().map(|frame| (frame.control, frame.changes)) else {
            return;
        };
        self.current = control;
        let first = self.changed_since(changes);
        self.restore(changes);
        let falls = std::mem::replace(&mut self.falls, true);
        if let Some(frame) = self.frames.last_mut() {
            (frame.first, frame.first_falls) = (first, falls);
        }
    }

    fn leave(&mut self, node: &Node) {
        let (Node::If { .. } | Node::Loop { .. }) = node else { return };
        let Some(frame) = self.frames.pop() else { return };
        let mut left_loop = frame.left_loop;
        if frame.is_loop {
            self.loops.pop();
            self.end_rounds(&frame);
            left_loop = None;
            // Later iterations run without the invocations that have ended.
            if let Some(returned) = frame.returned {
                self.edge(returned, frame.control);
            }
        } else {
            self.merge(&frame);
        }
        self.current = frame.outer;
        if let Some(escaped) = self.join(frame.returned, left_loop) {
            let after = self.vertex();
            self.edge(frame.outer, after);
            self.edge(escaped, after);
            self.current = after;
        }
        let Some((returned, left)) = self.frames.last().map(|outer| (outer.returned, outer.left_loop)) else {
            return;
        };
        let returned = self.join(returned, frame.returned);
        let left = self.join(left, left_loop);
        if let Some(outer) = self.frames.last_mut() {
            outer.returned = returned;
            outer.left_loop = left;
        }
    }

    fn report(mut self, errors: &mut Errors) {
        let causes = self.causes();
        let related = |cause: Cause, at: usize| {
            let note = "this differs between the invocations of a workgroup";
            let source = (!cause.is_direct).then_some(Place::At(cause.source));
            Related { place: Place::At(at), note, source }
        };
        let mut found = Vec::new();
        for (place, control, waits) in self.barriers {
            let Some(cause) = causes[control] else { continue };
            let problem = match waits {
                Some(op) => Problem::DivergentCollective { op },
                None => Problem::DivergentBarrier {},
            };
            found.push((place, problem, cause.condition.map(|at| related(cause, at))));
        }
        for (place, vertex, what) in self.named {
            let Some(cause) = causes[vertex] else { continue };
            let at = cause.condition.filter(|_| !cause.is_direct).unwrap_or(cause.source);
            let source = Related { source: None, ..related(cause, at) };
            found.push((place, Problem::DivergentOperand { what }, Some(source)));
        }
        found.sort_by_key(|(place, ..)| *place);
        for (place, problem, related) in found {
            match related {
                Some(related) => errors.report_with(Place::At(place), problem, related),
                None => errors.report(Place::At(place), problem),
            }
        }
    }

    /// Why each vertex diverges, if it does.
    fn causes(&mut self) -> Vec<Option<Cause>> {
        let mut causes: Vec<Option<Cause>> = vec![None; self.edges.len()];
        let mut queue = std::mem::take(&mut self.marks);
        while let Some((vertex, cause)) = queue.pop() {
            if causes[vertex].is_some() {
                continue;
            }
            causes[vertex] = Some(cause);
            for edge in &self.edges[vertex] {
                queue.push(match edge.condition {
                    Some(condition) => {
                        (edge.to, Cause { condition: Some(condition), is_direct: false, ..cause })
                    }
                    None => (edge.to, cause),
                });
            }
        }
        causes
    }
}

/// What the bases of values depend on, together.
fn joined(values: &mut [Value]) -> Vec<Dependence> {
    // The longest list takes the others.
    let longest = (0..values.len()).max_by_key(|at| values[*at].on.len()).unwrap_or(0);
    let mut all = values.get_mut(longest).map(|value| std::mem::take(&mut value.on)).unwrap_or_default();
    values.iter_mut().for_each(|value| all.append(&mut value.on));
    all
}

/// What values depend on, the ids by which they differ included.
fn wholly(values: &mut [Value]) -> Vec<Dependence> {
    let sources = values.iter().filter(|value| value.linear.differs());
    let sources: Vec<Dependence> = sources.map(|value| Dependence::Source(value.source)).collect();
    let mut all = joined(values);
    all.extend(sources);
    all
}
