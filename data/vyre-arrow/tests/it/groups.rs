//! Aggregates of texts, beside plain Rust.

use arrow_array::types::{Float64Type, Int64Type, UInt8Type};
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, StringArray, cast::AsArray};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use vyre::Device;
use vyre_arrow::{Aggregate, Error, Limits};

/// The largest sum of a number and the length of a text, how often it was, and whether a number was negative.
const TEXT: &str = "fn begin() -> (Option<i64>, u8, bool) { (None, 0, false) }
fn update(state: (Option<i64>, u8, bool), x: i64, text: &[u8]) -> (Option<i64>, u8, bool) {
    merge(state, (Some(x + text.len() as i64), 1, x < 0))
}
fn merge(a: (Option<i64>, u8, bool), b: (Option<i64>, u8, bool)) -> (Option<i64>, u8, bool) {
    let (first, second) = (a.0.unwrap_or(i64::MIN), b.0.unwrap_or(i64::MIN));
    let count = if first > second { a.1 } else if first < second { b.1 } else { a.1 + b.1 };
    let largest = if a.0.is_some() && first >= second { a.0 } else { b.0 };
    (largest, count, a.2 || b.2)
}
fn finish(state: (Option<i64>, u8, bool)) -> Option<i64> {
    match state.0 { Some(largest) => Some(largest * 1000 + state.1 as i64 * 2 + state.2 as i64), None => None }
}";

/// What another process has of it.
static LARGEST: LazyLock<Aggregate> = LazyLock::new(|| {
    let aggregate = Aggregate::compile("largest", TEXT).unwrap();
    let there = Aggregate::from_wire(aggregate.to_wire(), &Limits::default()).unwrap();
    assert_eq!(there, aggregate);
    there
});

type Row = (Option<i64>, Option<String>, usize, Option<bool>);

fn wanted(list: &[Row], group: usize) -> Option<i64> {
    let taken = list.iter().filter(|row| row.2 == group && row.3 == Some(true));
    let pairs: Vec<(i64, i64)> =
        taken.filter_map(|row| Some((row.0?, row.0? + row.1.as_ref()?.len() as i64))).collect();
    let largest = pairs.iter().map(|pair| pair.1).max()?;
    let count = pairs.iter().filter(|pair| pair.1 == largest).count() as i64;
    Some(largest * 1000 + count * 2 + i64::from(pairs.iter().any(|pair| pair.0 < 0)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn groups_are_those_of_rust(
        list in proptest::collection::vec((proptest::option::of(-4i64..9), proptest::option::of("[a-c]{0,3}"), 0usize..6, proptest::option::weighted(0.9, prop::bool::weighted(0.8))), 0..90),
        cuts in (0usize..90, 0usize..90),
    ) {
        let columns: [ArrayRef; 2] = [
            Arc::new(list.iter().map(|row| row.0).collect::<Int64Array>()),
            Arc::new(list.iter().map(|row| row.1.clone()).collect::<StringArray>()),
        ];
        let filter: BooleanArray = list.iter().map(|row| row.3).collect();
        let of: Vec<usize> = list.iter().map(|row| row.2).collect();
        let there = &*LARGEST;
        let mut cuts = [cuts.0.min(list.len()), cuts.1.min(list.len())];
        cuts.sort();
        let wanted: Vec<Option<i64>> = (0..6).map(|group| wanted(&list, group)).collect();
        for device in [Device::cpu(), Device::reference()] {
            // Three parts, the states of two of which are merged with the third.
            let mut parts = Vec::new();
            for (from, to) in [(0, cuts[0]), (cuts[0], cuts[1]), (cuts[1], list.len())] {
                let slices: Vec<ArrayRef> = columns.iter().map(|column| column.slice(from, to - from)).collect();
                let mut groups = there.groups(&device).unwrap();
                groups.update(&slices, &of[from..to], Some(&filter.slice(from, to - from)), 6).unwrap();
                parts.push(groups);
            }
            let mut last = parts.pop().unwrap();
            for mut part in parts {
                let kept = part.states(6).unwrap();
                prop_assert_eq!(&kept, &part.take(6).unwrap());
                last.merge(&kept, &[0, 1, 2, 3, 4, 5], 6).unwrap();
            }
            // The first ones leave, and the others are the first ones then.
            let first = last.finish(2, there.result().array_type()).unwrap();
            prop_assert_eq!(last.count(), 4);
            let rest = last.finish(4, there.result().array_type()).unwrap();
            let found: Vec<Option<i64>> =
                first.as_primitive::<Int64Type>().iter().chain(rest.as_primitive::<Int64Type>()).collect();
            prop_assert_eq!(&found, &wanted);
        }
    }

    /// Whatever the bytes are: an error, or an aggregate that can be asked.
    #[test]
    fn any_bytes_are_an_error_or_an_aggregate(changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4), cut in any::<Option<usize>>()) {
        let mut bytes = LARGEST.to_wire().to_vec();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % bytes.len());
        }
        if let Ok(aggregate) = Aggregate::from_wire(&bytes, &Limits::default()) {
            let column: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
            if let Ok(mut groups) = aggregate.groups(&Device::cpu()) {
                let columns = vec![column; aggregate.parameters().len()];
                let _ = groups.update(&columns, &[0, 1], None, 2);
                let _ = groups.finish(2, aggregate.result().array_type());
            }
        }
    }
}

