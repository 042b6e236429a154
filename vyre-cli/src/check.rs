//! `vyre check`.

use crate::report::Failure;
use crate::source;
use std::io::Write;
use std::path::Path;

pub(crate) fn check(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let source = source::read(file)?;
    source.validate()?;
    source.warn_of_races();
    writeln!(out, "{} is valid", source.name())?;
    Ok(())
}
