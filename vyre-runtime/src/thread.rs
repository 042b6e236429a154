//! Threads. The work is a trait object, so that threads are compiled once and not for each kind of work.

use std::io;
use std::thread::Builder;

/// Starts a thread that nobody joins.
pub(crate) fn start(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    Builder::new().name(name.to_string()).spawn(work).map(drop)
}

/// Runs `work` on a thread with a stack of so many bytes, and waits until it has ended or panicked.
#[cfg(feature = "gpu")]
pub(crate) fn run(name: &str, stack: usize, work: &(dyn Fn() + Sync)) -> io::Result<()> {
    let thread = || Builder::new().name(name.to_string()).stack_size(stack);
    scoped(1, &thread, work, &|| {})
}

/// Runs `work` here and on up to `helpers` more threads at once, and waits until all have ended. The work is what the threads
/// share: one that cannot be started is no loss, as the others do its part.
pub(crate) fn together(helpers: usize, work: &(dyn Fn() + Sync)) {
    let thread = || Builder::new().name("vyre copy".to_string());
    if let Err(error) = scoped(helpers, &thread, work, work) {
        tracing::debug!(%error, "fewer threads copy");
    }
}

/// Runs `work` on so many threads and `here` on this one, and waits until all have ended or panicked. Says if a thread could not
/// be started; those before it have run.
fn scoped(
    count: usize,
    thread: &dyn Fn() -> Builder,
    work: &(dyn Fn() + Sync),
    here: &dyn Fn(),
) -> io::Result<()> {
    if count == 0 {
        here();
        return Ok(());
    }
    std::thread::scope(|scope| {
        let mut threads = Vec::with_capacity(count);
        let mut started = Ok(());
        for _ in 0..count {
            let work: Box<dyn FnOnce() + Send> = Box::new(work);
            match thread().spawn_scoped(scope, work) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    started = Err(error);
                    break;
                }
            }
        }
        here();
        // The work says itself what came of it.
        for thread in threads {
            let _ = thread.join();
        }
        started
    })
}
