//! Threads that wait for launches.
//!
//! They are started when a launch first has work for them, and stay: starting a thread takes longer than a small launch. A launch
//! gives them one piece of work that borrows from it, and waits until all who took it have ended.

use super::raw::Job;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Threads. The last handle ends them.
pub(super) struct Pool(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Somebody has work, or everything ends.
    work: Condvar,
    /// A piece of work has ended.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    offers: Vec<Offer>,
    next: u64,
    threads: usize,
    /// The threads that wait.
    idle: usize,
    is_closed: bool,
}

/// Work for several threads.
struct Offer {
    id: u64,
    job: Job,
    /// How many more may take it, and how many are at it.
    wanted: usize,
    active: usize,
    panic: Option<Box<dyn Any + Send>>,
}

impl Pool {
    pub(super) fn new() -> Pool {
        let (work, ended) = (Condvar::new(), Condvar::new());
        Pool(Arc::new(Shared { state: Mutex::default(), work, ended }))
    }

    /// Does the work here and on up to `helpers` threads at once, and waits until all have ended. The work is what the threads
    /// share: a thread that cannot be started, or is busy, is no loss.
    ///
    /// # Panics
    /// If the work does, on any thread.
    pub(super) fn together(&self, helpers: usize, work: &(dyn Fn() + Sync)) {
        if helpers == 0 {
            work();
            return;
        }
        let id = self.offer(helpers, Job::new(work));
        // Whatever happens here, the threads have to be through with the work before it goes.
        let here = catch_unwind(AssertUnwindSafe(work));
        let there = self.withdraw(id);
        match (here, there) {
            (Err(panic), _) | (Ok(()), Some(panic)) => resume_unwind(panic),
            (Ok(()), None) => {}
        }
    }

    fn offer(&self, helpers: usize, job: Job) -> u64 {
        let mut state = self.0.lock();
        let id = state.next;
        state.next += 1;
        state.offers.push(Offer { id, job, wanted: helpers, active: 0, panic: None });
        let waiting: usize = state.offers.iter().map(|offer| offer.wanted).sum();
        while state.idle < waiting && state.threads < helpers {
            let shared = Arc::clone(&self.0);
            let thread = std::thread::Builder::new().name("vyre cpu".to_string());
            match thread.spawn(move || shared.serve()) {
                Ok(_) => {
                    state.threads += 1;
                    state.idle += 1;
                }
                Err(error) => {
                    tracing::debug!(%error, "fewer threads run launches");
                    break;
                }
            }
        }
        drop(state);
        self.0.work.notify_all();
        id
    }

    /// Takes an offer back once nobody is at it, and gives what a thread has panicked with.
    fn withdraw(&self, id: u64) -> Option<Box<dyn Any + Send>> {
        let mut state = self.0.lock();
        loop {
            let at = state.offers.iter().position(|offer| offer.id == id)?;
            state.offers[at].wanted = 0;
            if state.offers[at].active == 0 {
                return state.offers.swap_remove(at).panic;
            }
            state = self.0.ended.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.work.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does: it takes what is offered until everything ends. It is idle when it starts.
    fn serve(&self) {
        let mut state = self.lock();
        loop {
            let Some(offer) = state.offers.iter_mut().find(|offer| offer.wanted > 0) else {
                if state.is_closed {
                    return;
                }
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            offer.wanted -= 1;
            offer.active += 1;
            let (id, job) = (offer.id, offer.job);
            state.idle -= 1;
            drop(state);
            let panic = catch_unwind(AssertUnwindSafe(|| job.run())).err();
            state = self.lock();
            state.idle += 1;
            if let Some(offer) = state.offers.iter_mut().find(|offer| offer.id == id) {
                offer.active -= 1;
                offer.panic = panic.or(offer.panic.take());
            }
            self.ended.notify_all();
        }
    }
}
