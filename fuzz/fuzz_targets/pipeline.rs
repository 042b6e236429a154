//! Any bytes and any text are a pipeline or an error; a pipeline comes back from both its forms, and so does a valid one, whose plan stays what it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_ir::Pipeline;
use vyre_ir::pipeline::PipelineErrors;

fn read(bytes: &[u8]) -> Option<Pipeline> {
    match Pipeline::from_wire(bytes) {
        Ok(pipeline) => return Some(pipeline),
        Err(error) => assert!(error.offset <= bytes.len()),
    }
    let source = std::str::from_utf8(bytes).ok()?;
    match source.parse::<Pipeline>() {
        Ok(pipeline) => Some(pipeline),
        Err(error) => {
            assert!(source.is_char_boundary(error.offset));
            assert!(error.to_string().ends_with('^'));
            None
        }
    }
}

fn shown(errors: &PipelineErrors) {
    assert!(!errors.errors().is_empty(), "refused without an error");
    for error in errors.errors() {
        assert!(error.to_string().contains(error.code().name()));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some(pipeline) = read(bytes) else { return };
    let wire = pipeline.to_wire();
    let again = Pipeline::from_wire(&wire).expect("an encoded pipeline can be decoded");
    assert!(again == pipeline, "decoded:\n{again}");
    match pipeline.validate() {
        Err(errors) => shown(&errors),
        Ok(valid) => {
            // Names that are no identifiers have no text, and are errors.
            let source = valid.pipeline().to_string();
            let again: Pipeline = source.parse().expect("a printed pipeline can be read");
            assert!(again == *valid.pipeline(), "printed:\n{source}\nread:\n{again}");
            let _ = valid.explain().to_string();
            let again = again.validate().expect("a pipeline that comes back is valid");
            assert_eq!(again.launches(), valid.launches());
        }
    }
});
