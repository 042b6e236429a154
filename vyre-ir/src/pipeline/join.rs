//! One program of several steps: each invocation does the steps one after the other. That is the same where whatever one step hands to another, or takes
//! from one before, is accessed at `invocation_id().x` alone, in a grid of one dimension.

use super::length::{Item, MAX_LENGTH_ITEMS};
use super::plan::{Reason, Uses};
use super::valid::BoundArg;
use super::{BufferKind, Grid, Length, Pipeline};
use crate::compose::{remove_returns, rewrite, zero};
use crate::{BufferAccess, BufferDecl, DataType, Event, Expr, Node, Program, Validated, node, walk};
use std::collections::{HashMap, HashSet};

/// The maximum number of statements and expressions of a program that is made of several.
const MAX_NODES: usize = 20_000;
/// The maximum number of steps that are one launch.
const MAX_JOINED: usize = 256;
/// How many storage buffers and how many uniform ones every adapter takes.
const MAX_STORAGE: usize = 8;
const MAX_UNIFORM: usize = 8;

/// A step, and what matters for joining it with others.
pub(super) struct Candidate {
    pub(super) number: usize,
    pub(super) is_repeated: bool,
    pub(super) grid: Grid,
    program: Validated,
    args: Vec<BoundArg>,
    /// The invocations or the workgroups along x, if the grid has one dimension.
    along_x: Option<(bool, Length)>,
    /// What keeps it from being joined with any other.
    obstacle: Option<Reason>,
    /// The program's buffers that are accessed at another index than the invocation's.
    elsewhere: HashSet<String>,
    nodes: usize,
}

/// A program that does several steps.
pub(super) struct Joined {
    pub(super) program: Validated,
    pub(super) args: Vec<BoundArg>,
    /// The temporaries that are variables of it.
    pub(super) vanished: Vec<usize>,
}

impl Candidate {
    pub(super) fn new(
        lengths: &Lengths<'_>,
        program: &Validated,
        (args, grid): (&[BoundArg], &Grid),
        number: usize,
        is_repeated: bool,
    ) -> Candidate {
        let source = program.source();
        let (obstacle, elsewhere) = accesses(source, number);
        let takes_tensors = source.tensors().next().map(|_| Reason::Tensors { step: number });
        let obstacle = takes_tensors.or(obstacle);
        let one = |length: &Length| lengths.normal(length).as_constant() == Some(1);
        let along_x = match grid {
            Grid::Covers(length) => Some((false, lengths.normal(length))),
            Grid::Invocations([x, y, z]) if one(y) && one(z) => Some((false, lengths.normal(x))),
            Grid::Workgroups([x, y, z]) if one(y) && one(z) => Some((true, lengths.normal(x))),
            Grid::Invocations(_) | Grid::Workgroups(_) => None,
        };
        let [_, y, z] = source.workgroup_size;
        let along_x = along_x.filter(|_| (y, z) == (1, 1));
        Candidate {
            number,
            is_repeated,
            grid: grid.clone(),
            program: program.clone(),
            args: args.to_vec(),
            along_x,
            obstacle,
            elsewhere,
            nodes: node::count(&source.entry),
        }
    }

    /// The program's bound buffers, with what they are bound to.
    fn bound(&self) -> impl Iterator<Item = (&BufferDecl, &BoundArg)> {
        self.program.source().bound_buffers().zip(&self.args)
    }

    /// The buffers of the pipeline that it takes.
    fn buffers(&self) -> impl Iterator<Item = (&BufferDecl, usize)> {
        self.bound().filter_map(|(decl, arg)| match arg {
            BoundArg::Buffer(at) | BoundArg::Tensor(at, _) => Some((decl, *at)),
            BoundArg::Constant(_) | BoundArg::Lengths(_) => None,
        })
    }
}

/// Whether a buffer has one shape for both.
fn fits(one: &BufferDecl, other: &BufferDecl) -> bool {
    one.element == other.element && (one.count == other.count || one.count == 0 || other.count == 0)
}