#[test]
fn single_states_and_many_groups() {
    let text = "fn begin() -> f64 { 0.5 }
        fn update(state: f64, x: i64) -> f64 { state * 2.0 + x as f64 }
        fn merge(a: f64, b: f64) -> f64 { a + b }
        fn finish(state: f64) -> f64 { state }";
    let aggregate = Aggregate::compile("horner", text).unwrap();
    let count = 5_000usize;
    let values: Vec<i64> = (0..20_000).collect();
    let of: Vec<usize> = values.iter().map(|x| (*x as usize * 7_919) % count).collect();
    let mut wanted = vec![0.5; count];
    for (x, group) in values.iter().zip(&of) {
        wanted[*group] = wanted[*group] * 2.0 + *x as f64;
    }
    let mut groups = aggregate.groups(&Device::cpu()).unwrap();
    let column: ArrayRef = Arc::new(Int64Array::from(values));
    groups.update(&[column], &of, None, count).unwrap();
    let found = groups.finish(count, aggregate.result().array_type()).unwrap();
    assert_eq!(found.as_primitive::<Float64Type>().values(), &wanted[..]);
    // A group without rows is what `begin` gives.
    assert_eq!(groups.states(1).unwrap()[0].as_primitive::<Float64Type>().value(0), 0.5);
}

#[test]
fn mistakes_are_said() {
    let good = "fn begin() -> u8 { 250 }
        fn update(state: u8, x: u8) -> u8 { state + x }
        fn merge(a: u8, b: u8) -> u8 { a + b }
        fn finish(state: u8) -> u8 { state }";
    for (from, to, problem) in [
        ("fn begin()", "fn start()", "has no function `begin`"),
        ("fn begin() -> u8", "fn begin(x: u8) -> u8", "`begin` takes something"),
        (
            "fn update(state: u8, x: u8) -> u8 { state + x }",
            "fn update(state: u8, x: u8) -> u16 { 0 }",
            "what `update` gives is no state",
        ),
        ("fn merge(a: u8, b: u8)", "fn merge(a: u8, b: u16)", ""),
        (
            "fn finish(state: u8) -> u8 { state }",
            "fn finish(state: i8) -> u8 { 7 }",
            "the parameter of `finish` is no state",
        ),
    ] {
        let error = Aggregate::compile("f", &good.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    let aggregate = Aggregate::compile("sum", good).unwrap();
    let mut groups = aggregate.groups(&Device::cpu()).unwrap();
    let column: ArrayRef = Arc::new(arrow_array::UInt8Array::from(vec![3, 5]));
    let columns = std::slice::from_ref(&column);
    assert!(matches!(groups.update(&[], &[], None, 1), Err(Error::Arguments { expected: 1, got: 0, .. })));
    assert!(matches!(groups.update(columns, &[0], None, 1), Err(Error::Rows { expected: 1, got: 2 })));
    assert!(matches!(groups.update(columns, &[0, 7], None, 2), Err(Error::Rows { .. })));
    // 250 + 8, in 8 bits.
    groups.update(columns, &[0, 0], None, 2).unwrap();
    let found = groups.finish(2, aggregate.result().array_type()).unwrap();
    assert_eq!(found.as_primitive::<UInt8Type>().values(), &[2, 250]);
    let narrow = Aggregate::from_wire(aggregate.to_wire(), &Limits::default().with_nodes(3)).unwrap_err();
    assert!(narrow.to_string().contains("and 3 are allowed"), "{narrow}");
    let mut later = aggregate.to_wire().to_vec();
    later[4] = 2;
    let error = Aggregate::from_wire(&later, &Limits::default()).unwrap_err().to_string();
    assert!(error.contains("it is of version 2"), "{error}");
}
