//! `vyre wgsl`, `vyre wire` and `vyre text`: convert a program to another form.

use crate::module::Chosen;
use crate::report::Failure;
use crate::source;
use std::fs;
use std::io::Write;
use std::path::Path;

pub(crate) fn wgsl(file: &Path, chosen: &Chosen, out: &mut dyn Write) -> Result<(), Failure> {
    let validated = source::read(file, chosen)?.validate()?;
    write!(out, "{}", vyre::to_wgsl(&validated))?;
    Ok(())
}

pub(crate) fn text(file: &Path, chosen: &Chosen, out: &mut dyn Write) -> Result<(), Failure> {
    write!(out, "{}", source::read(file, chosen)?.program)?;
    Ok(())
}

pub(crate) fn wire(file: &Path, chosen: &Chosen, output: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    write_to(output, &source::read(file, chosen)?.program.to_wire(), out)
}

/// Writes a file; `-` is standard output.
pub(crate) fn write_to(path: &Path, bytes: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(out.write_all(bytes)?);
    }
    fs::write(path, bytes).map_err(|error| Failure::message(format!("{}: {error}", path.display())))
}
