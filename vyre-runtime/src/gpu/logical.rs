//! The logical device: errors, loss, and waiting.

use super::cache;
use super::calls;
use super::compile::{Pipeline, Pipelines};
use super::decorated::{self, Modes};
use super::exit::{self, UnderWay};
use super::handle::{Shared, shared};
use super::left::{Left, Work};
use super::loops::{self, Limited};
use super::pool::Pool;
use super::probe::Found;
use super::recorder::Recorder;
use super::recording::Locked;
use super::ring::Ring;
use super::settings::Settings;
use super::special::Specials;
use super::timer::Timer;
use super::wait::{Submission, Waiting};
use super::wake::Hold;
use crate::Error;
use crate::memory::Mode;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;
use vyre_lower::Operators;

/// What is asked for where the adapter has it.
const FEATURES: wgpu::Features = wgpu::Features::TIMESTAMP_QUERY
    .union(wgpu::Features::PIPELINE_CACHE)
    .union(wgpu::Features::SUBGROUP)
    .union(wgpu::Features::PASSTHROUGH_SHADERS)
    .union(wgpu::Features::SHADER_INT64)
    .union(LONG_ATOMICS);

/// Atomics of 64 bits, in buffers and in workgroup arrays.
pub(super) const LONG_ATOMICS: wgpu::Features = wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS;

/// An open device, and everything that is kept for its launches.
pub(super) struct Logical {
    pub(super) device: Shared<wgpu::Device>,
    pub(super) queue: Shared<wgpu::Queue>,
    pub(super) limits: wgpu::Limits,
    /// How many bytes of local arrays the driver runs.
    private_bytes: u32,
    pub(super) backend: wgpu::Backend,
    pub(super) has_subgroups: bool,
    pub(super) has_long_atomics: bool,
    /// Why the device is gone.
    lost: Arc<Loss>,
    /// What it was doing when it did not answer.
    left: OnceLock<Arc<Left>>,
    /// An error that no scope caught.
    uncaught: Arc<Mutex<Option<String>>>,
    pub(super) settings: Settings,
    pub(super) cache: cache::Slot,
    pub(super) pipelines: Mutex<Pipelines>,
    /// The same by the number of a module's form, for as long as they are among these.
    pub(super) forms: Mutex<HashMap<u64, Weak<Pipeline>>>,
    /// What is known of the shapes of large launches.
    pub(super) specials: Mutex<Specials>,
    /// What [`Logical::recorder`] locks.
    pub(super) locked: Locked,
    /// The number of the last submission that is known to be done.
    done: AtomicU64,
    pub(super) timer: Option<Timer>,
    /// Where it takes shaders with decorations, under which a driver does not change floats, the modes that it has.
    pub(super) modes: Option<Modes>,
    /// What it computes on floats strictly, once that is known.
    pub(super) floats: OnceLock<Found>,
    /// The operators on 64-bit integers that it computes, once they are known.
    pub(super) longs: OnceLock<Operators>,
    /// After how many rounds the adapter ends loops, if it does.
    pub(super) loop_limit: Option<Limited>,
    pub(super) storage: Arc<Pool>,
    pub(super) staging: Arc<Pool>,
    pub(super) residents: Arc<Pool>,
    pub(super) waiting: Mutex<Waiting>,
}

/// Why a device is gone, if it is.
#[derive(Default)]
struct Loss {
    /// What is looked at for every launch.
    is_lost: AtomicBool,
    reason: Mutex<Option<String>>,
}

impl Loss {
    /// Gives the reason that was said first.
    fn say(&self, reason: impl FnOnce() -> String) -> String {
        let reason = lock(&self.reason).get_or_insert_with(reason).clone();
        self.is_lost.store(true, Ordering::Release);
        reason
    }
}

/// An error that is told more than once.
#[derive(Clone, Debug)]
pub(super) enum Failure {
    OutOfMemory(String),
    Lost(String),
    TimedOut(Duration),
    LoopLimit(Limited),
    Shader { message: String, wgsl: String },
    Device(&'static str, String),
}

impl Failure {
    pub(super) fn of(error: &Error) -> Failure {
        match error {
            Error::OutOfMemory { message } => Failure::OutOfMemory(message.clone()),
            Error::DeviceLost { reason } => Failure::Lost(reason.clone()),
            Error::Timeout { waited } => Failure::TimedOut(*waited),
            Error::LoopLimit { adapter, rounds } => {
                Failure::LoopLimit(Limited { adapter: adapter.clone(), rounds: *rounds })
            }
            Error::Shader { message, wgsl } => {
                Failure::Shader { message: message.clone(), wgsl: wgsl.clone() }
            }
            Error::Device { operation, message } => Failure::Device(operation, message.clone()),
            other => Failure::Device("launching", other.to_string()),
        }
    }

