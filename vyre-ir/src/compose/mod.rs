//! Composition: operations that programs call by id, and that are gone before a backend sees the program.
//!
//! An [`OpSpec`] describes an operation; a [`Registry`] holds those that a program may call. Validation checks every
//! call against its operation's signature and then replaces it by the operation's [`Composition`]: arguments for
//! parameters, with fresh names for locals. What a backend lowers has no calls.

mod inline;
mod link;
mod returns;
pub(crate) mod rewrite;
#[cfg(test)]
mod tests;

use crate::library::Operation;
use crate::similar::{self, Nearest};
use crate::{Convention, DataType, Expr, Node, OpSignature, Program, UnOp};
use std::fmt;
use std::sync::{Arc, OnceLock};

pub use link::{CAPTURED_WORDS, Link};

pub(crate) use inline::{Keep, inline};
pub(crate) use returns::{remove as remove_returns, returns};

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSpec {
    /// The id by which calls name it, such as `primitive.bitwise.xor`.
    pub id: String,
    /// What it takes and gives.
    pub signature: OpSignature,
    /// How a host calls it.
    pub convention: Convention,
    /// Whether a call may be replaced by the composition. An operation that consumes buffers is not inlinable.
    pub inlinable: bool,
    /// What it computes. An inlinable operation needs one.
    pub composition: Option<Composition>,
}

/// The body of an operation: statements and a result, over the parameters.
///
/// It sees its parameters and its own constants and nothing else: no buffers, no ids, no barriers. `Return` ends the
/// operation, and the result is then evaluated as the variables stand; so where there is a `Return`, the result can
/// only use the parameters and variables that are declared before the first statement that may end it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    /// The names of the parameters, in order. They may be assigned to.
    pub params: Vec<String>,
    /// What happens before the result is evaluated.
    pub body: Vec<Node>,
    /// The value, in the scope of the body's outermost statements.
    pub result: Option<Expr>,
}

impl Composition {
    /// A composition that is one expression.
    pub fn expr(params: &[&str], result: impl Into<Expr>) -> Composition {
        Composition::new(params, Vec::new(), result)
    }

    /// A composition of statements and a result.
    pub fn new(params: &[&str], body: Vec<Node>, result: impl Into<Expr>) -> Composition {
        let mut names = Vec::new();
        for param in params {
            names.push(param.to_string());
        }
        Composition { params: names, body, result: Some(result.into()) }
    }

    /// The composition that a program stands for: its first statements, one for each buffer, bind the parameters, and its
    /// last one binds the result. Functions are compiled and kept in that form. `None` for other programs.
    pub fn from_program(program: &Program) -> Option<Composition> {
        let (first, rest) = program.entry.split_at_checked(program.buffers.len())?;
        let mut params = Vec::new();
        for node in first {
            let Node::Let { name, .. } = node else { return None };
            params.push(name.clone());
        }
        let (Node::Let { value, .. }, body) = rest.split_last()? else { return None };
        Some(Composition { params, body: body.to_vec(), result: Some(value.clone()) })
    }

    /// The number of its statements and expressions.
    pub fn size(&self) -> usize {
        self.result.as_ref().map_or(0, Expr::count) + crate::node::count(&self.body)
    }
}

impl OpSpec {
    /// An inlinable operation of convention V1.
    pub fn inlinable(
        id: impl Into<String>,
        inputs: &[DataType],
        output: DataType,
        composition: Composition,
    ) -> OpSpec {
        OpSpec {
            id: id.into(),
            signature: OpSignature { inputs: inputs.to_vec(), output },
            convention: Convention::V1,
            inlinable: true,
            composition: Some(composition),
        }
    }
}

/// The operations that a program may call. Cloning it is cheap.
///
/// Operations of the library on `I32` and `U64` that are rows of the operators' tables are typed operators in a lowered program:
/// [`Registry::operation`].
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// In order of their ids.
    ops: Vec<Arc<Entry>>,
}

#[derive(Clone, Debug)]
struct Entry {
    spec: OpSpec,
    /// The typed operator that the operation is: of the library's own alone.
    operation: Option<Operation>,
    /// Whether only the signature is known. Nothing public makes such an entry.
    is_declared: bool,
}

