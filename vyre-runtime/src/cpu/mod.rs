//! The CPU device.
use crate::Error;
use crate::binding::Binding;
use vyre_ir::Validated;

pub(crate) struct Code;

pub(crate) fn compile(_program: &Validated) -> Code {
    Code
}

impl Code {
    pub(crate) fn run(&self, _groups: [u32; 3], _bindings: &mut [Binding<'_>]) -> Result<(), Error> {
        Ok(())
    }
}
