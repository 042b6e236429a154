//! A test double of wgpu: makes chosen calls fail as wgpu would, and counts the handles that are alive.
//!
//! A test installs a [`Plan`] on its thread; threads that the library starts from there have the same one. Whatever else runs in the process is not
//! concerned. Objects that "cannot be created" are created from a descriptor that wgpu refuses, so they are as invalid as those of a driver
//! that fails.

use std::cell::RefCell;
use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A call of wgpu's that can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Call {
    Open,
    CreateBuffer,
    CreateBindGroupLayout,
    CreatePipelineLayout,
    CreateShaderModule,
    CreateShaderModulePassthrough,
    CreatePipelineCache,
    CreateComputePipeline,
    CreateBindGroup,
    CreateQuerySet,
    Wait,
    WriteBuffer,
    Submit,
    Map,
    View,
}

/// Which calls fail.
pub(crate) struct Plan {
    /// The first call that fails, counted from 1, and how many do from there on.
    first: usize,
    count: usize,
    /// Whether only buffers fail, because there is no memory for them.
    pub(super) is_out_of_memory: bool,
    /// The only calls that are counted, if not all are.
    only: Option<Call>,
    calls: AtomicUsize,
    is_armed: AtomicBool,
    /// Whether an error scope is about to report that there was no memory.
    owes_error: AtomicBool,
    /// What has failed, and where it was called.
    pub(super) failed: Mutex<Vec<(Call, &'static Location<'static>)>>,
    alive: AtomicUsize,
}

thread_local! {
    static PLAN: RefCell<Option<Arc<Plan>>> = const { RefCell::new(None) };
}

/// The plan of this thread.
pub(crate) fn current() -> Option<Arc<Plan>> {
    PLAN.try_with(|plan| plan.borrow().clone()).ok().flatten()
}

/// Gives this thread a plan.
pub(crate) fn install(plan: Option<Arc<Plan>>) {
    PLAN.set(plan);
}

/// Whether this call is to fail.
#[track_caller]
pub(super) fn fails(call: Call) -> bool {
    let caller = Location::caller();
    current().is_some_and(|plan| plan.reach(call, caller))
}

impl Plan {
    /// Makes `count` calls fail from the one with this number on.
    pub(super) fn new(first: usize, count: usize, is_out_of_memory: bool) -> Arc<Plan> {
        Arc::new(Plan {
            first,
            count,
            is_out_of_memory,
            only: is_out_of_memory.then_some(Call::CreateBuffer),
            calls: AtomicUsize::new(0),
            is_armed: AtomicBool::new(true),
            owes_error: AtomicBool::new(false),
            failed: Mutex::default(),
            alive: AtomicUsize::new(0),
        })
    }

    /// Makes `count` calls of one kind fail from the one with this number on.
    pub(super) fn of(call: Call, first: usize, count: usize) -> Arc<Plan> {
        let mut plan = Plan::new(first, count, false);
        if let Some(plan) = Arc::get_mut(&mut plan) {
            plan.only = Some(call);
        }
        plan
    }

    /// From here on no call fails.
    pub(super) fn disarm(&self) {
        self.is_armed.store(false, Ordering::SeqCst);
    }

    /// The handles that were made under this plan and are not dropped.
    pub(super) fn alive(&self) -> usize {
        self.alive.load(Ordering::SeqCst)
    }

    fn reach(&self, call: Call, caller: &'static Location<'static>) -> bool {
        if self.only.is_some_and(|only| call != only) || !self.is_armed.load(Ordering::SeqCst) {
            return false;
        }
        let number = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        let fails = (self.first..self.first.saturating_add(self.count)).contains(&number);
        if fails {
            self.failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((call, caller));
            self.owes_error.store(self.is_out_of_memory, Ordering::SeqCst);
        }
        fails
    }
}

/// The errors of scopes as a device without memory would report them, if that is what the plan plays.
pub(super) fn disguised(errors: [Option<wgpu::Error>; 3]) -> [Option<wgpu::Error>; 3] {
    let owes = current().is_some_and(|plan| plan.owes_error.swap(false, Ordering::SeqCst));
    match (owes, errors) {
        (true, [internal, None, Some(error)]) => {
            [internal, Some(wgpu::Error::OutOfMemory { source: error.to_string().into() }), None]
        }
        (_, errors) => errors,
    }
}

/// An encoder in the place of this one, whose commands wgpu refuses.
pub(super) fn broken(mut encoder: wgpu::CommandEncoder) -> wgpu::CommandEncoder {
    encoder.pop_debug_group();
    encoder
}

/// Counts a handle for as long as it lives.
pub(super) struct Count(Option<Arc<Plan>>);

impl Count {
    pub(super) fn new() -> Count {
        let plan = current();
        if let Some(plan) = &plan {
            plan.alive.fetch_add(1, Ordering::SeqCst);
        }
        Count(plan)
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        if let Some(plan) = &self.0 {
            plan.alive.fetch_sub(1, Ordering::SeqCst);
        }
    }
}
