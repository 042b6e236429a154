//! A program whose tensors are slices with numbers beside them, as one with tensors.
//!
//! A kernel takes a tensor as a slice; the numbers of its view are words of the parameter block, and the place of an element is computed from them. That is
//! what a device runs. As a program that others read, run and put into pipelines, the kernel has [`TensorType`]s and accesses by an index for
//! each dimension. Who makes the slices knows how each place is written, and what is written otherwise stays as it is: the whole program then.

use super::rewrite::{self, Rewrite};
use crate::{BinOp, BufferAccess, BufferDecl, DataType, Dim, Expr, Node, Program, TensorType, evaluate};
use std::collections::{HashMap, HashSet};

/// A buffer that is a tensor's, and the variables that hold the numbers of its view.
#[derive(Clone, Debug)]
pub struct TensorSlice {
    /// The name of the buffer.
    pub buffer: String,
    /// The variable of the place of its first element.
    pub offset: String,
    /// The variable of the stride of each dimension.
    pub strides: Vec<String>,
    /// The dimensions. One that launches say is in the variable of its name.
    pub dims: Vec<Dim>,
}

/// The program with tensors in place of these slices; nothing where one of them is used in another way than by the places of elements.
pub fn with_tensors(program: &Program, tensors: &[TensorSlice]) -> Option<Program> {
    let assigned = assigned(&program.entry);
    let mut found = Tensors {
        tensors,
        block: "",
        gone: Vec::new(),
        assigned,
        same: HashMap::new(),
        numbers: HashMap::new(),
        places: HashMap::new(),
        loaded: 0,
        fits: true,
    };
    // The first statements take the parameters out of the block.
    for node in &program.entry {
        if let Node::Let { name, value: Expr::Load { buffer, index } } = node
            && (found.is_hidden(name) || found.axis(name).is_some())
            && (found.block.is_empty() || found.block == buffer)
            && let Expr::LitU32(word) = **index
        {
            found.block = buffer;
            found.gone.push(word);
        }
    }
    let block = program.buffer(found.block)?;
    let count = block.count.checked_sub(u32::try_from(found.gone.len()).ok()?)?;
    let declared = |decl: &BufferDecl| match decl.name == block.name {
        true => Some(BufferDecl { count, ..decl.clone() }),
        false => found.declared(decl),
    };
    let mut buffers = program.buffers.iter().map(declared).collect::<Option<Vec<_>>>()?;
    buffers.retain(|decl| decl.name != block.name || count > 0);
    let mut entry = rewrite::statements(&program.entry, &mut found);
    entry.retain(|node| !is_empty(node));
    let mut is_left = false;
    crate::walk(&entry, |event| {
        if let crate::Event::Enter { exprs, .. } = event {
            let exprs = exprs.into_iter().flatten();
            is_left |= exprs.into_iter().any(|(_, expr)| expr.any(|part| found.is_left(part)));
        }
    });
    (found.fits && !is_left && found.loaded == found.gone.len()).then(|| Program {
        buffers,
        entry,
        ..program.clone()
    })
}

/// The variables that have more than one value.
fn assigned(entry: &[Node]) -> HashSet<String> {
    let (mut seen, mut assigned) = (HashSet::new(), HashSet::new());
    crate::walk(entry, |event| {
        if let crate::Event::Enter { node, .. } = event {
            match node {
                Node::Assign { name, .. } => {
                    assigned.insert(name.clone());
                }
                node => {
                    let twice = node.declares().filter(|name| !seen.insert(name.to_string()));
                    assigned.extend(twice.map(str::to_string));
                }
            }
        }
    });
    assigned
}

struct Tensors<'t> {
    tensors: &'t [TensorSlice],
    /// The parameter block.
    block: &'t str,
    /// The words there of which tensors take the place.
    gone: Vec<u32>,
    assigned: HashSet<String>,
    /// Variables that stand for a number of a view.
    same: HashMap<String, Expr>,
    /// Variables that are one number.
    numbers: HashMap<String, u32>,
    /// Variables that are the place of an element, which is read and written there.
    places: HashMap<String, (String, Vec<Expr>)>,
    /// How many words that are gone were loaded: each once, for its variable.
    loaded: usize,
    fits: bool,
}

