//! A value that a thread computes for a task.

use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// The value, once it is there, and the waker of the task.
pub(crate) struct Promise<T>(Mutex<(Option<T>, Option<Waker>)>);

impl<T> Default for Promise<T> {
    fn default() -> Promise<T> {
        Promise(Mutex::new((None, None)))
    }
}

impl<T> Promise<T> {
    pub(crate) fn set(&self, value: T) {
        let waker = {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.0 = Some(value);
            state.1.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Takes the value.
    pub(crate) fn poll(&self, context: &Context<'_>) -> Poll<T> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.0.take() {
            Some(value) => Poll::Ready(value),
            None => {
                state.1 = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}
