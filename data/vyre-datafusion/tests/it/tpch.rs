//! TPC-H's queries 1 and 6, with functions of vyre's for the arithmetic.
//!
//! At a small scale factor DataFusion's own expressions say what is right. With `VYRE_DATA_LARGE` set it is scale factor 1, whose answers are published.

use crate::rows;
use datafusion::arrow::array::{ArrayRef, Date32Array, Decimal128Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::datasource::MemTable;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use std::sync::Arc;
use tpchgen::generators::LineItemGenerator;
use vyre_datafusion::{AggregateFunction, ScalarFunction};

/// A price of four decimals, and one of six with the tax.
#[vyre::function]
fn disc_price(price: i128, discount: i128) -> i128 {
    price * (100 - discount)
}

#[vyre::function]
fn charge(price: i128, discount: i128, tax: i128) -> i128 {
    price * (100 - discount) * (100 + tax)
}

#[vyre::function]
fn revenue(price: i128, discount: i128) -> i128 {
    price * discount
}

/// Shipped in 1994, with a discount of 0.05 to 0.07, and fewer than 24 of them.
#[vyre::function]
fn is_forecast(shipped: i32, discount: i128, quantity: i128) -> bool {
    shipped >= 8766 && shipped < 9131 && discount >= 5 && discount <= 7 && quantity < 2400
}

const TOTAL: &str = "fn begin() -> (i128, bool) { (0, false) }
fn update(state: (i128, bool), x: i128) -> (i128, bool) { (state.0 + x, true) }
fn merge(a: (i128, bool), b: (i128, bool)) -> (i128, bool) { (a.0 + b.0, a.1 || b.1) }
fn finish(state: (i128, bool)) -> Option<i128> { if state.1 { Some(state.0) } else { None } }";

const Q1: &str = "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
    total4(disc_price(l_extendedprice, l_discount)), sum(charge(l_extendedprice, l_discount, l_tax)),
    avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
    FROM lineitem WHERE l_shipdate <= date '1998-12-01' - interval '90' day
    GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus";

const OWN_Q1: &str = "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),
    sum(l_extendedprice * (1 - l_discount)), sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)),
    avg(l_quantity), avg(l_extendedprice), avg(l_discount), count(*)
    FROM lineitem WHERE l_shipdate <= date '1998-12-01' - interval '90' day
    GROUP BY l_returnflag, l_linestatus ORDER BY l_returnflag, l_linestatus";

const Q6: &str =
    "SELECT total4(revenue(l_extendedprice, l_discount)), sum(revenue(l_extendedprice, l_discount))
    FROM lineitem WHERE is_forecast(l_shipdate, l_discount, l_quantity)";

const OWN_Q6: &str = "SELECT sum(l_extendedprice * l_discount) AS a, sum(l_extendedprice * l_discount) AS b
    FROM lineitem WHERE l_shipdate >= date '1994-01-01' AND l_shipdate < date '1995-01-01'
    AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24";

fn money(values: Vec<i128>) -> ArrayRef {
    Arc::new(Decimal128Array::from(values).with_precision_and_scale(15, 2).unwrap())
}

/// The columns that the queries need.
fn lineitem(scale: f64) -> MemTable {
    let mut items = LineItemGenerator::new(scale, 1, 1).iter().peekable();
    let mut batches = Vec::new();
    while items.peek().is_some() {
        let part: Vec<_> = items.by_ref().take(8_192).collect();
        let columns: [(&str, ArrayRef); 7] = [
            ("l_quantity", money(part.iter().map(|item| i128::from(item.l_quantity) * 100).collect())),
            (
                "l_extendedprice",
                money(part.iter().map(|item| item.l_extendedprice.into_inner().into()).collect()),
            ),
            ("l_discount", money(part.iter().map(|item| item.l_discount.into_inner().into()).collect())),
            ("l_tax", money(part.iter().map(|item| item.l_tax.into_inner().into()).collect())),
            (
                "l_returnflag",
                Arc::new(part.iter().map(|item| Some(item.l_returnflag)).collect::<StringArray>()),
            ),
            (
                "l_linestatus",
                Arc::new(part.iter().map(|item| Some(item.l_linestatus)).collect::<StringArray>()),
            ),
            (
                "l_shipdate",
                Arc::new(
                    part.iter().map(|item| Some(item.l_shipdate.to_unix_epoch())).collect::<Date32Array>(),
                ),
            ),
        ];
        batches.push(RecordBatch::try_from_iter(columns).unwrap());
    }
    let schema = batches[0].schema();
    let half = batches.split_off(batches.len() / 2);
    MemTable::try_new(schema, vec![batches, half]).unwrap()
}

fn context(scale: f64) -> SessionContext {
    let ctx = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(2));
    let money = |scale: i8| DataType::Decimal128(38, scale);
    for function in [
        ScalarFunction::named("disc_price", vyre::func!(disc_price)).returning(money(4)),
        ScalarFunction::named("charge", vyre::func!(charge)).returning(money(6)),
        ScalarFunction::named("revenue", vyre::func!(revenue)).returning(money(4)),
        ScalarFunction::named("is_forecast", vyre::func!(is_forecast)),
    ] {
        ctx.register_udf(ScalarUDF::from(function));
    }
    ctx.register_udaf(AggregateFunction::compile("total4", TOTAL).unwrap().returning(money(4)).into());
    ctx.register_table("lineitem", Arc::new(lineitem(scale))).unwrap();
    ctx
}

/// The cells of a table as text.
fn cells(batch: &RecordBatch) -> Vec<Vec<String>> {
    let row = |row: usize| {
        batch.columns().iter().map(|column| array_value_to_string(column, row).unwrap()).collect()
    };
    (0..batch.num_rows()).map(row).collect()
}

#[tokio::test]
async fn small_ones_are_those_of_datafusion() {
    let ctx = context(0.005);
    for (sql, own) in [(Q1, OWN_Q1), (Q6, OWN_Q6)] {
        let (found, wanted) = (rows(&ctx, sql).await.unwrap(), rows(&ctx, own).await.unwrap());
        assert!(found.num_rows() > 0);
        assert_eq!(cells(&found), cells(&wanted), "{sql}");
    }
}

#[tokio::test]
async fn large_ones_are_those_that_are_published() {
    if std::env::var_os("VYRE_DATA_LARGE").is_none() {
        return;
    }
    let ctx = context(1.0);
    for (number, sql) in [(1, Q1), (6, Q6)] {
        let answer = tpchgen::q_and_a::answers_sf1::answer(number).unwrap();
        let wanted: Vec<Vec<&str>> =
            answer.trim().lines().skip(1).map(|line| line.split('|').map(str::trim).collect()).collect();
        let found = cells(&rows(&ctx, sql).await.unwrap());
        println!("query {number}: {found:?}");
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(&wanted) {
            for (found, wanted) in found.iter().zip(wanted) {
                // The published ones have two decimals.
                let is_same = found == wanted
                    || (found.parse::<f64>().unwrap() - wanted.parse::<f64>().unwrap()).abs() <= 0.005_001;
                assert!(is_same, "{found} is not {wanted}");
            }
        }
    }
}
