//! A valid program with what backends have compiled it to, each when it is first needed.

use crate::function::Packed;
use crate::{Error, kept, unique};
use std::any::Any;
use std::borrow::Cow;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
use vyre_ir::{Program, Registry, Validated, validate_with};
use vyre_lower::{Lowered, SourceMap, Table, Target};

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    /// Where it was written; nothing is known of a program that no macro made.
    sources: SourceMap,
    /// What the buffers hold that are constant tables.
    tables: Vec<Table>,
    /// The buffers whose elements share words, as far as the program does not say.
    packed: Cow<'static, [Packed]>,
    /// A number that no other kernel has; none if the program is run once.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs know launches again"))]
    kernel: Option<u64>,
    /// Whether adapters may flush subnormals: the program notes which elements could have met one, and a second launch computes these anew.
    is_for_normals: bool,
    /// What optimises the program's forms in place of all passes, in measurements.
    optimiser: Option<Optimiser>,
    /// The lowered form, until the first backend takes it.
    lowered: Mutex<Option<Lowered>>,
    compiled: Compiled,
}

/// What makes a form better, for a target.
pub(crate) type Optimiser = Box<dyn Fn(&mut Lowered, &Target) + Send + Sync>;

/// What a backend compiles a program to.
pub(crate) trait Compile: Any + Send + Sync {
    /// Compiles a program.
    fn compile(module: &Module) -> Self;
}

/// A list of what a program was compiled to, one of each type. It only grows, so a lookup takes no lock.
#[derive(Default)]
struct Compiled(OnceLock<Box<Entry>>);

struct Entry {
    value: Box<dyn Any + Send + Sync>,
    next: Compiled,
}

impl Module {
    /// Lowers a program.
    pub(crate) fn new(validated: Validated) -> Result<Module, Error> {
        let lowered = {
            let _span = tracing::debug_span!("build").entered();
            vyre_lower::build(&validated)?
        };
        Ok(Module {
            validated,
            sources: SourceMap::default(),
            tables: Vec::new(),
            packed: Cow::Borrowed(&[]),
            kernel: None,
            is_for_normals: false,
            optimiser: None,
            lowered: Mutex::new(Some(lowered)),
            compiled: Compiled::default(),
        })
    }

    /// The module of a kernel, which stays for as long as the process.
    pub(crate) fn of_kernel(self, name: &str, sources: SourceMap) -> Module {
        if let Some(folder) = std::env::var_os("VYRE_PROGRAMS") {
            kept::keep(Path::new(&folder), name, &self.validated, &sources);
        }
        Module { sources, kernel: Some(unique::number()), ..self }
    }

    /// The module, with a number by which its launches are known again.
    pub(crate) fn numbered(self) -> Module {
        Module { kernel: Some(unique::number()), ..self }
    }

    /// The module, in which adapters may flush subnormals: the program notes which elements could have met one, and a second launch computes these anew.
    pub(crate) fn for_normals(self) -> Module {
        Module { is_for_normals: true, ..self }
    }

    /// Whether an adapter may flush subnormals.
    pub(crate) fn is_for_normals(&self) -> bool {
        self.is_for_normals
    }

    /// The module, with what its tables hold.
    pub(crate) fn with_tables(self, tables: Vec<Table>) -> Module {
        Module { tables, ..self }
    }

    /// The module, with which buffers' elements share words.
    pub(crate) fn with_packed(self, packed: impl Into<Cow<'static, [Packed]>>) -> Module {
        Module { packed: packed.into(), ..self }
    }

    /// Whether the elements of what the kernel writes may lie in any order.
    pub(crate) fn is_any_order(&self) -> bool {
        self.packed.iter().any(|packed| packed.buffer.is_empty())
    }

    /// The buffers whose elements share words, as far as the program does not say.
    pub(crate) fn packed(&self) -> &[Packed] {
        &self.packed
    }

    /// The module of a program whose forms something else optimises.
    pub(crate) fn with_optimiser(self, optimiser: Optimiser) -> Module {
        Module { optimiser: Some(optimiser), ..self }
    }

    /// The module, with where the program was written.
    pub(crate) fn with_sources(self, sources: SourceMap) -> Module {
        Module { sources, ..self }
    }

    /// Validates a program and creates its module.
    pub(crate) fn validate(program: &Program) -> Result<Module, Error> {
        Module::validate_with(program, &Registry::registered())
    }

    /// Validates a program that calls operations of a registry, and creates its module.
    pub(crate) fn validate_with(program: &Program, registry: &Registry) -> Result<Module, Error> {
        let validated = {
            let _span = tracing::debug_span!("validate").entered();
            validate_with(program, registry).map_err(|errors| Error::Invalid { errors })?
        };
        Module::new(validated)
    }

    /// The kernel's number.
    #[cfg(feature = "gpu")]
    pub(crate) fn kernel(&self) -> Option<u64> {
        self.kernel
    }

    /// Whether something else than all passes optimises the program's forms.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_measured(&self) -> bool {
        self.optimiser.is_some()
    }

    /// The kernel's path, for messages; of a program that no macro made nothing is known.
    #[cfg(feature = "gpu")]
    pub(crate) fn name(&self) -> &str {
        Some(self.sources.name()).filter(|name| !name.is_empty()).unwrap_or("a program")
    }

    pub(crate) fn validated(&self) -> &Validated {
        &self.validated
    }

    pub(crate) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The lowered form of the program, before any pass.
    pub(crate) fn lowered(&self) -> Lowered {
        let first = self.lowered.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Ok(form) = first.map_or_else(|| vyre_lower::build(&self.validated), Ok) else {
            unreachable!("it has been built when the module was made")
        };
        Lowered { tables: self.tables.clone(), ..form }
    }

    /// Optimises a form of the program.
    pub(crate) fn optimise(&self, form: &mut Lowered, target: &Target) {
        match &self.optimiser {
            Some(optimise) => optimise(form, target),
            None => vyre_lower::pass::optimise(form, target),
        }
    }

    /// The program compiled to `T`.
    pub(crate) fn compiled<T: Compile>(&self) -> &T {
        let mut entries = &self.compiled;
        loop {
            let entry = entries.0.get_or_init(|| {
                let _span = tracing::debug_span!("lower", to = std::any::type_name::<T>()).entered();
                Box::new(Entry { value: Box::new(T::compile(self)), next: Compiled::default() })
            });
            match entry.value.downcast_ref() {
                Some(compiled) => return compiled,
                None => entries = &entry.next,
            }
        }
    }
}
