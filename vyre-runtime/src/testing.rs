//! For tests and benches of this workspace: a lowered form runs through the reference interpreter, whichever passes have been over it,
//! and a program on a device after passes of the caller's.

use crate::arg::Arg;
use crate::binding::Binding;
use crate::cpu::{Code, Seen, Watch, compile};
use crate::module::Module;
use crate::{Buffer, Device, Error};
use std::time::Duration;
use vyre_ir::Validated;
use vyre_lower::analysis::zeros::needs_zeros;
use vyre_lower::assertion;
use vyre_lower::{Fault, Guard, Lowered, Target, verify};

/// Why a form did not run to its end as it should.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The verifier refuses the form.
    #[error("the form is refused: {0}")]
    Form(#[from] Fault),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] Error),
    /// An access was out of bounds although its guard says that it never is. Such an access is checked here all the same, so the
    /// buffers hold what they should.
    #[error("{0}")]
    Proof(String),
}

/// Runs `groups` workgroups of a form along x, y and z. The buffers are those that the program binds, in order of declaration, as
/// words; the program reads and writes them in place. A form with assertions gets one more, with the failures.
///
/// # Errors
/// If the form or the buffers are refused, or a proven access was out of bounds. The first such access is named.
// Compiled where it is used, so that programs do not have a second interpreter.
#[inline]
pub fn run_form(form: &Lowered, groups: [u32; 3], buffers: &mut Vec<Vec<u32>>) -> Result<(), Failure> {
    verify(form)?;
    let mut code = compile(form);
    if !needs_zeros(form) {
        code.start_with(0x5a5a_5a5a);
    }
    buffers.extend(vyre_lower::printing::before(form));
    buffers.extend(assertion::of_form(form, groups));
    let mut bindings: Vec<_> = buffers.iter_mut().map(|words| Binding::WordsMut(words)).collect();
    let mut proofs = Proofs { code: &code, broken: None };
    code.run_watched(groups, &mut bindings, &mut proofs)?;
    proofs.broken.map_or(Ok(()), |message| Err(Failure::Proof(message)))
}

/// A program that runs after passes of the caller's in place of all.
pub struct Prepared(Module);

/// The words of a buffer that a program binds.
pub enum Words {
    /// On a device.
    Resident(Buffer<u32>),
    /// On the host, as uniform data is.
    Host(Vec<u32>),
}

impl Prepared {
    /// A program, with what optimises its forms.
    pub fn new(
        program: &Validated,
        optimise: impl Fn(&mut Lowered, &Target) + Send + Sync + 'static,
    ) -> Result<Prepared, Error> {
        Ok(Prepared(Module::new(program.clone())?.with_optimiser(Box::new(optimise))))
    }

    /// Runs workgroups along x, y and z, and waits. Gives the time by the device's own clock.
    ///
    /// # Errors
    /// If the arguments do not fit the program's buffers, or the device cannot run it.
    pub fn run_timed(
        &self,
        device: &Device,
        groups: [u32; 3],
        buffers: &mut [Words],
    ) -> Result<Option<Duration>, Error> {
        let bound = self.0.validated().program().bound_buffers();
        let args = bound.zip(buffers).map(|(decl, words)| match words {
            Words::Resident(buffer) => Arg::buffer_mut(buffer).regrouped(decl.element.clone()),
            Words::Host(words) => Arg::read(words).regrouped(decl.element.clone()),
        });
        device.execute(&self.0, groups, &mut args.collect::<Vec<_>>(), true)
    }
}

/// Sees whether proven accesses are in bounds.
struct Proofs<'a> {
    code: &'a Code,
    /// What is said of the first that is not.
    broken: Option<String>,
}

impl Proofs<'_> {
    fn check(&mut self, what: &str, seen: Seen) {
        let site = self.code.site(seen.at);
        if let (Some(access), Some(origin)) = (site.access, site.origin)
            && let Guard::Proven(proof) = access.guard
            && !seen.is_within
            && self.broken.is_none()
        {
            let (name, index) = (&self.code.buffers()[access.buffer.index()].name, seen.index);
            self.broken = Some(format!(
                "{what} `{name}[{index}]` is out of bounds, against its proof {proof:?}, at {origin:?}"
            ));
        }
    }
}

impl Watch for Proofs<'_> {
    fn load(&mut self, access: Seen) {
        self.check("the load of", access);
    }

    fn store(&mut self, access: Seen) {
        self.check("the store to", access);
    }

    fn atomic(&mut self, access: Seen) {
        self.check("the atomic on", access);
    }
}
