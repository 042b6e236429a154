//! What shaders compute, on the first adapter. Expected values come from the specification or from arithmetic
//! of Rust's, never from another device.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bounds;
mod faults;
mod special;
mod values;
mod warm;

use super::{Gpu, Mode};
use crate::binding::Binding;
use crate::module::Module;
use crate::wgsl::{Form, Variant};
use crate::{Error, Limit};
use std::io::Write;
use std::sync::OnceLock;
use vyre_ir::{AtomicOp, BufferDecl, DataType, Expr, Node, Program, validate};

/// The first adapter; without one a test is skipped, unless `VYRE_REQUIRE_GPU` is 1.
pub(super) fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
    let gpu = GPU.get_or_init(|| Gpu::list().into_iter().next()).as_ref();
    if gpu.is_none() {
        let is_required = std::env::var("VYRE_REQUIRE_GPU").is_ok_and(|value| value == "1");
        assert!(!is_required, "VYRE_REQUIRE_GPU is 1 and there is no adapter");
        // The test runner swallows what goes through the macros.
        let _ = writeln!(std::io::stderr(), "SKIPPED: no GPU adapter, a test of the GPU device did not run");
    }
    gpu
}

/// A device of the test's own. It is not closed at the end, as those of the library are not: in NVIDIA's driver 580 one that
/// closes while threads end that have used another can hang the process.
fn own_gpu() -> Option<&'static Gpu> {
    Gpu::list().into_iter().next().map(|gpu| &*Box::leak(Box::new(gpu)))
}

