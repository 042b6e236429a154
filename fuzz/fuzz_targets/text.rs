//! Any text is a program or an error that can be shown; a program comes back from its text. What is no program as a
//! text is the choices of a generator besides: mutations of texts seldom give trees worth printing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::{Unstructured, check, wild};
use vyre_ir::Program;

fn read(source: &str) -> Option<Program> {
    match source.parse::<Program>() {
        Ok(program) => Some(program),
        Err(error) => {
            assert!(source.is_char_boundary(error.offset));
            let line = source.split('\n').nth(error.line - 1).expect("the line is there");
            assert!(error.column <= line.chars().count() + 1);
            assert!(error.to_string().ends_with('^'));
            None
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let program = std::str::from_utf8(bytes).ok().and_then(read);
    let made = || wild::program(&mut Unstructured::new(bytes)).ok();
    if let Some(program) = program.or_else(made) {
        check::round_trips(&program);
    }
});