impl Tensors<'_> {
    fn declared(&self, decl: &BufferDecl) -> Option<BufferDecl> {
        let Some(tensor) = self.tensors.iter().find(|tensor| tensor.buffer == decl.name) else {
            return Some(decl.clone());
        };
        let is_storage = matches!(decl.access, BufferAccess::ReadOnly | BufferAccess::ReadWrite);
        if !is_storage || decl.element == DataType::Bytes || decl.count != 0 {
            return None;
        }
        let ty = TensorType::row_major(decl.element.clone(), tensor.dims.clone());
        Some(BufferDecl::tensor(decl.name.clone(), decl.binding, decl.access, ty).strided_by_launch())
    }

    fn tensor(&self, buffer: &str) -> Option<&TensorSlice> {
        self.tensors.iter().find(|tensor| tensor.buffer == buffer)
    }

    /// Whether a variable is a number of a view that no argument has by itself.
    fn is_hidden(&self, name: &str) -> bool {
        self.tensors.iter().any(|tensor| tensor.offset == name || tensor.strides.iter().any(|it| it == name))
    }

    /// Whether an expression needs what the program has no more.
    fn is_left(&self, part: &Expr) -> bool {
        match part {
            Expr::Var(name) => self.is_hidden(name),
            Expr::Load { buffer, .. } => self.tensor(buffer).is_some(),
            _ => false,
        }
    }

    /// The tensor and the axis of a dimension that launches say.
    fn axis(&self, name: &str) -> Option<(&str, u32)> {
        self.tensors.iter().find_map(|tensor| {
            let axis = tensor.dims.iter().position(|dim| matches!(dim, Dim::Dynamic(own) if *own == name))?;
            Some((tensor.buffer.as_str(), axis as u32))
        })
    }

    /// The indices of the element at a place of a tensor's slice.
    fn indices(&self, tensor: &TensorSlice, place: &Expr) -> Option<Vec<Expr>> {
        if let Expr::Var(name) = place
            && let Some((buffer, indices)) = self.places.get(name)
        {
            return (*buffer == tensor.buffer).then(|| indices.clone());
        }
        let mut position = place;
        if !tensor.dims.is_empty() {
            let Expr::BinOp { op: BinOp::BitOr, left, right } = place else { return None };
            position = left;
            let Expr::BinOp { op: BinOp::Sub, left: inside, right: one } = &**right else { return None };
            if **one != Expr::LitU32(1) {
                return None;
            }
            let mut inside = uncast(inside);
            for (axis, dim) in tensor.dims.iter().enumerate().rev() {
                let mut last = inside;
                if axis > 0 {
                    let Expr::BinOp { op: BinOp::BitAnd, left, right } = inside else { return None };
                    (inside, last) = (uncast(left), uncast(right));
                }
                let Expr::BinOp { op: BinOp::Lt, right, .. } = last else { return None };
                if !self.is_dim(right, dim) {
                    return None;
                }
            }
        }
        let mut indices = Vec::new();
        for stride in tensor.strides.iter().rev() {
            let Expr::BinOp { op: BinOp::Add, left, right } = position else { return None };
            let Expr::BinOp { op: BinOp::Mul, left: index, right: by } = &**right else { return None };
            if !matches!(&**by, Expr::Var(name) if name == stride) {
                return None;
            }
            indices.push(Expr::clone(index));
            position = left;
        }
        indices.reverse();
        matches!(position, Expr::Var(name) if *name == tensor.offset).then_some(indices)
    }

    /// The tensor and the indices that a variable stands for, where none of these changes after it.
    fn place(&self, value: &Expr) -> Option<(String, Vec<Expr>)> {
        let found = |tensor: &TensorSlice| Some((tensor.buffer.clone(), self.indices(tensor, value)?));
        let (tensor, indices) =
            self.tensors.iter().filter(|tensor| !tensor.dims.is_empty()).find_map(found)?;
        let may_change = |part: &Expr| match part {
            Expr::Var(name) => self.assigned.contains(name),
            Expr::Load { buffer, .. } => buffer != self.block,
            Expr::TensorLoad { .. } | Expr::Atomic { .. } | Expr::AtomicLoad { .. } => true,
            Expr::LoadByte { .. } | Expr::LoadWord { .. } => true,
            _ => false,
        };
        (!indices.iter().any(|index| index.any(may_change))).then_some((tensor, indices))
    }

    fn is_dim(&self, length: &Expr, dim: &Dim) -> bool {
        match dim {
            Dim::Dynamic(name) => matches!(length, Expr::Var(own) if own == name),
            Dim::Static(wanted) => match length {
                Expr::LitU32(length) => length == wanted,
                Expr::Var(name) => self.numbers.get(name) == Some(wanted),
                length => {
                    let value = evaluate(Vec::new(), length.clone(), DataType::U32);
                    value.is_some_and(|value| value.lanes()[0] == *wanted)
                }
            },
        }
    }
}