/// Why a step cannot be joined to those before it, if it cannot.
pub(super) fn obstacle(
    pipeline: &Pipeline,
    group: &[Candidate],
    next: &Candidate,
    uses: &[Uses],
) -> Option<Reason> {
    let first = group.first()?;
    if let Some(reason) = group.iter().chain([next]).find_map(|candidate| candidate.obstacle.clone()) {
        return Some(reason);
    }
    let (Some(grid), Some(other)) = (&first.along_x, &next.along_x) else { return Some(Reason::Dimensions) };
    if first.program.source().workgroup_size != next.program.source().workgroup_size {
        return Some(Reason::WorkgroupSizes);
    }
    if grid != other {
        return Some(Reason::Grids);
    }
    for (decl, at) in next.buffers() {
        for candidate in group {
            for (earlier, _) in candidate.buffers().filter(|(_, other)| *other == at) {
                let buffer = || pipeline.buffers[at].name.clone();
                if !fits(decl, earlier) {
                    return Some(Reason::Elements { buffer: buffer() });
                }
                let is_written = |decl: &BufferDecl| decl.access == BufferAccess::ReadWrite;
                if !is_written(decl) && !is_written(earlier) {
                    continue;
                }
                if candidate.elsewhere.contains(&earlier.name) {
                    return Some(Reason::Index { buffer: buffer(), step: candidate.number });
                }
                if next.elsewhere.contains(&decl.name) {
                    return Some(Reason::Index { buffer: buffer(), step: next.number });
                }
            }
        }
    }
    let nodes: usize = group.iter().chain([next]).map(|candidate| candidate.nodes).sum();
    let all = || group.iter().chain([next]);
    // Temporaries that nothing else takes will be variables.
    let is_own = |at: &usize| {
        let is_temporary = pipeline.buffers[*at].kind == BufferKind::Temporary;
        is_temporary && !next.is_repeated && uses[*at].are_within(first.number, next.number)
    };
    let storage: HashSet<usize> =
        all().flat_map(Candidate::buffers).map(|(_, at)| at).filter(|at| !is_own(at)).collect();
    let words = all()
        .flat_map(Candidate::bound)
        .filter(|(_, arg)| matches!(arg, BoundArg::Constant(_) | BoundArg::Lengths(_)))
        .count();
    (nodes > MAX_NODES || group.len() >= MAX_JOINED || storage.len() > MAX_STORAGE || words >= MAX_UNIFORM)
        .then_some(Reason::Size)
}

/// What keeps a program from being joined with any other, and which buffers it accesses at another index than `invocation_id.x`.
fn accesses(program: &Program, step: usize) -> (Option<Reason>, HashSet<String>) {
    let mut reason = None;
    if node::waits(&program.entry) || program.buffers.iter().any(|buffer| buffer.access.is_shared()) {
        reason = Some(Reason::Barriers { step });
    }
    let names = names_of_x(&program.entry);
    let is_x = |expr: &Expr| match expr {
        Expr::InvocationId { axis } => *axis == 0,
        Expr::Var(name) => names.contains(name.as_str()),
        _ => false,
    };
    let mut elsewhere = HashSet::new();
    walk(&program.entry, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        match node {
            Node::Store { buffer, index, .. } if !is_x(index) => drop(elsewhere.insert(buffer.clone())),
            Node::StoreByte { buffer, .. } | Node::StoreWord { buffer, .. } => {
                elsewhere.insert(buffer.clone());
            }
            Node::AtomicStore { .. } => reason = Some(Reason::Atomics { step }),
            Node::Assert { .. } => reason = Some(Reason::Assertions { step }),
            _ => {}
        }
        for (_, expr) in exprs.into_iter().flatten() {
            expr.fold(0, |_, expr, _: &mut [()]| match expr {
                Expr::Load { buffer, index } if !is_x(index) => drop(elsewhere.insert(buffer.clone())),
                Expr::LoadByte { buffer, .. } | Expr::LoadWord { buffer, .. } => {
                    elsewhere.insert(buffer.clone());
                }
                Expr::Atomic { .. } | Expr::AtomicLoad { .. } => reason = Some(Reason::Atomics { step }),
                _ => {}
            });
        }
    });
    (reason, elsewhere)
}

/// The variables that are `invocation_id.x` wherever they stand.
fn names_of_x(nodes: &[Node]) -> HashSet<&str> {
    let mut names: HashMap<&str, bool> = HashMap::new();
    walk(nodes, |event| {
        let Event::Enter { node, .. } = event else { return };
        let (name, is_x) = match node {
            Node::Let { name, value: Expr::InvocationId { axis: 0 } } => (name, true),
            Node::Let { name, value: Expr::Var(other) } => {
                (name, names.get(other.as_str()).copied().unwrap_or(false))
            }
            Node::Let { name, .. } | Node::Assign { name, .. } => (name, false),
            other => match other.declares() {
                Some(name) => {
                    names.insert(name, false);
                    return;
                }
                None => return,
            },
        };
        let known = names.entry(name).or_insert(is_x);
        *known = *known && is_x;
    });
    // An assignment after an alias was made does not change the alias; but one of a name that was thought to be x makes others of it doubtful.
    let is_doubtful = |name: &str| names.get(name) == Some(&false);
    let mut doubtful = HashSet::new();
    walk(nodes, |event| {
        if let Event::Enter { node: Node::Let { name, value: Expr::Var(other) }, .. } = event
            && (is_doubtful(other) || doubtful.contains(other.as_str()))
        {
            doubtful.insert(name.as_str());
        }
    });
    names.iter().filter(|(name, is_x)| **is_x && !doubtful.contains(*name)).map(|(name, _)| *name).collect()
}

