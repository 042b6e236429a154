//! Arrays as slices and back: what is not copied, and what does not fit.

use arrow_array::builder::{FixedSizeBinaryBuilder, FixedSizeListBuilder, Float32Builder};
use arrow_array::types::{Decimal128Type, Float64Type, Int16Type, Int32Type, UInt64Type};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, BooleanArray, Date64Array, Decimal128Array, DictionaryArray,
    Float64Array, Int32Array, LargeStringArray, ListArray, StringArray, StringViewArray, cast::AsArray,
};
use arrow_schema::DataType;
use vyre::{Arg, Device, Module};
use vyre_arrow::{Bits, Dictionary, Error, Slices, Values, array};

#[test]
fn slices_of_arrays_are_where_the_array_is() {
    let days = Date64Array::from(vec![1, 2, 3, 4]);
    let part = days.slice(1, 2);
    let values = Values::<i64>::of(&part).unwrap();
    assert_eq!(*values, [2, 3]);
    assert_eq!(values.as_ptr(), part.values().as_ptr());

    let prices = Decimal128Array::from(vec![-1, 250]).with_precision_and_scale(12, 2).unwrap();
    assert_eq!(*Values::<u128>::of(&prices).unwrap(), [u128::MAX, 250]);
    assert!(Values::<i64>::of(&Int32Array::from(vec![0; 0])).is_err());
    assert_eq!(Values::<i32>::of(&Int32Array::from(vec![0; 0])).unwrap().len(), 0);
}

#[test]
fn vectors_become_arrays_where_they_are() {
    let numbers = vec![1.5f64, f64::NAN, -0.0];
    let at = numbers.as_ptr();
    let made = array(numbers, None, &DataType::Float64).unwrap();
    assert_eq!(made.as_primitive::<Float64Type>().values().as_ptr(), at);

    let decimals = vec![7u128, u128::MAX];
    let at = decimals.as_ptr().addr();
    let made = array(decimals, None, &DataType::Decimal128(10, 1)).unwrap();
    assert_eq!(made.as_primitive::<Decimal128Type>().values(), &[7, -1]);
    assert_eq!(made.as_primitive::<Decimal128Type>().values().as_ptr().addr(), at);

    let error = array(vec![1u64], None, &DataType::Int64).unwrap_err();
    assert!(matches!(error, Error::Type { .. }), "{error}");
    let nulls = arrow_buffer::NullBuffer::new_null(3);
    assert!(matches!(
        array(vec![1u8], Some(nulls), &DataType::UInt8),
        Err(Error::Rows { expected: 1, got: 3 })
    ));
}

#[test]
fn bitmaps_begin_where_the_slice_does() {
    let bools: BooleanArray = (0..40).map(|at| Some(at % 3 == 0)).collect();
    for from in 0..20 {
        let bits = Bits::of_bools(&bools.slice(from, 19)).unwrap();
        let read = |row: u32| {
            bits.bytes()[((bits.first() + row) >> 3) as usize] >> ((bits.first() + row) & 7) & 1 != 0
        };
        assert!((0..19).all(|row| read(row) == (from + row as usize).is_multiple_of(3)), "{from}");
        assert!(bits.first() < 8 && bits.len() == 19);
    }
    assert!(Bits::of_bools(&Int32Array::from(vec![1])).is_err());
    assert_eq!(Bits::valid(None, 9).bytes().len(), 2);
}

/// The rows as Rust has them.
fn rows<T: vyre_arrow::Native>(slices: &Slices<T>) -> Vec<Vec<T>> {
    let offsets = slices.offsets().windows(2);
    offsets.map(|pair| slices.values()[pair[0] as usize..pair[1] as usize].to_vec()).collect()
}

