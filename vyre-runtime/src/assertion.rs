//! The assertions of a launch: the buffer in which they fail goes behind the bindings of the program.

use crate::binding::Binding;
use crate::module::{Compile, Module};
use crate::{Error, Limit};
use vyre_lower::assertion::{self, Assertion, MAX_INVOCATIONS};
use vyre_lower::{Call, Frame};

/// The assertions of a program, with the calls in which they stand.
#[derive(Default)]
pub(crate) struct Assertions {
    list: Vec<Assertion>,
    calls: Vec<Call>,
}

impl Compile for Assertions {
    fn compile(module: &Module) -> Assertions {
        if !assertion::has_assertions(module.validated()) {
            return Assertions::default();
        }
        let form = module.lowered();
        Assertions { list: form.assertions, calls: form.calls }
    }
}

/// What a launch notes of its assertions.
pub(crate) struct Failures<'m> {
    module: &'m Module,
    words: Vec<u32>,
}

impl<'m> Failures<'m> {
    /// The buffer of a launch; nothing if the program has no assertions.
    ///
    /// # Errors
    /// If there are more invocations than can be told apart.
    pub(crate) fn of(module: &'m Module, groups: [u32; 3]) -> Result<Option<Failures<'m>>, Error> {
        let count = module.compiled::<Assertions>().list.len();
        if count == 0 {
            return Ok(None);
        }
        let size = module.validated().program().workgroup_size;
        let extent = |axis: usize| u64::from(groups[axis]) * u64::from(size[axis]);
        let asked = extent(0).saturating_mul(extent(1)).saturating_mul(extent(2));
        if asked > MAX_INVOCATIONS {
            return Err(Error::Limit { limit: Limit::AssertingInvocations, asked, allowed: MAX_INVOCATIONS });
        }
        // What is not 0 is below the product.
        let words = assertion::before(count, [0, 1, 2].map(|axis| extent(axis) as u32));
        Ok(Some(Failures { module, words }))
    }

    /// The binding of the buffer.
    pub(crate) fn binding(&mut self) -> Binding<'_> {
        Binding::WordsMut(&mut self.words)
    }

    /// The error of the first invocation that has failed, after the launch.
    pub(crate) fn result(&self) -> Result<(), Error> {
        let Some((at, invocation)) = assertion::failed(&self.words) else { return Ok(()) };
        let Assertions { list, calls } = self.module.compiled::<Assertions>();
        let Some(Assertion { message, origin }) = list.get(at) else { return Ok(()) };
        let place = self.module.sources().frames(*origin, calls).into_iter().next();
        let (file, line, column) = match place {
            Some(Frame { file, position, .. }) => (file, position.line, position.column),
            None => (String::new(), 0, 0),
        };
        Err(Error::Assertion { file, line, column, message: message.to_string(), invocation })
    }
}