/// The lengths of buffers, in which those of other buffers are replaced by what they are, so that equal lengths are found to be equal.
pub(super) struct Lengths<'p> {
    by_name: HashMap<&'p str, Length>,
}

impl<'p> Lengths<'p> {
    pub(super) fn of(pipeline: &'p Pipeline) -> Lengths<'p> {
        let mut lengths = Lengths { by_name: HashMap::new() };
        // A length is one of buffers that are declared before.
        for buffer in &pipeline.buffers {
            if let Some(length) = &buffer.length {
                let normal = lengths.normal(length);
                lengths.by_name.insert(&buffer.name, normal);
            }
        }
        lengths
    }

    fn normal(&self, length: &Length) -> Length {
        let mut items = Vec::new();
        for item in &length.0 {
            match item {
                Item::Of(name) if let Some(inner) = self.by_name.get(name.as_str()) => {
                    items.extend(inner.0.iter().cloned());
                }
                other => items.push(other.clone()),
            }
        }
        if items.len() > MAX_LENGTH_ITEMS { length.clone() } else { Length(items) }
    }
}

/// Makes names that nothing has yet.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    fn fresh(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        let mut count = 1;
        while !self.0.insert(name.clone()) {
            count += 1;
            name = format!("{wanted}_{count}");
        }
        name
    }
}

/// A temporary that is a variable.
struct Kept {
    variable: String,
    element: DataType,
    /// What its length is.
    length: Expr,
}

/// The parts of one step in the program of all.
struct Parts<'j> {
    step: usize,
    /// The names of the program's buffers in that of all.
    buffers: HashMap<&'j str, String>,
    /// The names that its variables have got.
    locals: HashMap<String, String>,
    names: &'j mut Names,
    /// By the names of the program's buffers.
    kept: HashMap<&'j str, &'j Kept>,
}

impl rewrite::Rewrite for Parts<'_> {
    fn local(&mut self, name: &str) -> String {
        if let Some(known) = self.locals.get(name) {
            return known.clone();
        }
        let fresh = self.names.fresh(format!("step{}_{name}", self.step));
        self.locals.insert(name.to_string(), fresh.clone());
        fresh
    }

    fn buffer(&mut self, name: &str) -> String {
        self.buffers.get(name).cloned().unwrap_or_else(|| name.to_string())
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        match &expr {
            Expr::Load { buffer, .. } if let Some(kept) = self.kept.get(buffer.as_str()) => {
                Expr::var(&kept.variable)
            }
            Expr::BufLen { buffer } if let Some(kept) = self.kept.get(buffer.as_str()) => kept.length.clone(),
            _ => expr,
        }
    }

    fn node(&mut self, node: Node) -> Node {
        match &node {
            Node::Store { buffer, index, value } if let Some(kept) = self.kept.get(buffer.as_str()) => {
                let store = Node::assign(&kept.variable, value.clone());
                Node::if_then(index.clone().lt(kept.length.clone()), vec![store])
            }
            _ => node,
        }
    }
}

