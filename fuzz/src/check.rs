//! What must hold of every program.

use std::collections::BTreeSet;
use vyre_ir::{Event, Expr, Place, Program, Registry, Validated, ValidationError, text, validate_with, walk};

/// The number of places of the entry.
fn places(program: &Program) -> usize {
    let mut count = 0;
    walk(&program.entry, |event| {
        if let Event::Enter { exprs, .. } = event {
            count += 1 + exprs.iter().flatten().map(|(_, expr)| expr.count()).sum::<usize>();
        }
    });
    count
}

/// The program comes back from its text and from its bytes, and its places have text.
pub fn round_trips(program: &Program) {
    let source = program.to_string();
    let (again, spans) = text::parse_with_spans(&source).expect("a printed program can be read");
    assert!(again == *program, "printed:\n{source}\nread:\n{again}");
    for at in 0..places(program) {
        let span = spans.get(Place::At(at)).expect("every place has a span");
        assert!(!source[span].is_empty());
    }
    let wire = program.to_wire();
    let again = Program::from_wire(&wire).expect("an encoded program can be decoded");
    assert!(again == *program, "encoded:\n{source}\ndecoded:\n{again}");
}

/// Every error can be shown and stands somewhere in the program.
pub fn errors(program: &Program, errors: &[ValidationError]) {
    assert!(!errors.is_empty(), "refused without an error");
    let count = places(program);
    for error in errors {
        assert!(error.to_string().starts_with("vyre IR validation: "));
        let related = error.related.as_ref().map(|related| related.place);
        for place in [Some(error.place), related].into_iter().flatten() {
            match place {
                Place::Program => {}
                Place::Buffer(at) => assert!(at < program.buffers.len(), "{error} at buffer {at}"),
                Place::At(at) => assert!(at < count, "{error} at {at} of {count}"),
            }
        }
    }
}

/// What is left has no calls, and is valid as it stands.
pub fn expanded(validated: &Validated) {
    let program = validated.program();
    assert_eq!(called(program), BTreeSet::new(), "calls are left in\n{program}");
    match validate_with(program, &Registry::empty()) {
        Ok(again) => assert!(again.program() == program, "valid programs stay as they are"),
        Err(errors) => panic!("an expanded program is not valid: {errors:?}\n{program}"),
    }
}

/// The operations that a program calls.
fn called(program: &Program) -> BTreeSet<&str> {
    let mut called = BTreeSet::new();
    walk(&program.entry, |event| {
        if let Event::Enter { exprs, .. } = event {
            for (_, root) in exprs.into_iter().flatten() {
                let mut stack = vec![root];
                while let Some(expr) = stack.pop() {
                    if let Expr::Call { op_id, .. } = expr {
                        called.insert(op_id.as_str());
                    }
                    stack.extend((0..).map_while(|at| expr.child(at)));
                }
            }
        }
    });
    called
}
