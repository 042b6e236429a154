//! `cargo bless`: writes the errors on the pages of `vyre-cli/errors` and the documents in `docs/catalogue` anew. Read the difference before
//! committing it.

use std::process::{Command, ExitCode};

fn main() -> std::io::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let runs: [&[&str]; 3] = [
        &["--package", "vyre-ui-tests", "--test", "it", "ui::"],
        // Of the pages as they are now.
        &["--package", "vyre-ui-tests", "--test", "it", "page::"],
        &["--package", "vyre-tests", "--no-default-features", "--test", "it", "catalogue::"],
    ];
    for arguments in runs {
        let status = Command::new(&cargo)
            .arg("test")
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("VYRE_BLESS", "1")
            .status()?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
