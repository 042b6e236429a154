//! Calls of the library and of registries made from the input. What validation gives has no calls and is valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::typed::{Generator, Limits};
use vyre_fuzz::{Result, Unstructured, check, ops, wild};
use vyre_ir::{OpSpec, Program, validate_with};

const LIMITS: Limits = Limits { nodes: 60, expr_depth: 5, nesting: 4, invocations: 64, bounded: false };

fn generate(u: &mut Unstructured<'_>) -> Result<(Vec<OpSpec>, Program)> {
    let ops = ops::ops(u)?;
    if u.ratio(1, 8)? {
        return Ok((ops, wild::program(u)?));
    }
    let mut generator = Generator::new(u, LIMITS);
    ops.iter().for_each(|op| generator.know(op));
    let program = generator.program()?;
    Ok((ops, program))
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((ops, program)) = generate(&mut Unstructured::new(bytes)) else { return };
    match validate_with(&program, &ops::registry(&ops, &program)) {
        Ok(validated) => check::expanded(&validated),
        Err(errors) => check::errors(&program, &errors),
    }
});
