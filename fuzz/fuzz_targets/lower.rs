//! naga accepts the WGSL of every valid program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use vyre_fuzz::Unstructured;
use vyre_fuzz::typed::{Generator, Limits};
use vyre_ir::validate;
use vyre_runtime::to_wgsl;

const LIMITS: Limits = Limits { nodes: 150, expr_depth: 8, nesting: 6, invocations: 1_024, bounded: false };

fuzz_target!(|bytes: &[u8]| {
    let Ok(program) = Generator::new(&mut Unstructured::new(bytes), LIMITS).program() else { return };
    let Ok(validated) = validate(&program) else { return };
    let wgsl = to_wgsl(&validated);
    let module = match naga::front::wgsl::parse_str(&wgsl) {
        Ok(module) => module,
        Err(error) => panic!("{}\n{program}\n{wgsl}", error.emit_to_string(&wgsl)),
    };
    if let Err(error) = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module) {
        panic!("{}\n{program}\n{wgsl}", error.emit_to_string(&wgsl));
    }
});
