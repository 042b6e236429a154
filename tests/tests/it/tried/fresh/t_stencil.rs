//! Heat on a plate: a kernel over tensors with a constant parameter and functions that take tensors.

use vyre::prelude::*;

#[vyre::function]
fn around(grid: &Tensor<f32, R, C>, y: u32, x: u32) -> f32 {
    let mut sum = 0.0;
    for (dy, dx) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        sum += grid[[y as i32 + dy, x as i32 + dx]];
    }
    sum
}

#[vyre::kernel(workgroup_size = (16, 4))]
fn heat<const SOURCES: u32>(now: &Tensor<f32, H, W>, next: &mut Tensor<f32, H, W>, sources: &Tensor<u32, SOURCES, 2>, rate: f32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= W || y >= H {
        return;
    }
    let here = now[[y, x]];
    let mut value = here + rate * (around(now, y, x) - 4.0 * here);
    for s in 0..SOURCES {
        if sources[[s, 0]] == y && sources[[s, 1]] == x {
            value += 1.0;
        }
    }
    next[[y, x]] = value;
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let (h, w) = (7, 21);
    let mut now = device.tensor_zeros::<f32>([h, w])?;
    let mut next = device.tensor_zeros::<f32>([h, w])?;
    let sources = device.tensor(&[2u32, 3, 6, 20, 0, 0], [3, 2])?;
    for _ in 0..10 {
        heat::<3>(&now, &mut next, &sources, 0.125).dispatch(device)?;
        std::mem::swap(&mut now, &mut next);
    }
    let mut grid = vec![vec![0.0f32; w]; h];
    for _ in 0..10 {
        let old = grid.clone();
        let at = |y: usize, x: usize| old.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0.0);
        for y in 0..h {
            for x in 0..w {
                let sum = at(y.wrapping_sub(1), x) + at(y + 1, x) + at(y, x.wrapping_sub(1)) + at(y, x + 1);
                grid[y][x] = at(y, x) + 0.125 * (sum - 4.0 * at(y, x)) + [(2, 3), (6, 20), (0, 0)].contains(&(y, x)) as u32 as f32;
            }
        }
    }
    assert_eq!(now.read()?, grid.concat());
    let total = now.sum_tree(1)?;
    assert_eq!(total.shape(), [h]);
    Ok(())
}
