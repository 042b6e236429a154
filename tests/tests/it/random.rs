//! Random programs give on every device what walking their trees gives.
//!
//! The variables `VYRE_RANDOM_PROGRAMS` and `VYRE_RANDOM_SEED` say how many programs there are, and the seed of the first one.
//! Where one fails, the test shows a smaller one that fails as well, in the form of the files of `tests/programs`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use vyre::ir::BufferDecl;
use vyre::{Arg, Device, Error};
use vyre_random::evaluate::{Failure, expected};
use vyre_random::{
    Case, Contents, Order, Sizes, Source, elements, evaluate, in_parts, in_tensors, narrow, shrink,
    with_calls,
};
use vyre_tests::data::Data;
use vyre_tests::devices;

/// The programs for the CPU device, unless a variable says how many: usually, and where tests are thorough.
const ON_CPU: [u64; 2] = [200, 1_000];
/// The ones of a single invocation, which run fast.
const SINGLE: [u64; 2] = [200, 4_000];
/// The programs for a GPU: lavapipe takes long to compile them.
const ON_GPU: [u64; 2] = [20, 30];
/// After so many failures no more are looked for.
const ENOUGH: usize = 10;
/// How many smaller programs are tried.
const ATTEMPTS: usize = 3_000;

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is `{value}` and no number")))
}

fn seeds([usual, thorough]: [u64; 2]) -> Range<u64> {
    let first = setting("VYRE_RANDOM_SEED").unwrap_or(0);
    first..first + vyre_random::programs(usual, thorough)
}

/// What a launch gives: the buffers, and the first assertion that failed.
type Ran = (Vec<Contents>, Option<Failure>);

/// What a launch on a device gives.
fn run(device: &Device, case: &Case) -> Result<Ran, String> {
    let validated = case.validate().map_err(|errors| format!("not valid: {errors:?}"))?;
    let buffers: Vec<_> = case.program.bound_buffers().collect();
    let mut data: Vec<Data> = buffers
        .iter()
        .zip(&case.inputs)
        .map(|(buffer, input)| Data::of(buffer.element.clone(), input))
        .collect();
    let mut args: Vec<Arg<'_>> = Vec::new();
    for (at, data) in data.iter_mut().enumerate() {
        let arg = data.arg(case.is_written(at));
        args.push(match case.shape(at) {
            Some(shape) => arg.shaped(shape),
            None => arg,
        });
    }
    let failure = match device.run_validated(&validated, case.grid, args) {
        Ok(()) => None,
        Err(Error::Assertion { invocation, message, .. }) => Some(Failure { invocation, message }),
        Err(error) => return Err(error.to_string()),
    };
    Ok((data.iter().map(Data::contents).collect(), failure))
}

/// What makes the case of a seed.
type Generator<'a> = &'a (dyn Fn(u64) -> Case + Sync);

