//! Launches on several threads at once, launches that take too long, and those for which there is no memory.

use super::*;
use crate::grid::Part;
use crate::limit::Limit;
use crate::memory::{View, bounds};
use crate::{Code, Error};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn code(text: &str) -> Code {
    let mut form = vyre_lower::build(&valid(text)).unwrap();
    vyre_lower::pass::optimise(&mut form, &Target::CPU);
    crate::compile(&form)
}

fn counter() -> Code {
    code(
        "program\nworkgroup_size 64, 1, 1\nbuffer out: read_write u32 @ 0\nentry {\n\
          let i = invocation_id.x; out[i] = out[i] + i; let old = atomic_add(out[0], 1);\n}\n",
    )
}

/// A loop that does not end in the time of a test.
fn endless() -> Code {
    code(
        "program\nworkgroup_size 64, 1, 1\nbuffer out: read_write u32 @ 0\nentry {\n let x = out[invocation_id.x];\n\
          for i in 0..4294967295 { for j in 0..4294967295 { x = x * 1664525 + j; if x == 12345 { x = i; } } } out[invocation_id.x] = x;\n}\n",
    )
}

/// What `counter` gives after one launch of 100 workgroups, but for element 0, which the additions race for.
fn is_counted(out: &[u32]) -> bool {
    out.iter().enumerate().skip(1).all(|(at, value)| *value == at as u32)
}

#[test]
fn sixteen_threads_launch_at_once() {
    let code = counter();
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let mut out = vec![0; 6400];
                    let stop = AtomicBool::new(false);
                    let launch = Launch { per_thread: 64, ..Launch::new([100, 1, 1], 8, &stop) };
                    assert!(code.run(launch, &mut [Binding::WordsMut(&mut out)]).is_ok());
                    assert!(is_counted(&out));
                }
            });
        }
    });
}

#[test]
fn a_launch_past_its_time_is_an_error_and_the_next_one_works() {
    for threads in [1, 4] {
        let mut out = vec![1; 640];
        let stop = AtomicBool::new(false);
        let timeout = Some(Duration::from_millis(30));
        let launch = Launch { per_thread: 64, timeout, ..Launch::new([10, 1, 1], threads, &stop) };
        let start = Instant::now();
        let result = endless().run(launch, &mut [Binding::WordsMut(&mut out)]);
        assert!(matches!(result, Err(Error::Timeout { waited }) if Some(waited) == timeout), "{result:?}");
        assert!(start.elapsed() < Duration::from_secs(10));
        let (mut out, stop) = (vec![0; 6400], AtomicBool::new(false));
        let launch = Launch { per_thread: 64, ..Launch::new([100, 1, 1], threads, &stop) };
        assert!(counter().run(launch, &mut [Binding::WordsMut(&mut out)]).is_ok());
        assert!(is_counted(&out));
    }
}

#[test]
fn a_launch_is_cancelled_in_the_middle() {
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut out = vec![1; 640];
            let launch = Launch { per_thread: 64, ..Launch::new([10, 1, 1], 4, &stop) };
            assert!(endless().run(launch, &mut [Binding::WordsMut(&mut out)]).is_err());
        });
        std::thread::sleep(Duration::from_millis(20));
        stop.store(true, Ordering::Relaxed);
    });
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn launches_of_nothing() {
    for groups in [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0; 3]] {
        let mut out = vec![7; 64];
        let stop = AtomicBool::new(false);
        assert!(counter().run(Launch::new(groups, 2, &stop), &mut [Binding::WordsMut(&mut out)]).is_ok());
        assert_eq!(out, [7; 64]);
    }
}

#[test]
fn atomics_of_several_threads_are_all_done() {
    let text = "program\nworkgroup_size 64, 1, 1\nbuffer out: read_write u32 @ 0\nentry {\n\
                let old = atomic_add(out[invocation_id.x % 3], 1); old = atomic_max(out[3], invocation_id.x);\n}\n";
    let (mut out, stop) = (vec![0; 4], AtomicBool::new(false));
    let launch = Launch { per_thread: 64, ..Launch::new([3000, 1, 1], 8, &stop) };
    assert!(code(text).run(launch, &mut [Binding::WordsMut(&mut out)]).is_ok());
    assert_eq!(out, [64_000, 64_000, 64_000, 191_999]);
}

