//! What `tracing` sees: a span for every stage, in the order and the nesting that the crate's documentation says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};
use vyre::prelude::*;
use vyre_tests::devices;

/// The names of the spans in the order in which they were made, each behind those that it was made in.
#[derive(Clone, Default)]
struct Collector(Arc<State>);

#[derive(Default)]
struct State {
    next: AtomicU64,
    paths: Mutex<Vec<String>>,
    /// The spans that have been entered: this test's thread makes and enters them all.
    entered: Mutex<Vec<Id>>,
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.target().starts_with("vyre_runtime")
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut paths = self.0.paths.lock().unwrap();
        let name = attributes.metadata().name();
        let within =
            self.0.entered.lock().unwrap().last().map(|id| paths[id.into_u64() as usize - 1].clone());
        paths.push(within.map_or(name.to_string(), |within| format!("{within}/{name}")));
        Id::from_u64(self.0.next.fetch_add(1, Ordering::SeqCst) + 1)
    }

    fn enter(&self, span: &Id) {
        self.0.entered.lock().unwrap().push(span.clone());
    }

    fn exit(&self, span: &Id) {
        let mut entered = self.0.entered.lock().unwrap();
        let at = entered.iter().rposition(|id| id == span).unwrap();
        entered.remove(at);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
}

/// The spans of a piece of work.
fn spans(work: impl FnOnce()) -> Vec<String> {
    let collector = Collector::default();
    let state = Arc::clone(&collector.0);
    tracing::subscriber::with_default(collector, work);
    let paths = state.paths.lock().unwrap();
    paths.clone()
}

/// Whether these spans were made, in this order, whatever was made between them. How often somebody waits for room depends on
/// what the other tests do with the device.
fn are_in_order(spans: &[String], expected: &[&str]) -> bool {
    let mut spans = spans.iter();
    expected.iter().all(|expected| spans.any(|span| span == expected))
}

/// Whether one of the stages that a kernel goes through once is among the spans.
fn is_made(spans: &[String]) -> bool {
    let once = ["validate", "lower", "compile"];
    spans.iter().any(|span| once.iter().any(|once| span.ends_with(once)))
}

/// A kernel for each test: it is validated, lowered and compiled once in a process. Kernels with one shader share what is compiled, so each has a number of its own.
macro_rules! kernel {
    ($name:ident, $most:literal) => {
        #[vyre::kernel]
        fn $name(data: &mut [u32], plus: u32) {
            let i = invocation_id().x;
            if i < data.len() && i < $most {
                data[i] += plus;
            }
        }
    };
}

kernel!(on_cpu, 1001);
kernel!(on_gpu, 1002);
kernel!(resident, 1003);
kernel!(without_blocking, 1004);

/// The GPU, open.
fn gpu() -> Option<Device> {
    let device = devices().into_iter().nth(1)?;
    device.synchronize().unwrap();
    Some(device)
}

#[test]
fn a_launch_on_the_cpu_is_validated_lowered_and_dispatched() {
    let device = Device::cpu();
    let mut data = [1u32; 10];
    let first = spans(|| on_cpu(&mut data, 1).dispatch(&device).unwrap());
    assert!(are_in_order(&first, &["validate", "dispatch", "dispatch/lower"]), "{first:?}");
    let second = spans(|| on_cpu(&mut data, 1).dispatch(&device).unwrap());
    assert!(are_in_order(&second, &["dispatch"]) && !is_made(&second), "{second:?}");
    assert_eq!(data, [3; 10]);
    let buffer = spans(|| assert_eq!(device.buffer(&data).unwrap().read().unwrap(), data));
    assert!(are_in_order(&buffer, &["upload", "read"]), "{buffer:?}");
}

/// What a launch on slices goes through each time.
const EACH_TIME: [&str; 5] =
    ["dispatch", "dispatch/upload", "dispatch/record", "dispatch/record/submit", "dispatch/read"];

#[test]
fn a_launch_on_a_gpu_shows_every_stage() {
    let Some(device) = gpu() else { return };
    let mut data = [1u32; 10];
    let first = spans(|| on_gpu(&mut data, 1).dispatch(&device).unwrap());
    assert!(
        are_in_order(&first, &["validate", "dispatch", "dispatch/lower", "dispatch/compile"]),
        "{first:?}"
    );
    assert!(are_in_order(&first, &EACH_TIME), "{first:?}");
    let second = spans(|| on_gpu(&mut data, 1).dispatch(&device).unwrap());
    assert!(are_in_order(&second, &EACH_TIME) && !is_made(&second), "{second:?}");
    assert!(are_in_order(&second, &["dispatch/read", "dispatch/read/wait"]), "{second:?}");
    assert_eq!(data, [3; 10]);
}

#[test]
fn recorded_launches_are_submitted_by_who_reads() {
    let Some(device) = gpu() else { return };
    let mut data = device.buffer(&[1u32; 10]).unwrap();
    resident(&mut data, 1).dispatch(&device).unwrap();
    device.synchronize().unwrap();
    let recorded = spans(|| {
        resident(&mut data, 1).dispatch(&device).unwrap();
        resident(&mut data, 1).dispatch(&device).unwrap();
    });
    assert!(are_in_order(&recorded, &["dispatch", "dispatch"]) && !is_made(&recorded), "{recorded:?}");
    let waits = ["submit", "wait", "read"];
    assert!(!recorded.iter().any(|span| waits.iter().any(|wait| span.ends_with(wait))), "{recorded:?}");
    let read = spans(|| assert_eq!(data.read().unwrap(), [4; 10]));
    assert!(are_in_order(&read, &["read", "read/submit", "read/wait"]), "{read:?}");
    let written = spans(|| data.write(&[0; 10]).unwrap());
    assert!(are_in_order(&written, &["upload"]), "{written:?}");
}

#[test]
fn a_launch_without_blocking_shows_the_same() {
    let Some(device) = gpu() else { return };
    let mut data = [1u32; 10];
    let launch =
        |data: &mut [u32; 10]| pollster::block_on(without_blocking(data, 1).dispatch_async(&device)).unwrap();
    let first = spans(|| launch(&mut data));
    assert!(is_made(&first) && are_in_order(&first, &EACH_TIME), "{first:?}");
    let second = spans(|| launch(&mut data));
    assert!(!is_made(&second) && are_in_order(&second, &EACH_TIME), "{second:?}");
    assert_eq!(data, [3; 10]);
}
