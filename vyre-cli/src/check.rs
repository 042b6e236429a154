//! `vyre check`.

use crate::module::{self, Chosen};
use crate::report::Failure;
use crate::source;
use std::io::Write;
use std::path::Path;

pub(crate) fn check(file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
    if module::is_text(file) {
        let module = module::compile(file)?;
        let kernels: Vec<String> = module.kernels().map(|kernel| kernel.name().to_string()).collect();
        let kernels = if kernels.is_empty() { "no kernels".to_string() } else { kernels.join(", ") };
        writeln!(out, "{} is valid: {kernels}", file.display())?;
        return Ok(());
    }
    if let Some(pipeline) = source::pipeline(file)? {
        let valid = source::valid(file, &pipeline)?;
        writeln!(out, "{} is valid: {}", file.display(), valid.explain())?;
        return Ok(());
    }
    let source = source::read(file, &Chosen::default())?;
    let valid = source.validate()?;
    source.warn_of_races();
    match valid.approximate()[..] {
        [] => writeln!(out, "{} is valid", source.name())?,
        ref rows => writeln!(out, "{} is valid, and not strict: {}", source.name(), rows.join(", "))?,
    }
    Ok(())
}
