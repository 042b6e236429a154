//! Listings of `book/src/programs.md`.

use vyre::prelude::*;

// ANCHOR: life
/// One generation of Conway's game of life, on a torus.
#[vyre::kernel(workgroup_size = (8, 8))]
fn generation(now: &[u32], next: &mut [u32], width: u32, height: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x >= width || y >= height {
        return;
    }
    let mut neighbours = 0;
    for dy in 0..3 {
        for dx in 0..3 {
            let (column, row) = ((x + width + dx - 1) % width, (y + height + dy - 1) % height);
            neighbours += now[row * width + column];
        }
    }
    let cell = now[y * width + x];
    neighbours -= cell;
    next[y * width + x] = (neighbours == 3 || cell == 1 && neighbours == 2) as u32;
}
// ANCHOR_END: life

// ANCHOR: loop
/// A glider moves by one cell to the right and down in four generations.
fn glider(device: &Device) -> Result<(), vyre::Error> {
    let (width, height) = (16, 16);
    let start = place_glider(0, 0);
    let mut now = device.buffer(&start)?;
    let mut next = device.zeros(start.len())?;
    for _ in 0..4 {
        generation(&now, &mut next, width, height).invocations([width, height, 1]).dispatch(device)?;
        std::mem::swap(&mut now, &mut next); // Handles change places; nothing is copied.
    }
    assert_eq!(now.read()?, place_glider(1, 1));
    Ok(())
}

fn place_glider(left: usize, top: usize) -> Vec<u32> {
    let mut cells = vec![0; 16 * 16];
    for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
        cells[(top + y) * 16 + left + x] = 1;
    }
    cells
}
// ANCHOR_END: loop

// ANCHOR: pipeline
use vyre::ir::DataType;
use vyre::{Length, Pipeline};

/// The same as one object, which is checked as a whole and can be stored and sent.
fn glider_as_pipeline(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let mut p = Pipeline::new();
    let generations = p.value("generations");
    let now = p.in_out("now", DataType::U32);
    let next = p.temporary("next", DataType::U32, Length::of("now"));
    p.repeat(generations, |p| {
        p.launch(generation::step(now, next, 16, 16).invocations([16u32, 16, 1]));
        p.swap(now, next);
    });
    let p = p.validate()?;
    let start = place_glider(0, 0);
    let outputs = device.run_pipeline(&p, [("now", Arg::read(&start)), ("generations", Arg::value(4u32))])?;
    assert_eq!(outputs.read::<u32>("now")?, place_glider(1, 1));
    Ok(())
}
// ANCHOR_END: pipeline

// ANCHOR: errors
/// What a kernel demands of its data is an assertion, and an error of the launch.
#[vyre::kernel]
fn lookup(table: &[u32], indices: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        assert!(indices[i] < table.len(), "no such entry");
        out[i] = table[indices[i]];
    }
}

fn wrong_index() {
    let mut out = [0; 2];
    match lookup(&[5, 6], &[1, 9], &mut out).dispatch(&Device::cpu()) {
        Err(vyre::Error::Assertion { message, invocation, .. }) => {
            assert_eq!((message.as_str(), invocation[0]), ("no such entry", 1));
        }
        other => unreachable!("{other:?}"),
    }
}
// ANCHOR_END: errors

#[test]
fn listings() -> Result<(), Box<dyn std::error::Error>> {
    for device in super::devices() {
        glider(&device)?;
        glider_as_pipeline(&device)?;
    }
    wrong_index();
    Ok(())
}
