//! The log of `all`, in which a run that takes hours goes on where an earlier one stopped: a line for each part of a row that is done.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

/// How many parts the operands of a row are.
pub const PARTS: u32 = 16;

/// The log, and the lines that it had.
pub struct Log {
    path: PathBuf,
    lines: Vec<String>,
}

impl Log {
    /// The log at the place where the repository keeps it.
    pub fn open() -> Log {
        let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/measurements/core-math.log"));
        Log::at(std::env::var_os("VYRE_ORACLE_LOG").map_or(path, PathBuf::from))
    }

    fn at(path: PathBuf) -> Log {
        let lines = fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_string).collect();
        Log { path, lines }
    }

    /// Whether a part of a row is done.
    pub fn has(&self, row: &str, part: u32) -> bool {
        let head = head(row, part);
        self.lines.iter().any(|line| line.starts_with(&head))
    }

    /// Adds the line of a part that is done.
    pub fn add(&mut self, row: &str, part: u32, said: &str) -> io::Result<()> {
        let line = format!("{}{said}", head(row, part));
        writeln!(OpenOptions::new().create(true).append(true).open(&self.path)?, "{line}")?;
        self.lines.push(line);
        Ok(())
    }

    /// How many parts of a row are done.
    pub fn done(&self, row: &str) -> u32 {
        (0..PARTS).map(|part| u32::from(self.has(row, part))).sum()
    }
}

/// How the line of a part begins.
fn head(row: &str, part: u32) -> String {
    format!("{row} part {part} of {PARTS}: ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_where_one_stopped() {
        let path = std::env::temp_dir().join(format!("vyre-oracle-{}.log", std::process::id()));
        let mut log = Log::at(path.clone());
        assert!(!log.has("FSin", 1));
        log.add("FSin", 1, "4 operands, 0 wrong").unwrap();
        let again = Log::at(path.clone());
        fs::remove_file(path).unwrap();
        assert!(
            again.has("FSin", 1) && !again.has("FSin", 0) && !again.has("FSin", 11) && !again.has("FSinh", 1)
        );
        assert_eq!(again.done("FSin"), 1);
    }
}
