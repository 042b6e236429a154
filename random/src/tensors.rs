//! Buffers of a case as tensors.
//!
//! An element that the case finds at an index is an element of a tensor at some indices, and no other index has these: so it is still the element of
//! the same invocation alone. A tensor with as many elements as the buffer has, one after the other, gives what the case gives.

use crate::{Case, Source};
use vyre_ir::{BufferDecl, DataType, Dim, Event, Expr, Node, Program, TensorType, interned, walk};

/// The most statements and expressions of an index that is written once for each dimension.
const SMALL: usize = 12;

/// The same case with tensors in the place of the buffers that nothing but loads and stores names. Some of them have other strides than elements
/// one after the other have, or fewer elements than there are: then the case gives something else.
pub fn in_tensors(case: &Case, source: &mut Source<'_>) -> Case {
    let mut case = case.clone();
    let mut shapes: Vec<(String, Vec<u32>)> = Vec::new();
    for at in 0..case.inputs.len() {
        let bound = case.program.bound_buffers().nth(at);
        let Some(decl) = bound.filter(|decl| can_be(decl, &case.program.entry)).cloned() else { continue };
        let len = case.inputs[at].elements(decl.element.clone()).len() as u32;
        let is_simple = has_simple_indices(&decl.name, &case.program.entry);
        let (shape, ty) = shaped(&decl, len, is_simple, source, &mut case.dimensions);
        let tensor = BufferDecl::tensor(decl.name.as_str(), decl.binding, decl.access, ty);
        if let Some(own) = case.program.buffers.iter_mut().find(|own| own.name == decl.name) {
            *own = tensor;
        }
        shapes.push((decl.name, shape));
    }
    let mut rewriting = Rewriting { shapes, source };
    let entry = rewriting.body(&case.program.entry);
    Case { program: Program { entry, ..case.program.clone() }, ..case }
}

/// Whether nothing but loads, stores and lengths names a buffer.
fn can_be(decl: &BufferDecl, entry: &[Node]) -> bool {
    use vyre_ir::BufferAccess::{ReadOnly, ReadWrite};
    let is_buffer = matches!(decl.access, ReadOnly | ReadWrite) && decl.as_tensor().is_none();
    let mut can = is_buffer && decl.element != DataType::Bytes;
    let is_it = |name: &String| *name == decl.name;
    walk(entry, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        can &= match node {
            Node::AtomicStore { buffer, .. } | Node::UniformLoad { buffer, .. } => !is_it(buffer),
            Node::CallOp { .. } => false,
            _ => true,
        };
        can &= !exprs.into_iter().flatten().any(|(_, expr)| {
            expr.any(|expr| {
                matches!(expr, Expr::Atomic { buffer, .. } | Expr::AtomicLoad { buffer, .. } if is_it(buffer))
            })
        });
    });
    can
}

/// Whether each index of a buffer is short, loads nothing and changes nothing.
fn has_simple_indices(name: &str, entry: &[Node]) -> bool {
    let is_simple = |index: &Expr| {
        index.count() <= SMALL
            && !index.any(|expr| {
                matches!(
                    expr,
                    Expr::Load { .. } | Expr::Atomic { .. } | Expr::AtomicLoad { .. } | Expr::Call { .. }
                )
            })
    };
    let mut are_simple = true;
    walk(entry, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        if let Node::Store { buffer, index, .. } = node
            && buffer == name
        {
            are_simple &= is_simple(index);
        }
        for (_, expr) in exprs.into_iter().flatten() {
            expr.any(|expr| {
                if let Expr::Load { buffer, index } = expr
                    && buffer == name
                {
                    are_simple &= is_simple(index);
                }
                false
            });
        }
    });
    are_simple
}

