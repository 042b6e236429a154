//! The example of the specification.

use vyre::prelude::*;

#[vyre::function]
fn square(x: f32) -> f32 {
    x * x
}

#[test]
fn the_example_of_the_page() -> Result<(), vyre::Error> {
    for device in crate::devices() {
        let a = device.buffer(&[3.0f32, 1.0, 2.0])?;
        let norm2: f32 = a.par_iter().map(func!(square)).sum_tree()?; // one launch, nothing stored between
        let limit = 1.5f32;
        let large: Buffer<f32> = a.par_iter().filter(func!(move |x: f32| x > limit, limit: f32)).collect()?;
        let mut keys = device.buffer(&[5u32, 3, 9])?;
        let mut names = device.buffer(&[50u32, 30, 90])?;
        keys.sort_by_key(&mut names)?; // keys sorted, names moved along
        assert_eq!(
            (norm2, large.read()?, keys.read()?, names.read()?),
            (14.0, vec![3.0, 2.0], vec![3, 5, 9], vec![30, 50, 90])
        );
    }
    Ok(())
}
