//! A function of rows on batches of 8,192, beside its kernel, plain Rust and the kernels of Arrow that DataFusion's own expressions call. See
//! docs/measurements/data.md.

#![allow(missing_docs, clippy::unwrap_used, reason = "this is a bench")]

use arrow_arith::{arity::unary, numeric};
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, Float32Array, Float64Array, StringArray, UInt64Array, cast::AsArray};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;
use vyre::{Device, func};
use vyre_arrow::RowFunction;

const ROWS: usize = 8_192;

#[vyre::function]
fn dist(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[vyre::kernel]
fn dist_kernel(x: &[f64], y: &[f64], out: &mut [f64]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = dist(x[i], y[i]);
    }
}

#[vyre::function]
fn haversine(lat_a: f32, lon_a: f32, lat_b: f32, lon_b: f32) -> f32 {
    let (dlat, dlon) = ((lat_b - lat_a) * 0.5, (lon_b - lon_a) * 0.5);
    let (slat, slon) = (dlat.sin(), dlon.sin());
    let a = slat * slat + lat_a.cos() * lat_b.cos() * slon * slon;
    12_742.0 * a.sqrt().min(1.0).asin()
}

#[vyre::kernel]
fn haversine_kernel(lat_a: &[f32], lon_a: &[f32], lat_b: &[f32], lon_b: &[f32], out: &mut [f32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = haversine(lat_a[i], lon_a[i], lat_b[i], lon_b[i]);
    }
}

const HASH: &str = "fn hash(text: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in text { hash = (hash ^ *byte as u64) * 0x0000_0100_0000_01b3; }
    hash
}";

fn cpu() -> Device {
    let device = Device::cpu().separate().unwrap();
    device.set_threads(1);
    device
}

/// Angles between -1.5 and 1.5.
fn angles(seed: usize) -> Float32Array {
    (0..ROWS).map(|row| Some((row * seed % 3_001) as f32 / 1_000.0 - 1.5)).collect()
}

fn distances(c: &mut Criterion) {
    let mut group = c.benchmark_group("dist");
    group.throughput(Throughput::Elements(ROWS as u64));
    let column = |seed: usize| -> Float64Array {
        (0..ROWS).map(|row| Some((row * seed % 977) as f64 * 0.25)).collect()
    };
    let (x, y, device) = (column(7), column(13), cpu());
    let mut out = vec![0.0; ROWS];
    group.bench_function("kernel", |b| {
        b.iter(|| dist_kernel(&x.values()[..], &y.values()[..], &mut out).dispatch(&device).unwrap());
    });
    let function = RowFunction::new("dist", func!(dist)).unwrap();
    let columns: [ArrayRef; 2] = [Arc::new(x.clone()), Arc::new(y.clone())];
    group.bench_function("rows", |b| b.iter(|| function.call(&device, &columns, ROWS).unwrap()));
    let nulls: Float64Array = x.iter().enumerate().map(|(row, x)| x.filter(|_| row % 9 != 0)).collect();
    let holed: [ArrayRef; 2] = [Arc::new(nulls), Arc::new(y.clone())];
    group.bench_function("rows with nulls", |b| b.iter(|| function.call(&device, &holed, ROWS).unwrap()));
    group.bench_function("arrow", |b| {
        b.iter(|| {
            let sum = numeric::add(&numeric::mul(&x, &x).unwrap(), &numeric::mul(&y, &y).unwrap()).unwrap();
            unary::<_, _, Float64Type>(sum.as_primitive::<Float64Type>(), f64::sqrt)
        });
    });
    group.bench_function("rust", |b| {
        b.iter(|| {
            let pairs = x.values().iter().zip(y.values());
            pairs.map(|(x, y)| (black_box(*x) * x + y * y).sqrt()).collect::<Vec<f64>>()
        });
    });
}

fn haversines(c: &mut Criterion) {
    let mut group = c.benchmark_group("haversine");
    group.throughput(Throughput::Elements(ROWS as u64));
    let (columns, device) = ([3, 5, 7, 11].map(angles), cpu());
    let mut out = vec![0.0f32; ROWS];
    let [a, b, d, e] = &columns;
    group.bench_function("kernel", |bench| {
        bench.iter(|| {
            let launch = haversine_kernel(
                &a.values()[..],
                &b.values()[..],
                &d.values()[..],
                &e.values()[..],
                &mut out,
            );
            launch.dispatch(&device).unwrap();
        });
    });
    let function = RowFunction::new("haversine", func!(haversine)).unwrap();
    let arrays = columns.clone().map(|column| -> ArrayRef { Arc::new(column) });
    group.bench_function("rows", |bench| bench.iter(|| function.call(&device, &arrays, ROWS).unwrap()));
    group.bench_function("arrow", |bench| {
        use arrow_array::types::Float32Type;
        let of = |array: &dyn Array, f: fn(f32) -> f32| -> ArrayRef {
            Arc::new(unary::<_, _, Float32Type>(array.as_primitive::<Float32Type>(), f))
        };
        let half = Float32Array::new_scalar(0.5);
        bench.iter(|| {
            let part = |from: &Float32Array, to: &Float32Array| {
                let half_way = numeric::mul(&numeric::sub(to, from).unwrap(), &half).unwrap();
                let sine = of(&half_way, f32::sin);
                numeric::mul(&sine, &sine).unwrap()
            };
            let cosines = numeric::mul(&of(a, f32::cos), &of(d, f32::cos)).unwrap();
            let sum = numeric::add(&part(a, d), &numeric::mul(&cosines, &part(b, e)).unwrap()).unwrap();
            let angle = of(&of(&of(&sum, f32::sqrt), |x| x.min(1.0)), f32::asin);
            numeric::mul(&angle, &Float32Array::new_scalar(12_742.0)).unwrap()
        });
    });
}

fn hashes(c: &mut Criterion) {
    let mut group = c.benchmark_group("fnv of strings");
    group.throughput(Throughput::Elements(ROWS as u64));
    let words: StringArray =
        (0..ROWS).map(|row| Some("abcdefghijklmnopqrstuvwxyz"[..4 + row % 22].to_string())).collect();
    let (function, device) = (RowFunction::compile("hash", HASH).unwrap(), cpu());
    let column: ArrayRef = Arc::new(words.clone());
    group.bench_function("rows", |b| {
        b.iter(|| function.call(&device, std::slice::from_ref(&column), ROWS).unwrap());
    });
    group.bench_function("rust", |b| {
        let hash = |text: &str| {
            let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            text.bytes().fold(0xcbf2_9ce4_8422_2325u64, step)
        };
        b.iter(|| words.iter().map(|word| word.map(hash)).collect::<UInt64Array>());
    });
}

criterion_group!(benches, distances, haversines, hashes);
criterion_main!(benches);
