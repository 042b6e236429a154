//! A permutation, its inverse, and tables that are joined by it.

use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Row {
    key: [u16; 2],
    value: f32,
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let rows: Vec<Row> = (0..500u32).map(|i| Row { key: [(i * 37 % 500) as u16, 7], value: i as f32 }).collect();
    let table = device.buffer(&rows)?;
    let keys = table.par_iter().map(func!(|r: Row| r.key[0])).collect()?;
    let order = keys.argsort()?;
    let sorted = table.gather(&order)?;
    let mut inverse = device.zeros::<u32>(order.len())?;
    device.par_range(0..500u32).collect()?.scatter(&order, &mut inverse)?;
    let back = sorted.gather(&inverse)?;
    let mut turned = sorted.par_iter().map(func!(|r: Row| r.value)).collect()?;
    turned.rotate_left(3)?;
    let both = turned.concat(&[&turned.par_iter().rev().collect()?, &turned])?;
    let identity = order.gather(&inverse)?.par_iter().enumerate().all(func!(|(i, x): (u32, u32)| i == x))?;

    assert_eq!(back.read()?, rows);
    let mut expected = rows;
    expected.sort_by_key(|r| r.key[0]);
    assert_eq!(sorted.read()?, expected);
    let mut values: Vec<f32> = expected.iter().map(|r| r.value).collect();
    values.rotate_left(3);
    let reversed: Vec<f32> = values.iter().rev().copied().collect();
    assert_eq!(both.read()?, [values.clone(), reversed, values].concat());
    assert!(identity);
    Ok(())
}
