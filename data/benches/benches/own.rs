//! Functions of rows beside DataFusion's own expressions, on batches of 8,192 rows and one core. See docs/measurements/data.md.
//!
//!     taskset -c 0 cargo bench -p vyre-data-benches

#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "this is a bench")]

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Schema};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use datafusion_common::ScalarValue;
use datafusion_common::config::ConfigOptions;
use datafusion_expr::function::AccumulatorArgs;
use datafusion_expr::{EmitTo, Operator, ScalarUDF};
use datafusion_functions::{core, crypto, math, regex, string};
use datafusion_physical_expr::expressions::{BinaryExpr, col, lit};
use datafusion_physical_expr::{PhysicalExpr, ScalarFunctionExpr};
use std::sync::Arc;
use vyre::{Device, func};
use vyre_arrow::{Aggregate, RowFunction};

const ROWS: usize = 8_192;

type Expr = Arc<dyn PhysicalExpr>;

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

const SHA256: &str = include_str!("sha256.rs.txt");

const DISTANCE: &str = "fn distance(a: &[u8], b: &[u8]) -> u32 {
    let mut row = [0u32; 33];
    for j in 0..33u32 { row[j] = j; }
    for i in 0..a.len() {
        let mut corner = row[0];
        row[0] = i as u32 + 1;
        for j in 0..b.len() {
            let above = row[j + 1];
            let change = corner + (a[i] != b[j]) as u32;
            row[j + 1] = change.min(above + 1).min(row[j] + 1);
            corner = above;
        }
    }
    row[b.len()]
}";

const MATCHES: &str = "fn matches(text: &[u8]) -> bool {
    let mut is_inside = false;
    for letter in text {
        let letter = *letter;
        if is_inside && letter == b'z' { return true; }
        is_inside = letter == b'a' || (is_inside && letter >= b'a' && letter <= b'z');
    }
    false
}";

const TOTAL: &str = "fn begin() -> i64 { 0 }
fn update(state: i64, x: i64) -> i64 { state + x }
fn merge(a: i64, b: i64) -> i64 { a + b }
fn finish(state: i64) -> i64 { state }";

fn cpu() -> Device {
    let device = Device::cpu().separate().unwrap();
    device.set_threads(1);
    device
}

fn call(function: Arc<ScalarUDF>, args: Vec<Expr>, schema: &Schema) -> Expr {
    Arc::new(ScalarFunctionExpr::try_new(function, args, schema, Arc::new(ConfigOptions::default())).unwrap())
}

fn binary(left: &Expr, op: Operator, right: &Expr) -> Expr {
    Arc::new(BinaryExpr::new(Arc::clone(left), op, Arc::clone(right)))
}

fn times(left: &Expr, right: &Expr) -> Expr {
    binary(left, Operator::Multiply, right)
}

fn plus(left: &Expr, right: &Expr) -> Expr {
    binary(left, Operator::Plus, right)
}

fn minus(left: &Expr, right: &Expr) -> Expr {
    binary(left, Operator::Minus, right)
}

fn batch(columns: Vec<ArrayRef>) -> RecordBatch {
    let names = ["a", "b", "c", "d"];
    RecordBatch::try_from_iter(names.into_iter().zip(columns)).unwrap()
}

/// What an expression gives for a batch.
fn evaluate(expr: &Expr, batch: &RecordBatch) -> ArrayRef {
    expr.evaluate(batch).unwrap().into_array(batch.num_rows()).unwrap()
}