#[test]
fn strings_binaries_and_lists_are_slices() {
    let words = ["a", "", "longer than twelve bytes", "ü"];
    let wanted: Vec<Vec<u8>> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    let arrays: [&dyn Array; 5] = [
        &StringArray::from(words.to_vec()),
        &LargeStringArray::from(words.to_vec()),
        &StringViewArray::from(words.to_vec()),
        &BinaryArray::from(words.map(str::as_bytes).to_vec()),
        &BinaryViewArray::from(words.map(str::as_bytes).to_vec()),
    ];
    for array in arrays {
        assert_eq!(rows(&Slices::<u8>::of(array).unwrap()), wanted, "{}", array.data_type());
        assert_eq!(
            rows(&Slices::<u8>::of(&array.slice(1, 2)).unwrap()),
            wanted[1..3],
            "{}",
            array.data_type()
        );
        assert_eq!(rows(&Slices::<u8>::of(&array.slice(4, 0)).unwrap()).len(), 0);
        assert!(Slices::<u16>::of(array).is_err());
    }
    let list = ListArray::from_iter_primitive::<Int16Type, _, _>([
        Some(vec![Some(1), Some(-2)]),
        None,
        Some(vec![Some(3)]),
    ]);
    assert_eq!(rows(&Slices::<i16>::of(&list).unwrap()), [vec![1, -2], vec![], vec![3]]);
    assert_eq!(rows(&Slices::<i16>::of(&list.slice(2, 1)).unwrap()), [vec![3]]);
    let holed = ListArray::from_iter_primitive::<Int16Type, _, _>([Some(vec![None])]);
    assert!(matches!(Slices::<i16>::of(&holed), Err(Error::Nulls { count: 1, .. })));

    let mut pairs = FixedSizeListBuilder::new(Float32Builder::new(), 2);
    let mut keys = FixedSizeBinaryBuilder::new(3);
    for at in 0..3u8 {
        pairs.values().append_slice(&[f32::from(at), 0.5]);
        pairs.append(true);
        keys.append_value([at, 1, 2]).unwrap();
    }
    assert_eq!(rows(&Slices::<f32>::of(&pairs.finish().slice(1, 2)).unwrap()), [[1.0, 0.5], [2.0, 0.5]]);
    assert_eq!(rows(&Slices::<u8>::of(&keys.finish().slice(2, 1)).unwrap()), [[2, 1, 2]]);
}

#[test]
fn dictionaries_are_positions_and_values() {
    let long: DictionaryArray<UInt64Type> = vec!["x", "yy", "x"].into_iter().collect();
    let dictionary = Dictionary::of(&long.slice(1, 2)).unwrap();
    assert_eq!(dictionary.keys(), [1, 0]);
    assert_eq!(rows(&Slices::<u8>::of(dictionary.values()).unwrap()), [b"x".to_vec(), b"yy".to_vec()]);
    let none: DictionaryArray<Int16Type> = vec![None::<&str>, None].into_iter().collect();
    assert_eq!(Dictionary::of(&none).unwrap().keys(), [0, 0]);
    let words: DictionaryArray<Int32Type> = vec!["x", "yy"].into_iter().collect();
    assert_eq!(Dictionary::of(&words).unwrap().keys().as_ptr().addr(), words.keys().values().as_ptr().addr());
    assert!(Dictionary::of(&Float64Array::from(vec![0.0])).is_err());
}

#[test]
fn kernels_take_arrays() {
    let module = Module::compile(
        "#[kernel] fn total(numbers: &[f64], keys: &[u32], weights: &[f64], out: &mut [f64]) {
            let i = invocation_id().x;
            if i < out.len() { out[i] = numbers[i] * weights[keys[i]]; }
        }",
    )
    .unwrap();
    let numbers = Values::<f64>::of(&Float64Array::from(vec![1.0, 2.0, 3.0]).slice(1, 2)).unwrap();
    let weights = Values::<f64>::of(&Float64Array::from(vec![10.0, 0.5])).unwrap();
    let (keys, mut out) = ([1u32, 0], vec![0.0f64; 2]);
    let args = [Arg::read(&numbers), Arg::read(&keys), Arg::read(&weights), Arg::write(&mut out)];
    module.kernel("total").unwrap().launch(args).dispatch(&Device::cpu()).unwrap();
    let out = array(out, None, &DataType::Float64).unwrap();
    assert_eq!(out.as_primitive::<Float64Type>().values(), &[1.0, 30.0]);
}
