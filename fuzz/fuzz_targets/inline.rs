//! Calls of the library and of registries made from the input. What validation gives has no calls and is valid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_fuzz::{Result, Unstructured, check, ops, wild};
use vyre_ir::{OpSpec, Program, validate_with};
use vyre_random::{Case, Sizes, Source};

/// A program with the operations that it may call, and whether both keep the rules.
fn generate(bytes: &[u8]) -> Result<(Vec<OpSpec>, Program, bool)> {
    let (wildness, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let sizes = Sizes { operations: 6, ..Sizes::default() };
    if wildness % 4 < 2 {
        let case = Case::random(&mut Source::from_bytes(bytes), &sizes);
        return Ok((case.operations, case.program, true));
    }
    // The second half of the bytes says what is wild.
    let (tame, rest) = bytes.split_at(bytes.len() / 2);
    let Case { mut operations, program, .. } = Case::random(&mut Source::from_bytes(tame), &sizes);
    let u = &mut Unstructured::new(rest);
    ops::spoil(u, &mut operations)?;
    Ok((operations, if wildness % 4 == 2 { program } else { wild::program(u)? }, false))
}

fuzz_target!(|bytes: &[u8]| {
    let Ok((ops, program, is_tame)) = generate(bytes) else { return };
    match validate_with(&program, &ops::registry(&ops, &program)) {
        Ok(validated) => check::expanded(&validated),
        Err(errors) if is_tame => panic!("the generator breaks rules: {errors:?}\n{program}"),
        Err(errors) => check::errors(&program, &errors),
    }
});
