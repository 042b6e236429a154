//! The first launch of a kernel of some 100 statements, with nothing compiled before, against wgpu with WGSL written by hand, and what its parts take.
//!
//! `cargo bench -p vyre-tests --bench first -- [ROUNDS]`. Every round has constants of its own in the kernel, so that no cache of a driver knows it; the caches of files are
//! to be switched off as well (`MESA_SHADER_CACHE_DISABLE=1`, `__GL_SHADER_DISK_CACHE=0`). vyre's cache is switched off here. Both sides take turns, on buffers that are on the
//! device, until the result is there, and give the same. The device is that of `VYRE_DEVICE`, or the best GPU.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench fails by panicking and prints")]

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;
use vyre::ir::{Program, validate};
use vyre::wgpu;
use vyre::{Arg, Device};
use vyre_lower::{Target, pass};
use vyre_tests::pipeline_with_wgpu;

/// The elements of each buffer.
const LENGTH: usize = 1024;
/// The parts of the kernel, of eight statements each.
const PARTS: u32 = 15;

/// A number of a round.
fn constant(round: u32, at: u32) -> u32 {
    (round * 1_009 + at + 1).wrapping_mul(0x9e37_79b9) | 1
}

/// The kernel of a round, in a notation of its own: the lines that WGSL and the IR's text have in common, but for the numbers' suffixes.
fn body(
    round: u32,
    suffix: &str,
    declare: &str,
    length: &str,
    times: &dyn Fn(&str, u32) -> String,
) -> String {
    let mut text = String::new();
    let mut line = |line: String| writeln!(text, "{line}").unwrap();
    for part in 0..PARTS {
        let [c, d, e] = [0, 1, 2].map(|at| format!("{}{suffix}", constant(round, part * 3 + at)));
        line(format!("{declare} x{part} = (a[(i + {part}{suffix}) % {length}] * {c}) ^ acc;"));
        line(format!("{declare} y{part} = ((x{part} >> 13{suffix}) + (x{part} << 5{suffix})) ^ b[i];"));
        line(format!("if y{part} > {d} {{ acc = acc + y{part}; }} else {{ acc = acc ^ x{part}; }}"));
        line(format!("acc = acc + y{part} / 7{suffix} + (x{part} & {e});"));
        if part % 5 == 2 {
            line(format!("{} {{ acc = acc * 31{suffix} + b[(i + r) & 255{suffix}]; }}", times("r", 8)));
        } else {
            line(format!("if acc == {e} {{ acc = acc + 3{suffix}; }}"));
        }
    }
    text
}

fn program(round: u32) -> Program {
    let body = body(round, "", "let", "len(a)", &|var, rounds| format!("for {var} in 0 .. {rounds}"));
    let text = format!(
        "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer b: read u32 @ 1\n\
         buffer out: read_write u32 @ 2\nentry {{\nlet i = invocation_id.x;\nlet acc = i;\n\
         if i < len(out) {{\n{body}\nout[i] = acc;\n}}\n}}\n"
    );
    text.parse().unwrap()
}

fn wgsl(round: u32) -> String {
    let times = |var: &str, rounds: u32| format!("for (var {var} = 0u; {var} < {rounds}u; {var}++)");
    let body = body(round, "u", "let", "arrayLength(&a)", &times);
    format!(
        "@group(0) @binding(0) var<storage, read> a: array<u32>;
         @group(0) @binding(1) var<storage, read> b: array<u32>;
         @group(0) @binding(2) var<storage, read_write> out: array<u32>;
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{
             let i = id.x;
             var acc = i;
             if i < arrayLength(&out) {{ {body} out[i] = acc; }}
         }}"
    )
}

fn launch(device: &wgpu::Device, queue: &wgpu::Queue, wgsl: &str, buffers: &[wgpu::Buffer]) {
    let pipeline = pipeline_with_wgpu(device, wgsl);
    let entries: Vec<_> = (0..)
        .zip(buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    let layout = &pipeline.get_bind_group_layout(0);
    let group =
        device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries: &entries });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(LENGTH as u32 / 64, 1, 1);
    drop(pass);
    queue.submit([encoder.finish()]);
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
}

