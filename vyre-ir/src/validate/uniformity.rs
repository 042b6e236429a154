//! V010: every invocation of a workgroup must reach the same barriers.
//!
//! The analysis propagates divergence through a dependence graph. The vertices are the variables and the *controls*.
//! A control represents the condition under which a statement is executed. There is one for the entry, one for each
//! `If` and `Loop`, and one after every statement that may have left a loop or ended the invocation. An edge leads to
//! what depends on its source: from a variable to the variables and controls that its value determines, and from a
//! control to the variables that are assigned and the controls that are opened under it.
//!
//! Ids, results of atomics and loads of writable memory diverge by themselves. What can be reached from them diverges
//! too, and a barrier under a divergent control is the error. Time and memory are linear in the size of the program,
//! whatever the nesting.

use super::body::Checked;
use super::{Buffers, Errors};
use crate::rules::{Place, Problem, Related};
use crate::{BufferAccess, Event, Expr, ExprAt, Node, Program, walk};

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

/// An open `If` or `Loop`, or the entry.
struct Frame {
    is_loop: bool,
    /// The control of the statements in the frame.
    control: Vertex,
    /// The control of the statements around it.
    outer: Vertex,
    /// The control under which a statement in the frame ends the invocation.
    returned: Option<Vertex>,
    /// The control under which a statement in the frame leaves the enclosing loop or its iteration.
    left_loop: Option<Vertex>,
}

struct Graph<'a> {
    buffers: Buffers<'a>,
    resolved: &'a [Option<usize>],
    edges: Vec<Vec<Edge>>,
    /// The vertices that diverge by themselves.
    marks: Vec<(Vertex, Cause)>,
    frames: Vec<Frame>,
    /// The controls of the open loops.
    loops: Vec<Vertex>,
    /// The control of the statement being visited.
    current: Vertex,
    barriers: Vec<(usize, Vertex)>,
}

pub(super) fn check(program: &Program, checked: &Checked, errors: &mut Errors) {
    let entry = checked.variables.len();
    let mut graph = Graph {
        buffers: Buffers::of(&program.buffers),
        resolved: &checked.resolved,
        edges: Vec::new(),
        marks: Vec::new(),
        frames: vec![Frame { is_loop: false, control: entry, outer: entry, returned: None, left_loop: None }],
        loops: Vec::new(),
        current: entry,
        barriers: Vec::new(),
    };
    graph.edges.resize_with(entry + 1, Vec::new);
    walk(&program.entry, |event| match event {
        Event::Enter { place, node, exprs } => graph.enter(place, node, exprs),
        Event::Otherwise { .. } => graph.otherwise(),
        Event::Leave { node, .. } => graph.leave(node),
    });
    graph.report(errors);
}

impl Graph<'_> {
    fn vertex(&mut self) -> Vertex {
        self.edges.push(Vec::new());
        self.edges.len() - 1
    }

    fn edge(&mut self, from: Vertex, to: Vertex) {
        self.edges[from].push(Edge { to, condition: None });
    }

    /// Adds edges to `to` from everything that the value of an expression depends on. `condition` is set if the
    /// expression determines what is executed.
    fn depend(&mut self, to: Vertex, (first, root): ExprAt<'_>, condition: Option<usize>) {
        root.fold(first, |place, expr, _: &mut [()]| match expr {
            Expr::Var(_) => {
                if let Some(variable) = self.resolved[place] {
                    self.edges[variable].push(Edge { to, condition });
                }
            }
            Expr::InvocationId { .. }
            | Expr::LocalId { .. }
            | Expr::Atomic { .. }
            | Expr::AtomicLoad { .. } => {
                self.marks.push((to, Cause { source: place, is_direct: true, condition }));
            }
            Expr::Load { buffer, .. } | Expr::LoadByte { buffer, .. } | Expr::LoadWord { buffer, .. } => {
                let is_constant = self.buffers.get(buffer).is_none_or(|buffer| {
                    matches!(buffer.access, BufferAccess::ReadOnly | BufferAccess::Uniform)
                });
                if !is_constant {
                    self.marks.push((to, Cause { source: place, is_direct: true, condition }));
                }
            }
            _ => {}
        });
    }

    fn enter(&mut self, place: usize, node: &Node, exprs: [Option<ExprAt<'_>>; 2]) {
        match node {
            Node::Let { .. } | Node::Assign { .. } => {
                if let (Some(variable), Some(value)) = (self.resolved[place], exprs[0]) {
                    self.edge(self.current, variable);
                    self.depend(variable, value, None);
                }
            }
            Node::If { .. } => self.open(false, exprs),
            Node::Loop { .. } => {
                self.open(true, exprs);
                if let Some(variable) = self.resolved[place] {
                    self.edge(self.current, variable);
                }
            }
            Node::Break => {
                if let Some(&control) = self.loops.last() {
                    self.edge(self.current, control);
                }
                self.escape(true);
            }
            Node::Continue => self.escape(true),
            // The controls of all enclosing loops depend on it too; `leave` adds these edges.
            Node::Return => self.escape(false),
            Node::Barrier => self.barriers.push((place, self.current)),
            Node::Store { .. } | Node::AtomicStore { .. } | Node::Block(_) => {}
        }
    }

    fn open(&mut self, is_loop: bool, exprs: [Option<ExprAt<'_>>; 2]) {
        let outer = self.current;
        let control = self.vertex();
        self.edge(outer, control);
        for expr in exprs.into_iter().flatten() {
            self.depend(control, expr, Some(expr.0));
        }
        self.frames.push(Frame { is_loop, control, outer, returned: None, left_loop: None });
        if is_loop {
            self.loops.push(control);
        }
        self.current = control;
    }

    /// Records that a statement leaves the innermost loop or its iteration (`of_loop`), or else ends the invocation.
    fn escape(&mut self, of_loop: bool) {
        let under = self.current;
        if let Some(frame) = self.frames.last_mut() {
            let slot = if of_loop { &mut frame.left_loop } else { &mut frame.returned };
            // If several statements of a frame leave, their controls are joined.
            slot.get_or_insert(under);
            if *slot != Some(under) {
                let slot = *slot;
                self.join_into(slot, under, of_loop);
            }
        }
    }

    fn join_into(&mut self, earlier: Option<Vertex>, under: Vertex, of_loop: bool) {
        let joined = self.join(earlier, Some(under));
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
        if let Some(frame) = self.frames.last() {
            self.current = frame.control;
        }
    }

    fn leave(&mut self, node: &Node) {
        let (Node::If { .. } | Node::Loop { .. }) = node else { return };
        let Some(frame) = self.frames.pop() else { return };
        let mut left_loop = frame.left_loop;
        if frame.is_loop {
            self.loops.pop();
            left_loop = None;
            // Later iterations run without the invocations that have ended.
            if let Some(returned) = frame.returned {
                self.edge(returned, frame.control);
            }
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
        for (place, control) in self.barriers {
            let Some(Cause { source, is_direct, condition }) = causes[control] else { continue };
            match condition {
                Some(at) => {
                    let note = "this differs between the invocations of a workgroup";
                    let source = (!is_direct).then_some(Place::At(source));
                    let related = Related { place: Place::At(at), note, source };
                    errors.report_with(Place::At(place), Problem::DivergentBarrier {}, related);
                }
                None => errors.report(Place::At(place), Problem::DivergentBarrier {}),
            }
        }
    }
}
