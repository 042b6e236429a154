//! A valid program with its lowered forms, each of which is made when it is first needed.

use crate::cpu;
use crate::wgsl::{self, Variant};
use std::sync::OnceLock;
use vyre_ir::{Program, Registry, Validated, ValidationError, validate, validate_with};
use vyre_lower::SourceMap;

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    /// Where it was written; nothing is known of a program that no macro made.
    sources: SourceMap,
    /// A number that no other kernel has; none if the program is run once.
    #[cfg(feature = "gpu")]
    kernel: Option<u64>,
    /// For each variant of launches.
    forms: [OnceLock<Form>; Variant::COUNT],
    code: OnceLock<cpu::Code>,
    blocks: OnceLock<cpu::block::Code>,
}

/// A program lowered for GPUs.
pub(crate) struct Form {
    pub(crate) shader: wgsl::Shader,
    /// A unique number, by which devices find the compiled kernel.
    #[cfg(feature = "gpu")]
    pub(crate) id: u64,
}

impl Module {
    pub(crate) fn new(validated: Validated) -> Module {
        Module {
            validated,
            sources: SourceMap::default(),
            #[cfg(feature = "gpu")]
            kernel: None,
            forms: Default::default(),
            code: OnceLock::new(),
            blocks: OnceLock::new(),
        }
    }

    /// The module of a kernel, which stays for as long as the process.
    pub(crate) fn of_kernel(self, sources: SourceMap) -> Module {
        Module {
            sources,
            #[cfg(feature = "gpu")]
            kernel: Some(crate::gpu::next_id()),
            ..self
        }
    }

    /// The kernel's number.
    #[cfg(feature = "gpu")]
    pub(crate) fn kernel(&self) -> Option<u64> {
        self.kernel
    }

    pub(crate) fn validated(&self) -> &Validated {
        &self.validated
    }

    pub(crate) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The program as WGSL.
    pub(crate) fn form(&self, variant: Variant) -> &Form {
        self.forms[variant.index()].get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "wgsl", is_split = variant.is_split).entered();
            Form {
                shader: wgsl::lower(&self.validated, variant),
                #[cfg(feature = "gpu")]
                id: crate::gpu::next_id(),
            }
        })
    }

    /// Validates a program and creates its module.
    pub(crate) fn validate(program: &Program) -> Result<Module, Vec<ValidationError>> {
        let _span = tracing::debug_span!("validate").entered();
        validate(program).map(Module::new)
    }

    /// Validates a program that calls operations of a registry, and creates its module.
    pub(crate) fn validate_with(
        program: &Program,
        registry: &Registry,
    ) -> Result<Module, Vec<ValidationError>> {
        let _span = tracing::debug_span!("validate").entered();
        validate_with(program, registry).map(Module::new)
    }

    /// The program compiled for the reference interpreter.
    pub(crate) fn code(&self) -> &cpu::Code {
        self.code.get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "cpu").entered();
            cpu::compile(&vyre_lower::build(&self.validated))
        })
    }

    /// The program compiled for the block engine.
    pub(crate) fn blocks(&self) -> &cpu::block::Code {
        self.blocks.get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "blocks").entered();
            let mut form = vyre_lower::build(&self.validated);
            vyre_lower::pass::optimise(&mut form, &vyre_lower::Target::CPU);
            cpu::block::compile(&form)
        })
    }
}
