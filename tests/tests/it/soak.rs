//! Everything at once, for a while: many kernels and sizes, from several threads, on every device, with wrong arguments, buffers that
//! are too large and a device that is destroyed again and again. Every result is checked, and memory must not grow.
//!
//! It takes five seconds, or as many as `VYRE_SOAK_SECONDS` says.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre::{DeviceKind, Error, Limit};
use vyre_tests::devices;

#[vyre::kernel]
fn blend(a: &[u32], b: &[u32], out: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + plus;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn step(data: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i] * 3 + plus;
    }
}

#[vyre::kernel]
fn divide(a: &[u64], b: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] * a[i] / b[i] + a[i] % b[i];
    }
}

#[vyre::kernel]
fn count_bytes(bytes: &[u8], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < bytes.len() {
        counts[bytes.byte(i)].fetch_add(1);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn reverse_blocks(data: &mut [u32]) {
    let mut block = workgroup_array::<u32, 64>();
    let (i, k) = (invocation_id().x, local_id().x);
    block[k] = data[i];
    barrier();
    data[i] = block[63 - k];
}

#[vyre::kernel]
fn parity(vectors: &[[u32; 4]], odd: &mut [bool], flip: bool) {
    let i = invocation_id().x;
    if i < odd.len() {
        let v = vectors[i];
        odd[i] = ((v[0] ^ v[1] ^ v[2] ^ v[3]).count_ones() % 2 == 1) != flip;
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn words(&mut self, len: usize) -> Vec<u32> {
        (0..len).map(|_| self.next() as u32).collect()
    }

    /// A length that the device gets through in little time: often small, sometimes none.
    fn len(&mut self, device: &Device) -> usize {
        let bits = if device.info().kind() == DeviceKind::Cpu { 13 } else { 18 };
        let bits = self.below(bits);
        self.below(1 << bits)
    }
}

fn step_on_host(data: &mut [u32], plus: u32) {
    data.iter_mut().for_each(|value| *value = value.wrapping_mul(3).wrapping_add(plus));
}

/// One piece of work. What it computes is asserted; errors of the device are given back.
type Job = fn(&Device, &mut Random) -> Result<(), Error>;

const JOBS: [(&str, Job); 11] = [
    ("slices", run_slices),
    ("chains", run_chain),
    ("64 bits", run_wide),
    ("bytes", run_bytes),
    ("workgroups", run_workgroups),
    ("bools and vectors", run_parity),
    ("ranges and copies", run_ranges),
    ("async", run_async),
    ("programs", run_program),
    ("wrong arguments", run_wrong),
    ("large", run_large),
];

fn run_slices(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device);
    let (a, b, plus) = (random.words(len), random.words(len), random.next() as u32);
    let mut out = vec![7; len];
    blend(&a, &b, &mut out, plus).dispatch(device)?;
    assert!(out.iter().zip(a.iter().zip(&b)).all(|(out, (a, b))| *out == (a ^ b).wrapping_add(plus)));
    Ok(())
}

fn run_chain(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device) / 16;
    let mut expected = random.words(len);
    let mut data = device.buffer(&expected)?;
    for plus in 0..random.below(400) as u32 {
        step(&mut data, plus).dispatch(device)?;
        step_on_host(&mut expected, plus);
    }
    assert_eq!(data.read()?, expected);
    Ok(())
}

fn run_wide(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device) / 4;
    let a: Vec<u64> = (0..len).map(|_| random.next()).collect();
    let b: Vec<u64> = (0..len).map(|_| random.next() >> random.below(64)).collect();
    let mut out = vec![0; len];
    divide(&a, &b, &mut out).dispatch(device)?;
    let expected = |a: u64, b: u64| {
        a.wrapping_mul(a).checked_div(b).unwrap_or(0).wrapping_add(a.checked_rem(b).unwrap_or(0))
    };
    assert!(out.iter().zip(a.iter().zip(&b)).all(|(out, (a, b))| *out == expected(*a, *b)));
    Ok(())
}