/// The seeds of some programs that fail on a device, in order.
fn failures(device: &Device, generate: Generator<'_>, seeds: Range<u64>) -> Vec<u64> {
    let next = AtomicU64::new(seeds.start);
    let failed = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let is_enough = failed.lock().unwrap_or_else(PoisonError::into_inner).len() >= ENOUGH;
            if seed >= seeds.end || is_enough {
                return;
            }
            let case = generate(seed);
            let expected = evaluate(&case, Order::Forward).map(|outcome| (outcome.contents, outcome.failure));
            if expected.is_err() || run(device, &case).ok() != expected.ok() {
                failed.lock().unwrap_or_else(PoisonError::into_inner).push(seed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.sort_unstable();
    failed
}

/// A case that fails, with what it should give, what it gives, and its shader.
fn describe(device: &Device, case: &Case) -> String {
    let show = |(contents, failure): Ran| {
        let buffers = case.program.bound_buffers().zip(contents).enumerate();
        let written = buffers.filter(|(at, _)| case.is_written(*at));
        let line = |(_, (buffer, contents)): (usize, (&BufferDecl, Contents))| {
            format!("// out {}: {}\n", buffer.name, contents.list(buffer.element.flat().clone()))
        };
        let failure = failure.map(|failure| format!("// fails: {failure:?}\n"));
        written.map(line).chain(failure).collect::<String>()
    };
    let expected = expected(case).map_or("nothing certain".to_string(), show);
    let got = run(device, case).map_or_else(|error| error, show);
    let wgsl = case.validate().map_or(String::new(), |validated| vyre::to_wgsl(&validated));
    format!("{case}{expected}\nIt gives\n\n{got}\n{wgsl}")
}

fn check(device: &Device, sizes: &Sizes, seeds: Range<u64>) {
    check_all(device, &|seed| Case::random(&mut Source::new(seed), sizes), seeds);
}

fn check_all(device: &Device, generate: Generator<'_>, seeds: Range<u64>) {
    let failed = failures(device, generate, seeds);
    let Some(first) = failed.first() else { return };
    let case = generate(*first);
    assert!(
        expected(&case).is_some(),
        "seed {first}: the results depend on the order of invocations\n{case}"
    );
    // A smaller program that races may give anything.
    let small = shrink(case, ATTEMPTS, |case| {
        expected(case).is_some_and(|expected| run(device, case).as_ref() != Ok(&expected))
    });
    panic!("{device}: seeds {failed:?} fail. The first one, made smaller:\n\n{}", describe(device, &small));
}

#[test]
fn random_programs_on_the_cpu() {
    check(&Device::cpu(), &Sizes::default(), seeds(ON_CPU));
}

/// With operations that call each other, and with nothing else that takes time.
#[test]
fn random_calls_on_the_cpu() {
    let sizes = Sizes { invocations: 1, groups: 1, arrays: 2, operations: 5, ..Sizes::default() };
    check(&Device::cpu(), &sizes, seeds(SINGLE));
}

#[test]
fn random_programs_on_a_gpu() {
    if let Some(gpu) = devices().get(1) {
        check(gpu, &Sizes::default(), seeds(ON_GPU));
    }
}

/// Programs whose variables are parts of tuples and arrays.
#[test]
fn random_parts_on_every_device() {
    let generate = |seed: u64| in_parts(&Case::random(&mut Source::new(seed), &Sizes::default())).unwrap();
    everywhere(&generate);
}

/// Programs whose buffers are tensors.
#[test]
fn random_tensors_on_every_device() {
    let generate = |seed: u64| {
        let mut source = Source::new(seed);
        let case = Case::random(&mut source, &Sizes::default());
        in_tensors(&case, &mut source)
    };
    everywhere(&generate);
}

/// Programs that call operations on buffers, also with tensors.
#[test]
fn random_operations_on_buffers_on_every_device() {
    let generate = |seed: u64| {
        let mut source = Source::new(seed);
        let case = Case::random(&mut source, &Sizes::default());
        let case = if seed.is_multiple_of(2) { case } else { in_tensors(&case, &mut source) };
        with_calls(&case, &mut source)
    };
    everywhere(&generate);
}

fn everywhere(generate: Generator<'_>) {
    let [few, many] = [ON_CPU[0] / 2, ON_CPU[1]];
    check_all(&Device::cpu(), generate, seeds([few, many]));
    check_all(&Device::reference(), generate, seeds([few, many]));
    if let Some(gpu) = devices().get(1) {
        check_all(gpu, generate, seeds([ON_GPU[0] / 4, ON_GPU[1]]));
    }
}

/// Kernels of one element to an invocation, which are coarsened.
#[test]
fn random_elements_on_every_device() {
    check_all(&Device::cpu(), &elements, seeds(ON_CPU));
    if let Some(gpu) = devices().get(1) {
        check_all(gpu, &elements, seeds(ON_GPU));
    }
}

/// Stores of bytes, which a GPU has by words where it may.
#[test]
fn random_stores_of_bytes_on_every_device() {
    for (device, count) in devices().iter().zip([ON_CPU, ON_GPU]) {
        check_all(device, &narrow, seeds(count));
    }
}
