//! Errors.

use crate::devices;
use vyre::prelude::*;
use vyre::{Error, Limit};

#[test]
fn what_does_not_fit_is_an_error() -> Result<(), Error> {
    for device in devices() {
        let mut a = device.buffer(&[1u32, 2, 3])?;
        let mut b = device.buffer(&[1u32, 2])?;
        assert!(matches!(a.par_iter().collect_into(&mut b), Err(Error::Length { expected: 2, got: 3 })));
        assert!(matches!(a.sort_by_key(&mut b), Err(Error::Length { .. })));
        let mut same = a.clone();
        assert!(matches!(a.sort_by_key(&mut same), Err(Error::BufferAliased { .. })));
        assert!(matches!(a.par_iter().collect_into(&mut same), Err(Error::BufferAliased { .. })));
        assert!(matches!(a.rotate_left(4), Err(Error::Range { .. })));
        assert!(matches!(a.par_iter().step_by(0).count(), Err(Error::Range { .. })));
        assert!(matches!(a.transpose(2, 2), Err(Error::Length { .. })));
        assert!(matches!(
            device.par_range(0u64..1 << 40).count(),
            Err(Error::Limit { limit: Limit::Items, asked: 0x100_0000_0000, .. })
        ));
        let falling = device.buffer(&[0u32, 2, 1, 3])?;
        let add = func!(|x: u32, y: u32| x + y);
        let sums = a.segmented_reduce(&falling, 0, add)?;
        // The next call that waits hears of it, and the results cannot be read.
        assert!(matches!(device.synchronize(), Err(Error::Offsets { at: 2 })));
        device.synchronize()?;
        assert!(matches!(sums.read(), Err(Error::Offsets { at: 2 })));
        assert!(matches!(sums.read(), Err(Error::Offsets { at: 2 })));
        assert!(matches!(sums.copy()?.read(), Err(Error::Offsets { at: 2 })));
        let beyond = device.buffer(&[0u32, 2, 4])?;
        let mut unsorted = device.buffer(&[3u32, 1, 2])?;
        unsorted.segmented_sort(&beyond)?;
        assert!(matches!(unsorted.read(), Err(Error::Offsets { at: 2 })));
        assert_eq!(unsorted.read()?, [3, 1, 2]);
        let scanned = a.segmented_scan(&beyond, add)?;
        assert!(matches!(a.par_iter().sum(), Err(Error::Offsets { at: 2 })));
        assert_eq!(a.par_iter().sum()?, 6);
        assert!(matches!(scanned.read(), Err(Error::Offsets { at: 2 })));
        assert!(matches!(
            a.par_iter().histogram(1 << 33),
            Err(Error::Limit { limit: Limit::Items, asked: 0x2_0000_0000, .. })
        ));
        assert!(matches!(
            a.par_iter().collect_at_most(1 << 33),
            Err(Error::Limit { limit: Limit::Items, .. })
        ));
        let places = device.buffer(&[0u32, 1, 2])?;
        assert!(matches!(a.scatter(&places, &mut a.clone()), Err(Error::BufferAliased { .. })));
        assert!(matches!(a.scatter(&places, &mut places.clone()), Err(Error::BufferAliased { .. })));
        assert!(matches!(a.par_iter().for_each_into(&mut a.clone(), add), Err(Error::BufferAliased { .. })));
        let other = Device::checked().buffer(&[1u32, 2, 3])?;
        assert!(matches!(a.par_iter().zip(other.par_iter()).count(), Err(Error::BufferDevice { .. })));
        assert!(matches!(a.merge(&other), Err(Error::BufferDevice { .. })));
    }
    Ok(())
}

#[test]
fn a_function_that_is_not_associative_is_a_finding() -> Result<(), Error> {
    let device = Device::checked();
    let a = device.buffer(&[10u32, 3, 2, 1])?;
    assert_eq!(a.par_iter().reduce(0, func!(|x: u32, y: u32| x - y))?, 6);
    let findings = device.take_findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].kind(), vyre::FindingKind::NotAssociative);
    assert_eq!(findings[0].message(), "f(f(10, 3), 1) is 6, and f(10, f(3, 1)) is 8");
    a.par_iter().reduce(0, func!(|x: u32, y: u32| x + y))?;
    assert!(device.take_findings().is_empty());
    Ok(())
}