/// Measures a function beside an expression that gives the same.
fn both(
    c: &mut Criterion,
    name: &str,
    function: &RowFunction,
    ty: &DataType,
    expr: &Expr,
    batch: &RecordBatch,
) {
    let (device, rows) = (cpu(), batch.num_rows());
    let same = |found: &dyn Array, wanted: &dyn Array| {
        let text = |array: &dyn Array| arrow_array::cast::as_boolean_array(&array.slice(0, rows)).clone();
        match ty {
            // Sines differ in their last bits.
            DataType::Float32 => {
                let pairs = found
                    .as_primitive::<Float32Type>()
                    .values()
                    .iter()
                    .zip(wanted.as_primitive::<Float32Type>().values());
                pairs.map(|(found, wanted)| (found - wanted).abs()).all(|difference| difference < 1.0)
            }
            DataType::Boolean => text(found) == text(wanted),
            _ => found.to_data() == wanted.to_data(),
        }
    };
    let wanted = evaluate(expr, batch);
    let found = function.call_as(&device, batch.columns(), rows, ty).unwrap();
    assert!(same(&found, &wanted), "{name}: {found:?} is not {wanted:?}");
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(rows as u64));
    group
        .bench_function("vyre", |b| b.iter(|| function.call_as(&device, batch.columns(), rows, ty).unwrap()));
    group.bench_function("datafusion", |b| b.iter(|| evaluate(expr, batch)));
}

fn words(seed: usize, letters: &str, least: usize, more: usize) -> ArrayRef {
    let letters = letters.as_bytes();
    let word = |row: usize| -> String {
        let length = least + (row * 31 + seed) % more;
        let letter =
            |at: usize| letters[(row * 7_919 + at * 104_729 + at * at * seed) % letters.len()] as char;
        (0..length).map(letter).collect()
    };
    Arc::new((0..ROWS).map(|row| Some(word(row))).collect::<StringArray>())
}

fn sha256(c: &mut Criterion) {
    let batch = batch(vec![words(3, "abcdefghijklmnopqrstuvwxyz0123456789", 8, 90)]);
    let function = RowFunction::compile("sha256", SHA256).unwrap();
    let schema = batch.schema();
    let own = call(crypto::sha256(), vec![col("a", &schema).unwrap()], &schema);
    let ty = own.data_type(&schema).unwrap();
    both(c, "sha256", &function, &ty, &own, &batch);
}

fn haversines(c: &mut Criterion) {
    let angles = |seed: usize| -> ArrayRef {
        Arc::new(
            (0..ROWS).map(|row| Some((row * seed % 3_001) as f32 / 1_000.0 - 1.5)).collect::<Float32Array>(),
        )
    };
    let batch = batch(vec![angles(3), angles(5), angles(7), angles(11)]);
    let schema = batch.schema();
    let [a, b, d, e] = ["a", "b", "c", "d"].map(|name| col(name, &schema).unwrap());
    let half = lit(0.5f32);
    let of = |function: Arc<ScalarUDF>, args: Vec<Expr>| call(function, args, &schema);
    let sine = |from: &Expr, to: &Expr| of(math::sin(), vec![times(&minus(to, from), &half)]);
    let (slat, slon) = (sine(&a, &d), sine(&b, &e));
    let cosines = times(&of(math::cos(), vec![a]), &of(math::cos(), vec![d]));
    let sum = plus(&times(&slat, &slat), &times(&times(&cosines, &slon), &slon));
    let root = of(math::sqrt(), vec![sum]);
    let angle = of(math::asin(), vec![of(core::least(), vec![root, lit(1.0f32)])]);
    let own = times(&lit(12_742.0f32), &angle);
    let function = RowFunction::new("haversine", func!(haversine)).unwrap();
    both(c, "haversine", &function, &DataType::Float32, &own, &batch);
}

fn distances(c: &mut Criterion) {
    let batch = batch(vec![words(1, "abcde", 6, 20), words(5, "abcdf", 6, 20)]);
    let schema = batch.schema();
    let [a, b] = ["a", "b"].map(|name| col(name, &schema).unwrap());
    let own = call(string::levenshtein(), vec![a, b], &schema);
    // DataFusion's has signed numbers.
    let text = DISTANCE.replace("-> u32", "-> i32").replace("row[b.len()]\n}", "row[b.len()] as i32\n}");
    let function = RowFunction::compile("distance", &text).unwrap();
    both(c, "edit distance", &function, &DataType::Int32, &own, &batch);
}