/// An operation with the same id is registered already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateOp {
    /// The id.
    pub id: String,
}

impl fmt::Display for DuplicateOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an op with id `{}` is registered already. Fix: choose another id.", self.id)
    }
}

impl std::error::Error for DuplicateOp {}

impl Registry {
    /// A registry without operations.
    pub fn empty() -> Registry {
        Registry::default()
    }

    /// The operation library; see [`library`](crate::library).
    pub fn standard() -> &'static Registry {
        static STANDARD: OnceLock<Registry> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let mut registry = Registry::empty();
            for row in crate::library::rows() {
                let (spec, operation) = (row.spec(), Operation::of(row.id));
                let added = registry.add(Entry { spec, operation, is_declared: false });
                debug_assert!(added.is_ok(), "ids of rows are unique");
            }
            registry
        })
    }

    /// Adds an operation. Its composition is checked when a program calls it.
    ///
    /// ```
    /// use vyre_ir::{Composition, DataType, Expr, OpSpec, Registry};
    /// let mut registry = Registry::standard().clone();
    /// let twice = Composition::expr(&["x"], Expr::var("x") << 1u32);
    /// registry.register(OpSpec::inlinable("my.twice", &[DataType::U32], DataType::U32, twice))?;
    /// # Ok::<(), vyre_ir::DuplicateOp>(())
    /// ```
    ///
    /// # Errors
    /// If there is one with the same id.
    pub fn register(&mut self, op: OpSpec) -> Result<(), DuplicateOp> {
        self.add(Entry { spec: op, operation: None, is_declared: false })
    }

    fn add(&mut self, entry: Entry) -> Result<(), DuplicateOp> {
        match self.find(&entry.spec.id) {
            Ok(_) => Err(DuplicateOp { id: entry.spec.id }),
            Err(at) => {
                self.ops.insert(at, Arc::new(entry));
                Ok(())
            }
        }
    }

    /// Where an id is, or belongs.
    fn find(&self, id: &str) -> Result<usize, usize> {
        self.ops.binary_search_by(|entry| entry.spec.id.as_str().cmp(id))
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.find(id).ok().map(|at| &*self.ops[at])
    }

    /// The operation with this id.
    pub fn get(&self, id: &str) -> Option<&OpSpec> {
        self.entry(id).map(|entry| &entry.spec)
    }

    /// Adds an operation of which only the signature is known, in place of one with the same id.
    pub(crate) fn declare(&mut self, id: &str, signature: OpSignature) {
        let (id, convention) = (id.to_string(), Convention::V1);
        let spec = OpSpec { id: id.clone(), signature, convention, inlinable: true, composition: None };
        let entry = Arc::new(Entry { spec, operation: None, is_declared: true });
        match self.find(&id) {
            Ok(at) => self.ops[at] = entry,
            Err(at) => self.ops.insert(at, entry),
        }
    }

    /// Whether only the signature of an operation is known.
    pub(crate) fn is_declared(&self, id: &str) -> bool {
        self.entry(id).is_some_and(|entry| entry.is_declared)
    }

    /// The typed operator that an operation of the library is, if it is one.
    pub fn operation(&self, id: &str) -> Option<Operation> {
        self.entry(id)?.operation
    }

    /// The registered id that is nearest to an unknown one.
    pub(crate) fn nearest(&self, id: &str) -> Nearest {
        similar::nearest_id(id, self.known_op_ids())
    }

    /// The ids of all operations, in order.
    pub fn known_op_ids(&self) -> impl Iterator<Item = &str> {
        self.ops.iter().map(|entry| entry.spec.id.as_str())
    }
}

/// Whether an expression is cheap and has the same value wherever in a statement it stands: one without operands, but a
/// call or a composed value may have none either.
fn is_leaf(expr: &Expr) -> bool {
    expr.child(0).is_none() && !matches!(expr, Expr::Call { .. } | Expr::Compose { .. })
}

/// `!expr`, as a condition.
fn not(expr: Expr) -> Expr {
    Expr::unary(UnOp::LogicalNot, expr)
}
