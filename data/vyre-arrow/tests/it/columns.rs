//! Every type of column, from functions and from texts, on all devices that need no GPU.

use arrow_array::types::*;
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, ListArray, PrimitiveArray, StringArray, cast::AsArray,
};
use half::f16;
use std::sync::Arc;
use vyre::{Device, func};
use vyre_arrow::{Error, RowFunction};

fn devices() -> [Device; 3] {
    [Device::cpu(), Device::reference(), Device::checked()]
}

/// The values, with nulls between them and other numbers before and behind them.
fn column<T: ArrowPrimitiveType>(values: &[T::Native]) -> PrimitiveArray<T> {
    let around = [Some(values[0]), None];
    let all = around.into_iter().chain(values.iter().map(|value| Some(*value))).chain(around);
    all.collect::<PrimitiveArray<T>>().slice(2, values.len())
}

macro_rules! holds_each {
    ($($name:ident: $Type:ty as $Arrow:ty = [$($value:expr),*], $body:expr;)*) => {$(
        #[test]
        fn $name() {
            #[vyre::function]
            fn changed(x: $Type) -> $Type {
                $body
            }
            let text = format!("fn changed(x: {}) -> {} {{ {} }}", stringify!($Type), stringify!($Type), stringify!($body));
            let functions = [
                RowFunction::new("changed", func!(changed)).unwrap(),
                RowFunction::compile("changed", &text).unwrap(),
            ];
            let values: Vec<$Type> = vec![$($value),*];
            let wanted: Vec<$Type> = values.iter().map(|x| changed(*x)).collect();
            let given: ArrayRef = Arc::new(column::<$Arrow>(&values));
            for function in functions {
                for device in devices() {
                    let result = function.call(&device, std::slice::from_ref(&given), values.len()).unwrap();
                    assert_eq!(result.as_primitive::<$Arrow>().values(), &wanted, "{function:?} on {device}");
                    assert_eq!(result.null_count(), 0);
                }
            }
        }
    )*};
}

holds_each! {
    u8s: u8 as UInt8Type = [0, 1, 127, 128, 255], x.wrapping_add(3) ^ 0x55;
    i8s: i8 as Int8Type = [0, -1, 127, -128, 5], x.wrapping_mul(-3);
    u16s: u16 as UInt16Type = [0, 1, 0x7fff, 0x8000, 0xffff], x.wrapping_mul(7) ^ 1;
    i16s: i16 as Int16Type = [0, -1, 32_767, -32_768, 12], x.wrapping_sub(9);
    u32s: u32 as UInt32Type = [0, 1, u32::MAX], x.rotate_left(5);
    i32s: i32 as Int32Type = [0, -1, i32::MIN, i32::MAX], x.wrapping_mul(-5);
    u64s: u64 as UInt64Type = [0, 1, u64::MAX, 1 << 40], x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    i64s: i64 as Int64Type = [0, -1, i64::MIN, i64::MAX, -5_000_000_000], x.wrapping_mul(3) >> 1;
    f16s: f16 as Float16Type = [f16::from_bits(0), f16::from_bits(0x3c00), f16::from_bits(0xfc00)], x + x;
    f32s: f32 as Float32Type = [0.0, -0.0, 1.5, f32::INFINITY, 1e-40], x * 3.0 - 1.0;
    f64s: f64 as Float64Type = [0.0, -0.0, 1.5, f64::INFINITY, 5e-324], x * 3.0 - 1.0;
    decimals: i128 as Decimal128Type = [0, -1, 10_000_000_000_000_000_000_000, -7], x.wrapping_mul(-3);
}

#[test]
fn truth_values() {
    #[vyre::function]
    fn either(a: bool, b: bool) -> bool {
        a != b
    }
    let functions = [
        RowFunction::new("either", func!(either)).unwrap(),
        RowFunction::compile("either", "fn either(a: bool, b: bool) -> bool { a != b }").unwrap(),
    ];
    let bits = |seed: usize| -> ArrayRef {
        let all: BooleanArray = (0..1013).map(|at| Some(at * seed % 7 < 3)).collect();
        Arc::new(all.slice(3, 1003))
    };
    let (a, b) = (bits(1), bits(5));
    let wanted: BooleanArray =
        (0..1003).map(|at| Some(a.as_boolean().value(at) != b.as_boolean().value(at))).collect();
    for function in functions {
        for device in devices() {
            let result = function.call(&device, &[a.clone(), b.clone()], 1003).unwrap();
            assert_eq!(result.as_boolean(), &wanted, "{function:?} on {device}");
        }
    }
}

