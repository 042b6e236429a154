//! Shaders that threads compile. A driver may take minutes for one, and cannot be told to stop: so a launch waits for the thread no
//! longer than its device's time-out, and a later one finds what the thread is at, or what came of it.

use super::compile::{Pipeline, Source};
use super::exit::UnderWay;
use super::logical::{Failure, Logical, lock};
use crate::module::Module;
use crate::{Error, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// naga recurses into blocks and expressions, which the rules bound. Four times what the largest shader of the tests needs without
/// optimisation.
const STACK_BYTES: usize = 16 << 20;

const OPERATION: &str = "compiling a shader";

/// A shader that a thread compiles.
pub(super) struct Job {
    pub(super) source: Source,
    kernel: Arc<str>,
    /// Whether a kernel was the first to need it, and no program that may have run for the only time.
    pub(super) is_of_kernel: bool,
    started: Instant,
    outcome: Mutex<Option<Result<Arc<Pipeline>, Failure>>>,
    has_ended: Condvar,
}

impl Job {
    /// Starts to compile a shader of a module.
    pub(super) fn start(logical: &Arc<Logical>, source: Source, module: &Module) -> Result<Arc<Job>, Error> {
        let (outcome, has_ended) = Default::default();
        let (kernel, is_of_kernel) = (module.name().into(), module.kernel().is_some());
        let started = Instant::now();
        let job = Arc::new(Job { source, kernel, is_of_kernel, started, outcome, has_ended });
        let (logical, working) = (Arc::clone(logical), Arc::clone(&job));
        let under_way = UnderWay::new();
        let work = Box::new(move || {
            working.run(&logical);
            drop((working, logical, under_way));
        });
        thread::start_with_stack("vyre compile", STACK_BYTES, work).map_err(|error| Error::Device {
            operation: OPERATION,
            message: format!("no thread: {error}"),
        })?;
        Ok(job)
    }

    /// The body of the thread.
    fn run(self: &Arc<Job>, logical: &Logical) {
        let compiled = catch_unwind(AssertUnwindSafe(|| self.compile(logical)));
        let panicked = |_| Err(Failure::Device(OPERATION, "the shader compiler panicked".to_string()));
        let outcome = compiled.map(|result| result.map(Arc::new).map_err(|error| Failure::of(&error)));
        let outcome = outcome.unwrap_or_else(panicked);
        if let Ok(pipeline) = &outcome {
            let mut pipelines = lock(&logical.pipelines);
            pipelines.keep(self, pipeline);
            pipelines.jobs.retain(|job| !Arc::ptr_eq(job, self));
        }
        *lock(&self.outcome) = Some(outcome);
        self.has_ended.notify_all();
    }

    fn compile(&self, logical: &Logical) -> Result<Pipeline, Error> {
        let refusal = |error| match error {
            Error::Device { message, .. } => Error::Shader { message, wgsl: self.source.text.clone() },
            other => other,
        };
        let cache = logical.cache();
        let pipelines = cache.as_ref().map(|cache| &cache.pipelines);
        let compile = || logical.compile(&self.source, &self.kernel, pipelines);
        let pipeline = logical.scoped(OPERATION, compile).map_err(refusal)??;
        if let Some(cache) = &cache {
            cache.keep(self.started.elapsed());
        }
        Ok(pipeline)
    }

    /// Waits for the pipeline, until the job has taken as long as one may have patience.
    ///
    /// # Errors
    /// If the shader is refused, or still being compiled.
    pub(super) fn wait(
        self: &Arc<Job>,
        logical: &Logical,
        patience: Option<Duration>,
    ) -> Result<Arc<Pipeline>, Error> {
        let mut outcome = lock(&self.outcome);
        while outcome.is_none() {
            let left = patience.map(|limit| limit.saturating_sub(self.started.elapsed()));
            if let (Some(limit), Some(Duration::ZERO)) = (patience, left) {
                let (kernel, elapsed) = (self.kernel.to_string(), self.started.elapsed());
                return Err(Error::Compiling { kernel, elapsed, limit });
            }
            // Without patience, one that is asked for again and again.
            let waiting = self.has_ended.wait_timeout(outcome, left.unwrap_or(Duration::from_secs(60)));
            (outcome, _) = waiting.unwrap_or_else(PoisonError::into_inner);
        }
        let outcome = outcome.clone();
        let nothing = || Err(Failure::Device(OPERATION, "nothing came of it".to_string()));
        outcome.unwrap_or_else(nothing).map_err(|failure| {
            // It has been told: the next launch tries again.
            lock(&logical.pipelines).jobs.retain(|job| !Arc::ptr_eq(job, self));
            failure.error()
        })
    }
}
