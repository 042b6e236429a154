//! The logical device: errors, loss, and waiting.

use super::compile::Pipeline;
use crate::Error;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a launch may take. Whatever does not answer by then is taken for lost.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// An open device, its pipelines, and its buffers for reading back.
pub(super) struct Logical {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// Why the device is gone.
    lost: Arc<Mutex<Option<String>>>,
    /// An error that no scope caught.
    uncaught: Arc<Mutex<Option<String>>>,
    pub(super) pipelines: Mutex<HashMap<String, Arc<Pipeline>>>,
    /// Buffers to read back through: the first use of one is several times slower than the next.
    pub(super) staging: Mutex<Vec<wgpu::Buffer>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failure(operation: &'static str, message: impl std::fmt::Display) -> Error {
    Error::Device { operation, message: message.to_string() }
}

impl Logical {
    pub(super) fn open(adapter: &wgpu::Adapter) -> Result<Logical, Error> {
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("vyre"),
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .map_err(|error| failure("opening the device", error))?;
        let lost = Arc::new(Mutex::new(None));
        let record = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            *lock(&record) = Some(format!("{reason:?}: {message}"));
        });
        let uncaught = Arc::new(Mutex::new(None));
        let record = Arc::clone(&uncaught);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *lock(&record) = Some(error.to_string());
        }));
        let (pipelines, staging) = (Mutex::default(), Mutex::default());
        Ok(Logical { device, queue, lost, uncaught, pipelines, staging })
    }

    pub(super) fn is_lost(&self) -> bool {
        lock(&self.lost).is_some()
    }

    /// Takes the device for lost, so that the next launch opens another.
    fn give_up(&self, reason: &str) -> Error {
        let reason = lock(&self.lost).get_or_insert_with(|| reason.to_string()).clone();
        Error::DeviceLost { reason }
    }

    /// Calls wgpu, and gives the first error that it reports.
    pub(super) fn scoped<T>(&self, operation: &'static str, call: impl FnOnce() -> T) -> Result<T, Error> {
        let scopes = self.open_scopes();
        let value = call();
        self.close_scopes(operation, scopes).map(|()| value)
    }

    fn open_scopes(&self) -> [wgpu::ErrorScopeGuard; 3] {
        use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
        [Validation, OutOfMemory, Internal].map(|filter| self.device.push_error_scope(filter))
    }

    fn close_scopes(&self, operation: &'static str, scopes: [wgpu::ErrorScopeGuard; 3]) -> Result<(), Error> {
        // Scopes end in the opposite order.
        let [validation, memory, internal] = scopes;
        let errors = [internal, memory, validation].map(|scope| pollster::block_on(scope.pop()));
        let uncaught = lock(&self.uncaught).take();
        let error = match (errors.into_iter().flatten().next(), uncaught) {
            (Some(wgpu::Error::OutOfMemory { source }), _) => {
                Error::OutOfMemory { message: source.to_string() }
            }
            (Some(error), _) => failure(operation, error),
            (None, Some(message)) => failure(operation, message),
            (None, None) => return self.check_lost(),
        };
        // A lost device reports what follows from the loss, and the loss itself only when it is polled.
        self.poll(wgpu::PollType::Poll)?;
        Err(error)
    }

    fn check_lost(&self) -> Result<(), Error> {
        match &*lock(&self.lost) {
            Some(reason) => Err(Error::DeviceLost { reason: reason.clone() }),
            None => Ok(()),
        }
    }

    fn poll(&self, poll: wgpu::PollType) -> Result<(), Error> {
        // wgpu panics where the driver fails while it waits.
        match catch_unwind(AssertUnwindSafe(|| self.device.poll(poll))) {
            Ok(Ok(_)) => self.check_lost(),
            Ok(Err(error)) => Err(self.give_up(&format!("no answer: {error}"))),
            Err(_) => Err(self.give_up("the driver failed")),
        }
    }

    /// Waits until a submission has been executed and its buffers are mapped.
    pub(super) fn wait(&self, submission: wgpu::SubmissionIndex) -> Result<(), Error> {
        self.poll(wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(PATIENCE) })
    }
}
