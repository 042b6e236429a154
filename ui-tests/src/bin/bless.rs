//! `cargo bless`: writes the expected errors in `fail` anew. Read the difference before committing it.

use std::process::{Command, ExitCode};

fn main() -> std::io::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--package", "vyre-ui-tests", "--test", "ui"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("TRYBUILD", "overwrite")
        .status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
