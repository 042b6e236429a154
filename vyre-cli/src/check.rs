//! `vyre check`.

use crate::report::Failure;
use crate::source;
use std::io::Write;
use std::path::Path;

pub(crate) fn check(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let source = source::read(file)?;
    let valid = source.validate()?;
    source.warn_of_races();
    match valid.approximate()[..] {
        [] => writeln!(out, "{} is valid", source.name())?,
        ref rows => writeln!(out, "{} is valid, and not strict: {}", source.name(), rows.join(", "))?,
    }
    Ok(())
}