/// A truth value, whatever a cast makes of it.
fn uncast(expr: &Expr) -> &Expr {
    match expr {
        Expr::Cast { value, .. } => value,
        other => other,
    }
}

impl Rewrite for Tensors<'_> {
    fn local(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn buffer(&mut self, name: &str) -> String {
        name.to_string()
    }

    fn expr(&mut self, expr: Expr) -> Expr {
        match &expr {
            Expr::Var(name) => self.same.get(name).cloned().unwrap_or(expr),
            Expr::Load { buffer, index } if buffer == self.block => match **index {
                // One that is gone stands in its own `let` alone, which goes too.
                Expr::LitU32(word) if self.gone.contains(&word) => {
                    self.loaded += 1;
                    expr
                }
                Expr::LitU32(word) => {
                    let before = self.gone.iter().filter(|gone| **gone < word).count() as u32;
                    Expr::load(self.block, word - before)
                }
                _ => {
                    self.fits = false;
                    expr
                }
            },
            Expr::Load { buffer, index } => {
                let indices = self.tensor(buffer).and_then(|tensor| self.indices(tensor, index));
                indices.map_or(expr.clone(), |indices| Expr::tensor_load(buffer.clone(), indices))
            }
            Expr::BufLen { buffer }
            | Expr::LoadByte { buffer, .. }
            | Expr::LoadWord { buffer, .. }
            | Expr::AtomicLoad { buffer, .. }
            | Expr::Atomic { buffer, .. } => {
                self.fits &= self.tensor(buffer).is_none();
                expr
            }
            _ => expr,
        }
    }

    fn node(&mut self, node: Node) -> Node {
        match &node {
            Node::Let { name, value } => {
                let is_once = !self.assigned.contains(name);
                let is_gone = match value {
                    Expr::Load { buffer, .. } if buffer == self.block => {
                        if let (Some((tensor, axis)), true) = (self.axis(name), is_once) {
                            return Node::let_bind(name.clone(), Expr::tensor_dim(tensor, axis));
                        }
                        self.is_hidden(name)
                    }
                    Expr::Var(of) if self.is_hidden(of) || self.axis(of).is_some() => {
                        self.same.insert(name.clone(), value.clone());
                        true
                    }
                    Expr::BinOp { .. } if is_once => match self.place(value) {
                        Some(place) => {
                            self.places.insert(name.clone(), place);
                            true
                        }
                        None => false,
                    },
                    Expr::LitU32(number) if is_once => {
                        self.numbers.insert(name.clone(), *number);
                        false
                    }
                    _ => false,
                };
                self.fits &= is_once || !is_gone;
                if is_gone { Node::Block(Vec::new()) } else { node }
            }
            Node::Store { buffer, index, value } => {
                let Some(tensor) = self.tensor(buffer) else { return node };
                let indices = self.indices(tensor, index);
                self.fits &= indices.is_some();
                Node::tensor_store(buffer.clone(), indices.unwrap_or_default(), value.clone())
            }
            Node::AtomicStore { buffer, .. }
            | Node::StoreByte { buffer, .. }
            | Node::StoreWord { buffer, .. } => {
                self.fits &= self.tensor(buffer).is_none();
                node
            }
            _ if node.bodies().into_iter().flatten().any(is_empty) => {
                let [first, second] = node.bodies().map(|body| {
                    let mut body = body.to_vec();
                    body.retain(|node| !is_empty(node));
                    body
                });
                node.with_bodies(first, second)
            }
            _ => node,
        }
    }
}

/// Whether a statement is what is left of one that is gone.
fn is_empty(node: &Node) -> bool {
    matches!(node, Node::Block(body) if body.is_empty())
}
