//! Views of one tensor, operators that broadcast, and writes through views.

use vyre::prelude::*;
use vyre::tensor::concat;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let t = device.tensor(&Vec::from_iter(0..24i64), [2, 3, 4])?;
    let p = t.permute(&[2, 0, 1])?;
    assert_eq!(p.shape(), [4, 2, 3]);
    assert_eq!(p.strides(), [1, 12, 4]);
    let middle = t.slice(2, 1..3)?.index(0, 1)?;
    assert_eq!(middle.read()?, [13, 14, 17, 18, 21, 22]);
    let columns = t.sum(1)?;
    let centred = (&t * &device.tensor(&[3i64], [])?)?;
    let centred = (&centred - &columns.reshape([2, 1, 4])?)?;
    let expected: Vec<i64> = (0..24).map(|i| i * 3 - (0..3).map(|r| i / 12 * 12 + r * 4 + i % 4).sum::<i64>()).collect();
    assert_eq!(centred.read()?, expected);
    let joined = concat(0, &[&middle, &t.index(0, 0)?.slice(1, 0..2)?])?;
    assert_eq!((joined.shape(), joined.read()?), (&[6, 2][..], vec![13, 14, 17, 18, 21, 22, 0, 1, 4, 5, 8, 9]));
    let picked = joined.gather(0, &device.tensor(&[5u32, 0, 9], [3])?)?;
    assert_eq!(picked.read()?, [8, 9, 13, 14, 0, 0]);
    let wide = device.tensor(&[1i64, 2, 3], [3, 1])?.broadcast([3, 4])?;
    assert_eq!(wide.to_dense()?.buffer().read()?, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
    assert_eq!(wide.max(0)?.read()?, [3; 4]);
    let squares = t.zip_map(&wide, func!(|x: i64, y: i64| x * y - 1))?;
    assert_eq!(squares.index(0, 1)?.read()?, (12..24).map(|i| i * ((i - 12) / 4 + 1) - 1).collect::<Vec<i64>>());
    assert!(t.reshape([5, 5]).is_err());
    assert!(matches!(t.transpose().reshape([24]), Err(vyre::Error::Shape { .. })));
    let quotient = (&t / &(&t - &t)?)?;
    assert_eq!(quotient.read()?, [0; 24]);
    Ok(())
}