fn try_run(
    gpu: &Gpu,
    program: &Program,
    groups: [u32; 3],
    bindings: &mut [Binding<'_>],
) -> Result<(), Error> {
    pollster::block_on(gpu.run(
        &Module::new(validate(program).unwrap()).unwrap(),
        groups,
        bindings,
        Mode::Block,
        false,
    ))
    .map(drop)
}

fn run(gpu: &Gpu, program: &Program, groups: [u32; 3], bindings: &mut [Binding<'_>]) {
    if let Err(error) = try_run(gpu, program, groups, bindings) {
        panic!("{error}");
    }
}

fn text(program: &Program) -> String {
    Form::of(&Module::new(validate(program).unwrap()).unwrap(), Variant::default()).shader.text.clone()
}

fn id() -> Expr {
    Expr::invocation_id(0)
}

/// A read-only buffer `a` and a writable `out`, both of `U32`.
fn a_out(entry: Vec<Node>) -> Program {
    let buffers =
        vec![BufferDecl::read("a", 0, DataType::U32), BufferDecl::read_write("out", 1, DataType::U32)];
    Program::new(buffers, [64, 1, 1], entry)
}

fn store(index: impl Into<Expr>, value: impl Into<Expr>) -> Node {
    Node::store("out", index, value)
}

#[test]
fn atomics_count_and_give_old_values() {
    let Some(gpu) = gpu() else { return };
    let atomic = |op, index: u32, value: Expr| Expr::atomic(op, "out", index, value);
    let program = a_out(vec![
        Node::let_bind("turn", atomic(AtomicOp::Add, 0, 1u32.into())),
        store(Expr::var("turn") + 8u32, Expr::var("turn") + 1u32),
        Node::let_bind("most", atomic(AtomicOp::Max, 1, id() * 3u32)),
        Node::let_bind("least", atomic(AtomicOp::Min, 2, id() + 5u32)),
        Node::let_bind("any", atomic(AtomicOp::Or, 3, id())),
        Node::let_bind("all", atomic(AtomicOp::And, 4, id())),
        Node::let_bind("parity", atomic(AtomicOp::Xor, 5, id())),
        // Every invocation gets through the exchange once, in some order.
        Node::let_bind("mine", 0u32),
        Node::for_range(
            "try",
            0u32,
            300u32,
            vec![
                Node::let_bind("seen", Expr::load("out", 6u32)),
                Node::let_bind(
                    "old",
                    Expr::compare_exchange("out", 6u32, Expr::var("seen"), Expr::var("seen") + 2u32),
                ),
                Node::if_then(Expr::var("old").equals(Expr::var("seen")), vec![Node::Break]),
            ],
        ),
    ]);
    let mut out = vec![0; 8 + 256];
    (out[2], out[4]) = (u32::MAX, u32::MAX);
    run(gpu, &program, [4, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    assert_eq!(out[..7], [256, 255 * 3, 5, 255, 0, 0, 512]);
    assert!(out[8..].iter().copied().eq(1..=256), "each invocation has a turn of its own");
}

#[test]
fn evaluation_is_in_order() {
    let Some(gpu) = gpu() else { return };
    let add = |value: u32| Expr::atomic(AtomicOp::Add, "out", 0u32, value);
    let first = || Expr::load("out", 0u32);
    // 10, then 10 (before), 11 (after 1), 11 (before 2), 13 (after 2).
    let value = first() * 1_000_000u32 + (add(1) / 100u32 + first()) * 10_000u32 + add(2) * 100u32 + first();
    let select = Expr::select(1u32, add(0), add(30));
    let mut program = a_out(vec![store(1u32, value), store(2u32, select), store(3u32, first())]);
    program.workgroup_size = [1, 1, 1];
    let mut out = [10, 0, 0, 0];
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    assert_eq!(out, [43, 10_111_113, 13, 43]);
}

#[test]
fn barriers_exchange_within_a_workgroup() {
    let Some(gpu) = gpu() else { return };
    let local = || Expr::local_id(0);
    let mut program = a_out(vec![
        Node::store("w", local(), id() * id()),
        Node::Barrier,
        store(id(), Expr::load("w", Expr::u32(63) - local())),
    ]);
    program.buffers.push(BufferDecl::workgroup("w", 64, DataType::U32));
    let mut out = [0; 256];
    run(gpu, &program, [4, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    for (at, value) in (0..256u32).zip(out) {
        let other = at / 64 * 64 + 63 - at % 64;
        assert_eq!(value, other * other);
    }
}

#[test]
fn loops_end_where_they_should() {
    let Some(gpu) = gpu() else { return };
    let bump = || Node::assign("n", Expr::var("n") + 1u32);
    let mut program = a_out(vec![
        Node::let_bind("n", 0u32),
        Node::for_range("i", u32::MAX - 3, u32::MAX, vec![bump()]),
        store(0u32, Expr::var("n")),
        Node::for_range("i", 5u32, Expr::load("a", 0u32), vec![bump()]),
        store(1u32, Expr::var("n")),
        // The end is evaluated once, although the body changes what it was computed from.
        Node::for_range(
            "i",
            0u32,
            Expr::var("n") + 2u32,
            vec![
                bump(),
                Node::if_then(Expr::var("i").equals(1u32), vec![Node::Continue]),
                Node::if_then(Expr::var("i").equals(4u32), vec![Node::Break]),
                bump(),
            ],
        ),
        store(2u32, Expr::var("n")),
        Node::if_else(Expr::var("n").gt(100u32), vec![Node::Return], vec![store(3u32, 1u32)]),
    ]);
    program.workgroup_size = [1, 1, 1];
    let mut out = [9; 4];
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[5]), Binding::WordsMut(&mut out)]);
    assert_eq!(out, [3, 3, 3 + 5 + 3, 1]);
}

#[test]
fn grids_beyond_a_dimension_are_folded() {
    let Some(gpu) = gpu() else { return };
    let wide = 65_535 * 2 + 17;
    let sum = |index: u32, value: Expr| {
        Node::let_bind(format!("s{index}"), Expr::atomic(AtomicOp::Add, "out", index, value))
    };
    let mut program = a_out(vec![sum(0, 1u32.into()), sum(1, id())]);
    program.workgroup_size = [2, 1, 1];
    let mut out = [0; 2];
    run(gpu, &program, [wide, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    let total = (0..wide * 2).fold(0u32, u32::wrapping_add);
    assert_eq!(out, [wide * 2, total]);

    let mut program = a_out(vec![
        sum(0, 1u32.into()),
        sum(1, Expr::workgroup_id(1)),
        sum(2, Expr::invocation_id(2)),
        sum(3, Expr::workgroup_id(0)),
    ]);
    program.workgroup_size = [1, 1, 1];
    let mut out = [0; 4];
    run(gpu, &program, [wide, 3, 2], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    let total = (0..wide).fold(0u32, u32::wrapping_add);
    assert_eq!(out, [wide * 6, wide * 3 * 2, wide * 3, total.wrapping_mul(6)]);
}

#[test]
fn every_invocation_of_a_grid_has_its_own_index() {
    let Some(gpu) = gpu() else { return };
    let axis = Expr::invocation_id;
    let index = axis(0) + axis(1) * 6u32 + axis(2) * 48u32;
    let value =
        Expr::atomic(AtomicOp::Add, "out", index, axis(0) + axis(1) * 100u32 + axis(2) * 10_000u32 + 1u32);
    let program = Program { workgroup_size: [3, 2, 2], ..a_out(vec![Node::let_bind("old", value)]) };
    let mut out = [0; 6 * 8 * 6];
    run(gpu, &program, [2, 4, 3], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    for (at, value) in (0..288u32).zip(out) {
        assert_eq!(value, at % 6 + at / 6 % 8 * 100 + at / 48 * 10_000 + 1);
    }
}

#[test]
fn empty_buffers_and_grids_work() {
    let Some(gpu) = gpu() else { return };
    let program = a_out(vec![store(0u32, Expr::buf_len("a") + Expr::load("a", 0u32) + 1u32)]);
    let mut out = [5, 5];
    run(gpu, &program, [0, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    assert_eq!(out, [5, 5]);
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut [])]);
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[]), Binding::WordsMut(&mut out)]);
    assert_eq!(out, [1, 5]);
    run(gpu, &Program::new(vec![], [1, 1, 1], vec![]), [1, 1, 1], &mut []);
}

#[test]
fn what_the_device_does_not_allow_is_a_limit_error() {
    let Some(gpu) = gpu() else { return };
    let limits = gpu.logical().unwrap().limits.clone();
    let limit = |program: &Program, groups, bindings: &mut [Binding<'_>]| match try_run(
        gpu, program, groups, bindings,
    ) {
        Err(Error::Limit { limit, asked, allowed }) => {
            assert!(asked > allowed, "{limit}: {asked} <= {allowed}");
            limit
        }
        other => panic!("{other:?}"),
    };
    let program = a_out(vec![store(0u32, 1u32)]);
    let uses_y = a_out(vec![store(0u32, Expr::workgroup_id(1))]);
    let mut out = [0];
    let mut bindings = [Binding::Words(&[]), Binding::WordsMut(&mut out)];
    assert_eq!(limit(&program, [1, 65_536, 1], &mut bindings), Limit::Workgroups);
    assert_eq!(limit(&uses_y, [65_536, 65_535, 1], &mut bindings), Limit::Workgroups);
    assert_eq!(limit(&program, [u32::MAX, 1, 1], &mut bindings), Limit::Invocations);
    let bytes = u64::from(limits.max_compute_workgroup_storage_size) + 1;
    if bytes <= 262_144 {
        let mut memory = program.clone();
        memory.buffers.push(BufferDecl::workgroup("w", (bytes / 4 + 1) as u32, DataType::U32));
        memory.entry.push(Node::store("w", Expr::load("a", 0u32), 1u32));
        assert_eq!(limit(&memory, [1, 1, 1], &mut bindings), Limit::WorkgroupMemory);
    }
    let count = limits.max_uniform_buffers_per_shader_stage;
    let uniforms = (0..count).map(|at| BufferDecl::uniform(format!("u{at}"), at, DataType::U32)).collect();
    let mut bindings: Vec<Binding<'_>> = (0..count).map(|_| Binding::Words(&[])).collect();
    assert_eq!(
        limit(&Program::new(uniforms, [1, 1, 1], vec![]), [1, 1, 1], &mut bindings),
        Limit::UniformBuffers
    );
    let buffers = vec![BufferDecl::uniform("u", 0, DataType::U32)];
    let uniform = Program::new(buffers, [1, 1, 1], vec![]);
    let words = vec![1; 16_385];
    assert_eq!(limit(&uniform, [1, 1, 1], &mut [Binding::Words(&words)]), Limit::UniformSize);
}

#[test]
fn a_device_that_is_gone_is_an_error_once() {
    let Some(gpu) = own_gpu() else { return };
    let program = a_out(vec![store(0u32, Expr::load("a", 0u32) + 1u32)]);
    let mut out = [0];
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[4]), Binding::WordsMut(&mut out)]);
    let logical = gpu.logical().unwrap();
    logical.device.raw().destroy();
    // It is not closed either, when another replaces it.
    std::mem::forget(logical);
    let result = try_run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[5]), Binding::WordsMut(&mut out)]);
    assert!(matches!(result, Err(Error::DeviceLost { .. })), "{result:?}");
    run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&[6]), Binding::WordsMut(&mut out)]);
    assert_eq!(out, [7]);
}

