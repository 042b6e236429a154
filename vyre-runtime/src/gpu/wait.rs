//! Waiting for the device: in place, or in a future that any executor may poll.
//!
//! Everything that waits is written once, as a future. In [`Mode::Block`] it polls the device where it stands and is ready
//! at once; in [`Mode::Async`] it leaves that to a thread of the device's, which runs only while somebody waits.

use super::left::Work;
use super::logical::{Failure, Logical, lock};
use super::wake;
use crate::Error;
use crate::memory::Mode;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Waits for a future of wgpu's. It is a trait object, so that waiting is compiled once.
pub(super) fn block_on(future: Pin<&mut dyn Future<Output = ()>>) {
    pollster::block_on(future);
}

/// Something that happens once, and what came of it.
#[derive(Default)]
pub(super) struct Signal {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    result: Option<Result<(), Failure>>,
    waker: Option<Waker>,
}

impl Signal {
    /// Says what came of it. The first word counts.
    pub(super) fn set(self: &Arc<Signal>, result: Result<(), Failure>) {
        lock(&self.state).result.get_or_insert(result);
        self.changed.notify_all();
        wake::wake(self);
    }

    /// Wakes the task that waits, if there is one. Not while this thread has a [`wake::Hold`].
    pub(super) fn wake(&self) {
        let waker = lock(&self.state).waker.take();
        if let Some(waker) = waker {
            wake::call(waker);
        }
    }

    fn result(&self) -> Option<Result<(), Failure>> {
        lock(&self.state).result.clone()
    }

    /// The result, or a waker left behind.
    fn poll(&self, waker: &Waker) -> Option<Result<(), Failure>> {
        // Cloned and dropped without the lock: both are the program's code.
        let mut waker = Some(waker.clone());
        let mut state = lock(&self.state);
        if state.result.is_none() {
            std::mem::swap(&mut state.waker, &mut waker);
        }
        let result = state.result.clone();
        drop(state);
        result
    }

    /// Waits for a thread that is about to call back.
    fn wait(&self, patience: Duration) -> Result<(), Failure> {
        let state = lock(&self.state);
        let waiting = self.changed.wait_timeout_while(state, patience, |state| state.result.is_none());
        let (state, _) = waiting.unwrap_or_else(PoisonError::into_inner);
        state
            .result
            .clone()
            .unwrap_or_else(|| Err(Failure::Device("waiting", "nobody called back".to_string())))
    }
}

/// A submission. They are done in the order of their numbers.
#[derive(Clone)]
pub(super) struct Submission {
    pub(super) number: u64,
    pub(super) index: wgpu::SubmissionIndex,
    pub(super) work: Work,
}

/// A submission, and what is to happen once it is done.
#[derive(Clone)]
pub(super) struct Ticket {
    pub(super) submission: Submission,
    pub(super) signal: Arc<Signal>,
    /// Whether wgpu sets the signal, which it does after mapping a buffer.
    pub(super) is_mapping: bool,
}

impl Ticket {
    /// A ticket for a submission alone.
    pub(super) fn done(submission: Submission) -> Ticket {
        Ticket { submission, signal: Arc::default(), is_mapping: false }
    }
}

/// The tickets that futures wait for.
#[derive(Default)]
pub(super) struct Waiting {
    tickets: VecDeque<Ticket>,
    is_running: bool,
}

/// Waits for a ticket.
pub(super) struct Wait {
    logical: Arc<Logical>,
    ticket: Ticket,
    mode: Mode,
    is_queued: bool,
}

impl Logical {
    pub(super) fn wait_for(self: &Arc<Logical>, ticket: Ticket, mode: Mode) -> Wait {
        Wait { logical: Arc::clone(self), ticket, mode, is_queued: false }
    }

    /// Waits for a ticket in place, and sets its signal.
    fn settle(&self, ticket: &Ticket) -> Result<(), Error> {
        let waited = self.wait(&ticket.submission);
        match &waited {
            Err(error) => ticket.signal.set(Err(Failure::of(error))),
            Ok(()) if !ticket.is_mapping => ticket.signal.set(Ok(())),
            // Another thread that polls the device may be the one that calls back, a moment later, and may have to put off
            // waking the task.
            Ok(()) => ticket.signal.set(ticket.signal.wait(self.patience())),
        }
        waited
    }

    fn queue_ticket(self: &Arc<Logical>, ticket: Ticket) -> Result<(), Error> {
        let mut waiting = lock(&self.waiting);
        waiting.tickets.push_back(ticket);
        if waiting.is_running {
            return Ok(());
        }
        let logical = Arc::clone(self);
        let started = crate::thread::start("vyre wait", Box::new(move || logical.settle_all()));
        let operation = "starting a thread";
        started.map_err(|error| Error::Device { operation, message: error.to_string() })?;
        waiting.is_running = true;
        Ok(())
    }

    /// The body of the thread: settles tickets until there are none.
    fn settle_all(&self) {
        loop {
            let ticket = {
                let mut waiting = lock(&self.waiting);
                let ticket = waiting.tickets.pop_front();
                waiting.is_running = ticket.is_some();
                ticket
            };
            let Some(ticket) = ticket else { return };
            // The signal carries the error.
            let _ = self.settle(&ticket);
        }
    }
}

impl Wait {
    fn outcome(&self, result: Result<(), Failure>) -> Result<(), Error> {
        result.map_err(|failure| match failure {
            // A map that failed, for a reason that may lie deeper.
            Failure::Device(..) => self.logical.judge(failure.error()),
            failure => failure.error(),
        })
    }
}

impl Future for Wait {
    type Output = Result<(), Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let wait = self.get_mut();
        let signal = Arc::clone(&wait.ticket.signal);
        if wait.mode == Mode::Block {
            if let Err(error) = wait.logical.settle(&wait.ticket) {
                return Poll::Ready(Err(error));
            }
            let result = signal.result().unwrap_or(Ok(()));
            return Poll::Ready(wait.outcome(result));
        }
        match signal.poll(context.waker()) {
            Some(result) => Poll::Ready(wait.outcome(result)),
            None if wait.is_queued => Poll::Pending,
            None => {
                wait.is_queued = true;
                match wait.logical.queue_ticket(wait.ticket.clone()) {
                    Ok(()) => Poll::Pending,
                    Err(error) => Poll::Ready(Err(error)),
                }
            }
        }
    }
}
