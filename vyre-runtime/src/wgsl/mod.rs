//! Lowering to WGSL.
use vyre_ir::Validated;

pub(crate) struct Shader {
    pub(crate) text: String,
}

pub(crate) fn lower(_program: &Validated) -> Shader {
    Shader { text: String::new() }
}
