//! Composition: operations that programs call by id, and that are gone before a backend sees the program.
//!
//! An [`OpSpec`] describes an operation; a [`Registry`] holds those that a program may call. Validation checks every
//! call against its operation's signature and then replaces it by the operation's [`Composition`]: arguments for
//! parameters, with fresh names for locals. What a backend lowers has no calls.

mod expand;
mod inline;
mod link;
mod returns;
pub(crate) mod rewrite;
mod tensors;
#[cfg(test)]
mod tests;

use crate::library::Operation;
use crate::similar::{self, Nearest};
use crate::{BufferAccess, BufferDecl, Convention, DataType, Expr, Node, OpSignature, Program, UnOp};
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

pub use link::{CAPTURED_WORDS, Link};
#[doc(hidden)]
pub use tensors::{TensorSlice, with_tensors};

pub(crate) use expand::{Expanded, expand, zero};
pub(crate) use inline::{Keep, inline};
pub(crate) use returns::{remove as remove_returns, returns};

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSpec {
    /// The id by which calls name it, such as `primitive.bitwise.xor`.
    pub id: String,
    /// What it takes and computes.
    pub kind: OpKind,
}

/// What an operation takes and computes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpKind {
    /// Values: [`Expr::Call`] calls it.
    Value {
        /// What it takes and gives.
        signature: OpSignature,
        /// What it computes, by which a call is replaced. One without it, or without a result, cannot be called (rule V034).
        composition: Option<Composition>,
        /// How a host calls it.
        convention: Convention,
    },
    /// Buffers: [`Node::CallOp`] calls it. The parameters are the program's bound buffers, by name; its workgroup and private buffers are its
    /// own, for each place of a call. A `Uniform` buffer of one element takes a value too. The workgroup size `[0, 0, 0]` is the caller's.
    Program(Program),
    /// Buffers, one of which is a lookup table: convention V2.
    Lookup {
        /// As that of [`OpKind::Program`]. The table is its `ReadOnly` parameter at `lookup_binding`, or the first one if none is there.
        program: Program,
        /// The binding at which every caller declares the table.
        lookup_binding: u32,
    },
}

/// What a call passes for a parameter of an operation on buffers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpArg {
    /// The caller's buffer of this name.
    Buffer(String),
    /// A value, for a uniform parameter of one element.
    Value(Expr),
}

impl OpArg {
    /// A buffer.
    pub fn buffer(name: impl Into<String>) -> OpArg {
        OpArg::Buffer(name.into())
    }

    /// A value.
    pub fn value(value: impl Into<Expr>) -> OpArg {
        OpArg::Value(value.into())
    }

    /// The value, if it is one.
    pub fn as_value(&self) -> Option<&Expr> {
        match self {
            OpArg::Value(value) => Some(value),
            OpArg::Buffer(_) => None,
        }
    }
}

impl From<Expr> for OpArg {
    fn from(value: Expr) -> OpArg {
        OpArg::Value(value)
    }
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
    /// An operation on values, of convention V1.
    pub fn inlinable(
        id: impl Into<String>,
        inputs: &[DataType],
        output: DataType,
        composition: Composition,
    ) -> OpSpec {
        let signature = OpSignature { inputs: inputs.to_vec(), output };
        let (composition, convention) = (Some(composition), Convention::V1);
        OpSpec { id: id.into(), kind: OpKind::Value { signature, composition, convention } }
    }

