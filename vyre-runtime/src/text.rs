//! Modules that are compiled from their text at run time.

mod diagnostics;
mod function;
mod kernel;
mod numbers;
mod ready;
mod slice;
mod value;

pub use diagnostics::{Diagnostic, Diagnostics};
pub use function::Function;
pub use kernel::{Kernel, Parameter, TypeName};
pub use value::Value;
pub use vyre_lang::module::Access;

pub(crate) use ready::Ready;

use crate::Error;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use vyre_lang::module::{self as lang, Callable, Compiled};

/// A module of kernels and functions that was compiled from its text.
///
/// ```
/// use vyre_runtime::{Arg, Device, Module};
/// let module = Module::compile("
///     const STEP: u32 = 3;
///     fn mix(x: u32) -> u32 { x * STEP ^ x >> 7 }
///     #[kernel(workgroup_size = 64)]
///     fn hash(input: &[u32], out: &mut [u32], seed: u32) {
///         let i = invocation_id().x;
///         if i < out.len() { out[i] = mix(input[i] ^ seed); }
///     }
/// ")?;
/// let (input, mut out) = ([1u32, 200], [0u32; 2]);
/// let args = [Arg::read(&input), Arg::write(&mut out), Arg::value(7u32)];
/// module.kernel("hash")?.launch(args).dispatch(&Device::cpu())?;
/// // 1 ^ 7 is 6, and 200 ^ 7 is 207.
/// assert_eq!(out, [6 * 3, 207 * 3 ^ 207 >> 7]);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
#[derive(Clone)]
pub struct Module {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    /// The file that assertions and mistakes name.
    pub(crate) file: String,
    /// Nothing of one that was not compiled here.
    text: Option<String>,
    pub(crate) compiled: Compiled,
    warnings: Diagnostics,
    /// The functions that have been called so far.
    called: Mutex<HashMap<String, Arc<Callable>>>,
}

impl Module {
    /// Compiles a module.
    ///
    /// # Errors
    /// All mistakes in the text.
    pub fn compile(text: &str) -> Result<Module, Diagnostics> {
        Module::compile_named("<text>", text)
    }

    /// Compiles a module whose mistakes and assertions name a file.
    ///
    /// # Errors
    /// All mistakes in the text.
    pub fn compile_named(name: &str, text: &str) -> Result<Module, Diagnostics> {
        let of = |list| Diagnostics::new(name, text, list);
        let mut compiled = lang::compile(text).map_err(of)?;
        let warnings = of(std::mem::take(&mut compiled.warnings));
        let (file, text) = (name.to_string(), Some(text.to_string()));
        let called = Mutex::default();
        Ok(Module { inner: Arc::new(Inner { file, text, compiled, warnings, called }) })
    }

    /// What may be a mistake, such as a data race that is certain. There may be none.
    pub fn warnings(&self) -> &Diagnostics {
        &self.inner.warnings
    }

    /// The kernels, in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = Kernel> {
        (0..self.inner.compiled.kernels.len()).map(|at| Kernel::new(&self.inner, at))
    }

    /// A kernel by its name, such as `hash`, or by its path in the module's own modules, such as `inner::hash`.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let kernels = &self.inner.compiled.kernels;
        let found = kernels.iter().position(|kernel| kernel.name == name);
        let names = || kernels.iter().map(|kernel| kernel.name.as_str());
        found.map(|at| Kernel::new(&self.inner, at)).ok_or_else(|| unknown("kernel", name, names()))
    }

    /// The names of the functions that [`Module::function`] finds.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        self.inner.compiled.functions.iter().map(String::as_str)
    }

    /// A function by its name, to be called on the host.
    ///
    /// # Errors
    /// If there is none of this name, or if it cannot be called by itself: because it is one over types or constants, or because it takes
    /// what is no value.
    pub fn function(&self, name: &str) -> Result<Function, Error> {
        let known = self.inner.called.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        let callable = match known {
            Some(callable) => callable,
            None => {
                let functions = &self.inner.compiled.functions;
                let text = self.inner.text.as_ref().filter(|_| functions.iter().any(|known| known == name));
                let names = functions.iter().map(String::as_str);
                let Some(text) = text else { return Err(unknown("function", name, names)) };
                let callable = lang::compile_function(text, name)
                    .map_err(|list| Diagnostics::new(&self.inner.file, text, list))?;
                let callable = Arc::new(callable);
                let mut called = self.inner.called.lock().unwrap_or_else(PoisonError::into_inner);
                called.insert(name.to_string(), Arc::clone(&callable));
                callable
            }
        };
        Function::new(&self.inner.file, name, callable)
    }

    /// What the module was compiled to, as bytes. Its functions are not among them, but as far as kernels call them.
    pub fn to_wire(&self) -> Vec<u8> {
        lang::to_wire(&self.inner.file, &self.inner.compiled)
    }

    /// A module from what [`Module::to_wire`] gave. Each of its kernels is validated again.
    ///
    /// # Errors
    /// If the bytes are none of a module's, or if one of its kernels breaks a rule.
    pub fn from_wire(bytes: &[u8]) -> Result<Module, Error> {
        let (file, compiled) = lang::from_wire(bytes).ok_or(Error::ModuleWire)?;
        let warnings = Diagnostics::new(&file, "", Vec::new());
        let called = Mutex::default();
        let module = Module { inner: Arc::new(Inner { file, text: None, compiled, warnings, called }) };
        for (at, kernel) in module.inner.compiled.kernels.iter().enumerate() {
            // With constant parameters a kernel is validated once they are set.
            if kernel.constants.is_empty() {
                for instance in 0..kernel.instances.len() {
                    Ready::of(&module.inner, at, instance, &[])?;
                }
            }
        }
        Ok(module)
    }
}

impl std::fmt::Debug for Module {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kernels: Vec<&str> =
            self.inner.compiled.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        f.debug_struct("Module").field("file", &self.inner.file).field("kernels", &kernels).finish()
    }
}

fn unknown<'n>(what: &'static str, name: &str, present: impl Iterator<Item = &'n str>) -> Error {
    let present: Vec<&str> = present.collect();
    // One in a module of its own is meant by its last name.
    let inner = present.iter().copied().find(|known| known.rsplit("::").next() == Some(name));
    let nearest = inner.or_else(|| vyre_ir::similar::nearest(name, &present)).map(str::to_string);
    Error::NoSuchItem { what, name: name.to_string(), nearest }
}
