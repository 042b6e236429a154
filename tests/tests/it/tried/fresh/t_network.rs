//! A small network of convolutions on integers, pooled and classified.

use vyre::prelude::*;
use vyre::tensor::{Conv2d, matmul};

#[vyre::kernel(workgroup_size = (8, 8))]
fn pool(input: &Tensor<i32, C, H, W>, out: &mut Tensor<i32, C, P, Q>) {
    let id = invocation_id();
    let (x, y, c) = (id.x, id.y, id.z);
    if x < Q && y < P {
        let mut best = i32::MIN;
        for (dy, dx) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            best = best.max(input[[c, 2 * y + dy, 2 * x + dx]]);
        }
        out[[c, y, x]] = best;
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let image: Vec<i32> = (0..2 * 8 * 8).map(|i| i * 37 % 19 - 9).collect();
    let weights: Vec<i32> = (0..3 * 2 * 3 * 3).map(|i| i * 5 % 7 - 3).collect();
    let classes: Vec<i32> = (0..48 * 4).map(|i| i % 9 - 4).collect();
    let x = device.tensor(&image, [1, 2, 8, 8])?;
    let w = device.tensor(&weights, [3, 2, 3, 3])?;
    let y = x.conv2d(&w, Conv2d { stride: [1, 1], padding: [1, 1], dilation: [1, 1], groups: 1 })?.map(func!(|x: i32| x.max(0)))?;
    let mut small = device.tensor_zeros::<i32>([3, 4, 4])?;
    pool(&y.index(0, 0)?, &mut small).dispatch(device)?;
    let flat = small.reshape([1, 48])?;
    let scores = matmul(&flat, &device.tensor(&classes, [48, 4])?)?;
    let best = scores.arg_max(1)?.read()?;

    let mut features = vec![];
    for o in 0..3 {
        let at = |yy: i32, xx: i32| {
            let mut sum = 0;
            for c in 0..2 {
                for p in 0..3i32 {
                    for q in 0..3i32 {
                        let (r, s) = (yy + p - 1, xx + q - 1);
                        if (0..8).contains(&r) && (0..8).contains(&s) {
                            sum += image[c * 64 + r as usize * 8 + s as usize] * weights[o * 18 + c * 9 + p as usize * 3 + q as usize];
                        }
                    }
                }
            }
            sum.max(0)
        };
        for r in 0..4 {
            for s in 0..4 {
                features.push(at(2 * r, 2 * s).max(at(2 * r, 2 * s + 1)).max(at(2 * r + 1, 2 * s)).max(at(2 * r + 1, 2 * s + 1)));
            }
        }
    }
    assert_eq!(small.read()?, features);
    let expected: Vec<i32> = (0..4).map(|k| (0..48).map(|i| features[i] * classes[i * 4 + k]).sum()).collect();
    assert_eq!(scores.read()?, expected);
    let largest = expected.iter().max().unwrap();
    assert_eq!(best, [expected.iter().position(|e| e == largest).unwrap() as u32]);
    Ok(())
}
