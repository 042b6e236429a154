//! What an adapter computes as the language demands: found out by running it on hard operands, when a program first needs it.

mod floats;
mod longs;

pub(super) use floats::{Found, floats};
pub(super) use longs::longs;

use super::logical::Logical;
use super::wait::block_on;
use crate::binding::Binding;
use crate::cpu::Code;
use crate::memory::Mode;
use crate::module::Module;
use crate::wgsl::{Form, Variant};
use std::pin::pin;
use std::sync::Arc;

/// How many operands each operator is tried with.
const OPERANDS: usize = 4_096;
/// The invocations of a workgroup.
const GROUP: u32 = 64;

/// A program's variant on an adapter. `None` if the adapter refuses it.
fn run(
    logical: &Arc<Logical>,
    module: &Module,
    variant: Variant,
    groups: u32,
    bindings: &mut [Binding<'_>],
) -> Option<()> {
    let (form, groups) = (Form::of(module, variant), [groups, 1, 1]);
    let started =
        super::launch(logical, module, form, (groups, bindings), (Mode::Block, false, None)).ok()??;
    let mut result = Ok(None);
    block_on(pin!(async { result = started.finish(bindings).await }));
    result.ok().map(|_| ())
}

/// What the CPU and what the adapter give for a program with an invocation for each operand: it reads the inputs and writes so many words.
fn results(
    logical: &Arc<Logical>,
    module: &Module,
    variant: Variant,
    inputs: &[Vec<u32>],
    words: usize,
) -> Option<[Vec<u32>; 2]> {
    let groups = OPERANDS as u32 / GROUP;
    let [mut expected, mut got] = [vec![0; words], vec![0; words]];
    let bindings = |out| -> Vec<Binding<'_>> {
        inputs.iter().map(|words| Binding::Words(words)).chain([Binding::WordsMut(out)]).collect()
    };
    module.compiled::<Code>().run([groups, 1, 1], &mut bindings(&mut expected)).ok()?;
    run(logical, module, variant, groups, &mut bindings(&mut got))?;
    Some([expected, got])
}

/// The next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
