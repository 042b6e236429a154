//! Threads. The work is a trait object, so that threads are compiled once and not for each kind of work.

use std::io;
use std::thread::Builder;

/// Starts a thread that nobody joins.
pub(crate) fn start(name: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    Builder::new().name(name.to_string()).spawn(work).map(drop)
}

/// Runs `work` on a thread with a stack of so many bytes, and waits until it has ended or panicked.
#[cfg(feature = "gpu")]
pub(crate) fn run(name: &str, stack: usize, work: &mut (dyn FnMut() + Send)) -> io::Result<()> {
    std::thread::scope(|scope| {
        let thread = Builder::new().name(name.to_string()).stack_size(stack).spawn_scoped(scope, work)?;
        // The work says itself what came of it.
        let _ = thread.join();
        Ok(())
    })
}

/// Runs `work` here and on up to `helpers` more threads at once, and waits until all have ended. The work is what the threads
/// share: one that cannot be started is no loss, as the others do its part.
pub(crate) fn together(helpers: usize, work: &(dyn Fn() + Sync)) {
    if helpers == 0 {
        return work();
    }
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            let thread = Builder::new().name("vyre copy".to_string());
            if let Err(error) = thread.spawn_scoped(scope, work) {
                tracing::debug!(%error, "fewer threads copy");
                break;
            }
        }
        work();
    });
}
