//! Functions that give strings and lists.

use arrow_array::builder::{Int32Builder, ListBuilder};
use arrow_array::{Array, ArrayRef, Int64Array, StringArray, cast::AsArray};
use arrow_schema::{DataType, Field};
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use vyre::Device;
use vyre_arrow::{Error, Limits, RowFunction};

/// The text in capital letters, twice. Where it has a `!` there is nothing.
const LOUD: &str = "fn loud(text: &[u8], out: &mut [u8]) -> Option<u32> {
    for i in 0..text.len() {
        let letter = text[i];
        if letter == b'!' { return None; }
        let large = if letter >= b'a' && letter <= b'z' { letter - 32 } else { letter };
        out[i] = large;
        out[i + text.len()] = large;
    }
    Some(text.len() as u32 * 2)
}";

/// The function, and what another process has of it.
static LOUDS: LazyLock<[RowFunction; 2]> = LazyLock::new(|| {
    let function = RowFunction::compile("loud", LOUD).unwrap();
    let there = RowFunction::from_wire(function.to_wire(), &Limits::default()).unwrap();
    [function, there]
});

fn loud(text: &str) -> Option<String> {
    (!text.contains('!')).then(|| text.to_ascii_uppercase().repeat(2))
}

/// The numbers below a number.
const BELOW: &str = "fn below(n: i64, out: &mut [i32]) -> u32 {
    for i in 0..n as u32 { out[i] = i as i32 - 1; }
    n as u32
}";

static BELOWS: LazyLock<RowFunction> = LazyLock::new(|| RowFunction::compile("below", BELOW).unwrap());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn strings_are_those_of_rust(
        words in proptest::collection::vec(proptest::option::of("[a-zA-Z!é ]{0,9}"), 0..70),
        skip in 0usize..70,
    ) {
        let skip = skip.min(words.len());
        let column: ArrayRef = Arc::new(StringArray::from(words.clone()).slice(skip, words.len() - skip));
        let wanted: Vec<Option<String>> =
            words[skip..].iter().map(|word| word.as_deref().and_then(loud)).collect();
        let [function, there] = &*LOUDS;
        for device in [Device::cpu(), Device::reference()] {
            let rows = column.len();
            let columns = std::slice::from_ref(&column);
            let bytes = function.call(&device, columns, rows).unwrap();
            let bytes: Vec<Option<&[u8]>> = bytes.as_binary::<i32>().iter().collect();
            let wanted_bytes: Vec<Option<&[u8]>> = wanted.iter().map(|word| word.as_deref().map(str::as_bytes)).collect();
            prop_assert_eq!(&bytes, &wanted_bytes);
            let text = there.call_as(&device, columns, rows, &DataType::Utf8).unwrap();
            let found: Vec<Option<&str>> = text.as_string::<i32>().iter().collect();
            let wanted: Vec<Option<&str>> = wanted.iter().map(Option::as_deref).collect();
            prop_assert_eq!(&found, &wanted);
            let large = there.call_as(&device, columns, rows, &DataType::LargeUtf8).unwrap();
            prop_assert_eq!(&large.as_string::<i64>().iter().collect::<Vec<_>>(), &wanted);
            let views = there.call_as(&device, columns, rows, &DataType::Utf8View).unwrap();
            prop_assert_eq!(&views.as_string_view().iter().collect::<Vec<_>>(), &wanted);
        }
    }

    #[test]
    fn lists_are_those_of_rust(counts in proptest::collection::vec(proptest::option::of(0i64..9), 0..50)) {
        let column: ArrayRef = Arc::new(Int64Array::from(counts.clone()));
        let mut wanted = ListBuilder::new(Int32Builder::new());
        for count in &counts {
            wanted.append_option(count.map(|count| (0..count as i32).map(|at| Some(at - 1))));
        }
        for device in [Device::cpu(), Device::reference()] {
            let found = BELOWS.call(&device, std::slice::from_ref(&column), counts.len()).unwrap();
            prop_assert_eq!(found.as_list::<i32>(), &wanted.finish_cloned());
        }
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let column: ArrayRef = Arc::new(Int64Array::from(vec![3, 3_000_000_000]));
    let rows = |function: &RowFunction, column: &ArrayRef, ty: &DataType| {
        function.call_as(&Device::cpu(), std::slice::from_ref(column), column.len(), ty).unwrap_err()
    };
    // It would have 12 GB.
    let below =
        RowFunction::compile("below", "fn below(n: i64, out: &mut [i32]) -> u32 { n as u32 }").unwrap();
    assert!(matches!(
        rows(&below, &column, &below.result().array_type()),
        Error::TooMany { got: 3_000_000_003 }
    ));
    let fixed = DataType::FixedSizeList(Arc::new(Field::new_list_field(DataType::Int32, true)), 3);
    assert!(matches!(rows(&below, &column, &fixed), Error::Type { .. }));
    assert!(matches!(rows(&below, &column, &DataType::Int32), Error::Type { .. }));
    // Bytes that are no text are a binary.
    let bytes = RowFunction::compile("bytes", "fn bytes(n: i64, out: &mut [u8]) -> u32 { out[0] = 0xff; 1 }")
        .unwrap();
    assert!(matches!(rows(&bytes, &column, &DataType::Utf8), Error::Arrow(_)));
    let found = bytes.call(&Device::cpu(), std::slice::from_ref(&column), 2).unwrap();
    assert_eq!(found.as_binary::<i32>().value(1), [0xff]);
    for (text, problem) in [
        ("fn f(n: i64, out: &mut [u8]) -> i64 { n }", "its result is the length"),
        ("fn f(n: i64, out: &mut [bool]) -> u32 { 0 }", "is no slice of a number"),
        ("fn f(n: i64) -> (u32, u32) { (0, 0) }", "take `&mut [T]` last"),
    ] {
        let error = RowFunction::compile("f", text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}
