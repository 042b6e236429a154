//! `cargo bless`: writes the expected errors in `fail`, `docs/errors.md` and the documents in `docs/catalogue` anew. Read the
//! difference before committing it.

use std::process::{Command, ExitCode};

fn main() -> std::io::Result<ExitCode> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let runs: [(&[&str], (&str, &str)); 3] = [
        (&["--package", "vyre-ui-tests", "--test", "it", "ui::"], ("TRYBUILD", "overwrite")),
        (&["--package", "vyre-ui-tests", "--test", "it", "page::"], ("VYRE_BLESS", "1")),
        (
            &["--package", "vyre-tests", "--no-default-features", "--test", "it", "catalogue::"],
            ("VYRE_BLESS", "1"),
        ),
    ];
    for (arguments, (name, value)) in runs {
        let status = Command::new(&cargo)
            .arg("test")
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env(name, value)
            .status()?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
