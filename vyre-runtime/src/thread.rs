//! Threads. The work is a trait object, so that the code is compiled once instead of once for each closure.

use std::any::Any;
use std::io;
use std::panic::resume_unwind;
use std::thread::Builder;

/// Starts a detached thread.
pub(crate) fn start(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    Builder::new().name(name.to_string()).spawn(inheriting(work)).map(drop)
}

/// Starts a detached thread with a stack of this size.
#[cfg(feature = "gpu")]
pub(crate) fn start_with_stack(name: &str, stack: usize, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    Builder::new().name(name.to_string()).stack_size(stack).spawn(inheriting(work)).map(drop)
}

/// The work, with the test double of wgpu that this thread has.
#[cfg(all(test, feature = "gpu"))]
fn inheriting(work: Box<dyn FnOnce() + Send>) -> Box<dyn FnOnce() + Send> {
    use crate::gpu::double;
    let plan = double::current();
    Box::new(move || {
        double::install(plan);
        work();
    })
}

/// The work as it is: there is no double of wgpu.
#[cfg(not(all(test, feature = "gpu")))]
fn inheriting(work: Box<dyn FnOnce() + Send>) -> Box<dyn FnOnce() + Send> {
    work
}

/// Runs `work` on this thread and on up to `helpers` others, and waits until all have ended. The threads share the
/// work, so if one cannot be started, the others do its part.
///
/// # Panics
/// If the work panics on any thread.
pub(crate) fn together(helpers: usize, work: &(dyn Fn() + Sync)) {
    let thread = || Builder::new().name("vyre part".to_string());
    match scoped(helpers, &thread, work, work) {
        Ok(None) => {}
        Ok(Some(panic)) => resume_unwind(panic),
        Err(error) => tracing::debug!(%error, "fewer threads share the work"),
    }
}

/// The payload of a panic.
type Panic = Box<dyn Any + Send>;

/// Runs `work` on a number of threads and `here` on this one, and waits until all have ended. Returns the panic of a
/// thread, or the error if a thread could not be started; the threads before it have run.
fn scoped(
    count: usize,
    thread: &dyn Fn() -> Builder,
    work: &(dyn Fn() + Sync),
    here: &dyn Fn(),
) -> io::Result<Option<Panic>> {
    if count == 0 {
        here();
        return Ok(None);
    }
    std::thread::scope(|scope| {
        let mut threads = Vec::with_capacity(count);
        let mut refused = None;
        for _ in 0..count {
            match thread().spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    refused = Some(error);
                    break;
                }
            }
        }
        here();
        let mut panic = None;
        for thread in threads {
            panic = thread.join().err().or(panic);
        }
        match (panic, refused) {
            (None, Some(error)) => Err(error),
            (panic, _) => Ok(panic),
        }
    })
}