    /// An operation on buffers: a program, whose bound buffers are the parameters.
    ///
    /// ```
    /// use vyre_ir::{OpSpec, Program, Registry, validate_with};
    /// let fill: Program = "program workgroup_size 0, 0, 0
    ///     buffer to: read_write u32 @ 0
    ///     buffer with: uniform u32[1] @ 1
    ///     entry { to[invocation_id.x] = with[0]; }".parse()?;
    /// let mut registry = Registry::standard().clone();
    /// registry.register(OpSpec::program("acme.fill", fill))?;
    /// let caller: Program = "program workgroup_size 64, 1, 1
    ///     buffer out: read_write u32 @ 0
    ///     entry { call acme.fill(to: &out, with: 7); }".parse()?;
    /// assert!(validate_with(&caller, &registry).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn program(id: impl Into<String>, program: Program) -> OpSpec {
        OpSpec { id: id.into(), kind: OpKind::Program(program) }
    }

    /// The same operation with another convention.
    pub fn with_convention(self, convention: Convention) -> OpSpec {
        let kind = match (self.kind, convention) {
            (OpKind::Value { signature, composition, .. }, convention) => {
                OpKind::Value { signature, composition, convention }
            }
            (
                OpKind::Program(program) | OpKind::Lookup { program, .. },
                Convention::V2 { lookup_binding },
            ) => OpKind::Lookup { program, lookup_binding },
            (OpKind::Program(program) | OpKind::Lookup { program, .. }, Convention::V1) => {
                OpKind::Program(program)
            }
        };
        OpSpec { id: self.id, kind }
    }

    /// How a host calls it.
    pub fn convention(&self) -> Convention {
        match &self.kind {
            OpKind::Value { convention, .. } => *convention,
            OpKind::Program(_) => Convention::V1,
            OpKind::Lookup { lookup_binding, .. } => Convention::V2 { lookup_binding: *lookup_binding },
        }
    }

    /// What it takes and gives, if it is an operation on values.
    pub fn signature(&self) -> Option<&OpSignature> {
        match &self.kind {
            OpKind::Value { signature, .. } => Some(signature),
            OpKind::Program(_) | OpKind::Lookup { .. } => None,
        }
    }

    /// What it computes, if it is an operation on values.
    pub fn composition(&self) -> Option<&Composition> {
        match &self.kind {
            OpKind::Value { composition, .. } => composition.as_ref(),
            OpKind::Program(_) | OpKind::Lookup { .. } => None,
        }
    }

    /// The same, to change it.
    pub fn composition_mut(&mut self) -> Option<&mut Composition> {
        match &mut self.kind {
            OpKind::Value { composition, .. } => composition.as_mut(),
            OpKind::Program(_) | OpKind::Lookup { .. } => None,
        }
    }

    /// Its program, if it is an operation on buffers.
    pub fn as_program(&self) -> Option<&Program> {
        match &self.kind {
            OpKind::Value { .. } => None,
            OpKind::Program(program) | OpKind::Lookup { program, .. } => Some(program),
        }
    }

    /// The parameter that is its lookup table, if it has one.
    pub(crate) fn table(&self) -> Option<&BufferDecl> {
        let OpKind::Lookup { program, lookup_binding } = &self.kind else { return None };
        let mut tables = program.buffers.iter().filter(|decl| decl.access == BufferAccess::ReadOnly);
        let first = tables.clone().next();
        tables.find(|decl| decl.binding == *lookup_binding).or(first)
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

/// The library, and what programs have registered for the whole process.
static REGISTERED: RwLock<Option<Registry>> = RwLock::new(None);

/// Adds an operation for the whole process. [`Registry::registered`] has it, and so have kernels that declare it, from their first use on.
///
/// ```
/// use vyre_ir::{Composition, DataType, Expr, OpSpec, Registry, register};
/// let twice = Composition::expr(&["x"], Expr::var("x") << 1u32);
/// register(OpSpec::inlinable("my.doubled", &[DataType::U32], DataType::U32, twice))?;
/// assert!(Registry::registered().get("my.doubled").is_some());
/// # Ok::<(), vyre_ir::DuplicateOp>(())
/// ```
///
/// # Errors
/// If there is one with the same id.
pub fn register(spec: OpSpec) -> Result<(), DuplicateOp> {
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    registered.get_or_insert_with(|| Registry::standard().clone()).register(spec)
}

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

    /// The operation library, and the operations of [`register`].
    pub fn registered() -> Registry {
        Registry::current().into_owned()
    }

    /// The same, without a copy as long as nothing has been registered.
    pub(crate) fn current() -> Cow<'static, Registry> {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        registered.clone().map_or(Cow::Borrowed(Registry::standard()), Cow::Owned)
    }

    /// An operation on values that needs no others but those of the library: the bodies of those that it calls are in place of their calls.
    /// Calls of what the registry does not have stay. `None` if there is no such operation.
    pub fn portable(&self, id: &str) -> Option<OpSpec> {
        let spec = self.get(id)?;
        let (signature, composition) = (spec.signature()?.clone(), spec.composition()?);
        let params = || composition.params.iter().zip(&signature.inputs);
        let buffers = params().map(|(name, ty)| BufferDecl::read(name, 0, ty.clone())).collect();
        let mut entry: Vec<Node> =
            params().map(|(name, _)| Node::let_bind(name, Expr::load(name, 0u32))).collect();
        let mut result = "result".to_string();
        while composition.params.contains(&result) {
            result.push('_');
        }
        let args = composition.params.iter().map(Expr::var).collect();
        entry.push(Node::let_bind(result, Expr::call(id, args)));
        let program = inline(&Program::new(buffers, [1; 3], entry), self, Keep::Library)?;
        let composition = Some(Composition::from_program(&program)?);
        let kind = OpKind::Value { signature, composition, convention: spec.convention() };
        Some(OpSpec { id: spec.id.clone(), kind })
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
        let kind = OpKind::Value { signature, composition: None, convention };
        let spec = OpSpec { id: id.clone(), kind };
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