/// The program of several steps, where `vanishing` are the temporaries that nothing else takes. `None` if it would break a rule.
pub(super) fn join(
    pipeline: &Pipeline,
    lengths: &Lengths<'_>,
    group: &[Candidate],
    vanishing: &[usize],
) -> Option<Joined> {
    let first = group.first()?;
    let mut names = Names::default();
    let mut buffers: Vec<BufferDecl> = Vec::new();
    let mut args = Vec::new();
    // The names of the pipeline's buffers in the program.
    let mut shared: HashMap<usize, String> = HashMap::new();
    let mut elements: HashMap<usize, DataType> = HashMap::new();
    for (decl, at) in group.iter().flat_map(Candidate::buffers) {
        elements.insert(at, decl.element.clone());
        if vanishing.contains(&at) && zero(&decl.element).is_some() {
            continue;
        }
        let known = shared.get(&at).and_then(|name| buffers.iter_mut().find(|buffer| buffer.name == *name));
        if let Some(known) = known {
            known.count = known.count.max(decl.count);
            if decl.access == BufferAccess::ReadWrite {
                known.access = BufferAccess::ReadWrite;
            }
            continue;
        }
        let name = names.fresh(pipeline.buffers[at].name.clone());
        buffers.push(BufferDecl { name: name.clone(), binding: 0, ..decl.clone() });
        args.push(BoundArg::Buffer(at));
        shared.insert(at, name);
    }
    let vanished: Vec<usize> = vanishing
        .iter()
        .copied()
        .filter(|at| elements.contains_key(at) && !shared.contains_key(at))
        .collect();
    let mut given_lengths = Vec::new();
    let lengths_name = names.fresh("lengths".to_string());
    let mut kept: HashMap<usize, Kept> = HashMap::new();
    let mut entry = Vec::new();
    for at in &vanished {
        let buffer = &pipeline.buffers[*at];
        let own = lengths.normal(&Length::of(&buffer.name));
        let same = shared.iter().filter(|(other, _)| {
            let other = &pipeline.buffers[**other];
            other.element == elements[at]
                && other.element != DataType::Bytes
                && lengths.normal(&Length::of(&other.name)) == own
        });
        let length = match same.min_by_key(|(other, _)| **other) {
            Some((_, name)) => Expr::buf_len(name),
            None => {
                given_lengths.push(Length::of(&buffer.name));
                Expr::load(&lengths_name, given_lengths.len() as u32 - 1)
            }
        };
        let variable = names.fresh(format!("kept_{}", buffer.name));
        let element = elements[at].clone();
        entry.push(Node::let_bind(&variable, zero(&element)?));
        kept.insert(*at, Kept { variable, element, length });
    }
    for candidate in group {
        let source = candidate.program.source();
        let mut own: HashMap<&str, String> = HashMap::new();
        let mut own_kept: HashMap<&str, &Kept> = HashMap::new();
        for (decl, arg) in candidate.bound() {
            match arg {
                BoundArg::Buffer(at) | BoundArg::Tensor(at, _) => match (kept.get(at), shared.get(at)) {
                    (Some(kept), _) => {
                        debug_assert_eq!(kept.element, decl.element, "steps with other elements are apart");
                        // The name stays, so that the accesses are found.
                        let marked = names.fresh(format!("step{}_{}", candidate.number, decl.name));
                        own.insert(&decl.name, marked);
                        own_kept.insert(&decl.name, kept);
                    }
                    (None, Some(name)) => drop(own.insert(&decl.name, name.clone())),
                    (None, None) => return None,
                },
                words => {
                    let name = names.fresh(format!("step{}_{}", candidate.number, decl.name));
                    buffers.push(BufferDecl { name: name.clone(), binding: 0, ..decl.clone() });
                    args.push(words.clone());
                    own.insert(&decl.name, name);
                }
            }
        }
        for decl in source.buffers.iter().filter(|decl| !decl.access.is_bound()) {
            let name = names.fresh(format!("step{}_{}", candidate.number, decl.name));
            buffers.push(BufferDecl { name: name.clone(), ..decl.clone() });
            own.insert(&decl.name, name);
        }
        let own_kept: HashMap<String, &Kept> =
            own_kept.into_iter().filter_map(|(name, kept)| Some((own.get(name)?.clone(), kept))).collect();
        let mut parts = Parts {
            step: candidate.number,
            buffers: own,
            locals: HashMap::new(),
            names: &mut names,
            kept: own_kept.iter().map(|(name, kept)| (name.as_str(), *kept)).collect(),
        };
        let body = remove_returns(source.entry.clone(), "returned__");
        entry.push(Node::Block(rewrite::statements(&body, &mut parts)));
    }
    if !given_lengths.is_empty() {
        let count = given_lengths.len() as u32;
        buffers.push(BufferDecl::uniform(&lengths_name, 0, DataType::U32).with_count(count));
        args.push(BoundArg::Lengths(given_lengths));
    }
    // The arguments are in the order of the bound buffers, of which some stand behind arrays.
    let bound = buffers.iter_mut().filter(|buffer| buffer.access.is_bound());
    bound.zip(0..).for_each(|(buffer, binding)| buffer.binding = binding);
    let program = Program::new(buffers, first.program.source().workgroup_size, entry);
    let program = crate::validate(&program).ok()?;
    Some(Joined { program, args, vanished })
}
