//! Nulls, not-a-numbers, empty batches, single rows and offsets, at random, beside plain Rust.

use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, StringArray, cast::AsArray};
use proptest::prelude::*;
use std::sync::Arc;
use vyre::{Device, func};
use vyre_arrow::RowFunction;

#[vyre::function]
fn weighed(value: f64, weight: Option<i64>, is_counted: bool) -> Option<f64> {
    let by = weight.unwrap_or(1);
    if is_counted && by != 0 { Some(value * by as f64) } else { None }
}

const TEXT: &str = "fn weighed(value: f64, weight: Option<i64>, is_counted: bool) -> Option<f64> {
    let by = weight.unwrap_or(1);
    if is_counted && by != 0 { Some(value * by as f64) } else { None }
}";

fn floats() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(-0.0), Just(1.0)]
}

type Row = (Option<f64>, Option<i64>, Option<bool>);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = || {
        (proptest::option::of(floats()), proptest::option::of(-3i64..4), proptest::option::of(any::<bool>()))
    };
    prop_oneof![proptest::collection::vec(row(), 0..3), proptest::collection::vec(row(), 0..700)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn rows_are_what_rust_computes(rows in rows(), from in 0usize..20) {
        let functions = [RowFunction::new("weighed", func!(weighed)).unwrap(), RowFunction::compile("weighed", TEXT).unwrap()];
        let from = from.min(rows.len());
        let columns: [ArrayRef; 3] = [
            Arc::new(rows.iter().map(|row| row.0).collect::<Float64Array>().slice(from, rows.len() - from)),
            Arc::new(rows.iter().map(|row| row.1).collect::<Int64Array>().slice(from, rows.len() - from)),
            Arc::new(rows.iter().map(|row| row.2).collect::<BooleanArray>().slice(from, rows.len() - from)),
        ];
        let wanted: Vec<Option<u64>> = rows[from..]
            .iter()
            .map(|(value, weight, is_counted)| weighed((*value)?, *weight, (*is_counted)?))
            .map(|value| value.map(f64::to_bits))
            .collect();
        for function in functions {
            let result = function.call(&Device::cpu(), &columns, wanted.len()).unwrap();
            let result: Vec<Option<u64>> =
                result.as_primitive::<Float64Type>().iter().map(|value| value.map(f64::to_bits)).collect();
            prop_assert_eq!(&result, &wanted);
        }
    }

    #[test]
    fn strings_are_what_rust_computes(words in proptest::collection::vec(proptest::option::of(".{0,9}"), 0..90), from in 0usize..9) {
        let function = RowFunction::compile(
            "hash",
            "fn hash(text: Option<&[u8]>) -> i64 {
                let Some(text) = text else { return -1; };
                let mut hash = 7i64;
                for byte in text { hash = hash * 31 + *byte as i64; }
                hash
            }",
        )
        .unwrap();
        let from = from.min(words.len());
        let column: ArrayRef = Arc::new(StringArray::from(words.clone()).slice(from, words.len() - from));
        let result = function.call(&Device::cpu(), &[column], words.len() - from).unwrap();
        let wanted: Vec<i64> = words[from..]
            .iter()
            .map(|word| word.as_ref().map_or(-1, |word| word.bytes().fold(7i64, |hash, byte| hash.wrapping_mul(31).wrapping_add(i64::from(byte)))))
            .collect();
        prop_assert_eq!(result.as_primitive::<Int64Type>().values(), &wanted);
        prop_assert_eq!(result.null_count(), 0);
    }
}

#[test]
fn a_function_is_not_called_where_a_parameter_is_null() {
    // What lies under the null is zero, of which the function would say that it is wrong.
    let function =
        RowFunction::compile("share", "fn share(x: i64) -> i64 { assert!(x != 0); 100 / x }").unwrap();
    let column: ArrayRef = Arc::new(Int64Array::from(vec![Some(4), None, Some(-5)]));
    let result = function.call(&Device::cpu(), &[column], 3).unwrap();
    assert_eq!(result.as_primitive::<Int64Type>(), &Int64Array::from(vec![Some(25), None, Some(-20)]));
    let zeros: ArrayRef = Arc::new(Int64Array::from(vec![4, 0]));
    let error = function.call(&Device::cpu(), &[zeros], 2).unwrap_err();
    assert!(error.to_string().contains("assertion"), "{error}");
}

#[test]
fn long_batches_are_more_than_one_workgroup() {
    let function = RowFunction::new("weighed", func!(weighed)).unwrap();
    let rows = 100_003;
    let columns: [ArrayRef; 3] = [
        Arc::new((0..rows).map(|row| (row % 11 != 0).then_some(row as f64)).collect::<Float64Array>()),
        Arc::new((0..rows).map(|row| Some(row as i64 % 5)).collect::<Int64Array>()),
        Arc::new((0..rows).map(|row| Some(row % 2 == 0)).collect::<BooleanArray>()),
    ];
    let result = function.call(&Device::cpu(), &columns, rows).unwrap();
    let result = result.as_primitive::<Float64Type>();
    for row in 0..rows {
        let wanted =
            (row % 11 != 0).then(|| weighed(row as f64, Some(row as i64 % 5), row % 2 == 0)).flatten();
        assert_eq!(result.is_valid(row).then(|| result.value(row)), wanted, "{row}");
    }
}
