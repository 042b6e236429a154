//! Cases that are more than one program: a function runs each in this process, through the host's API, and says what is wrong.

use super::blame;
use super::certificate::Failed;
use super::draft::Draft;
use std::fmt::LowerHex;
use vyre::ir::Program;
use vyre::{Device, Error};

/// Why a case fails.
pub(super) struct Wrong(pub(super) String);

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        Wrong(error.to_string())
    }
}

/// The program of a text.
pub(super) fn program(text: &str) -> Result<Program, Wrong> {
    text.parse().map_err(|error| Wrong(format!("{error}")))
}

/// What runs a case.
pub(super) type Run<'a> = dyn Fn(&Device) -> Result<(), Wrong> + 'a;

/// A case: its name, and what runs it.
pub(super) type Whole<'a> = (&'a str, &'a Run<'a>);

/// Runs the cases of a section.
pub(super) fn run(device: &Device, draft: &Draft, at: usize, cases: &[Whole<'_>]) {
    draft.begin(at);
    for (number, (name, run)) in (0..).zip(cases) {
        if draft.stop.is_set() {
            return;
        }
        let failed = run(device).err().map(|Wrong(message)| {
            let (name, cause) = ((*name).to_string(), blame::of_whole(device, &|other| run(other).is_ok()));
            Failed { name, message, cause, program: String::new(), smaller: None }
        });
        draft.change(at, |section| {
            section.cases += 1;
            section.failed.extend(failed.map(|failed| (number, failed)));
        });
    }
}

/// That a result has the bits that it should have.
pub(super) fn same<T: PartialEq + LowerHex>(
    what: &str,
    got: impl IntoIterator<Item = T>,
    wanted: impl IntoIterator<Item = T>,
) -> Result<(), Wrong> {
    let (mut got, mut wanted) = (got.into_iter(), wanted.into_iter());
    for at in 0usize.. {
        match (got.next(), wanted.next()) {
            (None, None) => break,
            (Some(got), Some(wanted)) if got == wanted => {}
            (Some(got), Some(wanted)) => {
                return Err(Wrong(format!("`{what}[{at}]` is {got:#x} and should be {wanted:#x}")));
            }
            (None, Some(_)) => return Err(Wrong(format!("`{what}` ends before element {at}"))),
            (Some(_), None) => return Err(Wrong(format!("`{what}` goes on after element {at}"))),
        }
    }
    Ok(())
}
