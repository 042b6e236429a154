//! The certificate while it is being made: threads add to it, and it is written as it stands, at intervals and in the end.

use super::certificate::{Certificate, Section, State};
use super::search::lock;
use super::stop::Stop;
use crate::report::Failure;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often it is written, and told where standard error is no terminal.
const INTERVAL: Duration = Duration::from_secs(10);

/// The files of a certificate.
#[derive(Default)]
pub(super) struct Files {
    pub(super) json: Option<PathBuf>,
    pub(super) page: Option<PathBuf>,
}

impl Files {
    /// They are two files, or one would replace the other.
    pub(super) fn of(json: Option<PathBuf>, page: Option<PathBuf>) -> Result<Files, Failure> {
        match (&json, &page) {
            (Some(json), Some(page)) if json == page => {
                let path = json.display();
                Err(Failure::message(format!(
                    "--json and --page are both {path}. Fix: give them files of their own"
                )))
            }
            _ => Ok(Files { json, page }),
        }
    }
}

/// A certificate that is being made.
pub(super) struct Draft {
    certificate: Mutex<Certificate>,
    files: Files,
    /// When it ends early.
    pub(super) stop: Stop,
    start: Instant,
    /// Drawn on standard error, where that is a terminal.
    bar: ProgressBar,
    /// Whether nobody wants to know how far it is.
    is_quiet: bool,
}

impl Draft {
    pub(super) fn new(certificate: Certificate, files: Files, stop: Stop, is_quiet: bool) -> Draft {
        let bar = if is_quiet { ProgressBar::hidden() } else { ProgressBar::new(0) };
        if let Ok(style) = ProgressStyle::with_template("{prefix}: {wide_bar} {pos} of {len}{msg}, {elapsed}")
        {
            bar.set_style(style);
        }
        Draft { certificate: Mutex::new(certificate), files, stop, start: Instant::now(), bar, is_quiet }
    }

    /// Writes it before anything has run: who has no place for it learns that now, and not after hours. What is no plain file, such as a pipe, is
    /// written once, in the end.
    pub(super) fn begin_files(&self) -> Result<(), Failure> {
        self.write(|path| path.is_file() || path.is_dir() || !path.exists())
    }

    /// Works on it, while another thread writes it.
    pub(super) fn keep<T>(&self, work: impl FnOnce() -> T) -> T {
        let (working, has_ended) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while has_ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    self.tell();
                }
            });
            let done = work();
            drop(working);
            done
        })
    }

    /// Adds a section with so many cases, of which none has run, and gives its number.
    pub(super) fn add(&self, name: &str, asked: u64) -> usize {
        let mut certificate = lock(&self.certificate);
        certificate.sections.push(Section::new(name, asked));
        certificate.sections.len() - 1
    }

    /// Says that a section begins.
    pub(super) fn begin(&self, at: usize) {
        let certificate = lock(&self.certificate);
        let Some(section) = certificate.sections.get(at) else { return };
        self.bar.set_length(section.asked);
        self.bar.set_position(section.cases);
        self.bar.set_prefix(section.name.clone());
    }

    /// Changes a section.
    pub(super) fn change(&self, at: usize, change: impl FnOnce(&mut Section)) {
        let mut certificate = lock(&self.certificate);
        let Some(section) = certificate.sections.get_mut(at) else { return };
        change(section);
        self.bar.set_position(section.cases);
        self.bar.set_message(trouble(section));
    }

    /// Writes it as it stands, and says how far it is. A file that cannot be written now may be in the end.
    pub(super) fn tell(&self) {
        let _ = self.write(|path| path.is_file() || !path.exists());
        if self.is_quiet || std::io::stderr().is_terminal() {
            return;
        }
        let certificate = lock(&self.certificate);
        if let Some(section) = certificate.sections.iter().rev().find(|section| section.cases > 0) {
            let Section { name, cases, asked, .. } = section;
            let (seconds, trouble) = (self.start.elapsed().as_secs(), trouble(section));
            anstream::eprintln!("{name}: {cases} of {asked}{trouble}, after {seconds} s");
        }
    }

    /// Writes those of the files that are `wanted`.
    fn write(&self, wanted: impl Fn(&Path) -> bool) -> Result<(), Failure> {
        let (json, page) = {
            let certificate = lock(&self.certificate);
            (certificate.json(), certificate.page())
        };
        for (path, text) in [(&self.files.json, json), (&self.files.page, page)] {
            if let Some(path) = path.as_deref().filter(|path| wanted(path)) {
                replace(path, &text)?;
            }
        }
        Ok(())
    }

    /// Writes it for the last time.
    pub(super) fn finish(self) -> Result<Certificate, Failure> {
        self.bar.finish_and_clear();
        let is_whole = |section: &Section| section.cases >= section.asked || section.ended.is_some();
        {
            let mut certificate = lock(&self.certificate);
            certificate.state = match certificate.sections.iter().all(is_whole) {
                true => State::Ended,
                false => State::Interrupted,
            };
        }
        self.write(|_| true)?;
        Ok(self.certificate.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

/// What is not as it should be, as far as anything is.
fn trouble(section: &Section) -> String {
    let unknown = match section.unknown.len() {
        0 => String::new(),
        count => format!(", {count} without a result"),
    };
    format!(", {} failed{unknown}", section.failed.len())
}

/// Writes a file whole: who reads it meanwhile, or ends this process, finds the one before. What is no plain file, such as a pipe, is
/// written to.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::message(format!("{}: {error}", path.display()));
    if path.exists() && !path.is_file() {
        return std::fs::write(path, text).map_err(failed);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, text).and_then(|()| std::fs::rename(&part, path)).map_err(failed)
}
