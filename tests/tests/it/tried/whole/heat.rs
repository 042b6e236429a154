use vyre::prelude::*;

const WIDTH: usize = 32;
const HEIGHT: usize = 24;

#[vyre::data]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Material {
    diffusivity: f32,
    source: f32,
}

#[vyre::function]
fn index(x: usize, y: usize) -> usize {
    y * WIDTH + x
}

/// The value at a place, with the border mirrored.
#[vyre::function]
fn at(field: &[f32], x: i32, y: i32) -> f32 {
    let x = x.clamp(0, WIDTH as i32 - 1) as usize;
    let y = y.clamp(0, HEIGHT as i32 - 1) as usize;
    field[index(x, y)]
}

#[vyre::function]
fn laplacian(field: &[f32], x: i32, y: i32) -> f32 {
    const STENCIL: [(i32, i32, f32); 5] =
        [(0, 0, -4.0), (1, 0, 1.0), (-1, 0, 1.0), (0, 1, 1.0), (0, -1, 1.0)];
    STENCIL.iter().map(|&(dx, dy, w)| w * at(field, x + dx, y + dy)).sum()
}

#[vyre::kernel(workgroup_size = (8, 8))]
fn diffuse(field: &[f32], materials: &[Material], kinds: &[u8], next: &mut [f32], dt: f32) {
    let id = invocation_id();
    let (x, y) = (id.x as usize, id.y as usize);
    if x >= WIDTH || y >= HEIGHT {
        return;
    }
    let i = index(x, y);
    let Material { diffusivity, source } = materials[kinds[i] as usize];
    let change = diffusivity * laplacian(field, x as i32, y as i32) + source;
    next[i] = field[i] + dt * change;
}

#[vyre::kernel]
fn extremes(field: &[f32], out: &mut [[f32; 2]]) {
    let row = invocation_id().x as usize;
    if row < HEIGHT {
        let line = &field[row * WIDTH..(row + 1) * WIDTH];
        let low = line.iter().copied().fold(f32::INFINITY, f32::min);
        let high = line.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        out[row] = [low, high];
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let materials = [Material { diffusivity: 0.2, source: 0.0 }, Material { diffusivity: 0.05, source: 0.01 }];
    let kinds: Vec<u8> = (0..WIDTH * HEIGHT).map(|i| (i % WIDTH > 20) as u8).collect();
    let start: Vec<f32> = (0..WIDTH * HEIGHT).map(|i| if i % 97 == 0 { 10.0 } else { 1.0 }).collect();

    let (mut a, mut b) = (device.buffer(&start)?, device.zeros::<f32>(start.len())?);
    for _ in 0..10 {
        diffuse(&a, &materials, &kinds, &mut b, 0.5)
            .invocations([WIDTH as u32, HEIGHT as u32, 1])
            .dispatch(device)?;
        std::mem::swap(&mut a, &mut b);
    }
    let mut rows = vec![[0.0f32; 2]; HEIGHT];
    extremes(&a, &mut rows).dispatch(device)?;

    let mut field = start;
    for _ in 0..10 {
        let mut next = field.clone();
        for y in 0..HEIGHT as i32 {
            for x in 0..WIDTH as i32 {
                let get = |x: i32, y: i32| {
                    field[y.clamp(0, HEIGHT as i32 - 1) as usize * WIDTH + x.clamp(0, WIDTH as i32 - 1) as usize]
                };
                let mut l = 0.0;
                for (dx, dy, w) in [(0, 0, -4.0), (1, 0, 1.0), (-1, 0, 1.0), (0, 1, 1.0), (0, -1, 1.0f32)] {
                    l += w * get(x + dx, y + dy);
                }
                let i = y as usize * WIDTH + x as usize;
                let m = &materials[kinds[i] as usize];
                next[i] = field[i] + 0.5 * (m.diffusivity * l + m.source);
            }
        }
        field = next;
    }
    assert_eq!(a.read()?, field);
    for (row, [low, high]) in rows.iter().enumerate() {
        let line = &field[row * WIDTH..][..WIDTH];
        assert!(line.iter().all(|v| low <= v && v <= high));
    }
    println!("hottest: {}", rows.iter().map(|r| r[1]).fold(0.0, f32::max));
    Ok(())
}
