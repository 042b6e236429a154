//! A progress bar that only long work shows.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);

/// What the steps of the work are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Bytes, shown as KB, MB and so on.
    Bytes,
    /// Generations of the game of life.
    Generations,
    /// Numbers that are looked at.
    Numbers,
    /// Steps in time.
    Steps,
}

/// Progress on standard error, from the second second of the work on, where that is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
}

impl Progress {
    /// Starts the clock for work of `total` steps.
    pub fn new(total: u64, unit: Unit) -> Progress {
        let template = match unit {
            Unit::Bytes => {
                "{wide_bar} {decimal_bytes}/{decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left"
            }
            Unit::Steps => "{wide_bar} {human_pos}/{human_len} steps, {eta} left",
            Unit::Numbers => "{wide_bar} {human_pos}/{human_len} numbers, {eta} left",
            Unit::Generations => "{wide_bar} {human_pos}/{human_len} generations, {eta} left",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden()).with_style(style);
        Progress { bar, started: Instant::now() }
    }

    /// Counts steps as done.
    pub fn add(&self, steps: u64) {
        if self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