    pub(super) fn error(&self) -> Error {
        match self.clone() {
            Failure::OutOfMemory(message) => Error::OutOfMemory { message },
            Failure::Lost(reason) => Error::DeviceLost { reason },
            Failure::TimedOut(waited) => Error::Timeout { waited },
            Failure::LoopLimit(Limited { adapter, rounds }) => Error::LoopLimit { adapter, rounds },
            Failure::Shader { message, wgsl } => Error::Shader { message, wgsl },
            Failure::Device(operation, message) => Error::Device { operation, message },
        }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn failure(operation: &'static str, message: impl std::fmt::Display) -> Error {
    Error::Device { operation, message: message.to_string() }
}

/// Ends the scopes of `Logical::open_scopes`, which happens in the opposite order. Gives their errors in that order.
pub(super) fn errors_of(scopes: [wgpu::ErrorScopeGuard; 3]) -> [Option<wgpu::Error>; 3] {
    let [validation, memory, internal] = scopes;
    let end = |scope: wgpu::ErrorScopeGuard| pollster::block_on(scope.pop());
    let errors = [end(internal), end(memory), end(validation)];
    #[cfg(test)]
    let errors = super::double::disguised(errors);
    errors
}

/// Scopes for every kind of error that wgpu reports.
pub(super) fn open_scopes(device: &Shared<wgpu::Device>) -> [wgpu::ErrorScopeGuard; 3] {
    use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
    let open = |filter| device.raw().push_error_scope(filter);
    [open(Validation), open(OutOfMemory), open(Internal)]
}

/// Whether a device has been destroyed that gave these errors, as [`errors_of`] does, where a buffer was made and unmapped. wgpu
/// reports none where a destroyed one makes a buffer, but where the buffer is used. One for which there was no memory cannot be
/// used either.
fn are_of_a_destroyed_device([_, memory, validation]: &[Option<wgpu::Error>; 3]) -> bool {
    validation.is_some() && memory.is_none()
}

pub(super) fn reported(operation: &'static str, error: wgpu::Error) -> Error {
    match error {
        wgpu::Error::OutOfMemory { source } => Error::OutOfMemory { message: source.to_string() },
        error => failure(operation, error),
    }
}

impl Logical {
    pub(super) fn open(adapter: &wgpu::Adapter, settings: &Settings) -> Result<Logical, Error> {
        let _span = tracing::debug_span!("open").entered();
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("vyre"),
            required_features: adapter.features() & FEATURES,
            required_limits: adapter.limits(),
            ..wgpu::DeviceDescriptor::default()
        };
        let opened = calls::open(adapter, &descriptor);
        let (device, queue) = opened.map_err(|error| failure("opening the device", error))?;
        let uncaught = Arc::new(Mutex::new(None));
        let record = Arc::clone(&uncaught);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            *lock(&record) = Some(error.to_string());
        }));
        Logical::new(device, queue, uncaught, settings)
    }

    /// A device that the program has opened itself. Its handler of uncaught errors stays.
    #[inline]
    pub(super) fn adopt(
        device: wgpu::Device,
        queue: wgpu::Queue,
        settings: &Settings,
    ) -> Result<Logical, Error> {
        let logical = Logical::new(device, queue, Arc::default(), settings)?;
        // One that was lost before says so to nobody.
        if logical.is_valid() { Ok(logical) } else { Err(logical.give_up("it was destroyed".to_string())) }
    }

    /// What launches are checked against.
    pub(super) fn allowed(&self) -> (&wgpu::Limits, u32) {
        (&self.limits, self.private_bytes)
    }

    fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        uncaught: Arc<Mutex<Option<String>>>,
        settings: &Settings,
    ) -> Result<Logical, Error> {
        exit::handle_after_drivers();
        let lost = Arc::<Loss>::default();
        let record = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            record.say(|| format!("{reason:?}: {message}"));
        });
        let (limits, info) = (device.limits(), device.adapter_info());
        let (backend, private_bytes) = (info.backend, super::limits::private_bytes(&info));
        let has_subgroups = device.features().contains(wgpu::Features::SUBGROUP);
        let has_long_atomics = device.features().contains(LONG_ATOMICS.union(wgpu::Features::SHADER_INT64));
        let modes = decorated::modes(&device);
        let (device, queue) = (shared(device), shared(queue));
        // There is no `scoped` yet.
        let scopes = open_scopes(&device);
        let recorder = Recorder::new(Ring::new(&device, &limits));
        let timer = Timer::new(&device, &queue);
        let [internal, memory, validation] = errors_of(scopes);
        if let Some(error) = internal.or(memory).or(validation) {
            return Err(reported("opening the device", error));
        }
        let loop_limit = loops::limit(&device, &queue)?;
        Ok(Logical {
            device,
            queue,
            limits,
            private_bytes,
            backend,
            has_subgroups,
            has_long_atomics,
            modes,
            lost,
            left: OnceLock::new(),
            uncaught,
            settings: settings.clone(),
            cache: cache::Slot::default(),
            pipelines: Mutex::default(),
            forms: Mutex::default(),
            specials: Mutex::default(),
            locked: Locked::new(recorder),
            done: AtomicU64::new(0),
            timer,
            floats: OnceLock::new(),
            longs: OnceLock::new(),
            loop_limit,
            storage: Pool::storage(),
            staging: Pool::staging(),
            residents: Pool::resident(),
            waiting: Mutex::default(),
        })
    }

    pub(super) fn patience(&self) -> Duration {
        self.settings.patience()
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_lost.load(Ordering::Acquire)
    }

    /// Takes the device for lost, so that the next launch opens another.
    fn give_up(&self, reason: String) -> Error {
        Error::DeviceLost { reason: self.lost.say(|| reason) }
    }

    /// Calls wgpu, and gives the first error that it reports.
    pub(super) fn scoped<T>(&self, operation: &'static str, call: impl FnOnce() -> T) -> Result<T, Error> {
        let scopes = open_scopes(&self.device);
        let value = call();
        self.close_scopes(operation, scopes).map(|()| value)
    }

    fn close_scopes(&self, operation: &'static str, scopes: [wgpu::ErrorScopeGuard; 3]) -> Result<(), Error> {
        let [internal, memory, validation] = errors_of(scopes);
        let uncaught = lock(&self.uncaught).take();
        let error = match (internal.or(memory).or(validation), uncaught) {
            (Some(error), _) => reported(operation, error),
            (None, Some(message)) => failure(operation, message),
            (None, None) => return self.check_lost(),
        };
        Err(self.judge(error))
    }

    /// Notes an error for the scope around the caller, which gives it if wgpu reports none.
    pub(super) fn note(&self, message: String) {
        lock(&self.uncaught).get_or_insert(message);
    }

    /// The error that is behind another one. A lost device reports what follows from the loss, and the loss itself only
    /// when it is polled and idle.
    pub(super) fn judge(&self, error: Error) -> Error {
        if let Err(lost) = self.poll(wgpu::PollType::Poll) {
            return lost;
        }
        if self.is_valid() { error } else { self.give_up("it was destroyed".to_string()) }
    }

    /// Whether the device can still make anything at all.
    fn is_valid(&self) -> bool {
        let scopes = open_scopes(&self.device);
        let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
        self.device.create_buffer("vyre", 16, usage, true).raw().unmap();
        !are_of_a_destroyed_device(&errors_of(scopes))
    }

    pub(super) fn check_lost(&self) -> Result<(), Error> {
        match lock(&self.lost.reason).clone() {
            Some(reason) => Err(Error::DeviceLost { reason }),
            None => Ok(()),
        }
    }

    /// The error of a device that another one has replaced.
    pub(super) fn gone(&self) -> Error {
        let replaced = || Error::DeviceLost { reason: "it has been opened again".to_string() };
        self.check_lost().err().unwrap_or_else(replaced)
    }

    /// Polls the device. Says whether what was to be waited for has happened.
    fn poll(&self, poll: wgpu::PollType) -> Result<bool, Error> {
        // Maps call back in here.
        let _hold = Hold::new();
        // wgpu panics where the driver fails while it waits.
        match catch_unwind(AssertUnwindSafe(|| self.device.poll(poll))) {
            Ok(Ok(_)) => self.check_lost().map(|()| true),
            Ok(Err(wgpu::PollError::Timeout)) => Ok(false),
            Ok(Err(error)) => Err(self.give_up(format!("no answer: {error}"))),
            Err(_) => Err(self.give_up("the driver failed".to_string())),
        }
    }

    /// Whoever drops the last handle of a device waits until it is idle. A thread that has one keeps that from everybody
    /// else, and notes when the work has ended that the device was left with.
    fn leave_behind(&self, work: Work) {
        let left = Arc::new(Left::new(work));
        if self.left.set(Arc::clone(&left)).is_err() {
            return;
        }
        let (device, queue) = (self.device.clone(), self.queue.clone());
        let under_way = UnderWay::new();
        let wait = move || {
            let _ = catch_unwind(AssertUnwindSafe(|| device.raw().poll(wgpu::PollType::wait_indefinitely())));
            left.end();
            drop((device, queue));
            drop(under_way);
        };
        if let Err(error) = crate::thread::start("vyre left behind", Box::new(wait)) {
            tracing::warn!(%error, "no thread to wait for a device that does not answer");
        }
    }

    /// What the device was left with, if that is still under way.
    pub(super) fn left_behind(&self) -> Option<Arc<Left>> {
        self.left.get().filter(|left| !left.has_ended()).map(Arc::clone)
    }

    /// Submits the least that the device has to compute. A copy would not do: lavapipe makes copies while it computes.
    pub(super) fn submit_answer(&self) -> Submission {
        let raw = self.device.raw();
        let module = self.device.create_shader_module("@compute @workgroup_size(1) fn main() {}");
        let pipeline = self.device.create_compute_pipeline(&module, None, false, None);
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("vyre") };
        let mut encoder = raw.create_command_encoder(&descriptor);
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.dispatch_workgroups(1, 1, 1);
        drop(pass);
        let index = self.queue.submit(encoder);
        Submission { number: 0, index, work: Work::default() }
    }

    /// Whether a submission is executed within so long. The device is not given up if it is not.
    pub(super) fn answers(&self, submission: &Submission, patience: Duration) -> Result<bool, Error> {
        let (submission_index, timeout) = (Some(submission.index.clone()), Some(patience));
        self.poll(wgpu::PollType::Wait { submission_index, timeout })
    }

    /// Waits until a submission has been executed.
    pub(super) fn wait(&self, submission: &Submission) -> Result<(), Error> {
        let _span = tracing::trace_span!("wait").entered();
        let waited = self.patience();
        if !self.answers(submission, waited)? {
            if !self.is_lost() {
                self.give_up(format!("it did not answer within {waited:?}"));
                self.leave_behind(submission.work.clone());
            }
            return Err(Error::Timeout { waited });
        }
        self.done.fetch_max(submission.number, Ordering::Relaxed);
        Ok(())
    }

    /// Whether somebody has seen that a submission has been executed.
    pub(super) fn is_done(&self, submission: &Submission) -> bool {
        submission.number <= self.done.load(Ordering::Relaxed)
    }

    /// Submits what is recorded and waits until everything is done.
    pub(super) async fn synchronize(self: &Arc<Logical>, mode: Mode) -> Result<(), Error> {
        self.check_lost()?;
        let ticket = {
            let mut recorder = self.recorder();
            recorder.flush(self)?;
            recorder.last()
        };
        match ticket {
            Some(ticket) => self.wait_for(ticket, mode).await,
            None => Ok(()),
        }
    }

    /// A new buffer, which is zero. If there is no memory for it, what is kept for later goes first.
    pub(super) fn create_buffer(
        &self,
        label: &'static str,
        size: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<Shared<wgpu::Buffer>, Error> {
        let new = || self.device.create_buffer(label, size, usage, false);
        let create = || self.scoped("creating a buffer", new);
        match create() {
            Err(Error::OutOfMemory { message }) if self.release() => {
                tracing::debug!(message, "kept buffers have been let go");
                create()
            }
            created => created,
        }
    }

    /// Lets go of what is kept for later. Says whether the device may have more memory now.
    fn release(&self) -> bool {
        // Whoever records holds the lock, and creates no more buffers than it needs.
        let Some(mut recorder) = self.try_recorder() else { return false };
        recorder.flush_unseen(self);
        recorder.belt.clear();
        for id in self.storage.clear() {
            recorder.groups.forget(id);
        }
        self.staging.clear();
        self.residents.clear();
        while let Ok(true) = recorder.wait_for_oldest(self) {}
        self.poll(wgpu::PollType::Poll).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::are_of_a_destroyed_device;

    #[test]
    fn a_device_without_memory_has_not_been_destroyed() {
        let memory = || Some(wgpu::Error::OutOfMemory { source: "none".into() });
        let validation =
            || Some(wgpu::Error::Validation { source: "bad".into(), description: "bad".to_string() });
        assert!(are_of_a_destroyed_device(&[None, None, validation()]));
        assert!(!are_of_a_destroyed_device(&[None, None, None]));
        assert!(!are_of_a_destroyed_device(&[None, memory(), None]));
        // What an H200 gave whose memory was used up.
        assert!(!are_of_a_destroyed_device(&[None, memory(), validation()]));
    }
}
