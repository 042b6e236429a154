//! `CREATE FUNCTION`, and what is wrong with it.

use crate::{mistake, rows};
use datafusion::arrow::array::{Array, AsArray};
use datafusion::arrow::datatypes::{Decimal128Type, Float64Type, Int64Type};
use datafusion::prelude::SessionContext;
use std::sync::Arc;
use vyre_datafusion::CreateFunctions;

fn context() -> SessionContext {
    SessionContext::new().with_function_factory(Arc::new(CreateFunctions::default()))
}

#[tokio::test]
async fn a_function_is_there_after_it() {
    let ctx = context();
    let create = "CREATE FUNCTION dist(DOUBLE, DOUBLE) RETURNS DOUBLE LANGUAGE vyre AS '
        fn square(x: f64) -> f64 { x * x }
        fn dist(x: f64, y: f64) -> f64 { (square(x) + square(y)).sqrt() }
    '";
    rows(&ctx, create).await.unwrap();
    let found = rows(&ctx, "SELECT dist(a, 4.0) FROM (VALUES (3.0), (NULL)) AS v(a)").await.unwrap();
    let found = found.column(0).as_primitive::<Float64Type>();
    assert_eq!((found.value(0), found.is_null(1)), (5.0, true));
    let again = "CREATE OR REPLACE FUNCTION dist(x DOUBLE, y DOUBLE) RETURNS DOUBLE LANGUAGE vyre AS
        'fn dist(x: f64, y: f64) -> f64 { x.abs() + y.abs() }'";
    rows(&ctx, again).await.unwrap();
    let found = rows(&ctx, "SELECT dist(3, -4)").await.unwrap();
    assert_eq!(found.column(0).as_primitive::<Float64Type>().value(0), 7.0);
}

#[tokio::test]
async fn strings_decimals_and_nulls() {
    let ctx = context();
    rows(&ctx, "CREATE FUNCTION letters(VARCHAR) RETURNS BIGINT LANGUAGE vyre AS
        'fn letters(text: Option<&[u8]>) -> i64 { match text { Some(text) => text.len() as i64, None => -1 } }'").await.unwrap();
    rows(
        &ctx,
        "CREATE FUNCTION half(DECIMAL(10, 2)) RETURNS DECIMAL(10, 2) LANGUAGE vyre AS
        'fn half(x: i128) -> Option<i128> { if x < 0 { None } else { Some(x / 2) } }'",
    )
    .await
    .unwrap();
    let found = rows(
        &ctx,
        "SELECT letters(s), half(CAST(d AS DECIMAL(10, 2))) FROM (VALUES ('abc', 5), (NULL, -1)) AS v(s, d)",
    )
    .await
    .unwrap();
    assert_eq!(found.column(0).as_primitive::<Int64Type>().values(), &[3, -1]);
    let halves = found.column(1).as_primitive::<Decimal128Type>();
    assert_eq!((halves.value_as_string(0), halves.is_null(1)), ("2.50".to_string(), true));
}

#[tokio::test]
async fn mistakes_are_errors_of_sql() {
    let ctx = context();
    let of = |signature: &str, text: &str| format!("CREATE FUNCTION f{signature} LANGUAGE vyre AS '{text}'");
    for (signature, text, wanted) in [
        ("(DOUBLE) RETURNS DOUBLE", "fn f(x: f64) -> f64 { y }", "undeclared variable `y`"),
        ("(DOUBLE) RETURNS DOUBLE", "fn f(x: f64) -> u32 { x }", "expected `u32`, got `f64`"),
        ("(DOUBLE) RETURNS DOUBLE", "fn g(x: f64) -> f64 { x }", "has no function `f`"),
        ("(DOUBLE) RETURNS DOUBLE", "", "has no function `f`"),
        (
            "(BIGINT) RETURNS DOUBLE",
            "fn f(x: f64) -> f64 { x }",
            "parameter 1 of `f` is Int64 in SQL, and f64 in its text",
        ),
        (
            "(DOUBLE) RETURNS INT",
            "fn f(x: f64) -> f64 { x }",
            "`f` returns Int32 in SQL, and f64 in its text",
        ),
        ("() RETURNS DOUBLE", "fn f(x: f64) -> f64 { x }", "`f` has 0 parameters in SQL, and 1 in its text"),
        ("(DOUBLE)", "fn f(x: f64) -> f64 { x }", "says what it RETURNS"),
    ] {
        let problem = mistake(&ctx, &of(signature, text)).await;
        assert!(problem.contains(wanted), "{signature} {text}: {problem}");
    }
    let python = mistake(&ctx, "CREATE FUNCTION f(DOUBLE) RETURNS DOUBLE LANGUAGE python AS 'x'").await;
    assert!(python.contains("not in python"), "{python}");
    let expression =
        mistake(&ctx, "CREATE FUNCTION f(DOUBLE) RETURNS DOUBLE LANGUAGE vyre RETURN $1 + 1").await;
    assert!(expression.contains("the body of a vyre function is its text"), "{expression}");
    // None of them is there.
    assert!(mistake(&ctx, "SELECT f(1.0)").await.contains("Invalid function"));
}