#[test]
fn threads_share_a_device() {
    let Some(gpu) = gpu() else { return };
    let program = a_out(vec![store(id(), Expr::load("a", id()) * 3u32)]);
    let module = Module::new(validate(&program).unwrap()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            let module = &module;
            scope.spawn(move || {
                for round in 0..10 {
                    let a: Vec<u32> = (0..640).map(|x| x * thread + round).collect();
                    let mut out = vec![0; 640];
                    let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out)];
                    pollster::block_on(gpu.run(module, [10, 1, 1], &mut bindings, Mode::Block, false))
                        .unwrap();
                    assert!(a.iter().zip(out).all(|(a, out)| out == a * 3));
                }
            });
        }
    });
}

#[test]
fn deep_expressions_and_nests_compile_on_a_small_stack() {
    let Some(gpu) = gpu() else { return };
    let value =
        (0..200u32).fold(id(), |inner, term| Expr::u32(term) - ((inner * 3u32) ^ term).lt(term) - id());
    let nest = (0..62u32).fold(vec![store(id(), value)], |body, at| match at % 2 {
        0 => vec![Node::for_range(format!("i{at}"), 0u32, Expr::load("a", 0u32), body)],
        _ => vec![Node::if_then(Expr::load("a", 0u32), body)],
    });
    let expected = |id: u32| {
        (0..200u32).fold(id, |inner, term| {
            term.wrapping_sub(u32::from((inner.wrapping_mul(3) ^ term) < term)).wrapping_sub(id)
        })
    };
    let mut out = [0; 64];
    run(gpu, &a_out(nest), [1, 1, 1], &mut [Binding::Words(&[1]), Binding::WordsMut(&mut out)]);
    for (at, value) in (0..64u32).zip(out) {
        assert_eq!(value, expected(at));
    }
}