#[test]
fn several_columns_of_several_types() {
    #[vyre::function]
    fn mixed(a: u8, b: i16, c: f64, d: bool, e: i64, f: f32, g: u16, h: i8) -> f64 {
        let sum = a as f64 + b as f64 + c + e as f64 + f as f64 + g as f64 + h as f64;
        if d { sum } else { -sum }
    }
    let function = RowFunction::new("mixed", func!(mixed)).unwrap();
    let columns: [ArrayRef; 8] = [
        Arc::new(column::<UInt8Type>(&[200, 1])),
        Arc::new(column::<Int16Type>(&[-300, 2])),
        Arc::new(column::<Float64Type>(&[0.25, 3.0])),
        Arc::new(BooleanArray::from(vec![true, false])),
        Arc::new(column::<Int64Type>(&[-5_000_000_000, 4])),
        Arc::new(column::<Float32Type>(&[0.5, 5.0])),
        Arc::new(column::<UInt16Type>(&[60_000, 6])),
        Arc::new(column::<Int8Type>(&[-128, 7])),
    ];
    for device in devices() {
        let result = function.call(&device, &columns, 2).unwrap();
        // 200 - 300 + 0.25 - 5e9 + 0.5 + 60000 - 128
        assert_eq!(result.as_primitive::<Float64Type>().values(), &[-4_999_940_227.25, -28.0]);
    }
}

#[test]
fn slices_of_rows() {
    let function = RowFunction::compile(
        "same",
        "fn same(a: &[u8], b: &[u8], skip: u32) -> u32 {
            let mut count = 0;
            for i in skip as usize..a.len().min(b.len()) { if a[i] == b[i] { count += 1; } }
            count
        }",
    )
    .unwrap();
    let a: ArrayRef = Arc::new(StringArray::from(vec!["before", "kitten", "", "abc"]).slice(1, 3));
    let b: ArrayRef = Arc::new(StringArray::from(vec!["sitting", "x", "abd"]));
    let skip: ArrayRef = Arc::new(column::<UInt32Type>(&[1, 0, 0]));
    for device in devices() {
        let result = function.call(&device, &[a.clone(), b.clone(), skip.clone()], 3).unwrap();
        // "ittn" of "itten" and "ittin": the fourth letters differ.
        assert_eq!(result.as_primitive::<UInt32Type>().values(), &[4, 0, 2]);
    }
    let sum = RowFunction::compile(
        "sum",
        "fn sum(list: &[f64]) -> Option<f64> {
            if list.len() == 0 { return None; }
            let mut sum = 0.0;
            for x in list { sum += *x; }
            Some(sum)
        }",
    )
    .unwrap();
    let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Float64Type, _, _>([
        Some(vec![Some(1.0), Some(2.5)]),
        Some(vec![]),
        None,
        Some(vec![Some(-1.0)]),
    ]));
    for device in devices() {
        let result = sum.call(&device, std::slice::from_ref(&lists), 4).unwrap();
        let result: Vec<Option<f64>> = result.as_primitive::<Float64Type>().iter().collect();
        assert_eq!(result, [Some(3.5), None, None, Some(-1.0)]);
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    #[vyre::function]
    fn twice(x: u32) -> u32 {
        x * 2
    }
    let function = RowFunction::new("twice", func!(twice)).unwrap();
    let call = |column: ArrayRef, rows: usize| function.call(&Device::cpu(), &[column], rows);
    let of_signed = call(Arc::new(column::<Int32Type>(&[1])), 1).unwrap_err();
    assert_eq!(of_signed.to_string(), "expected an array of u32, got Int32");
    let too_short = call(Arc::new(column::<UInt32Type>(&[1])), 2).unwrap_err();
    assert!(matches!(too_short, Error::Rows { expected: 2, got: 1 }));
    let none = function.call(&Device::cpu(), &[], 1).unwrap_err();
    assert_eq!(none.to_string(), "the function `twice` takes 1 arguments, got 0");
    let ones: ArrayRef = Arc::new(column::<UInt32Type>(&[1]));
    let as_text = function.call_as(&Device::cpu(), &[ones], 1, &arrow_schema::DataType::Utf8);
    assert!(matches!(as_text, Err(Error::Type { .. })));

    let by = 3u32;
    let captured = RowFunction::new("more", func!(move |x: u32| x + by, by: u32)).unwrap_err();
    assert!(captured.to_string().contains("takes something from around it"), "{captured}");
}

#[test]
fn mistakes_of_texts_are_errors() {
    let of = |text: &str| RowFunction::compile("f", text).unwrap_err().to_string();
    assert!(of("fn f(x: u32) -> u32 { y }").contains("undeclared variable `y`"));
    assert!(of("fn g(x: u32) -> u32 { x }").contains("has no function `f`"));
    assert!(of("fn f(x: u32) {}").contains("its result is no column"));
    assert!(of("fn f(x: (u32, u32)) -> u32 { x.0 }").contains("its parameter 1 is no column"));
    assert!(of("fn f(x: &mut [u32], y: u32) -> u32 { y }").contains("its parameter 1 is no column"));
    assert!(of("not a program").contains("error"));
}