fn matches(c: &mut Criterion) {
    let batch = batch(vec![words(9, "abcdefgh xyz. 0123", 10, 60)]);
    let schema = batch.schema();
    let pattern = lit(ScalarValue::Utf8(Some("a[a-z]*z".to_string())));
    let own = call(regex::regexp_like(), vec![col("a", &schema).unwrap(), pattern], &schema);
    let function = RowFunction::compile("matches", MATCHES).unwrap();
    both(c, "regex match", &function, &DataType::Boolean, &own, &batch);
}

/// What calling a function of rows takes beyond its kernel.
fn overhead(c: &mut Criterion) {
    let column = |seed: usize| -> Float64Array {
        (0..ROWS).map(|row| Some((row * seed % 977) as f64 * 0.25)).collect()
    };
    let (x, y, device) = (column(7), column(13), cpu());
    let batch = batch(vec![Arc::new(x.clone()), Arc::new(y.clone())]);
    let mut group = c.benchmark_group("overhead");
    group.throughput(Throughput::Elements(ROWS as u64));
    group.bench_function("kernel", |b| {
        b.iter(|| {
            let mut out = vec![0.0; ROWS];
            dist_kernel(&x.values()[..], &y.values()[..], &mut out).dispatch(&device).unwrap();
            out
        });
    });
    let function = RowFunction::new("dist", func!(dist)).unwrap();
    group.bench_function("vyre", |b| b.iter(|| function.call(&device, batch.columns(), ROWS).unwrap()));
    let schema = batch.schema();
    let [a, b] = ["a", "b"].map(|name| col(name, &schema).unwrap());
    let own = call(math::sqrt(), vec![plus(&times(&a, &a), &times(&b, &b))], &schema);
    let found = function.call(&device, batch.columns(), ROWS).unwrap();
    assert_eq!(found.as_primitive::<Float64Type>(), evaluate(&own, &batch).as_primitive::<Float64Type>());
    group.bench_function("datafusion", |b| b.iter(|| evaluate(&own, &batch)));
}

/// Sums of 100 groups.
fn groups(c: &mut Criterion) {
    let column: ArrayRef = Arc::new((0..ROWS as i64).map(Some).collect::<Int64Array>());
    let of: Vec<usize> = (0..ROWS).map(|row| row * 7_919 % 100).collect();
    let columns = std::slice::from_ref(&column);
    let mut group = c.benchmark_group("group by");
    group.throughput(Throughput::Elements(ROWS as u64));
    let aggregate = Aggregate::compile("total", TOTAL).unwrap();
    let mut ours = aggregate.groups(&cpu()).unwrap();
    let batch = batch(vec![Arc::clone(&column)]);
    let schema = batch.schema();
    let sum = datafusion_functions_aggregate::sum::sum_udaf();
    let field = schema.field(0).clone().into();
    let exprs = [col("a", &schema).unwrap()];
    let args = || AccumulatorArgs {
        return_field: Arc::clone(&field),
        schema: &schema,
        ignore_nulls: false,
        order_bys: &[],
        is_reversed: false,
        name: "sum",
        is_distinct: false,
        exprs: &exprs,
        expr_fields: std::slice::from_ref(&field),
    };
    let mut own = sum.create_groups_accumulator(args()).unwrap();
    ours.update(columns, &of, None, 100).unwrap();
    own.update_batch(columns, &of, None, 100).unwrap();
    let (found, wanted) = (ours.finish(100, DataType::Int64).unwrap(), own.evaluate(EmitTo::All).unwrap());
    assert_eq!(found.to_data(), wanted.to_data());
    group.bench_function("vyre", |b| b.iter(|| ours.update(columns, &of, None, 100).unwrap()));
    group.bench_function("datafusion", |b| b.iter(|| own.update_batch(columns, &of, None, 100).unwrap()));
}

criterion_group!(benches, sha256, haversines, distances, matches, overhead, groups);
criterion_main!(benches);
