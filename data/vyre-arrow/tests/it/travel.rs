//! Functions that travel: what comes back is the same, and bytes that are none are an error.

use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Int64Array, cast::AsArray};
use proptest::prelude::*;
use std::sync::Arc;
use vyre::{Device, func};
use vyre_arrow::{Error, Limits, RowFunction};

#[vyre::function]
fn mixed(a: i64, b: Option<i64>) -> i64 {
    a * 3 + b.unwrap_or(-7)
}

fn functions() -> [RowFunction; 2] {
    [
        RowFunction::new("mixed", func!(mixed)).unwrap(),
        RowFunction::compile("mixed", "fn mixed(a: i64, b: Option<i64>) -> i64 { a * 3 + b.unwrap_or(-7) }")
            .unwrap(),
    ]
}

fn columns() -> [ArrayRef; 2] {
    [
        Arc::new(Int64Array::from(vec![Some(1), None, Some(i64::MAX)])),
        Arc::new(Int64Array::from(vec![None, Some(4), Some(5)])),
    ]
}

#[test]
fn what_arrives_is_the_same() {
    for function in functions() {
        let there = RowFunction::from_wire(function.to_wire(), &Limits::default()).unwrap();
        assert_eq!(
            (there.name(), there.parameters(), there.result()),
            ("mixed", function.parameters(), function.result())
        );
        assert_eq!(there, function);
        let results =
            [&there, &function].map(|function| function.call(&Device::cpu(), &columns(), 3).unwrap());
        assert_eq!(results[0].as_ref(), results[1].as_ref());
        // 3 - 7, and 3 * (2^63 - 1) + 5 in 64 bits.
        assert_eq!(
            results[0].as_primitive::<Int64Type>(),
            &Int64Array::from(vec![Some(-4), None, Some(i64::MAX.wrapping_mul(3).wrapping_add(5))])
        );
    }
}

#[test]
fn other_versions_and_large_forms_are_refused() {
    let [function, _] = functions();
    let problem = |bytes: &[u8], limits: Limits| match RowFunction::from_wire(bytes, &limits) {
        Err(Error::Wire { problem }) => problem,
        other => panic!("{other:?}"),
    };
    let mut later = function.to_wire().to_vec();
    later[4] = 2;
    assert_eq!(problem(&later, Limits::default()), "it is of version 2, and this is version 1");
    assert!(problem(function.to_wire(), Limits::default().with_bytes(20)).ends_with("and 20 are allowed"));
    assert_eq!(problem(b"PAR1", Limits::default()), "it ends too early");
    let mut longer = function.to_wire().to_vec();
    longer.push(0);
    assert_eq!(problem(&longer, Limits::default()), "there is something behind it");
}

#[test]
fn the_signature_must_be_that_of_the_kernels() {
    for function in functions() {
        let mut bytes = function.to_wire().to_vec();
        // Behind the head, the name and the length of the types: the first parameter becomes one of `f64`, which has as many bytes.
        let at = 6 + 4 + "mixed".len() + 4;
        assert_eq!(RowFunction::from_wire(&bytes, &Limits::default()).unwrap(), function);
        bytes[at] = 12;
        let error = RowFunction::from_wire(&bytes, &Limits::default()).unwrap_err();
        assert!(error.to_string().contains("take something else than it says"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the bytes are: an error, or a function that can be called.
    #[test]
    fn any_bytes_are_an_error_or_a_function(which in 0usize..2, changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4), cut in any::<Option<usize>>()) {
        let mut bytes = functions()[which].to_wire().to_vec();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        if let Ok(function) = RowFunction::from_wire(&bytes, &Limits::default())
            && function.parameters().len() == 2
        {
            let _ = function.call(&Device::cpu(), &columns(), 3);
        }
    }
}