fn run_bytes(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device);
    let bytes: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
    let resident = device.buffer(&bytes)?;
    let mut counts = vec![0u32; 256];
    let invocations = [len as u32, 1, 1];
    match random.below(2) {
        0 => count_bytes(&bytes, &mut counts).invocations(invocations).dispatch(device)?,
        _ => {
            let mut on_device = device.zeros::<u32>(256)?;
            count_bytes(&resident, &mut on_device).invocations(invocations).dispatch(device)?;
            on_device.read_into(&mut counts)?;
        }
    }
    let mut expected = vec![0u32; 256];
    bytes.iter().for_each(|byte| expected[usize::from(*byte)] += 1);
    assert_eq!(counts, expected);
    Ok(())
}

fn run_workgroups(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device) / 64 * 64;
    let mut data = random.words(len);
    let expected: Vec<u32> = data.chunks(64).flat_map(|block| block.iter().rev().copied()).collect();
    reverse_blocks(&mut data).dispatch(device)?;
    assert_eq!(data, expected);
    Ok(())
}

fn run_parity(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device) / 4;
    let vectors: Vec<[u32; 4]> = (0..len).map(|_| [(); 4].map(|()| random.next() as u32)).collect();
    let flip = random.below(2) == 1;
    let mut odd = vec![false; len];
    parity(&vectors, &mut odd, flip).dispatch(device)?;
    let ones = |vector: &[u32; 4]| vector.iter().map(|lane| lane.count_ones()).sum::<u32>();
    assert!(odd.iter().zip(&vectors).all(|(odd, vector)| *odd == ((ones(vector) % 2 == 1) != flip)));
    Ok(())
}

fn run_ranges(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device) + 1;
    let mut expected: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
    let mut buffer = device.buffer(&expected)?;
    for _ in 0..random.below(6) {
        let start = random.below(len);
        let end = start + random.below(len - start + 1);
        match random.below(3) {
            0 => {
                let data: Vec<u8> = (start..end).map(|_| random.next() as u8).collect();
                buffer.write_at(start, &data)?;
                expected[start..end].copy_from_slice(&data);
            }
            1 => assert_eq!(buffer.read_range(start..end)?, expected[start..end]),
            _ => buffer = buffer.copy()?,
        }
    }
    assert_eq!(buffer.to_device(&Device::cpu())?.read()?, expected);
    Ok(())
}

fn run_async(device: &Device, random: &mut Random) -> Result<(), Error> {
    let len = random.len(device);
    let start = random.words(len);
    pollster::block_on(async {
        let (mut slice, mut data) = (start.clone(), device.buffer(&start)?);
        step(&mut slice, 5).dispatch_async(device).await?;
        step(&mut data, 5).dispatch_async(device).await?;
        let mut expected = start;
        step_on_host(&mut expected, 5);
        assert_eq!(slice, expected);
        assert_eq!(data.read_async().await?, expected);
        device.synchronize_async().await
    })
}

/// A few programs that are decoded, validated and lowered each time.
fn run_program(device: &Device, random: &mut Random) -> Result<(), Error> {
    let factor = random.below(8) as u32;
    let text = format!(
        "program workgroup_size 32, 1, 1 buffer data: read_write u32 @ 0
         entry {{ data[invocation_id.x] = (data[invocation_id.x] * {factor}) ^ 0x55; }}"
    );
    let mut data = random.words(32 * 5);
    let expected: Vec<u32> = data.iter().map(|value| value.wrapping_mul(factor) ^ 0x55).collect();
    device.run(&text.parse().unwrap(), [5, 1, 1], [Arg::write(&mut data)])?;
    assert_eq!(data, expected);
    Ok(())
}

/// The error that a mistake should give.
fn refused<T: std::fmt::Debug>(result: Result<T, Error>, is_right: fn(&Error) -> bool) -> Result<(), Error> {
    match result {
        Err(error) if is_right(&error) => Ok(()),
        other => panic!("{other:?}"),
    }
}

