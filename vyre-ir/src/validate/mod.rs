//! Validation. Only this module decides whether a program is valid, and only it constructs [`Validated`].
//!
//! `declarations` checks the buffers and the workgroup size, `body` checks scopes, types and limits in one walk,
//! `calls` checks the operations that are called, and `uniformity` checks the barriers. Each problem of the rules is
//! reported from exactly one line of these modules. An operand whose type is unknown because of an earlier error is
//! not reported again.

mod access;
mod body;
mod calls;
mod declarations;
mod operations;
mod strict;
mod uniformity;
mod unlinked;

pub use unlinked::{DeclaredCall, Unlinked, validate_unlinked};

use crate::compose::{Expanded, Keep, Registry, expand, inline};
use crate::node::count;
use crate::rules::{DEFAULT_MAX_NODE_COUNT, MAX_INSTRUCTIONS, Place, Problem, Related, ValidationError};
use crate::{BufferDecl, Convention, DataType, Node, Program};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A local variable of a valid program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name that the program gives it. Variables of sibling scopes may share one.
    pub name: String,
    /// The type of its values.
    pub ty: DataType,
    /// Whether a statement assigns to it after its declaration.
    pub is_assigned: bool,
}

/// A valid program, with the results of validation. Cloning it is cheap.
#[derive(Clone)]
pub struct Validated(Arc<Facts>);

struct Facts {
    /// The program as it was written, but for its calls of operations on buffers, which are replaced.
    source: Program,
    /// The program with those, if it has any, and where its parts are in `source`.
    written: Option<(Program, Expanded)>,
    /// The conventions of the operations on buffers.
    conventions: Vec<Convention>,
    /// The operations that it may call.
    registry: Registry,
    /// The ids of those that it calls, directly or not.
    called: Vec<String>,
    /// About how many statements and expressions it has once calls are replaced.
    expansion: usize,
    /// The program with its calls replaced, if it has any, once somebody has asked for it.
    inlined: OnceLock<Option<Program>>,
    types: Vec<Option<DataType>>,
    resolved: Vec<Option<usize>>,
    variables: Vec<Variable>,
}

impl Validated {
    fn new(
        source: Program,
        registry: &Registry,
        Accepted { checked, called: operations, expanded, conventions }: Accepted<'_>,
    ) -> Validated {
        let (source, written) = match expanded {
            Some(mut expanded) => {
                let program =
                    std::mem::replace(&mut expanded.program, Program::new(Vec::new(), [1; 3], Vec::new()));
                (program, Some((source, expanded)))
            }
            None => (source, None),
        };
        let expansion = operations.expansion;
        let called = operations.sizes().map(|(id, _)| id.to_string()).collect();
        let variables = checked.variables.into_iter().map(body::Binding::into_variable).collect();
        let (types, resolved, registry) = (checked.types, checked.resolved, registry.clone());
        let inlined = OnceLock::new();
        Validated(Arc::new(Facts {
            source,
            written,
            conventions,
            registry,
            called,
            expansion,
            inlined,
            types,
            resolved,
            variables,
        }))
    }

    /// The program, with every call replaced by the body of its operation; as it was written where that would be more than
    /// [`MAX_INSTRUCTIONS`] statements and expressions. It is made when it is first asked for.
    pub fn program(&self) -> &Program {
        let inlined = self.0.inlined.get_or_init(|| {
            let fits = self.0.expansion <= MAX_INSTRUCTIONS;
            fits.then(|| inline(self.source(), self.registry(), Keep::None)).flatten()
        });
        inlined.as_ref().unwrap_or(&self.0.source)
    }

    /// The program as it was written, with its calls in expressions. They are those of [`registry`](Self::registry). Calls of operations on
    /// buffers are replaced by the statements of their programs.
    pub fn source(&self) -> &Program {
        &self.0.source
    }

    /// The program as it was written, with all its calls.
    pub fn written(&self) -> &Program {
        self.0.written.as_ref().map_or(&self.0.source, |(written, _)| written)
    }

    /// The number that a statement or an expression of [`source`](Self::source) has in [`written`](Self::written): that of the call from which
    /// it comes, if it comes from one of an operation on buffers.
    pub fn written_place(&self, place: usize) -> usize {
        self.0.written.as_ref().map_or(place, |(_, expanded)| expanded.place(place))
    }

    /// The conventions of the operations on buffers that it calls, directly or not, each once.
    pub fn conventions(&self) -> &[Convention] {
        &self.0.conventions
    }

    /// The program as others can validate it, who know the operation library and nothing else: calls of other operations are
    /// replaced by their bodies. As it was written where that would be more than [`MAX_INSTRUCTIONS`] statements and expressions.
    pub fn portable(&self) -> Program {
        let source = self.source();
        let fits = self.0.expansion <= MAX_INSTRUCTIONS;
        let inlined = fits.then(|| inline(source, self.registry(), Keep::Library)).flatten();
        inlined.unwrap_or_else(|| source.clone())
    }

    /// The statements of the program as it was written, and those of each operation that it calls, directly or not.
    pub fn bodies(&self) -> impl Iterator<Item = &[Node]> {
        let called = self.0.called.iter().filter_map(|id| self.registry().get(id)?.composition());
        [self.source().entry.as_slice()]
            .into_iter()
            .chain(called.map(|composition| composition.body.as_slice()))
    }

