//! A valid program with its lowered forms, each of which is made when it is first needed.

use crate::{cpu, wgsl};
use std::sync::OnceLock;
use vyre_ir::{Program, Registry, Validated, ValidationError, validate, validate_with};
use vyre_lower::{Floats, SourceMap};

/// A program ready to run on any device.
pub(crate) struct Module {
    validated: Validated,
    /// Where it was written; nothing is known of a program that no macro made.
    sources: SourceMap,
    /// A number that no other kernel has; none if the program is run once.
    #[cfg(feature = "gpu")]
    kernel: Option<u64>,
    shader: OnceLock<Form>,
    /// For launches over parts of buffers that are too large to be bound.
    #[cfg(feature = "gpu")]
    split: OnceLock<Form>,
    /// Whether it has operators of floats.
    has_floats: OnceLock<bool>,
    floats: OnceLock<Box<FloatForm>>,
    code: OnceLock<cpu::Code>,
    blocks: OnceLock<cpu::block::Code>,
}

/// A program with operators of floats, lowered for GPUs that compute some of these strictly.
struct FloatForm {
    floats: Floats,
    is_split: bool,
    form: Form,
    next: OnceLock<Box<FloatForm>>,
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
            split: OnceLock::new(),
            has_floats: OnceLock::new(),
            floats: OnceLock::new(),
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

    /// The program as WGSL, as people see it.
    pub(crate) fn form(&self) -> &Form {
        self.form_on(wgsl::floats::all_printable(), false)
    }

    /// Whether the program has operators of floats.
    pub(crate) fn has_floats(&self) -> bool {
        *self.has_floats.get_or_init(|| wgsl::floats::are_used(self.validated.program()))
    }

    /// The program as WGSL for an adapter that computes these operators of floats strictly. The one that `is_split` is for launches
    /// over parts of buffers.
    pub(crate) fn form_on(&self, floats: Floats, is_split: bool) -> &Form {
        if !self.has_floats() {
            return match is_split {
                #[cfg(feature = "gpu")]
                true => self.lowered(&self.split, true),
                _ => self.lowered(&self.shader, false),
            };
        }
        let mut slot = &self.floats;
        loop {
            let known = slot.get_or_init(|| {
                let (form, next) = (self.lower(is_split, floats), OnceLock::new());
                Box::new(FloatForm { floats, is_split, form, next })
            });
            if known.floats == floats && known.is_split == is_split {
                return &known.form;
            }
            slot = &known.next;
        }
    }

    fn lowered<'a>(&self, form: &'a OnceLock<Form>, is_split: bool) -> &'a Form {
        form.get_or_init(|| self.lower(is_split, Floats::NONE))
    }

    fn lower(&self, is_split: bool, floats: Floats) -> Form {
        let _span = tracing::debug_span!("lower", to = "wgsl", is_split).entered();
        Form {
            shader: wgsl::lower(&self.validated, is_split, floats),
            #[cfg(feature = "gpu")]
            id: crate::gpu::next_id(),
        }
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
