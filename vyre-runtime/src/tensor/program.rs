//! The programs behind operations on tensors, each made once for the process.

use crate::Error;
use crate::module::Module;
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use vyre_ir::{Program, Registry, validate_with};
use vyre_lower::SourceMap;

/// A program as text, of which there is a bounded number: they depend on types and ranks, and not on sizes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) text: String,
    /// Whether adapters may flush subnormals in it ([`Module::for_normals`]).
    pub(crate) is_for_normals: bool,
}

static MODULES: OnceLock<Mutex<HashMap<Source, &'static Module>>> = OnceLock::new();

/// The module of a program, which stays for as long as the process.
pub(crate) fn module(source: &Source) -> Result<&'static Module, Error> {
    let modules = MODULES.get_or_init(Mutex::default);
    if let Some(known) = modules.lock().unwrap_or_else(PoisonError::into_inner).get(source) {
        return Ok(known);
    }
    let program: Program = source.text.parse().map_err(|error: vyre_ir::text::ParseError| Error::Device {
        operation: "an operation on tensors",
        message: error.to_string(),
    })?;
    let validated =
        validate_with(&program, Registry::standard()).map_err(|errors| Error::Invalid { errors })?;
    let module = Module::new(validated)?.of_kernel(source.name, SourceMap::default());
    let module = if source.is_for_normals { module.for_normals() } else { module };
    let module: &'static Module = Box::leak(Box::new(module));
    let mut modules = modules.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(modules.entry(source.clone()).or_insert(module))
}