/// The finding is in the second segment or run, and there is one for each call.
#[test]
fn a_function_that_is_not_associative_on_segments_and_runs_is_a_finding() -> Result<(), Error> {
    let device = Device::checked();
    let a = device.buffer(&[10u32, 3, 9, 5, 1, 4, 2, 1])?;
    let (offsets, keys) =
        (device.buffer(&[0u32, 2, 5, 8])?, device.buffer(&[7.0f32, 7.0, 0.0, 0.0, 0.0, -0.0, -0.0, -0.0])?);
    let (less, add) = (func!(|x: u32, y: u32| x - y), func!(|x: u32, y: u32| x + y));
    // 9 - 5 - 1, and 9 - (5 - 1).
    let found = |what: &str| {
        let findings = device.take_findings();
        assert_eq!(findings.len(), 1, "{what}: {findings:?}");
        assert_eq!(findings[0].kind(), vyre::FindingKind::NotAssociative, "{what}");
        assert_eq!(findings[0].message(), "f(f(9, 5), 1) is 3, and f(9, f(5, 1)) is 5", "{what}");
    };
    assert_eq!(a.segmented_reduce(&offsets, 0, less)?.read()?, [7, 3, 1]);
    found("segmented_reduce");
    assert_eq!(a.segmented_scan(&offsets, less)?.read()?, [10, 7, 9, 4, 3, 4, 2, 1]);
    found("segmented_scan");
    assert_eq!(keys.reduce_by_key(&a, 0, less)?.1.read()?, [7, 3, 1]);
    found("reduce_by_key");
    let mixed = device.buffer(&[1u32, 0, 1, 0, 1, 0, 0, 0])?;
    mixed.group_by_key(&a, 0, less)?;
    assert_eq!(device.take_findings().len(), 1);
    a.segmented_reduce(&offsets, 0, add)?;
    a.segmented_scan(&offsets, add)?;
    keys.reduce_by_key(&a, 0, add)?;
    // No segment has three elements.
    a.segmented_reduce(&device.buffer(&[0u32, 2, 4, 6, 8])?, 0, less)?;
    assert!(device.take_findings().is_empty());
    Ok(())
}

#[test]
fn algorithms_have_no_findings_of_their_own() -> Result<(), Error> {
    let device = Device::checked();
    let data = crate::numbers(1_000);
    let mut a = device.buffer(&data)?;
    let bytes = device.buffer(&data.iter().map(|x| *x as u8).collect::<Vec<u8>>())?;
    let add = func!(|x: u32, y: u32| x + y);
    a.sort()?;
    a.dedup()?;
    a.run_lengths()?;
    a.is_sorted()?;
    a.lower_bound(&a.copy()?)?;
    a.merge(&a.copy()?)?;
    a.par_iter().inclusive_scan(add)?;
    a.par_iter().exclusive_sum()?;
    a.par_iter().filter(func!(|x: u32| x % 3 == 0)).collect()?;
    a.group_by_key(&a.copy()?, 0, add)?;
    let offsets = device.buffer(&[5u32, 7, 7, 900])?;
    a.segmented_scan(&offsets, add)?;
    a.segmented_reduce(&offsets, 0, add)?;
    a.segmented_sort(&offsets)?;
    a.gather(&offsets)?;
    a.rotate_left(7)?;
    a.transpose(10, 100)?;
    bytes.par_iter().map(func!(|x: u8| x ^ 1)).collect()?;
    bytes.argsort()?;
    bytes.par_iter().histogram(100)?;
    a.read()?;
    let findings: Vec<String> = device.take_findings().iter().map(ToString::to_string).collect();
    assert_eq!(findings, Vec::<String>::new());
    Ok(())
}
