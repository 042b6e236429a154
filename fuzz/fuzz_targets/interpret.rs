//! The CPU device runs every valid program, and gives the same results again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::data::Data;
use vyre_fuzz::typed::{Generator, Limits};
use vyre_fuzz::{Result, Unstructured};
use vyre_ir::{Program, validate};
use vyre_runtime::Device;

/// At most 4^3 passes over 60 nodes in each of 8 invocations of 4 workgroups.
const LIMITS: Limits = Limits { nodes: 60, expr_depth: 5, nesting: 3, invocations: 8, bounded: true };

fn generate(u: &mut Unstructured<'_>) -> Result<(Program, [u32; 3], Vec<Data>)> {
    let groups = [u.int_in_range(0..=2)?, u.int_in_range(1..=2)?, 1];
    let program = Generator::new(u, LIMITS).program()?;
    let data = program.bound_buffers().map(|buffer| Data::new(u, buffer)).collect::<Result<_>>()?;
    Ok((program, groups, data))
}

fn run(program: &Program, groups: [u32; 3], mut data: Vec<Data>) -> Vec<Data> {
    let args: Vec<_> =
        program.bound_buffers().zip(&mut data).map(|(buffer, data)| data.arg(buffer)).collect();
    if let Err(error) = Device::cpu().run(program, groups, args) {
        panic!("a valid program does not run: {error}\n{program}");
    }
    data
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((program, groups, data)) = generate(&mut Unstructured::new(bytes)) else { return };
    if validate(&program).is_err() {
        return;
    }
    let first = run(&program, groups, data.clone());
    assert_eq!(first, run(&program, groups, data), "two runs of\n{program}");
});
