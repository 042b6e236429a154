//! Every call of wgpu fails once, in a session that uses everything: each step is then a typed error or gives what it should, the next
//! launch works, and nothing is left when the device is closed.

use super::super::double::{Call, Plan, current, install};
use super::super::{Gpu, Mode};
use super::{a_out, id, store};
use crate::binding::Binding;
use crate::element::DataMut;
use crate::memory::Memory;
use crate::module::Module;
use crate::{DeviceKind, Error};
use pollster::block_on;
use std::collections::BTreeSet;
use std::panic::Location;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre_ir::{Expr, validate};

/// `out[i] = a[i] + 1`.
fn shift() -> Module {
    Module::new(validate(&a_out(vec![store(id(), Expr::load("a", id()) + 1u32)])).unwrap()).unwrap()
}

/// What a step gave: its words, or the error.
type Step = Result<Vec<u32>, Error>;

const LEN: usize = 64;

fn slices(gpu: &Gpu, module: &Module, value: u32, is_timed: bool) -> Step {
    let (a, mut out) = ([value; LEN], [0; LEN]);
    let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out)];
    let run = gpu.run(module, [1, 1, 1], &mut bindings, Mode::Block, is_timed);
    match block_on(run) {
        Ok(_) => Ok(out.to_vec()),
        Err(error) => {
            // A timed launch may have its results when it cannot read its time.
            assert!(out == [0; LEN] || is_timed && out == [value + 1; LEN], "host data are intact: {error}");
            Err(error)
        }
    }
}

fn read(memory: &dyn Memory, mode: Mode) -> Step {
    let mut words = [0u32; LEN];
    let bytes = DataMut::Bytes(bytemuck::cast_slice_mut(&mut words));
    if let Some(pending) = memory.read(0, bytes, mode)? {
        block_on(pending)?;
    }
    Ok(words.to_vec())
}

/// Buffers that stay: written, launched with, copied, and read in both modes.
fn resident(gpu: &Gpu, module: &Module) -> Step {
    let (a, out) = (gpu.resident(LEN as u64 * 4)?, gpu.resident(LEN as u64 * 4)?);
    a.write(0, bytemuck::cast_slice(&[20u32; LEN]))?;
    let mut bindings = [
        Binding::Resident { memory: &a, is_write: false },
        Binding::Resident { memory: &out, is_write: true },
    ];
    block_on(gpu.run(module, [1, 1, 1], &mut bindings, Mode::Block, false))?;
    let copy = out.copy()?;
    let words = read(&out, Mode::Async)?;
    assert_eq!(words, [21; LEN]);
    read(&*copy, Mode::Block)
}

/// The steps, with what each gives where nothing fails.
fn session(gpu: &Gpu) -> Vec<(Step, u32)> {
    let module = shift();
    vec![
        (slices(gpu, &module, 1, false), 2),
        (resident(gpu, &module), 21),
        (slices(gpu, &module, 5, true), 6),
        (slices(gpu, &shift(), 7, false), 8),
    ]
}

/// The first adapter, of the test's own.
fn open() -> Option<Gpu> {
    super::gpu()?;
    let gpu = Gpu::list().into_iter().next()?;
    gpu.settings.set_cache_folder(None);
    Some(gpu)
}

/// `out[i] = a[i] * a[i] + a[i]` in floats, which the adapter is asked about first; and a quotient of 64 bits.
fn session_that_asks(gpu: &Gpu) -> Vec<(Step, u32)> {
    let module = |text: &str| Module::validate(&text.parse().unwrap()).unwrap();
    let floats = module(
        "program workgroup_size 64, 1, 1 buffer a: read f32 @ 0 buffer out: read_write f32 @ 1
         entry { let i = invocation_id.x; out[i] = f_add(f_mul(a[i], a[i]), a[i]); }",
    );
    let longs = module(
        "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
         entry { let i = invocation_id.x; let x = call primitive.u64.mul(cast<u64>(a[i]), cast<u64>(100000));
         out[i] = cast<u32>(call primitive.u64.div(x, cast<u64>(100000))); }",
    );
    vec![
        (slices(gpu, &floats, 4f32.to_bits(), false), 20f32.to_bits()),
        (slices(gpu, &longs, 1 << 30, false), 1 << 30),
    ]
}

