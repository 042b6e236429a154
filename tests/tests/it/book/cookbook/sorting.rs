//! Listings of `book/src/cookbook/sorting.md`.

use vyre::prelude::*;

// ANCHOR: sort
fn sort(device: &Device) -> Result<(), vyre::Error> {
    let mut data = device.buffer(&[2.5f32, -1.0, f32::INFINITY, 0.0])?;
    data.sort()?;
    assert_eq!(data.read()?, [-1.0, 0.0, 2.5, f32::INFINITY]);
    data.sort_descending()?;
    assert_eq!(data.read()?, [f32::INFINITY, 2.5, 0.0, -1.0]);
    Ok(())
}
// ANCHOR_END: sort

// ANCHOR: by_key
fn sort_by_key(device: &Device) -> Result<(), vyre::Error> {
    let mut ages = device.buffer(&[41u32, 7, 23])?;
    let mut people = device.buffer(&[100u32, 101, 102])?;
    ages.sort_by_key(&mut people)?;
    assert_eq!((ages.read()?, people.read()?), (vec![7, 23, 41], vec![101, 102, 100]));
    Ok(())
}
// ANCHOR_END: by_key

// ANCHOR: by_function
fn sort_by_a_function(device: &Device) -> Result<(), vyre::Error> {
    let mut points = device.buffer(&[[3.0f32, 4.0], [0.0, 1.0], [1.0, 1.0]])?;
    points.sort_by_cached_key(func!(|p: [f32; 2]| p[0] * p[0] + p[1] * p[1]))?;
    assert_eq!(points.read()?, [[0.0, 1.0], [1.0, 1.0], [3.0, 4.0]]);
    Ok(())
}
// ANCHOR_END: by_function

// ANCHOR: argsort
fn order_without_moving(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[30u32, 10, 20])?;
    let order = data.argsort()?;
    assert_eq!(order.read()?, [1, 2, 0]);
    assert_eq!(data.gather(&order)?.read()?, [10, 20, 30]);
    Ok(())
}
// ANCHOR_END: argsort

// ANCHOR: top
fn top_three(device: &Device) -> Result<(), vyre::Error> {
    let scores = device.buffer(&[12u32, 99, 3, 45, 67])?;
    assert_eq!(scores.top_k(3)?.read()?, [99, 67, 45]);
    Ok(())
}
// ANCHOR_END: top

// ANCHOR: distinct
fn distinct_and_how_often(device: &Device) -> Result<(), vyre::Error> {
    let mut words = device.buffer(&[5u32, 2, 5, 9, 2, 5])?;
    words.sort()?;
    let (distinct, counts) = words.run_lengths()?;
    assert_eq!((distinct.read()?, counts.read()?), (vec![2, 5, 9], vec![2, 3, 1]));
    Ok(())
}
// ANCHOR_END: distinct

// ANCHOR: join
fn join_by_key(device: &Device) -> Result<(), vyre::Error> {
    // Prices by the number of the article, which are sorted; and what was ordered.
    let (articles, prices) = (device.buffer(&[10u32, 20, 30])?, device.buffer(&[5u32, 7, 9])?);
    let ordered = device.buffer(&[30u32, 10, 10])?;
    let places = articles.lower_bound(&ordered)?;
    assert_eq!(prices.gather(&places)?.read()?, [9, 5, 5]);
    Ok(())
}
// ANCHOR_END: join

// ANCHOR: partition
fn split_in_two(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[1u32, 2, 3, 4, 5])?;
    let (even, odd) = data.par_iter().partition(func!(|x: u32| x % 2 == 0))?;
    assert_eq!((even.read()?, odd.read()?), (vec![2, 4], vec![1, 3, 5]));
    Ok(())
}
// ANCHOR_END: partition

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        sort(&device)?;
        sort_by_key(&device)?;
        sort_by_a_function(&device)?;
        order_without_moving(&device)?;
        top_three(&device)?;
        distinct_and_how_often(&device)?;
        join_by_key(&device)?;
        split_in_two(&device)?;
    }
    Ok(())
}
