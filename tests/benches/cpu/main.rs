//! The CPU device against plain Rust, and against a software Vulkan driver if there is one.
//!
//! ```sh
//! cargo bench -p vyre-tests --bench cpu              # all rows
//! cargo bench -p vyre-tests --bench cpu -- copy sha  # those whose names contain one of these
//! ```
//!
//! Plain Rust is the same algorithm, compiled for the target's baseline. Both run on one thread, in turns, and the time is that of the
//! thread, of which the least of all rounds counts: the machine may have other work. The driver has all cores, so it is compared by the
//! time that passes, with the CPU device on all cores too.

#![allow(
    clippy::unwrap_used,
    clippy::needless_range_loop,
    reason = "a bench; its loops are written as the kernels' are"
)]
#![allow(missing_docs, reason = "kernels of a bench")]

mod kernels;
mod plain;

use kernels::*;
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};
use vyre::DeviceKind;
use vyre::prelude::*;

/// The rounds, of which the best counts.
const ROUNDS: usize = 15;

/// One row: a kernel with its data, and the same in plain Rust.
struct Row {
    name: &'static str,
    goal: f64,
    /// Makes the data on a device, and gives the launch, and what reads the result as words.
    kernel: Box<dyn Fn(&Device) -> Prepared>,
    plain: Plain,
    /// The words of the result.
    words: usize,
}

/// The same in plain Rust, which writes its result to the words.
type Plain = Box<dyn Fn(&mut [u32])>;

type Prepared = (Box<dyn FnMut()>, Box<dyn Fn() -> Vec<u32>>);

fn noise(count: usize) -> Vec<u32> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 15
    };
    (0..count).map(|_| next()).collect()
}

/// The CPU time of this thread.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The CPU time of all threads of this process. On a busy machine it says more than the time that passes.
fn process_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn wall_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn least(rounds: usize, clock: fn() -> Duration, mut work: impl FnMut()) -> Duration {
    let mut once = || {
        let start = clock();
        work();
        clock() - start
    };
    once();
    (0..rounds).map(|_| once()).min().unwrap()
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let software = Device::list().into_iter().find(|device| device.info().kind() == DeviceKind::SoftwareGpu);
    let cpu = Device::cpu();
    println!("{cpu}; {}", software.as_ref().map_or("no software adapter".to_string(), Device::to_string));
    println!(
        "\n| kernel | plain Rust, ms | CPU device, ms | ratio | goal | driver, time | driver, CPU time |"
    );
    println!("|---|---|---|---|---|---|---|");
    for row in rows() {
        if !is_wanted(row.name) {
            continue;
        }
        cpu.set_threads(1);
        let (mut launch, read) = (row.kernel)(&cpu);
        let mut expected = vec![0; row.words];
        (row.plain)(&mut expected);
        launch();
        assert!(read() == expected, "{}", row.name);
        let mut times = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            times[0] =
                times[0].min(least(1, thread_time, || (row.plain)(std::hint::black_box(&mut expected))));
            times[1] = times[1].min(least(1, thread_time, &mut launch));
        }
        cpu.set_threads(0);
        let driver = software.as_ref().map(|software| {
            let (mut on_driver, read) = (row.kernel)(software);
            on_driver();
            assert!(read() == expected, "{} on {software}", row.name);
            let mut times = [[Duration::MAX; 2]; 2];
            for _ in 0..ROUNDS {
                for (times, work) in times.iter_mut().zip([&mut on_driver, &mut launch]) {
                    let start = [wall_time(), process_time()];
                    work();
                    let now = [wall_time(), process_time()];
                    (0..2).for_each(|at| times[at] = times[at].min(now[at] - start[at]));
                }
            }
            [0, 1].map(|at| times[0][at].as_secs_f64() / times[1][at].as_secs_f64())
        });
        let [plain, device] = times.map(|time| time.as_secs_f64() * 1e3);
        let driver = driver.map_or("- | -".to_string(), |[wall, cpu]| format!("{wall:.1} | {cpu:.1}"));
        println!(
            "| {} | {plain:.3} | {device:.3} | {:.2} | {} | {driver} |",
            row.name,
            plain / device,
            row.goal
        );
    }
    if is_wanted("small launch") {
        small_launch(&cpu);
    }
    elementary_functions(&cpu, is_wanted);
}

