//! Waking tasks. A waker is the program's code: it may use the device, or drop the last handle of a buffer. So none is called
//! while its thread holds the recorder, or from within a call of wgpu's.

use super::wait::Signal;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Waker;

/// What a thread puts off.
struct Held {
    /// The [`Hold`]s of the thread.
    depth: Cell<usize>,
    signals: RefCell<Vec<Arc<Signal>>>,
}

thread_local! {
    static HELD: Held = const { Held { depth: Cell::new(0), signals: RefCell::new(Vec::new()) } };
}

/// While a thread has one, whatever it wakes is woken when it no longer has any. A thread that ends has none left to wake.
pub(super) struct Hold(PhantomData<*const ()>);

impl Hold {
    pub(super) fn new() -> Hold {
        let _ = HELD.try_with(|held| held.depth.set(held.depth.get() + 1));
        Hold(PhantomData)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let signals = HELD.try_with(|held| {
            let depth = held.depth.get().saturating_sub(1);
            held.depth.set(depth);
            if depth == 0 { held.signals.take() } else { Vec::new() }
        });
        signals.unwrap_or_default().iter().for_each(|signal| signal.wake());
    }
}

/// Wakes whoever waits for a signal: now, or when this thread may.
pub(super) fn wake(signal: &Arc<Signal>) {
    let is_put_off = HELD.try_with(|held| {
        let is_held = held.depth.get() > 0;
        if is_held {
            held.signals.borrow_mut().push(Arc::clone(signal));
        }
        is_held
    });
    if !is_put_off.unwrap_or(false) {
        signal.wake();
    }
}

/// Calls a waker. One that panics is no reason to fail what this thread is doing, nor to leave the others asleep.
pub(super) fn call(waker: Waker) {
    if catch_unwind(AssertUnwindSafe(|| waker.wake())).is_err() {
        tracing::warn!("a waker panicked");
    }
}
