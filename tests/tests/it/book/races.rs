//! Listings of `book/src/races.md`.

use vyre::prelude::*;

// ANCHOR: race
use vyre::{Error, FindingKind};

/// Wrong: two invocations may add to one count at the same time.
#[vyre::kernel]
fn count(votes: &[u32], counts: &mut [u32]) {
    let i = invocation_id().x;
    if i < votes.len() {
        counts[votes[i]] += 1;
    }
}

fn race_found() {
    let (votes, mut counts) = ([0, 2, 2, 1], [0; 3]);
    let result = count(&votes, &mut counts).invocations([4, 1, 1]).dispatch(&Device::checked());
    let Err(Error::Checked(report)) = result else { unreachable!("two vote for 2") };
    assert_eq!(report.findings()[0].kind(), FindingKind::DataRace);
    assert!(report.to_string().contains("counts[votes[i]] += 1;")); // The line, as rustc shows it.
}
// ANCHOR_END: race

// ANCHOR: mended
/// Right: an atomic adds one after the other, in whatever order.
#[vyre::kernel]
fn count_all(votes: &[u32], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < votes.len() {
        counts[votes[i]].fetch_add(1);
    }
}

fn mended() -> Result<(), Error> {
    let (votes, mut counts) = ([0, 2, 2, 1], [0u32; 3]);
    let device = Device::checked();
    count_all(&votes, &mut counts).invocations([4, 1, 1]).dispatch(&device)?;
    assert_eq!(counts, [1, 1, 2]);
    assert!(device.take_findings().is_empty());
    Ok(())
}
// ANCHOR_END: mended

// ANCHOR: order
/// No race, and yet another result in another order: who comes first gets the first place.
#[vyre::kernel]
fn collect_odd(data: &[u32], out: &mut [u32], count: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() && data[i] % 2 == 1 {
        out[count[0].fetch_add(1)] = data[i];
    }
}

fn order_found() {
    let (data, mut out, mut count) = ([3, 4, 5, 7], [0; 4], [0u32]);
    let launch = collect_odd(&data, &mut out, &mut count);
    assert!(matches!(launch.dispatch(&Device::checked()), Err(Error::Checked(_))));
}
// ANCHOR_END: order

// ANCHOR: ordered
/// The same with places that do not depend on the order.
#[vyre::kernel(workgroup_size = 64)]
fn collect_odd_in_order(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let is_odd = (i < data.len() && data[i] % 2 == 1) as u32;
    let place = workgroup_exclusive_sum(is_odd);
    if is_odd == 1 {
        out[place] = data[i];
    }
}

fn ordered() -> Result<(), Error> {
    let mut out = [0; 4];
    collect_odd_in_order(&[3, 4, 5, 7], &mut out).dispatch(&Device::checked())?;
    assert_eq!(out, [3, 5, 7, 0]);
    Ok(())
}
// ANCHOR_END: ordered

#[test]
fn listings() -> Result<(), Error> {
    race_found();
    mended()?;
    order_found();
    ordered()
}