/// A shape for so many elements, with its type. Where `is_simple` does not hold, one dimension alone is longer than 1.
fn shaped(
    decl: &BufferDecl,
    len: u32,
    is_simple: bool,
    source: &mut Source<'_>,
    dimensions: &mut Vec<(&'static str, u32)>,
) -> (Vec<u32>, TensorType) {
    let mut shape = vec![1; source.range(1, 3) as usize];
    let (rank, first) = (shape.len(), source.below(shape.len() as u32) as usize);
    let mut left = len;
    if is_simple {
        for axis in (1..rank).rev() {
            let divisors: Vec<u32> =
                (1..=left.min(9)).filter(|divisor| left.is_multiple_of(*divisor)).collect();
            shape[axis] = source.choose(divisors.iter()).copied().unwrap_or(2);
            left /= shape[axis].max(1);
        }
    }
    shape[if is_simple { 0 } else { first }] = left;
    // Some have fewer elements, or lie otherwise.
    let is_exact = source.chance(2, 3);
    if !is_exact {
        for length in &mut shape {
            *length = match source.below(4) {
                0 => length.saturating_sub(1).max(1),
                1 => *length + 1,
                _ => *length,
            };
        }
        // With more elements an index past the end would be that of another invocation's element.
        while shape.iter().product::<u32>() > len {
            if let Some(longest) = shape.iter_mut().max() {
                *longest -= 1;
            }
        }
    }
    let dim = |length: &u32| {
        if is_exact && source.chance(1, 2) {
            let name = match dimensions.iter().find(|(_, known)| known == length) {
                Some((name, _)) => Some(*name),
                None => interned(&format!("N{}", dimensions.len())),
            };
            if let Some(name) = name {
                if dimensions.iter().all(|(known, _)| *known != name) {
                    dimensions.push((name, *length));
                }
                return Dim::Dynamic(name);
            }
        }
        Dim::Static(*length)
    };
    let dims: Vec<Dim> = shape.iter().map(dim).collect();
    let mut ty = TensorType::row_major(decl.element.clone(), dims);
    if !is_exact && source.chance(1, 2) {
        ty.strides = strides(&shape, source);
    }
    (shape, ty)
}

/// Strides with which no two elements lie in one place.
fn strides(shape: &[u32], source: &mut Source<'_>) -> Vec<u32> {
    let mut axes: Vec<usize> = (0..shape.len()).collect();
    for at in (1..axes.len()).rev() {
        axes.swap(at, source.below(at as u32 + 1) as usize);
    }
    let (mut strides, mut next) = (vec![1; shape.len()], 1 + source.below(2));
    for axis in axes {
        strides[axis] = next;
        next = next * shape[axis].max(1) + source.below(2);
    }
    strides
}

struct Rewriting<'s, 'b> {
    /// The tensors, with their shapes.
    shapes: Vec<(String, Vec<u32>)>,
    source: &'s mut Source<'b>,
}

impl Rewriting<'_, '_> {
    /// Validation bounds the recursion.
    fn body(&mut self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node) -> Node {
        let mut exprs = Vec::new();
        for expr in node.exprs().into_iter().flatten() {
            exprs.push(self.expr(expr));
        }
        if let (Node::Store { buffer, .. }, [index, value]) = (node, &exprs[..])
            && let Some(shape) = self.shape(buffer)
        {
            let indices = self.indices(buffer, &shape, index);
            return Node::tensor_store(buffer.as_str(), indices, value.clone());
        }
        let [first, second] = node.bodies();
        let (first, second) = (self.body(first), self.body(second));
        node.with_parts(exprs, first, second).unwrap_or_else(|| node.clone())
    }

    fn expr(&mut self, root: &Expr) -> Expr {
        root.fold(0, |_, expr, operands: &mut [Expr]| {
            let shape = match expr {
                Expr::Load { buffer, .. } | Expr::BufLen { buffer } => self.shape(buffer),
                _ => None,
            };
            match (expr, &*operands, shape) {
                (Expr::Load { buffer, .. }, [index], Some(shape)) => {
                    Expr::tensor_load(buffer.as_str(), self.indices(buffer, &shape, index))
                }
                (Expr::BufLen { buffer }, _, Some(shape)) => {
                    let lengths = (0..shape.len()).map(|axis| self.length(buffer, &shape, axis));
                    lengths.reduce(|left, right| left * right).unwrap_or(Expr::u32(1))
                }
                _ => expr.with_children(operands.iter().cloned()).unwrap_or_else(|| expr.clone()),
            }
        })
    }

    fn shape(&self, name: &str) -> Option<Vec<u32>> {
        self.shapes.iter().find(|(known, _)| known == name).map(|(_, shape)| shape.clone())
    }

    /// The length of a dimension, as a number or as the tensor says it.
    fn length(&mut self, tensor: &str, shape: &[u32], axis: usize) -> Expr {
        match self.source.chance(1, 3) {
            true => Expr::tensor_dim(tensor, axis as u32),
            false => Expr::u32(shape[axis]),
        }
    }

    /// The indices of what lies at an index of a buffer.
    fn indices(&mut self, tensor: &str, shape: &[u32], index: &Expr) -> Vec<Expr> {
        // Of all dimensions but one the length is 1.
        if let Some(long) = shape.iter().position(|length| *length != 1)
            && shape.iter().enumerate().all(|(axis, length)| axis == long || *length == 1)
        {
            return (0..shape.len())
                .map(|axis| if axis == long { index.clone() } else { Expr::u32(0) })
                .collect();
        }
        let mut behind: Option<Expr> = None;
        let mut indices: Vec<Expr> = Vec::new();
        for axis in (0..shape.len()).rev() {
            let quotient = match &behind {
                Some(behind) => index.clone() / behind.clone(),
                None => index.clone(),
            };
            indices.push(match axis {
                0 => quotient,
                axis => quotient % self.length(tensor, shape, axis),
            });
            let length = self.length(tensor, shape, axis);
            behind = Some(match behind {
                Some(behind) => behind * length,
                None => length,
            });
        }
        indices.reverse();
        indices
    }
}