/// A launch that is not done in time, and one after it, before which a device is opened anew and asked for an answer.
fn session_that_is_late(gpu: &Gpu) -> Vec<(Step, u32)> {
    let (module, plan) = (shift(), current());
    let warm = slices(gpu, &module, 3, false);
    install(Some(Plan::of(Call::Wait, 1, 1)));
    let late = slices(gpu, &module, 1, false);
    assert!(warm.is_err() || late.is_err(), "it was in time: {late:?}");
    install(plan);
    vec![(warm, 4), (slices(gpu, &module, 5, false), 6)]
}

/// A session, and whether a call that fails in it must be an error: what is asked for first, and the cache, may be done without.
type Session = (fn(&Gpu) -> Vec<(Step, u32)>, bool);

/// What failed in a session in which calls of a plan do; `None` if the session has no so many calls.
fn play(
    plan: &Arc<Plan>,
    (session, is_noticed): Session,
    cache: Option<&Path>,
) -> Option<Vec<(Call, &'static Location<'static>)>> {
    install(Some(Arc::clone(plan)));
    let gpu = open()?;
    gpu.settings.set_cache_folder(cache);
    let (start, mut errors) = (Instant::now(), 0);
    for (step, expected) in session(&gpu) {
        match step {
            Ok(words) => assert_eq!(words, [expected; LEN]),
            Err(
                Error::Device { .. }
                | Error::Shader { .. }
                | Error::OutOfMemory { .. }
                | Error::Timeout { .. }
                | Error::DeviceLost { .. }
                | Error::Busy { .. },
            ) => errors += 1,
            Err(error) => panic!("{error}"),
        }
    }
    plan.disarm();
    let failed = plan.failed.lock().unwrap().clone();
    // The next launches work.
    let after = slices(&gpu, &shift(), 9, false);
    assert!(matches!(&after, Ok(words) if *words == [10; LEN]), "after {failed:?}: {after:?}");
    for (step, expected) in session(&gpu) {
        assert!(matches!(&step, Ok(words) if *words == [expected; LEN]), "after {failed:?}: {step:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(if is_noticed { 60 } else { 600 }), "{failed:?}");
    // A buffer is tried again once what is kept has been let go.
    assert!(
        errors > 0 || !is_noticed || plan.is_out_of_memory || failed.is_empty(),
        "{failed:?} went unnoticed"
    );
    let is_software = gpu.info.kind() == DeviceKind::SoftwareGpu;
    match is_software {
        true => drop(gpu),
        // NVIDIA's driver may hang where a device is closed while threads end. So this one stays open until the process ends.
        false => std::mem::forget(gpu),
    }
    install(None);
    // Threads that end let go of the last.
    while is_software && plan.alive() > 0 {
        assert!(start.elapsed() < Duration::from_secs(90), "{} handles are left by {failed:?}", plan.alive());
        std::thread::sleep(Duration::from_millis(1));
    }
    (!failed.is_empty()).then_some(failed)
}

/// The calls that failed, with the files that call.
type Sites = BTreeSet<(String, String)>;

/// A session of which calls fail.
#[derive(Clone)]
enum Play {
    /// So many calls from the one with this number on, or those that make buffers, for lack of memory.
    Numbered { first: usize, count: usize, is_out_of_memory: bool },
    /// The call of a kind with this number, in a session in which a launch is late.
    Late { kind: usize, first: usize },
    /// The first calls of a kind, with a cache in this folder.
    OfKind { kind: usize, count: usize, cache: String },
}

/// Calls that fail where programs ask first what the adapter computes, and where there is a cache.
const KINDS: [Call; 8] = [
    Call::CreateShaderModulePassthrough,
    Call::CreateShaderModule,
    Call::CreateComputePipeline,
    Call::CreateBuffer,
    Call::Submit,
    Call::Map,
    Call::View,
    Call::CreatePipelineCache,
];

/// How many sessions a process has. On a GPU each leaves a device open ([`play`] says why), and a driver has no hundreds of them: NVIDIA's says
/// `Parent device is lost` where another is opened, and ends in a segmentation fault.
const SESSIONS: usize = 6;

/// The variable that tells a process its plays, and what stands before a line about one of them.
const PLAYS: &str = "VYRE_FAULTS";
const PLAYED: &str = "played: ";

impl Play {
    fn to_words(&self) -> String {
        match self {
            Play::Numbered { first, count, is_out_of_memory } => {
                format!("{first} {count} {is_out_of_memory}")
            }
            Play::Late { kind, first } => format!("late {kind} {first}"),
            Play::OfKind { kind, count, cache } => format!("of {kind} {count} {cache}"),
        }
    }

    fn from_words(words: &str) -> Play {
        let words: Vec<&str> = words.splitn(4, ' ').collect();
        match words[..] {
            ["of", kind, count, cache] => Play::OfKind {
                kind: kind.parse().unwrap(),
                count: count.parse().unwrap(),
                cache: cache.to_string(),
            },
            ["late", kind, first] => {
                Play::Late { kind: kind.parse().unwrap(), first: first.parse().unwrap() }
            }
            [first, count, is_out_of_memory] => Play::Numbered {
                first: first.parse().unwrap(),
                count: count.parse().unwrap(),
                is_out_of_memory: is_out_of_memory.parse().unwrap(),
            },
            _ => panic!("{words:?} is no play"),
        }
    }

    /// What failed; nothing if the session has no so many calls.
    fn run(&self) -> Sites {
        let failed = match self {
            Play::Numbered { first, count, is_out_of_memory } => {
                play(&Plan::new(*first, *count, *is_out_of_memory), (session, true), None)
            }
            Play::Late { kind, first } => {
                play(&Plan::of(KINDS[*kind], *first, 1), (session_that_is_late, true), None)
            }
            Play::OfKind { kind, count, cache } => {
                play(&Plan::of(KINDS[*kind], 1, *count), (session_that_asks, false), Some(Path::new(cache)))
            }
        };
        let file = |place: &Location<'_>| place.file().rsplit(['/', '\\']).next().unwrap().to_string();
        failed.into_iter().flatten().map(|(call, place)| (format!("{call:?}"), file(place))).collect()
    }
}

/// Runs plays in a process of their own.
fn in_a_process(plays: &[Play]) -> Vec<Sites> {
    let words: Vec<String> = plays.iter().map(Play::to_words).collect();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["gpu::tests::faults::the_plays_of_a_variable", "--exact", "--nocapture"]);
    let output = command.env(PLAYS, words.join("\n")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {}\n{said}", output.status);
    let site = |site: &str| site.split_once('@').map(|(call, file)| (call.to_string(), file.to_string()));
    let lines = said.lines().filter_map(|line| line.strip_prefix(PLAYED));
    let found: Vec<Sites> = lines.map(|line| line.split(' ').filter_map(site).collect()).collect();
    assert_eq!(found.len(), plays.len(), "{words:?}\n{said}");
    found
}

/// The body of such a process; without the variable it does nothing.
#[test]
fn the_plays_of_a_variable() {
    let Ok(plays) = std::env::var(PLAYS) else { return };
    // What tests share is of no plan.
    assert!(super::gpu().is_some());
    for play in plays.lines().map(Play::from_words) {
        let sites: Vec<String> = play.run().iter().map(|(call, file)| format!("{call}@{file}")).collect();
        eprintln!("{PLAYED}{}", sites.join(" "));
    }
}

/// The calls that failed, each number of a session in turn.
fn each(count: usize, is_out_of_memory: bool) -> Sites {
    let mut sites = Sites::new();
    for start in (1..).step_by(SESSIONS) {
        let plays = (start..start + SESSIONS).map(|first| Play::Numbered { first, count, is_out_of_memory });
        let found = in_a_process(&plays.collect::<Vec<_>>());
        let is_end = found.last().is_none_or(Sites::is_empty);
        sites.extend(found.into_iter().flatten());
        if is_end {
            break;
        }
    }
    sites
}

#[test]
fn every_call_of_wgpu_may_fail() {
    if super::gpu().is_none() {
        return;
    }
    // Every call in `calls.rs`, wherever it is called.
    let mut sites = vec![
        ("Open", "logical.rs"),
        ("CreateBindGroup", "groups.rs"),
        ("CreateBindGroupLayout", "compile.rs"),
        ("CreateBuffer", "belt.rs"),
        ("CreateBuffer", "logical.rs"),
        ("CreateBuffer", "ring.rs"),
        ("CreateComputePipeline", "compile.rs"),
        ("CreatePipelineLayout", "compile.rs"),
        ("CreateShaderModule", "compile.rs"),
        ("Map", "belt.rs"),
        ("Map", "recorder.rs"),
        ("Submit", "recorder.rs"),
        ("View", "belt.rs"),
        ("View", "transfer.rs"),
        ("Wait", "logical.rs"),
    ];
    if super::gpu().is_some_and(|gpu| gpu.info.kind() == DeviceKind::SoftwareGpu) {
        let creating = ["CreateBindGroup", "CreateBuffer", "CreateComputePipeline", "CreateShaderModule"];
        sites.extend(
            creating
                .into_iter()
                .chain(["Map", "Submit", "View", "Wait", "WriteBuffer"])
                .map(|call| (call, "loops.rs")),
        );
    }
    let failed = each(1, false);
    let missing =
        sites.into_iter().filter(|(call, file)| !failed.contains(&(call.to_string(), file.to_string())));
    assert_eq!(missing.collect::<Vec<_>>(), [], "of {failed:?}");
}

#[test]
fn every_buffer_may_find_no_memory() {
    if super::gpu().is_none() {
        return;
    }
    // Once, after which what is kept is let go; and again after that.
    for count in [1, 2] {
        let failed = each(count, true);
        assert!(failed.len() >= 3 && failed.iter().all(|(call, _)| call == "CreateBuffer"), "{failed:?}");
    }
}

/// Each call of the kinds that a device is asked by whether it answers, from the first on.
#[test]
fn what_a_device_is_asked_that_was_late_may_fail() {
    if super::gpu().is_none() {
        return;
    }
    let asked = [Call::CreateShaderModule, Call::CreateComputePipeline, Call::Submit];
    let kinds = KINDS.iter().enumerate().filter(|(_, kind)| asked.contains(kind));
    let plays: Vec<Play> =
        kinds.flat_map(|(kind, _)| (1..=6).map(move |first| Play::Late { kind, first })).collect();
    let site = |call: Call| (format!("{call:?}"), "logical.rs".to_string());
    let mut sites = Sites::new();
    // A device is asked only while the late launch is under way. On a busy machine that may be over when its turn comes, so there are several tries.
    for _ in 0..4 {
        sites.extend(plays.chunks(SESSIONS).flat_map(in_a_process).flatten());
        if asked.iter().all(|call| sites.contains(&site(*call))) {
            return;
        }
    }
    panic!("of {:?}: {sites:?}", asked.map(site));
}

/// The first call of each kind fails, or every one, where programs ask first what the adapter computes, and where there is a cache.
#[test]
fn what_an_adapter_is_asked_first_may_fail() {
    if super::gpu().is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let play = |kind: usize, count: usize| {
        let cache = folder.path().join(format!("{kind}-{count}")).to_str().unwrap().to_string();
        Play::OfKind { kind, count, cache }
    };
    let plays: Vec<Play> =
        (0..KINDS.len()).flat_map(|kind| [1, usize::MAX].map(|count| play(kind, count))).collect();
    let sites: Sites = plays.chunks(SESSIONS).flat_map(in_a_process).flatten().collect();
    let features = open().and_then(|gpu| Some(gpu.adapter.as_ref()?.raw().features())).unwrap();
    let can = |wanted: wgpu::Features| features.contains(wanted);
    if can(wgpu::Features::PASSTHROUGH_SHADERS) {
        assert!(
            sites.contains(&("CreateShaderModulePassthrough".to_string(), "compile.rs".to_string())),
            "{sites:?}"
        );
    }
    let is_off = std::env::var("VYRE_PIPELINE_CACHE").is_ok_and(|value| value == "off");
    if can(wgpu::Features::PIPELINE_CACHE) && !is_off {
        assert!(sites.contains(&("CreatePipelineCache".to_string(), "cache.rs".to_string())), "{sites:?}");
    }
}
