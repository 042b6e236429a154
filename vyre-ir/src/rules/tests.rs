//! The examples break and keep the rules that they are examples of.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::{Code, Example};
use crate::validate_with;

fn codes(example: &Example) -> Vec<Code> {
    let program = example.program().unwrap();
    let errors = validate_with(&program, &example.registry()).err().unwrap_or_default();
    errors.iter().map(|error| error.code()).collect()
}

#[test]
fn each_rule_rejects_its_first_example_alone_and_accepts_its_second() {
    for code in Code::ALL {
        assert_eq!(codes(&code.rejects()), [*code], "{code} rejects");
        assert_eq!(codes(&code.accepts()), [], "{code} accepts");
    }
}

/// The errors of an example, each with its note.
fn notes(example: &Example) -> Vec<(String, Option<String>)> {
    let errors = validate_with(&example.program().unwrap(), &example.registry()).err().unwrap_or_default();
    errors.iter().map(|error| (error.to_string(), error.problem.note())).collect()
}

#[test]
fn misleading_texts_stay_and_have_a_note() {
    let [(text, Some(note))] = &notes(&Code::V016.rejects())[..] else { panic!("one error with a note") };
    // The documented text to the letter, and nothing after it.
    assert!(text.ends_with("Fix: use a registered op id or add the op to core::ops::*."), "{text}");
    assert_eq!(
        note,
        "vyre has no `core::ops`; `vyre ops` lists the ids of the operation library; \
         the nearest id is `primitive.bitwise.xor`"
    );
    let [(text, Some(note))] = &notes(&Code::V025.rejects())[..] else { panic!("one error with a note") };
    assert_eq!(
        text,
        "vyre IR validation: atomic on non-writable buffer `t`. \
         Fix: declare it with BufferAccess::ReadWrite."
    );
    assert!(note.starts_with("`t` is writable, but it is workgroup memory;"), "{note}");
    let [(_, Some(note))] = &notes(&Code::V019.rejects())[..] else { panic!("one error with a note") };
    assert!(note.contains("no pass"), "{note}");
    let [(_, None)] = &notes(&Code::V001.rejects())[..] else { panic!("one error without a note") };
}

#[test]
fn what_is_repeated_stands_in_the_text() {
    for example in Code::ALL.iter().flat_map(|code| [code.rejects(), code.accepts()]) {
        assert_eq!(example.text().contains('…'), example.repeated().is_some());
        assert!(example.text().len() < 300);
    }
}