    /// The operations that the program as it was written may call.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// The type of the expression with this number, in the program as it was written. `None` if it has no such expression.
    pub fn type_of(&self, place: usize) -> Option<DataType> {
        self.0.types.get(place).cloned().flatten()
    }

    /// The variable that the `Var`, `Let`, `Assign` or `Loop` with this number names, as an index into
    /// [`variables`](Self::variables). `None` if the program as it was written has no such expression or statement.
    pub fn variable_at(&self, place: usize) -> Option<usize> {
        self.0.resolved.get(place).copied().flatten()
    }

    /// Every local variable of the program as it was written, in order of declaration.
    pub fn variables(&self) -> &[Variable] {
        &self.0.variables
    }
}

impl std::fmt::Debug for Validated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Validated").field(self.source()).finish()
    }
}

/// Checks every rule, with the operations of [`Registry::registered`], which a device has as well.
///
/// # Errors
/// Every independent problem, once, in the order of the program. The statements of a program that is too large (V019)
/// are not checked, so that no program takes long.
pub fn validate(program: &Program) -> Result<Validated, Vec<ValidationError>> {
    validate_with(program, &Registry::current())
}

/// Checks every rule, with the operations of `registry`.
///
/// # Errors
/// The same as for [`validate`].
pub fn validate_with(program: &Program, registry: &Registry) -> Result<Validated, Vec<ValidationError>> {
    Ok(Validated::new(program.clone(), registry, check(program, registry)?))
}

/// What has been found out about a program that keeps every rule.
struct Accepted<'r> {
    checked: body::Checked,
    called: calls::Called<'r>,
    /// The program that all the rest is about, if it is not the one that was given.
    expanded: Option<Expanded>,
    conventions: Vec<Convention>,
}

/// Checks every rule.
fn check<'r>(program: &Program, registry: &'r Registry) -> Result<Accepted<'r>, Vec<ValidationError>> {
    let mut errors = Errors::default();
    let Some((checked, called)) = check_own(program, registry, &mut errors) else { return Err(errors.list) };
    let ids = operations::check(program, &checked.operations, registry, &mut errors);
    if !errors.list.is_empty() {
        return Err(errors.list);
    }
    if checked.operations.is_empty() {
        return Ok(Accepted { checked, called, expanded: None, conventions: Vec::new() });
    }
    let mut conventions: Vec<Convention> =
        ids.into_iter().filter_map(|id| Some(registry.get(id)?.convention())).collect();
    conventions.sort_unstable_by_key(|convention| match convention {
        Convention::V1 => None,
        Convention::V2 { lookup_binding } => Some(*lookup_binding),
    });
    conventions.dedup();
    // What an operation breaks only in this place is the call's mistake.
    let expanded = expand(program, registry);
    let found = check_own(&expanded.program, registry, &mut errors);
    let mut list: Vec<ValidationError> = Vec::new();
    for error in errors.list {
        let error = written(&expanded, error);
        if !list.contains(&error) {
            list.push(error);
        }
    }
    match found {
        Some((checked, called)) if list.is_empty() => {
            Ok(Accepted { checked, called, expanded: Some(expanded), conventions })
        }
        _ => Err(list),
    }
}

/// An error in the program without calls, with the places of the one with them.
fn written(expanded: &Expanded, error: ValidationError) -> ValidationError {
    let place = |place: Place| match place {
        Place::At(at) => Place::At(expanded.place(at)),
        Place::Buffer(at) => expanded.call_of_buffer(at).map_or(place, Place::At),
        Place::Program => place,
    };
    let related = error.related.map(|related| Related {
        place: place(related.place),
        source: related.source.map(place),
        ..related
    });
    ValidationError { problem: error.problem, place: place(error.place), related }
}

/// Checks every rule but those of the operations on buffers that are called. Nothing is given of a program that is too large to look at.
fn check_own<'r>(
    program: &Program,
    registry: &'r Registry,
    errors: &mut Errors,
) -> Option<(body::Checked, calls::Called<'r>)> {
    declarations::check(program, errors);
    let count = count(&program.entry);
    if count > DEFAULT_MAX_NODE_COUNT {
        errors.report(Place::Program, Problem::NodeCount {});
        return None;
    }
    let checked = body::check(program, registry, errors);
    let called = calls::check(&checked, count, registry, errors);
    uniformity::check(program, &checked, errors);
    Some((checked, called))
}

/// The buffers of a program by name. Of several with one name it finds the first.
struct Buffers<'a> {
    by_name: HashMap<&'a str, &'a BufferDecl>,
}

impl<'a> Buffers<'a> {
    fn of(declared: &'a [BufferDecl]) -> Buffers<'a> {
        Buffers { by_name: declared.iter().rev().map(|buffer| (buffer.name.as_str(), buffer)).collect() }
    }

    fn get(&self, name: &str) -> Option<&'a BufferDecl> {
        self.by_name.get(name).copied()
    }
}

/// The errors found so far.
#[derive(Default)]
struct Errors {
    list: Vec<ValidationError>,
}

impl Errors {
    fn report(&mut self, place: Place, problem: Problem) {
        self.list.push(ValidationError { problem, place, related: None });
    }

    fn report_with(&mut self, place: Place, problem: Problem, related: Related) {
        self.list.push(ValidationError { problem, place, related: Some(related) });
    }
}
