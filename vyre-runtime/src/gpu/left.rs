//! Work that did not end in time. Its device counts as lost, and the next launch opens another; but an adapter may execute nothing else
//! before that work has ended. So the new device has to answer once before it is used, and until then launches say at once what is
//! in the way, where they would wait for as long again.

use super::compile::Pipeline;
use super::logical::Logical;
use super::wait::Submission;
use crate::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a new device may take for its first answer, where launches may take longer.
const FIRST: Duration = Duration::from_millis(500);
/// And how long each later launch waits for that answer.
const AGAIN: Duration = Duration::from_millis(10);

/// What a submission does, for messages.
#[derive(Clone, Default)]
pub(super) struct Work {
    /// The pipeline of the first launch, if there is one.
    pub(super) first: Option<Arc<Pipeline>>,
    pub(super) launches: usize,
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.first, self.launches) {
            (None, _) => f.write_str("copies"),
            (Some(pipeline), 0 | 1) => write!(f, "`{}`", pipeline.kernel),
            (Some(pipeline), launches) => write!(f, "{launches} launches from `{}` on", pipeline.kernel),
        }
    }
}

/// Work that a device was left with.
pub(super) struct Left {
    pub(super) work: Work,
    since: Instant,
    has_ended: AtomicBool,
}

impl Left {
    pub(super) fn new(work: Work) -> Left {
        Left { work, since: Instant::now(), has_ended: AtomicBool::new(false) }
    }

    /// The device is idle at last, or gone.
    pub(super) fn end(&self) {
        self.has_ended.store(true, Ordering::Release);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Acquire)
    }
}

/// A device that has been opened while its predecessor's work was under way.
pub(super) struct Trial {
    left: Arc<Left>,
    submission: Submission,
    patience: Duration,
}

impl Trial {
    /// Asks a new device for an answer.
    pub(super) fn start(logical: &Logical, left: Arc<Left>) -> Result<Trial, Error> {
        let submission = logical.scoped("opening the device", || logical.submit_answer())?;
        Ok(Trial { left, submission, patience: FIRST })
    }

    /// Whether it has answered.
    ///
    /// # Errors
    /// If it has not, with what is in the way.
    pub(super) fn answers(&mut self, logical: &Logical) -> Result<(), Error> {
        let patience = std::mem::replace(&mut self.patience, AGAIN).min(logical.patience());
        if logical.answers(&self.submission, patience)? {
            return Ok(());
        }
        let (work, since) = (self.left.work.to_string(), self.left.since.elapsed());
        Err(Error::Busy { work, since })
    }
}