/// A function on the platform, and its launch.
type Function = (&'static str, fn(f32, f32) -> f32, fn(&[Buffer<f32>; 2], &mut Buffer<f32>, &Device));

macro_rules! functions {
    ($($name:ident)*; $($name2:ident)*) => {
        [
            $((stringify!($name), |a, _| f32::$name(a), |[a, _], out, device| {
                elementary::$name(a, out).dispatch(device).unwrap();
            }),)*
            $((stringify!($name2), |a, b| f32::$name2(a, b), |[a, b], out, device| {
                elementary::$name2(a, b, out).dispatch(device).unwrap();
            }),)*
        ]
    };
}

/// The range of a function's first operand; the second one is from 0.1 to 8.
fn range(name: &str) -> [f32; 2] {
    match name {
        "sin" | "cos" | "tan" => [-100.0, 100.0],
        "asin" | "acos" => [-1.0, 1.0],
        "ln" | "log2" | "log10" | "ln_1p" | "cbrt" => [0.0, 1e4],
        "powf" => [0.0, 100.0],
        _ => [-20.0, 20.0],
    }
}

/// Elementary functions of 2^20 floats, against the platform's.
fn elementary_functions(cpu: &Device, wanted: impl Fn(&str) -> bool) {
    const N: usize = 1 << 20;
    cpu.set_threads(1);
    println!(
        "\n| function | range | platform, ns | CPU device, ns | ratio | differ |\n|---|---|---|---|---|---|"
    );
    let functions: [Function; 20] = functions! {
        sin cos tan asin acos atan sinh cosh tanh exp exp2 exp_m1 ln log2 log10 ln_1p cbrt;
        hypot atan2 powf
    };
    for (name, function, launch) in functions.into_iter().filter(|(name, ..)| wanted(name)) {
        let [from, to] = range(name);
        let unit = |word: u32| (word >> 8) as f32 / (1 << 24) as f32;
        let a: Vec<f32> = noise(N).into_iter().map(|word| from + (to - from) * unit(word)).collect();
        let b: Vec<f32> = noise(N + 1)[1..].iter().map(|word| 0.1 + 7.9 * unit(*word)).collect();
        let (operands, mut out) = ([&a, &b].map(|it| cpu.buffer(it).unwrap()), cpu.zeros::<f32>(N).unwrap());
        let mut expected = vec![0.0; N];
        let mut times = [Duration::MAX; 2];
        for _ in 0..ROUNDS {
            times[0] = times[0].min(least(1, thread_time, || {
                let lanes = std::hint::black_box(&mut expected).iter_mut().zip(a.iter().zip(&b));
                lanes.for_each(|(to, (a, b))| *to = function(*a, *b));
            }));
            times[1] = times[1].min(least(1, thread_time, || launch(&operands, &mut out, cpu)));
        }
        let differ = out.read().unwrap().iter().zip(&expected).filter(|(a, b)| a != b).count();
        let [plain, device] = times.map(|time| time.as_secs_f64() * 1e9 / N as f64);
        println!(
            "| `{name}` | {from} to {to} | {plain:.1} | {device:.1} | {:.2} | {differ} |",
            plain / device
        );
    }
}

/// A launch of one workgroup, and reading what it wrote.
fn small_launch(cpu: &Device) {
    let mut data = cpu.buffer(&[1u32; 256]).unwrap();
    let mut out = vec![0; 256];
    let time = least(2000, thread_time, || {
        double(&mut data).dispatch(cpu).unwrap();
        data.read_into(&mut out).unwrap();
    });
    println!("\nA launch of 256 invocations, dispatch and read: {:.2} us", time.as_secs_f64() * 1e6);
}

fn row(
    name: &'static str,
    goal: f64,
    words: usize,
    kernel: impl Fn(&Device) -> Prepared + 'static,
    plain: impl Fn(&mut [u32]) + 'static,
) -> Row {
    Row { name, goal, words, kernel: Box::new(kernel), plain: Box::new(plain) }
}

/// A launch over two inputs and an output of so many words, which starts as zeros.
fn prepared(
    device: &Device,
    inputs: [Vec<u32>; 2],
    words: usize,
    launch: impl Fn(&Buffer<u32>, &Buffer<u32>, &mut Buffer<u32>, &Device) + 'static,
) -> Prepared {
    let [a, b] = inputs.map(|input| device.buffer(&input).unwrap());
    let mut out = device.zeros::<u32>(words).unwrap();
    let (device, read) = (device.clone(), out.clone());
    let work = move || {
        launch(&a, &b, &mut out, &device);
        device.synchronize().unwrap();
    };
    (Box::new(work), Box::new(move || read.read().unwrap()))
}

fn rows() -> Vec<Row> {
    const N: usize = 1 << 22;
    // For as long as the process.
    let [a, b]: &'static [Vec<u32>; 2] = Box::leak(Box::new([noise(N), noise(N + 1)[1..].to_vec()]));
    vec![
        row(
            "copy, 2^22 u32",
            0.8,
            N,
            move |device| {
                prepared(device, [a.clone(), vec![0]], N, |a, _, out, device| {
                    copy(a, out).dispatch(device).unwrap()
                })
            },
            |out| plain::copy(out, a),
        ),
        row(
            "xor-add, 2^22",
            1.0,
            N,
            move |device| {
                prepared(device, [a.clone(), b.clone()], N, |a, b, out, device| {
                    xor_add(a, b, out).dispatch(device).unwrap();
                })
            },
            |out| plain::xor_add(out, a, b),
        ),
        row(
            "sum with a workgroup tree, 2^22",
            0.8,
            N / 4096,
            move |device| {
                prepared(device, [a.clone(), vec![0]], N / 4096, |a, _, out, device| {
                    tree_sum(a, out).workgroups([(N / 4096) as u32, 1, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::tree_sum(out, a),
        ),
        row(
            "histogram of bytes, 2^24",
            0.5,
            256,
            move |device| {
                // Counts go on from launch to launch, so they are read as differences: a launch clears them first.
                prepared(device, [a.clone(), vec![0]], 256, |a, _, out, device| {
                    out.write(&[0; 256]).unwrap();
                    count_bytes(a, out, 256 * 64).workgroups([64, 1, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::count_bytes(out, a),
        ),
        row(
            "transpose, 2048 x 2048",
            0.8,
            N,
            move |device| {
                prepared(device, [a.clone(), vec![0]], N, |a, _, out, device| {
                    transpose(a, out, 2048).invocations([2048, 2048, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::transpose(out, a, 2048),
        ),
        row(
            "u32 product of 256, tile of 16",
            0.7,
            65536,
            move |device| {
                let inputs = [a[..65536].to_vec(), b[..65536].to_vec()];
                prepared(device, inputs, 65536, |a, b, out, device| {
                    product(a, b, out, 256).invocations([256, 256, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::product(out, a, b, 256),
        ),
        row(
            "u32 product of 256, 8 x 8 each",
            1.0,
            65536,
            move |device| {
                let inputs = [a[..65536].to_vec(), b[..65536].to_vec()];
                prepared(device, inputs, 65536, |a, b, out, device| {
                    product_8x8(a, b, out, 256).invocations([32, 32, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::product(out, a, b, 256),
        ),
        row(
            "SHA-256 of 64 bytes, 16384",
            3.0,
            8 * 16384,
            move |device| {
                let inputs = [a[..16 * 16384].to_vec(), vec![0]];
                prepared(device, inputs, 8 * 16384, |a, _, out, device| {
                    sha256(a, out).invocations([16384, 1, 1]).dispatch(device).unwrap();
                })
            },
            |out| plain::sha256_all(out, &a[..16 * 16384]),
        ),
        row(
            "mandelbrot, 256 x 256, 256 steps",
            3.0,
            65536,
            move |device| {
                prepared(device, [vec![0], vec![0]], 65536, |_, _, out, device| {
                    mandelbrot(out, 256, plain::LEFT, plain::TOP, plain::STEP, 256)
                        .invocations([256, 256, 1])
                        .dispatch(device)
                        .unwrap();
                })
            },
            |out| plain::mandelbrot(out, 256, 256),
        ),
    ]
}