/// Threads add to words of their own where a program does nothing else with a buffer, and to those of the buffer where it does.
#[test]
fn sums_of_several_threads_are_all_added() {
    for more in ["", "old = atomic_max(sums[2], 3);", "out[i] = sums[70];", "out[i] = old;"] {
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\nbuffer sums: read_write u32 @ 0\nbuffer out: read_write u32 @ 1\nentry {{\n\
             let i = invocation_id.x; let old = atomic_add(sums[i % 50], i);\n{more}\n}}\n"
        );
        for threads in [1, 2, 8] {
            let (mut sums, mut out, stop) = (vec![3; 71], vec![9; 6400], AtomicBool::new(false));
            let launch = Launch { per_thread: 64, ..Launch::new([100, 1, 1], threads, &stop) };
            let mut bindings = [Binding::WordsMut(&mut sums), Binding::WordsMut(&mut out)];
            assert!(code(&text).run(launch, &mut bindings).is_ok());
            // 128 numbers that are `at` modulo 50: at + 50 * k.
            let sum = |at: u32| if at < 50 { 3 + (0..128).map(|k| at + 50 * k).sum::<u32>() } else { 3 };
            assert!(sums.iter().zip(0..).all(|(word, at)| *word == sum(at)), "{more} {threads}");
        }
    }
}

/// Every invocation loads what others store meanwhile. The threads are started and joined here and share nothing but the buffers, so that
/// ThreadSanitizer, which does not see what std's locks order, has nothing to say unless an access is a race of Rust's.
#[test]
fn kernels_that_race_are_no_race_of_rust() {
    let text = "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\n\
                buffer wide: read_write vec4<u32> @ 2\nbuffer long: read_write u64 @ 3\nentry {\n\
                let i = invocation_id.x; let x = a[i % 64] + 1;\n\
                out[i % 7] = i; out[64 + i % 64] = out[i % 7]; out[3] = i; out[128 + x % 50] = i; out[i] = i;\n\
                if i & 1 { out[200] = i; } let old = atomic_add(out[5], 1);\n\
                wide[i % 3] = vec4<u32>(i, i, i, i); wide[4] = wide[i % 3]; long[i % 5] = long[(i + 1) % 5]; }\n";
    let form = {
        let mut form = vyre_lower::build(&valid(text)).unwrap();
        vyre_lower::pass::optimise(&mut form, &Target::CPU);
        form
    };
    let (mut a, mut out, mut wide, mut long) = (noise(64, 1), vec![0; 6400], vec![0; 20], vec![0; 10]);
    let mut bindings = [&mut a, &mut out, &mut wide, &mut long].map(|words| Binding::WordsMut(words));
    let shared = bounds(form.buffers.iter(), &mut bindings);
    let Ok(shared) = shared else { panic!("the buffers are bound") };
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let code = compile_for(&form, InstructionSet::all()[0], Some(64));
                let views: Vec<View<'_>> = shared.iter().map(|bound| bound.view()).collect();
                let limit = Limit::new(None, &stop);
                let units = code.units([100, 1, 1], 8);
                assert!(code.share(&units, &views, &[64, 6400, 5, 5], (&next, 1), &limit).is_ok());
            });
        }
    });
    // One of the values that are written, of which 0 is none but for invocation 0.
    assert!(out.iter().all(|word| *word < 6400 + 6400) && out[6399] == 6399);
    assert!(wide.iter().all(|word| *word < 6400));
    assert!(long.iter().all(|word| *word == 0));
}

#[test]
fn without_memory_there_is_an_error() {
    let part = Arc::new(Part { lanes: 1 << 50, ..Part::default() });
    assert!(matches!(counter().blocks(&[part], &[]), Err(Error::OutOfMemory { .. })));
}
