//! Listings of `book/src/cookbook/sums.md`.

use vyre::prelude::*;

// ANCHOR: sum
fn sum(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[1u64, 2, 3, 1 << 40])?;
    assert_eq!(data.par_iter().sum()?, (1 << 40) + 6);
    Ok(())
}
// ANCHOR_END: sum

// ANCHOR: variance
fn mean_and_variance(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[2.0f64, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])?;
    let mean = data.par_iter().sum_tree()? / data.len() as f64;
    let squares = data.par_iter().map(func!(move |x: f64| (x - mean) * (x - mean), mean: f64));
    assert_eq!((mean, squares.sum_tree()? / data.len() as f64), (5.0, 4.0));
    Ok(())
}
// ANCHOR_END: variance

// ANCHOR: extremes
fn smallest_and_its_place(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[4.0f32, -2.5, 8.0, -2.5])?;
    assert_eq!(data.par_iter().min()?, Some(-2.5));
    assert_eq!(data.par_iter().arg_min()?, Some(1)); // The first of equal ones.
    assert_eq!(data.par_iter().max_by_key(func!(|x: f32| (x + 3.0).abs()))?, Some(8.0));
    Ok(())
}
// ANCHOR_END: extremes

// ANCHOR: find
fn find_and_count(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[3u32, 8, 12, 5, 20])?;
    assert_eq!(data.par_iter().position(func!(|x: u32| x > 10))?, Some(2));
    assert_eq!(data.par_iter().find(func!(|x: u32| x % 2 == 0))?, Some(8));
    assert_eq!(data.par_iter().filter(func!(|x: u32| x < 10)).count()?, 3);
    assert!(data.par_iter().all(func!(|x: u32| x > 0))?);
    Ok(())
}
// ANCHOR_END: find

// ANCHOR: dot
fn dot(device: &Device) -> Result<(), vyre::Error> {
    let (a, b) = (device.buffer(&[1.0f32, 2.0, 3.0])?, device.buffer(&[4.0f32, 5.0, 6.0])?);
    let products = a.par_iter().zip(b.par_iter()).map(func!(|(x, y): (f32, f32)| x * y));
    assert_eq!(products.sum_tree()?, 32.0);
    Ok(())
}
// ANCHOR_END: dot

// ANCHOR: running
fn running_total(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[3u32, 1, 4, 1])?;
    assert_eq!(data.par_iter().inclusive_sum()?.read()?, [3, 4, 8, 9]);
    assert_eq!(data.par_iter().exclusive_sum()?.read()?, [0, 3, 4, 8]); // Where each one begins.
    Ok(())
}
// ANCHOR_END: running

// ANCHOR: histogram
fn histogram(device: &Device) -> Result<(), vyre::Error> {
    let grades = device.buffer(&[1u32, 3, 2, 1, 5, 1, 9])?;
    assert_eq!(grades.par_iter().histogram(6)?.read()?, [0, 3, 1, 1, 0, 1]);
    Ok(())
}
// ANCHOR_END: histogram

// ANCHOR: window
fn moving_maximum(device: &Device) -> Result<(), vyre::Error> {
    let data = device.buffer(&[1u32, 5, 2, 3, 4])?;
    let maxima = data.par_windows::<3>().map(func!(|w: [u32; 3]| w[0].max(w[1]).max(w[2])));
    assert_eq!(maxima.collect()?.read()?, [5, 5, 4]);
    Ok(())
}
// ANCHOR_END: window

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        sum(&device)?;
        mean_and_variance(&device)?;
        smallest_and_its_place(&device)?;
        find_and_count(&device)?;
        dot(&device)?;
        running_total(&device)?;
        histogram(&device)?;
        moving_maximum(&device)?;
    }
    Ok(())
}