fn run_wrong(device: &Device, random: &mut Random) -> Result<(), Error> {
    let start = random.words(100);
    let mut data = device.buffer(&start)?;
    let other = match device.info().kind() {
        DeviceKind::Cpu => Device::gpu().ok(),
        _ => Some(Device::cpu()),
    };
    match random.below(7) {
        0 => refused(data.read_into(&mut [0; 99]), |error| matches!(error, Error::Length { .. }))?,
        1 => refused(data.write_at(99, &[1, 2]), |error| matches!(error, Error::Range { .. }))?,
        2 => {
            let alias = data.clone();
            let launch = blend(&alias, &alias, &mut data, 0).dispatch(device);
            refused(launch, |error| matches!(error, Error::BufferAliased { .. }))?;
        }
        3 => {
            if let Some(other) = other {
                let launch = step(&mut data, 1).dispatch(&other);
                refused(launch, |error| matches!(error, Error::BufferDevice { .. }))?;
            }
        }
        4 => {
            let huge = device.zeros::<u32>(1 << 50);
            refused(huge, |error| matches!(error, Error::Limit { .. } | Error::OutOfMemory { .. }))?;
        }
        5 => {
            let launch = step(&mut data, 1).workgroups([1 << 31, 1 << 31, 1]).dispatch(device);
            refused(launch, |error| matches!(error, Error::Limit { limit: Limit::Invocations, .. }))?;
        }
        _ => {
            let program = "program workgroup_size 1, 1, 1 buffer a: read_write u32 @ 0 entry { a[0] = x; }";
            let run = device.run(&program.parse().unwrap(), [1, 1, 1], [Arg::buffer_mut(&mut data)]);
            refused(run, |error| matches!(error, Error::Invalid { .. }))?;
        }
    }
    assert_eq!(data.read()?, start, "a refused launch changes nothing");
    Ok(())
}

/// More than fits one piece of a transfer.
fn run_large(device: &Device, random: &mut Random) -> Result<(), Error> {
    if device.info().kind() == DeviceKind::Cpu || random.below(8) != 0 {
        return Ok(());
    }
    let len = (2 << 20) + random.below(3 << 20);
    let mut expected: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let mut data = device.buffer(&expected)?;
    step(&mut data, 9).dispatch(device)?;
    step_on_host(&mut expected, 9);
    assert!(data.read()? == expected);
    step(&mut expected, 1).dispatch(device)?;
    step(&mut data, 1).dispatch(device)?;
    assert!(data.read()? == expected);
    Ok(())
}

/// How often the GPU was destroyed.
static DESTROYED: AtomicU64 = AtomicU64::new(0);

/// Jobs share it; the device is destroyed between them. When wgpu sees that a device is lost it frees the memory that is mapped, even
/// where another thread is reading it: that ends the process now and then, and nothing above wgpu can prevent it.
static BETWEEN: RwLock<()> = RwLock::new(());

/// A buffer that a worker keeps from one job to the next, what it must hold, and how often the GPU had been destroyed when it
/// was made.
type Kept = Option<(Buffer<u32>, Vec<u32>, u64)>;

/// Goes on with the buffer. Says whether it was lost with its device, as it must be then and only then.
fn go_on(kept: &mut Kept, device: &Device, random: &mut Random) -> bool {
    let destroyed = DESTROYED.load(Ordering::SeqCst);
    let (buffer, expected, since) = kept.get_or_insert_with(|| {
        let data = random.words(500);
        (device.buffer(&data).unwrap(), data, destroyed)
    });
    let stepped = step(buffer, 3).dispatch(device).and_then(|()| buffer.read());
    if *since != destroyed {
        assert!(matches!(stepped, Err(Error::DeviceLost { .. })), "{stepped:?}");
        *kept = None;
        return true;
    }
    step_on_host(expected, 3);
    assert_eq!(stepped.unwrap(), *expected);
    false
}

/// Works until the deadline. Gives how often each job was done, and how often a buffer was lost.
fn work(devices: &[Device], seed: u64, deadline: Instant) -> BTreeMap<&'static str, u64> {
    let mut random = Random(seed);
    let mut counts = BTreeMap::new();
    let mut kept = Kept::None;
    while Instant::now() < deadline {
        let _shared = BETWEEN.read().unwrap_or_else(PoisonError::into_inner);
        // The CPU device takes longer for all of them.
        let device = if random.below(4) == 0 { &devices[0] } else { &devices[devices.len() - 1] };
        let (name, job) = JOBS[random.below(JOBS.len())];
        if let Err(error) = job(device, &mut random) {
            panic!("{name} on {device}: {error}");
        }
        *counts.entry(name).or_insert(0) += 1;
        if let Some(gpu) = devices.get(1)
            && go_on(&mut kept, gpu, &mut random)
        {
            *counts.entry("lost").or_insert(0) += 1;
        }
    }
    counts
}

