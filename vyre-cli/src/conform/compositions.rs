//! Pipelines, and operations on buffers, with what they must give: level L3.

use super::draft::Draft;
use super::whole::{self, Whole, Wrong, program, same};
use vyre::ir::{DataType, Grid, Length, OpSpec, Pipeline, Registry, validate_with};
use vyre::{Arg, Device};

/// The section's name.
pub(super) const NAME: &str = "compositions and pipelines";
/// How many cases it has.
pub(super) const COUNT: u64 = 4;

const DOUBLE: &str = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
    entry { y[invocation_id.x] = x[invocation_id.x] * 2; }";
const SUMS: &str = "program workgroup_size 1, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
    entry { let sum = 0; for i in 0..len(x) { sum = sum + x[i]; y[i] = sum; } }";
const HALVE: &str = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
    buffer flag: read_write u32 @ 2
    entry {
        let i = invocation_id.x;
        y[i] = x[i] >> 1;
        if x[i] >> 1 != x[i] { let old = atomic_or(flag[0], 1); }
    }";
const CALLER: &str = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
    buffer tile: workgroup u32[64]
    entry {
        call conform.reverse(from: &a, to: &tile, by: 3);
        barrier;
        call conform.reverse(from: &tile, to: &out, by: 5);
    }";
const REVERSE: &str = "program workgroup_size 0, 0, 0 buffer from: read u32 @ 0 buffer to: read_write u32 @ 1
    buffer by: uniform u32[1] @ 2
    entry {
        let l = local_id.x;
        if l >= len(from) { return; }
        to[63 - l] = from[l] * by[0];
    }";

/// Runs the section in this process.
pub(super) fn run(device: &Device, draft: &Draft, at: usize) {
    let data: Vec<u32> = (0..64u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7).collect();
    let sums = data.iter().scan(0u32, |sum, x| {
        *sum = sum.wrapping_add(x * 2);
        Some(*sum)
    });
    let cases: [(&str, Run, Vec<u32>); COUNT as usize] = [
        ("two steps", two_steps, sums.collect()),
        ("repeated steps that swap", repeated, data.iter().map(|x| x << 5).collect()),
        ("steps until nothing changes", until_unchanged, vec![0; 64]),
        ("operations on buffers", operations, data.iter().map(|x| x * 15).collect()),
    ];
    let cases = cases.map(|(name, run, wanted)| {
        let data = &data;
        (name, move |device: &Device| same("out", run(device, data)?, wanted.iter().copied()))
    });
    let cases: Vec<Whole<'_>> = cases.iter().map(|(name, run)| (*name, run as &whole::Run<'_>)).collect();
    whole::run(device, draft, at, &cases);
}

/// What a case gives.
type Run = fn(&Device, &[u32]) -> Result<Vec<u32>, Wrong>;

/// A pipeline's output.
fn output(device: &Device, pipeline: &Pipeline, data: &[u32]) -> Result<Vec<u32>, Wrong> {
    let pipeline = pipeline.validate().map_err(|errors| Wrong(errors.to_string()))?;
    Ok(device.run_pipeline(&pipeline, [("a", Arg::read(data))])?.read("out")?)
}

fn two_steps(device: &Device, data: &[u32]) -> Result<Vec<u32>, Wrong> {
    let mut p = Pipeline::new();
    let a = p.input("a", DataType::U32);
    let (out, t) =
        (p.output("out", DataType::U32, Length::of("a")), p.temporary("t", DataType::U32, Length::of("a")));
    p.step(&program(DOUBLE)?, &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
    p.step(&program(SUMS)?, &[("x", t.into()), ("y", out.into())], Grid::workgroups([1, 1, 1]));
    output(device, &p, data)
}

fn repeated(device: &Device, data: &[u32]) -> Result<Vec<u32>, Wrong> {
    let mut p = Pipeline::new();
    let a = p.input("a", DataType::U32);
    let (out, t) =
        (p.output("out", DataType::U32, Length::of("a")), p.temporary("t", DataType::U32, Length::of("a")));
    let double = program(DOUBLE)?;
    p.step(&double, &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
    p.repeat(3, |p| {
        p.step(&double, &[("x", t.into()), ("y", out.into())], Grid::covers("out"));
        p.swap(t, out);
    });
    p.step(&double, &[("x", t.into()), ("y", out.into())], Grid::covers("out"));
    output(device, &p, data)
}

fn until_unchanged(device: &Device, data: &[u32]) -> Result<Vec<u32>, Wrong> {
    let mut p = Pipeline::new();
    let a = p.input("a", DataType::U32);
    let (out, t) =
        (p.output("out", DataType::U32, Length::of("a")), p.temporary("t", DataType::U32, Length::of("a")));
    let flag = p.temporary("flag", DataType::U32, Length::from(1u32));
    let halve = program(HALVE)?;
    p.step(&halve, &[("x", a.into()), ("y", t.into()), ("flag", flag.into())], Grid::covers("t"));
    p.repeat_until_unchanged(flag, 64, |p| {
        p.step(&halve, &[("x", t.into()), ("y", out.into()), ("flag", flag.into())], Grid::covers("out"));
        p.swap(t, out);
    });
    p.step(&halve, &[("x", t.into()), ("y", out.into()), ("flag", flag.into())], Grid::covers("out"));
    output(device, &p, data)
}

fn operations(device: &Device, data: &[u32]) -> Result<Vec<u32>, Wrong> {
    let mut registry = Registry::standard().clone();
    registry
        .register(OpSpec::program("conform.reverse", program(REVERSE)?))
        .map_err(|error| Wrong(error.to_string()))?;
    let valid = validate_with(&program(CALLER)?, &registry);
    let valid = valid.map_err(|errors| Wrong(format!("the program is refused: {errors:?}")))?;
    let mut out = vec![0u32; data.len()];
    device.run_validated(&valid, [1, 1, 1], [Arg::read(data), Arg::write(&mut out)])?;
    Ok(out)
}
