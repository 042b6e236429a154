//! Validation of programs of any shape. The input is a wire form, a text, or the choices of a generator.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::{Unstructured, check, wild};
use vyre_ir::{Program, validate};

fuzz_target!(|bytes: &[u8]| {
    let text = || std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
    let made = || wild::program(&mut Unstructured::new(bytes)).ok();
    let Some(program) = Program::from_wire(bytes).ok().or_else(text).or_else(made) else { return };
    match validate(&program) {
        Ok(validated) => check::expanded(&validated),
        Err(errors) => check::errors(&program, &errors),
    }
});
