//! A valid program with its lowered forms, made when first asked for.

use crate::{cpu, wgsl};
use std::sync::OnceLock;
use vyre_ir::Validated;

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    shader: OnceLock<wgsl::Shader>,
    code: OnceLock<cpu::Code>,
}

impl Module {
    pub(crate) fn new(validated: Validated) -> Module {
        Module { validated, shader: OnceLock::new(), code: OnceLock::new() }
    }

    pub(crate) fn validated(&self) -> &Validated {
        &self.validated
    }

    /// The program as WGSL.
    pub(crate) fn shader(&self) -> &wgsl::Shader {
        self.shader.get_or_init(|| wgsl::lower(&self.validated))
    }

    /// The program as code for the CPU device.
    pub(crate) fn code(&self) -> &cpu::Code {
        self.code.get_or_init(|| cpu::compile(&self.validated))
    }
}
