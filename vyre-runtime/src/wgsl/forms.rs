//! The forms that a program was lowered to, each once: for the variants of launches that there were, and for large launches of one shape.

use super::{Shader, Variant, collectives, composed, floats, longs, lower_form};
use crate::module::{Compile, Module};
use std::sync::{Mutex, OnceLock, PoisonError};
#[cfg(feature = "gpu")]
use vyre_ir::BufferAccess;
use vyre_lower::Lowered;
use vyre_lower::analysis::effects::Effects;
#[cfg(feature = "gpu")]
use vyre_lower::specialise::{Shape, specialise};

/// A program lowered for GPUs.
pub(crate) struct Form {
    pub(crate) shader: Shader,
    /// A unique number, by which devices find the compiled kernel.
    #[cfg(feature = "gpu")]
    pub(crate) id: u64,
}

/// The forms of a program, for each variant of launches that there was.
struct Forms {
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are probed"))]
    has_floats: bool,
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are probed"))]
    has_longs: bool,
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs have spare lanes"))]
    has_barriers: bool,
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs may lack them"))]
    has_long_atomics: bool,
    /// The form before all passes, until the first variant takes it.
    built: Mutex<Option<Lowered>>,
    first: OnceLock<Box<Known>>,
}

/// A form, and those that were made after it. The list only grows, so a lookup takes no lock.
struct Known {
    variant: Variant,
    form: Form,
    next: OnceLock<Box<Known>>,
}

impl Compile for Forms {
    fn compile(module: &Module) -> Forms {
        let form = module.lowered();
        let has_functions = composed::count(&form) > 0;
        Forms {
            has_floats: floats::are_used(&form) || has_functions || collectives::are_approximate(&form),
            has_longs: longs::are_used(&form) || has_functions,
            has_long_atomics: super::has_long_atomics(&form),
            has_barriers: Effects::of(&form, &form.body).has_barrier,
            built: Mutex::new(Some(form)),
            first: OnceLock::new(),
        }
    }
}

impl Form {
    /// The form of a program for a variant.
    pub(crate) fn of(module: &Module, variant: Variant) -> &Form {
        if variant.has_subgroups {
            let without = Form::of(module, Variant { has_subgroups: false, ..variant });
            if !without.shader.has_collectives {
                return without;
            }
        }
        let forms = module.compiled::<Forms>();
        let mut slot = &forms.first;
        loop {
            let known = slot.get_or_init(|| {
                let built = forms.built.lock().unwrap_or_else(PoisonError::into_inner).take();
                let form = Form {
                    shader: shader(module, built.unwrap_or_else(|| module.lowered()), variant),
                    #[cfg(feature = "gpu")]
                    id: crate::unique::number(),
                };
                Box::new(Known { variant, form, next: OnceLock::new() })
            });
            if known.variant == variant {
                return &known.form;
            }
            slot = &known.next;
        }
    }

    /// The form of a program for launches of a shape, in which nothing is to be known of the program's source.
    #[cfg(feature = "gpu")]
    pub(crate) fn special(module: &Module, variant: Variant, shape: &Shape) -> Form {
        let mut built = module.lowered();
        specialise(&mut built, shape);
        Form { shader: shader(module, built, variant), id: crate::unique::number() }
    }

    /// Whether the program has operators on 64-bit integers that some adapters compute.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_longs(module: &Module) -> bool {
        module.compiled::<Forms>().has_longs
    }

    /// Whether the program has atomics of 64 bits.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_long_atomics(module: &Module) -> bool {
        module.compiled::<Forms>().has_long_atomics
    }

    /// Whether the invocations of a workgroup wait for each other.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_barriers(module: &Module) -> bool {
        module.compiled::<Forms>().has_barriers
    }

    /// Whether the program has long local arrays.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_long_arrays(module: &Module) -> bool {
        module.validated().program().buffers.iter().any(super::buffers::is_long)
    }

    /// Whether the program has more uniform buffers than every adapter binds without fault.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_many_uniforms(module: &Module) -> bool {
        let buffers = &module.validated().program().buffers;
        buffers.iter().filter(|buffer| buffer.access == BufferAccess::Uniform).count() > super::FEW_UNIFORMS
    }

    /// Whether the program has operators of floats.
    #[cfg(feature = "gpu")]
    pub(crate) fn has_floats(module: &Module) -> bool {
        module.compiled::<Forms>().has_floats
    }
}

/// What a form of a program becomes that no pass has seen.
fn shader(module: &Module, built: Lowered, variant: Variant) -> Shader {
    lower_form(built, variant, &|form, target| module.optimise(form, target))
}
