//! What the tests of the workspace share: the devices to run on, the values to run with, and plain Rust to compare
//! with.

pub mod data;
pub mod evaluated;
pub mod float_rows;
pub mod functions;
pub mod halves;
pub mod hashes;
pub mod host;
pub mod log;
pub mod structs;
pub mod tried;
pub mod values;

use std::io::Write;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use vyre::DeviceKind;
use vyre::prelude::*;

/// The devices that a test runs on: the CPU, and the best GPU where there is one.
///
/// A missing GPU is said on standard error, past the capture of the test harness, and is a failure where the variable
/// `VYRE_REQUIRE_GPU` is `1`.
///
/// # Panics
/// If a GPU is required and there is none.
pub fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu()];
    match gpu() {
        Ok(gpu) => devices.push(gpu),
        Err(error) => {
            let is_required = std::env::var("VYRE_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!is_required, "VYRE_REQUIRE_GPU is set: {error}");
            let test = std::thread::current().name().unwrap_or("a test").to_string();
            // A test cannot do better than to try.
            let _ = writeln!(std::io::stderr(), "SKIPPED on GPU: {test}: {error}");
        }
    }
    devices
}

/// The best GPU. Tests share two devices of a driver that runs on the CPU, and take one or the other in turn: lavapipe compiles the shaders of a device
/// one after the other, and tests wait for that most of the time.
fn gpu() -> Result<Device, vyre::Error> {
    static SECOND: OnceLock<Option<Device>> = OnceLock::new();
    static TESTS: AtomicUsize = AtomicUsize::new(0);
    thread_local! { static TEST: usize = TESTS.fetch_add(1, Ordering::Relaxed); }
    let first = Device::gpu()?;
    if first.info().kind() != DeviceKind::SoftwareGpu || TEST.with(|number| number % 2 == 0) {
        return Ok(first);
    }
    Ok(SECOND.get_or_init(|| first.separate().ok()).clone().unwrap_or(first))
}

/// A command that runs one test of this executable in a process of its own, with what it prints. `module` is the `module_path!()` of the
/// test, and `name` its name; it may be ignored otherwise.
///
/// # Panics
/// If the executable has no path.
pub fn process_of(module: &str, name: &str) -> Command {
    let path = module.split_once("::").map_or(name.to_string(), |(_, module)| format!("{module}::{name}"));
    let executable = std::env::current_exe();
    assert!(executable.is_ok(), "{executable:?}");
    let mut command = Command::new(executable.unwrap_or_default());
    command.args(["--include-ignored", "--exact", "--nocapture", &path]);
    command
}

/// As the first statement of a test: it runs in a process of its own, because it loses the device that all tests of a process share, makes it
/// busy or gives it another time-out.
#[macro_export]
macro_rules! in_own_process {
    () => {
        fn here() {}
        if $crate::ran_apart(std::any::type_name_of_val(&here)) {
            return;
        }
    };
}

/// Runs the test in which the function of this name is in a process of its own, with what it prints, unless this is that process already.
///
/// # Panics
/// If it fails there, or does not run.
pub fn ran_apart(function: &str) -> bool {
    const APART: &str = "VYRE_TESTS_APART";
    let path = function.rsplit_once("::").map_or(function, |(test, _)| test);
    if std::env::var(APART).is_ok_and(|apart| apart == path) {
        return false;
    }
    let (module, name) = path.rsplit_once("::").unwrap_or((path, path));
    let output = process_of(module, name).env(APART, path).output();
    let printed = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let text =
        output.as_ref().map(|output| printed(&output.stdout) + &printed(&output.stderr)).unwrap_or_default();
    let is_passed = output.is_ok_and(|output| output.status.success()) && text.contains("1 passed");
    assert!(is_passed, "{path} failed in a process of its own:\n{text}");
    print!("{text}");
    true
}

/// A compute pipeline of one entry point, compiled as a program would that uses wgpu itself.
#[cfg(feature = "gpu")]
pub fn pipeline_with_wgpu(device: &vyre::wgpu::Device, wgsl: &str) -> vyre::wgpu::ComputePipeline {
    use vyre::wgpu;
    let source = wgpu::ShaderSource::Wgsl(wgsl.into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    })
}

/// A device of the test's own, opened as a program would that uses wgpu itself; `None` where there is no GPU. `budget` is the
/// part of the adapter's memory, in per cent, that may be in use when a buffer is created.
///
/// The device is never closed, although it may be destroyed: NVIDIA's driver (580.159.04) hangs where one closes while a thread
/// ends that has used another, as those of tests do. The soak test closes devices.
///
/// # Panics
/// As [`devices`], and if the device cannot be opened.
#[cfg(feature = "gpu")]
pub fn opened_with_wgpu(
    limits: impl FnOnce(&mut vyre::wgpu::Limits),
    budget: Option<u8>,
) -> Option<(vyre::wgpu::Device, vyre::wgpu::Queue)> {
    use vyre::wgpu;
    // Says so if there is none.
    devices().into_iter().nth(1)?;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12,
        flags: wgpu::InstanceFlags::empty(),
        memory_budget_thresholds: wgpu::MemoryBudgetThresholds {
            for_resource_creation: budget,
            for_device_loss: None,
        },
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapter = block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default())).ok()?;
    let mut required_limits = adapter.limits();
    limits(&mut required_limits);
    let required_features = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
    let descriptor = wgpu::DeviceDescriptor { required_limits, required_features, ..Default::default() };
    let opened = block_on(adapter.request_device(&descriptor));
    assert!(opened.is_ok(), "{opened:?}");
    std::mem::forget((instance, opened.clone()));
    opened.ok()
}

/// How many workgroups take so many seconds, of a kernel that is warm and all of whose workgroups take as long. `run` runs so many, and
/// waits. A GPU may run thousands at once, so that a few say nothing about many.
#[cfg(feature = "gpu")]
pub fn workgroups_for(seconds: f64, mut run: impl FnMut(u32)) -> u32 {
    let mut workgroups = 200;
    loop {
        let start = std::time::Instant::now();
        run(workgroups);
        let elapsed = start.elapsed().as_secs_f64();
        if elapsed > 0.2 {
            return (seconds * f64::from(workgroups) / elapsed) as u32;
        }
        workgroups *= 4;
    }
}

/// The value of a future, which is polled until it is ready.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
