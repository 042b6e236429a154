//! Whether an adapter that has 64-bit integers computes on them as the language demands.

use super::{GROUP, OPERANDS, next, results};
use crate::gpu::logical::Logical;
use crate::module::Module;
use crate::wgsl::Variant;
use crate::wgsl::longs::printable;
use std::sync::Arc;
use vyre_ir::library::Operation;
use vyre_ir::{BufferDecl, DataType, Expr, Node, Program};
use vyre_lower::Operators;

/// The operators on 64-bit integers that the adapter computes.
pub(in crate::gpu) fn longs(logical: &Arc<Logical>) -> Operators {
    *logical.longs.get_or_init(|| {
        let has_any = logical.device.raw().features().contains(wgpu::Features::SHADER_INT64);
        let found = if has_any { probe(logical) } else { None };
        tracing::debug!(?found, "asked what the adapter computes on 64-bit integers");
        found.unwrap_or(Operators::NONE)
    })
}

/// `None` if the adapter refuses the probe.
fn probe(logical: &Arc<Logical>) -> Option<Operators> {
    let _span = tracing::debug_span!("probe 64-bit integers").entered();
    let asked: Vec<Operation> = printable().collect();
    let module = Module::validate(&program(&asked)?).ok()?;
    let variant = Variant { operators: printable().collect(), ..Variant::default() };
    let [expected, got] = results(logical, &module, variant, &operands(), 2 * OPERANDS * asked.len())?;
    let is_right = |at: usize| {
        let rows = expected.chunks(2 * asked.len()).zip(got.chunks(2 * asked.len()));
        rows.into_iter().all(|(expected, got)| expected[2 * at..][..2] == got[2 * at..][..2])
    };
    Some(asked.iter().enumerate().filter(|(at, _)| is_right(*at)).map(|(_, operation)| *operation).collect())
}

/// Stores what each operator gives for each pair of operands, as a `U64`.
fn program(operations: &[Operation]) -> Option<Program> {
    let i = || Expr::invocation_id(0);
    let (a, b) = (|| Expr::var("a"), || Expr::var("b"));
    let mut body =
        vec![Node::let_bind("a", Expr::load("as", i())), Node::let_bind("b", Expr::load("bs", i()))];
    for (operation, at) in operations.iter().zip(0u32..) {
        let id = operation.id()?;
        body.push(Node::store("out", i() * operations.len() as u32 + at, Expr::call(id, vec![a(), b()])));
    }
    let buffers = vec![
        BufferDecl::read("as", 0, DataType::U64),
        BufferDecl::read("bs", 1, DataType::U64),
        BufferDecl::read_write("out", 2, DataType::U64),
    ];
    Some(Program::new(buffers, [GROUP, 1, 1], body))
}

/// Pairs of any bits, small ones, ones near powers of two, near one another, and special ones.
fn operands() -> [Vec<u32>; 2] {
    const SPECIAL: [u64; 9] = [0, 1, 2, 0xffff_ffff, 1 << 32, (1 << 32) + 1, 1 << 63, u64::MAX - 1, u64::MAX];
    let state = &mut 1;
    let mut all = [Vec::new(), Vec::new()];
    for at in 0..OPERANDS {
        let [a, b] = [next(state), next(state)];
        let shifts = [next(state) % 64, next(state) % 64];
        let pair = match at % 6 {
            0 => [a, b],
            1 => [a >> shifts[0], b >> shifts[1]],
            2 => [a, b % 100],
            3 => [(1 << shifts[0]) + a % 3, (1u64 << shifts[1]).wrapping_sub(b % 3)],
            4 => [a, a.wrapping_add(b % 3).wrapping_sub(1)],
            _ => [a, b].map(|bits| SPECIAL[bits as usize % SPECIAL.len()]),
        };
        all.iter_mut().zip(pair).for_each(|(list, bits)| list.extend([bits as u32, (bits >> 32) as u32]));
    }
    all
}
