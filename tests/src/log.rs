//! The log of a run that takes long: a line for each part that is done, so that a run goes on where an earlier one stopped.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;

/// The log, and the lines that it had.
#[derive(Debug, Default)]
pub struct Log {
    path: Option<PathBuf>,
    lines: Vec<String>,
}

impl Log {
    /// The log in a file, which need not exist.
    pub fn at(path: PathBuf) -> Log {
        let lines = fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_string).collect();
        Log { path: Some(path), lines }
    }

    /// The log that a variable names; without it nothing is done yet, and nothing is kept.
    pub fn named_by(variable: &str) -> Log {
        std::env::var_os(variable).map(|path| Log::at(path.into())).unwrap_or_default()
    }

    /// Whether a part is done: a line begins with this.
    pub fn has(&self, head: &str) -> bool {
        self.lines.iter().any(|line| line.starts_with(head))
    }

    /// Adds the line of a part that is done.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, line: String) -> io::Result<()> {
        if let Some(path) = &self.path {
            writeln!(OpenOptions::new().create(true).append(true).open(path)?, "{line}")?;
        }
        self.lines.push(line);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_goes_on_where_one_stopped() {
        let path = std::env::temp_dir().join(format!("vyre-log-{}.log", std::process::id()));
        let mut log = Log::at(path.clone());
        assert!(!log.has("FSin part 1 of 16: "));
        log.add("FSin part 1 of 16: 4 operands, 0 wrong".into()).unwrap();
        let again = Log::at(path.clone());
        fs::remove_file(path).unwrap();
        assert!(again.has("FSin part 1 of 16: "));
        let others = ["FSin part 0 of 16: ", "FSin part 11 of 16: ", "FSinh part 1 of 16: "];
        assert!(others.iter().all(|head| !again.has(head)));
    }
}
