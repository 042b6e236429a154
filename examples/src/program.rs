//! What every example does around its work: choose a device, print a report, fail in one line.

use clap::ValueEnum;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;
use vyre::prelude::*;

/// The device that a user asks for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeviceChoice {
    /// The CPU device, which is always there.
    Cpu,
    /// The best GPU, or an error where there is none.
    Gpu,
}

/// Opens the device asked for; without a wish, the best there is.
pub fn open_device(choice: Option<DeviceChoice>) -> Result<Device, vyre::Error> {
    match choice {
        None => Device::auto(),
        Some(DeviceChoice::Cpu) => Ok(Device::cpu()),
        Some(DeviceChoice::Gpu) => Device::gpu(),
    }
}

/// Runs a program and prints its report, or its error on one line with exit code 1. Warnings of the libraries go to
/// standard error; `RUST_LOG` asks for more of them.
pub fn run(program: impl FnOnce() -> anyhow::Result<String>) -> ExitCode {
    // `EnvFilter` knows spans and patterns as well, and builds an engine of regular expressions for them.
    let wanted = std::env::var("RUST_LOG").ok().and_then(|wanted| wanted.parse::<Targets>().ok());
    let targets = wanted.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let log = tracing_subscriber::fmt::layer().with_writer(io::stderr).without_time().with_filter(targets);
    // A second subscriber is refused; the first goes on.
    let _ = tracing_subscriber::registry().with(log).try_init();
    match program().and_then(|report| Ok(print(&report)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // With standard error closed there is nobody left to tell.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes to standard output. A reader that stopped reading, such as `head`, is no failure.
fn print(report: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(report.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// A number that says whether two results are the same: FNV-1a over their words.
pub fn fingerprint(words: impl IntoIterator<Item = u32>) -> u64 {
    words
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Says early that a file cannot be written, before a long computation instead of after it. It creates nothing, so
/// that writing may still fail.
pub fn check_output(path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        anyhow::bail!("{}: is a directory", path.display());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        anyhow::bail!("{}: no folder `{}`", path.display(), folder.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_fnv() {
        // The published offset basis, which is the value of nothing.
        assert_eq!(fingerprint([]), 0xcbf2_9ce4_8422_2325);
        assert_ne!(fingerprint([1, 2]), fingerprint([2, 1]));
    }

    #[test]
    fn outputs_need_a_folder_and_a_name() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(check_output(&here.join("new.png")).is_ok());
        assert!(check_output(Path::new("new.png")).is_ok());
        assert!(check_output(here).is_err());
        assert!(check_output(&here.join("nowhere").join("new.png")).is_err());
    }
}
