//! naga accepts the WGSL of every valid program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use vyre_ir::validate;
use vyre_random::{Case, Sizes, Source};
use vyre_runtime::to_wgsl;

fuzz_target!(|bytes: &[u8]| {
    let sizes = Sizes { expanded: 3_000, nesting: 6, depth: 8, invocations: 1_024, ..Sizes::default() };
    let case = Case::random(&mut Source::from_bytes(bytes), &sizes);
    let validated = match case.validate() {
        Ok(validated) => validated,
        Err(errors) => panic!("the generator breaks rules: {errors:?}\n{case}"),
    };
    // What atomics of 64 bits ask for.
    let capabilities = Capabilities::SHADER_INT64 | Capabilities::SHADER_INT64_ATOMIC_ALL_OPS;
    // As it is, and without the native lowerings of operations.
    let Ok(expanded) = validate(validated.program()) else { panic!("calls are left in\n{case}") };
    for validated in [validated, expanded] {
        let wgsl = to_wgsl(&validated);
        let module = match naga::front::wgsl::parse_str(&wgsl) {
            Ok(module) => module,
            Err(error) => panic!("{}\n{case}\n{wgsl}", error.emit_to_string(&wgsl)),
        };
        if let Err(error) = Validator::new(ValidationFlags::all(), capabilities).validate(&module) {
            panic!("{}\n{case}\n{wgsl}", error.emit_to_string(&wgsl));
        }
    }
});
