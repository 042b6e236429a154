//! A valid program with its lowered forms, made when first asked for.

use crate::{cpu, wgsl};
use std::sync::OnceLock;
use vyre_ir::{Program, Validated, ValidationError, validate};

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    shader: OnceLock<wgsl::Shader>,
    code: OnceLock<cpu::Code>,
    #[cfg(feature = "gpu")]
    pipelines: crate::gpu::Pipelines,
}

impl Module {
    pub(crate) fn new(validated: Validated) -> Module {
        Module {
            validated,
            shader: OnceLock::new(),
            code: OnceLock::new(),
            #[cfg(feature = "gpu")]
            pipelines: crate::gpu::Pipelines::default(),
        }
    }

    pub(crate) fn validated(&self) -> &Validated {
        &self.validated
    }

    /// The program as WGSL.
    pub(crate) fn shader(&self) -> &wgsl::Shader {
        self.shader.get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "wgsl").entered();
            wgsl::lower(&self.validated)
        })
    }

    /// The program as GPUs have compiled it.
    #[cfg(feature = "gpu")]
    pub(crate) fn pipelines(&self) -> &crate::gpu::Pipelines {
        &self.pipelines
    }

    /// A module of a program that has not been validated yet.
    pub(crate) fn validate(program: &Program) -> Result<Module, Vec<ValidationError>> {
        let _span = tracing::debug_span!("validate").entered();
        validate(program).map(Module::new)
    }

    /// The program as code for the CPU device.
    pub(crate) fn code(&self) -> &cpu::Code {
        self.code.get_or_init(|| {
            let _span = tracing::debug_span!("lower", to = "cpu").entered();
            cpu::compile(&self.validated)
        })
    }
}
