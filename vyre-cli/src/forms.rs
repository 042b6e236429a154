//! `vyre wgsl`, `vyre wire` and `vyre text`: convert a program to another form.

use crate::report::Failure;
use crate::source;
use std::fs;
use std::io::Write;
use std::path::Path;

pub(crate) fn wgsl(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    let validated = source::read(file)?.validate()?;
    write!(out, "{}", vyre::to_wgsl(&validated))?;
    Ok(())
}

pub(crate) fn text(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    write!(out, "{}", source::read(file)?.program)?;
    Ok(())
}

pub(crate) fn wire(file: &Path, output: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    write_to(output, &source::read(file)?.program.to_wire(), out)
}

/// Writes a file; `-` is standard output.
pub(crate) fn write_to(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(bytes)?);
    }
    fs::write(path, bytes).map_err(|error| Failure::message(format!("{}: {error}", path.display())))
}
