use vyre::prelude::*;

const TILE: usize = 16;
const RADIUS: usize = 2;
const PADDED: usize = TILE + 2 * RADIUS;
const WEIGHTS: [f32; 2 * RADIUS + 1] = [0.0625, 0.25, 0.375, 0.25, 0.0625];

#[vyre::kernel(workgroup_size = (16, 16))]
fn blur(image: &[f32], out: &mut [f32], width: u32, height: u32) {
    let mut tile = workgroup_array::<[f32; PADDED], PADDED>();
    let mut rows = workgroup_array::<[f32; TILE], PADDED>();
    let (x, y) = (invocation_id().x, invocation_id().y);
    let (lx, ly) = (local_id().x as usize, local_id().y as usize);
    let origin_x = (workgroup_id().x * TILE as u32) as i32 - RADIUS as i32;
    let origin_y = (workgroup_id().y * TILE as u32) as i32 - RADIUS as i32;
    for ty in (ly..PADDED).step_by(TILE) {
        for tx in (lx..PADDED).step_by(TILE) {
            let sx = (origin_x + tx as i32).clamp(0, width as i32 - 1) as u32;
            let sy = (origin_y + ty as i32).clamp(0, height as i32 - 1) as u32;
            tile[ty][tx] = image[(sy * width + sx) as usize];
        }
    }
    barrier();
    for ty in (ly..PADDED).step_by(TILE) {
        rows[ty][lx] = tile[ty][lx..lx + 2 * RADIUS + 1].iter().zip(&WEIGHTS).map(|(p, w)| p * w).sum();
    }
    barrier();
    if x < width && y < height {
        let mut sum = 0.0;
        for (k, w) in WEIGHTS.iter().enumerate() {
            sum += w * rows[ly + k][lx];
        }
        out[(y * width + x) as usize] = sum;
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let (w, h) = (37u32, 21u32);
    let image: Vec<f32> = (0..w * h).map(|n| ((n * 37) % 101) as f32).collect();
    let mut out = vec![0.0f32; (w * h) as usize];
    blur(&image, &mut out, w, h).invocations([w, h, 1]).dispatch(device)?;
    let at =
        |x: i32, y: i32| image[(y.clamp(0, h as i32 - 1) * w as i32 + x.clamp(0, w as i32 - 1)) as usize];
    for y in 0..h as i32 {
        for x in 0..w as i32 {
            let mut sum = 0.0f32;
            for k in 0..5 {
                let row: f32 = (0..5).map(|j| at(x + j - 2, y + k - 2) * WEIGHTS[j as usize]).sum();
                sum += WEIGHTS[k as usize] * row;
            }
            assert_eq!(out[(y * w as i32 + x) as usize], sum);
        }
    }
    Ok(())
}
