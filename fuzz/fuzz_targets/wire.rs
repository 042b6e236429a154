//! Any bytes are a program or an error; a program comes back from its bytes and from its text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::check;
use vyre_ir::Program;

fuzz_target!(|bytes: &[u8]| {
    match Program::from_wire(bytes) {
        Ok(program) => check::round_trips(&program),
        Err(error) => {
            assert!(error.offset <= bytes.len());
            assert!(error.to_string().starts_with("wire form, byte "));
        }
    }
});
