//! A valid program with its lowered forms, each of which is made when it is first needed.

use crate::{cpu, wgsl};
use std::sync::OnceLock;
use vyre_ir::{Program, Registry, Validated, ValidationError, validate, validate_with};
use vyre_lower::{SourceMap, Target};

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    /// Where it was written; nothing is known of a program that no macro made.
    sources: SourceMap,
    /// A number that no other kernel has; none if the program is run once.
    #[cfg(feature = "gpu")]
    kernel: Option<u64>,
    shader: OnceLock<Form>,
    /// For adapters with subgroups, if the program has collectives.
    #[cfg(feature = "gpu")]
    subgroups: OnceLock<Form>,
    /// For launches over parts of buffers that are too large to be bound.
    #[cfg(feature = "gpu")]
    split: OnceLock<Form>,
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
            shader: OnceLock::new(),
            #[cfg(feature = "gpu")]
            subgroups: OnceLock::new(),
            #[cfg(feature = "gpu")]
            split: OnceLock::new(),
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
    pub(crate) fn form(&self) -> &Form {
        self.lowered(&self.shader, false, &Target::WGSL)
    }

    /// The program as WGSL, for an adapter with subgroups.
    #[cfg(feature = "gpu")]
    pub(crate) fn form_with_subgroups(&self) -> &Form {
        match self.form().shader.has_collectives {
            true => self.lowered(&self.subgroups, false, &Target::WGSL.with_subgroups()),
            false => self.form(),
        }
    }

    /// The program as WGSL, for launches that are split.
    #[cfg(feature = "gpu")]
    pub(crate) fn split_form(&self) -> &Form {
        self.lowered(&self.split, true, &Target::WGSL)
    }

    fn lowered<'a>(&self, form: &'a OnceLock<Form>, is_split: bool, target: &Target) -> &'a Form {
        form.get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "wgsl", is_split).entered();
            Form {
                shader: wgsl::lower(&self.validated, is_split, target),
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
            vyre_lower::pass::optimise(&mut form, &Target::CPU);
            cpu::block::compile(&form)
        })
    }
}
