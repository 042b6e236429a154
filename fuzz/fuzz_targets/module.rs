//! A module's text, whatever it is: it compiles, or its mistakes stand in it, in time. What compiles is the same again from its bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_lang::module::{compile, from_wire, to_wire};

fuzz_target!(|text: &str| {
    match compile(text) {
        Ok(compiled) => {
            let bytes = to_wire("text", &compiled);
            let (_, again) = from_wire(&bytes).expect("what was written can be read");
            assert_eq!(again.kernels, compiled.kernels);
        }
        Err(mistakes) => {
            assert!(!mistakes.is_empty(), "a text without mistakes compiles");
            for mistake in mistakes {
                assert!(text.get(mistake.span.clone()).is_some(), "{mistake:?}");
            }
        }
    }
});
