//! The examples show what they should.

#![allow(clippy::unwrap_used)]

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

#[test]
fn what_is_repeated_stands_in_the_text() {
    for example in Code::ALL.iter().flat_map(|code| [code.rejects(), code.accepts()]) {
        assert_eq!(example.text().contains('…'), example.repeated().is_some());
        assert!(example.text().len() < 300);
    }
}
