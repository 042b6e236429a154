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
        let sums =
            a.segmented_reduce(&falling, 0, func!(|x: u32, y: u32| x + y)).and_then(|sums| sums.read());
        assert!(matches!(sums, Err(Error::Offsets { at: 2 })));
        let beyond = device.buffer(&[0u32, 2, 4])?;
        let sorted = a.segmented_sort(&beyond).and_then(|()| a.read());
        assert!(matches!(sorted, Err(Error::Offsets { at: 2 })));
        assert_eq!(a.read()?, [1, 2, 3]);
        let other = Device::checked().buffer(&[1u32, 2, 3])?;
        assert!(matches!(a.par_iter().zip(other.par_iter()).count(), Err(Error::BufferDevice { .. })));
        assert!(matches!(a.merge(&other), Err(Error::BufferDevice { .. })));
    }
    Ok(())
}