/// The parts whose time is told, in order.
const PARTS_OF_IT: [&str; 8] = [
    "bare wgpu: compile and launch",
    "  of that, compile",
    "vyre: validate, lower, compile and launch",
    "  validate",
    "  build and optimise",
    "  validate and print WGSL (all of vyre's part)",
    "  compile vyre's WGSL by bare wgpu",
    "  a submission and its end alone",
];

fn main() {
    let rounds = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(21);
    let device = Device::gpu().unwrap();
    device.set_pipeline_cache(None);
    let (raw, queue) = device.wgpu_device().unwrap().unwrap();
    let words: Vec<u32> = (0..LENGTH as u32).map(|at| at.wrapping_mul(2_654_435_761)).collect();
    let [a, b] = [0, 1].map(|_| device.buffer(&words).unwrap());
    let mut times: Vec<[f64; 8]> = Vec::new();
    for round in 0..rounds {
        let [mut ours, by_hand] = [0, 1].map(|_| device.buffer(&words).unwrap());
        device.synchronize().unwrap();
        let (program, hand) = (program(round), wgsl(round));
        let buffers = [&a, &b, &by_hand].map(|buffer| buffer.wgpu_buffer().unwrap().unwrap());
        let timed = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e3
        };
        let bare = || timed(&mut || launch(&raw, &queue, &hand, &buffers));
        let mut vyre = || {
            timed(&mut || {
                let args = [Arg::buffer(&a), Arg::buffer(&b), Arg::buffer_mut(&mut ours)];
                device.run(&program, [LENGTH as u32 / 64, 1, 1], args).unwrap();
                device.synchronize().unwrap();
            })
        };
        let (bare, vyre) = if round % 2 == 0 {
            let bare = bare();
            (bare, vyre())
        } else {
            let vyre = vyre();
            (bare(), vyre)
        };
        assert_eq!(ours.read().unwrap(), by_hand.read().unwrap());
        // The parts have constants of their own, because these have been compiled now.
        let other = round + rounds;
        let compiled = timed(&mut || drop(black_box(pipeline_with_wgpu(&raw, &wgsl(other)))));
        let (next, mut validated) = (self::program(other), None);
        let validating = timed(&mut || validated = Some(validate(&next).unwrap()));
        let validated = validated.unwrap();
        let optimising = timed(&mut || {
            let mut form = vyre_lower::build(&validated).unwrap();
            pass::optimise(&mut form, &Target::WGSL);
            black_box(form.insts.len());
        });
        let mut text = String::new();
        let printing = timed(&mut || text = vyre::to_wgsl(&validate(&next).unwrap()));
        let ours_compiled = timed(&mut || drop(black_box(pipeline_with_wgpu(&raw, &text))));
        if round == 0 {
            println!("{} bytes of WGSL by hand and {} of vyre's\n", hand.len(), text.len());
            if std::env::var_os("VYRE_PRINT").is_some() {
                println!("{hand}\n{text}");
            }
        }
        let again = timed(&mut || {
            let mut encoder = raw.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.clear_buffer(&buffers[2], 0, None);
            queue.submit([encoder.finish()]);
            raw.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        });
        times.push([bare, compiled, vyre, validating, optimising, printing, ours_compiled, again]);
    }
    let median = |of: &dyn Fn(&[f64; 8]) -> f64| {
        let mut all: Vec<f64> = times.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    println!("{device}, medians of {rounds} rounds\n\n| | ms |\n|---|---|");
    for (at, part) in PARTS_OF_IT.iter().enumerate() {
        println!("| {part} | {:.3} |", median(&|times| times[at]));
    }
    println!(
        "\nvyre / bare wgpu, median of the ratios within a round: {:.2}",
        median(&|times| times[2] / times[0])
    );
}
