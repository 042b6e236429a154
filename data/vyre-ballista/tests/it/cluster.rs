//! The processes.

use ballista::prelude::{SessionConfigExt, SessionContextExt};
use datafusion::execution::{SessionState, SessionStateBuilder};
use datafusion::prelude::{SessionConfig, SessionContext};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use vyre_ballista::{Codec, WithVyre};

/// A process that ends with the test.
pub(crate) struct Process {
    child: Child,
    pub(crate) said: String,
}

impl Process {
    /// Starts one, and waits until it says something.
    fn start(args: &[&str], device: &str) -> Process {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-ballista"));
        command.args(args).env("VYRE_DEVICE", device).stdout(Stdio::piped()).stdin(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        Process { child, said: said.trim().to_string() }
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn lives(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The device of the second executor.
pub(crate) const OTHER: &str = if cfg!(feature = "gpu") { "llvmpipe" } else { "reference" };

pub(crate) fn scheduler(options: &[&str]) -> (Process, String) {
    let args = [&["scheduler", "--port", "0", "--lost-after", "3"], options].concat();
    let process = Process::start(&args, "cpu");
    let address = process.said.rsplit(' ').next().unwrap().to_string();
    (process, address)
}

/// An executor, and the folder where its shuffled rows lie.
pub(crate) fn executor(scheduler: &str, name: &str, device: &str, options: &[&str]) -> (Process, PathBuf) {
    let folder = scratch(name);
    let args = [
        &["executor", "--scheduler", scheduler, "--cores", "1", "--work-dir", folder.to_str().unwrap()],
        options,
    ]
    .concat();
    (Process::start(&args, device), folder)
}

/// An empty folder.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Whether an executor has finished a task that shares out rows.
pub(crate) fn has_worked(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some())
}

fn state(config: SessionConfig) -> SessionState {
    SessionStateBuilder::new().with_config(config).with_default_features().build()
}

/// A client's context.
pub(crate) async fn client(
    scheduler: &str,
    change: impl FnOnce(SessionConfig) -> SessionConfig,
) -> SessionContext {
    let config = SessionConfig::new_with_ballista().with_target_partitions(4).with_vyre(Codec::default());
    SessionContext::remote_with_state(&format!("df://{scheduler}"), state(change(config))).await.unwrap()
}

pub(crate) fn local() -> SessionContext {
    SessionContext::new_with_config(SessionConfig::new().with_target_partitions(4))
}