/// How often the resident memory is looked at, at the least.
const LOOKS: usize = 8;

/// Destroys the GPU from time to time, with work recorded, and waits until it works again. Gives the memory that is resident then: a device keeps
/// the memory of buffers that are dropped for others, which it loses with the rest, so that what has leaked is left.
#[cfg(feature = "gpu")]
fn destroy(device: &Device, every: Duration, deadline: Instant) -> Vec<u64> {
    let mut seen = Vec::new();
    while Instant::now() + every < deadline || seen.len() < LOOKS {
        std::thread::sleep(every);
        let _alone = BETWEEN.write().unwrap_or_else(PoisonError::into_inner);
        let (gpu, _) = device.wgpu_device().unwrap().unwrap();
        let mut recorded = device.buffer(&[1u32; 1000]).unwrap();
        for plus in 0..50 {
            step(&mut recorded, plus).dispatch(device).unwrap();
        }
        gpu.destroy();
        let lost = recorded.read();
        assert!(matches!(lost, Err(Error::DeviceLost { .. })), "{lost:?}");
        let mut data = [1u32, 2, 3];
        match step(&mut data, 1).dispatch(device) {
            Err(Error::DeviceLost { .. }) => assert_eq!(data, [1, 2, 3], "host data are intact"),
            other => other.unwrap(),
        }
        let mut data = [1u32, 2, 3];
        step(&mut data, 1).dispatch(device).unwrap();
        assert_eq!(data, [4, 7, 10]);
        DESTROYED.fetch_add(1, Ordering::SeqCst);
        match resident_mib() {
            Some(mib) => seen.push(mib),
            None => return seen,
        }
    }
    seen
}

/// The process's memory that is resident, in MiB, where the system tells.
fn resident_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// The resident memory from time to time, when no job is under way.
fn watch(duration: Duration, deadline: Instant) -> Vec<u64> {
    let mut seen = Vec::new();
    while Instant::now() < deadline || seen.len() < LOOKS {
        std::thread::sleep(duration / 100);
        let _alone = BETWEEN.write().unwrap_or_else(PoisonError::into_inner);
        match resident_mib() {
            Some(mib) => seen.push(mib),
            None => return seen,
        }
    }
    seen
}

#[test]
fn everything_at_once() {
    vyre_tests::in_own_process!();
    let seconds = std::env::var("VYRE_SOAK_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(5));
    let devices = devices();
    let deadline = Instant::now() + duration;
    let total = Mutex::new(BTreeMap::new());
    let memory = std::thread::scope(|scope| {
        for seed in 0..4 {
            let (devices, total) = (&devices, &total);
            scope.spawn(move || {
                for (name, count) in work(devices, seed, deadline) {
                    *total.lock().unwrap().entry(name).or_insert(0) += count;
                }
            });
        }
        #[cfg(feature = "gpu")]
        if let Some(gpu) = devices.get(1) {
            return destroy(gpu, (duration / 10).min(Duration::from_secs(2)), deadline);
        }
        watch(duration, deadline)
    });
    let total = total.into_inner().unwrap();
    println!("{total:?}, destroyed {} times", DESTROYED.load(Ordering::SeqCst));
    assert!(JOBS.iter().all(|(name, _)| total.contains_key(name)), "{total:?}");
    if memory.is_empty() {
        return;
    }
    println!("{memory:?} MiB");
    let part =
        |from: usize, to: usize| memory[memory.len() * from / 8..memory.len() * to / 8].iter().copied();
    // Allocators keep some of what is freed, and how much differs from time to time: what leaks stays in the least that is resident. On
    // lavapipe it levels off at some 600 MiB, after 1,500 jobs (2026-11-29). A short run on a busy machine ends before that.
    let (early, late) = (part(2, 4).max().unwrap(), part(6, 8).min().unwrap());
    let kept = if duration < Duration::from_secs(30) { 600 } else { 64 };
    assert!(late <= early + early / 4 + kept, "memory grows from {early} MiB to {late} MiB");
}
