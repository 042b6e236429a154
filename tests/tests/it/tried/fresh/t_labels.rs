//! Labels of an image's parts, by a pipeline that repeats until nothing changes.

use vyre::ir::DataType;
use vyre::prelude::*;
use vyre::{Grid, Length, Pipeline};

#[vyre::kernel]
fn start(pixels: &[u32], labels: &mut [u32]) {
    let i = invocation_id().x;
    if i < labels.len() {
        labels[i] = if pixels[i] == 0 { u32::MAX } else { i };
    }
}

#[vyre::kernel]
fn spread(labels: &[u32], next: &mut [u32], changed: &[AtomicU32], width: u32) {
    let i = invocation_id().x;
    if i >= next.len() {
        return;
    }
    let own = labels[i];
    let mut least = own;
    if own != u32::MAX {
        let x = i % width;
        if x > 0 {
            least = least.min(labels[i - 1]);
        }
        if x + 1 < width {
            least = least.min(labels[i + 1]);
        }
        if let Some(above) = i.checked_sub(width) {
            least = least.min(labels[above]);
        }
        if i + width < labels.len() {
            least = least.min(labels[i + width]);
        }
    }
    next[i] = least;
    if least != own {
        changed[0].store(1);
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let mut p = Pipeline::new();
    let (pixels, width) = (p.input("pixels", DataType::U32), p.value("width"));
    let labels = p.output("labels", DataType::U32, Length::of("pixels"));
    let next = p.temporary("next", DataType::U32, Length::of("pixels"));
    let flag = p.temporary("flag", DataType::U32, Length::from(1));
    p.launch(start::step(pixels, labels));
    p.repeat_until_unchanged(flag, Length::of("pixels"), |p| {
        p.step(
            spread::program(),
            &[("labels", labels.into()), ("next", next.into()), ("changed", flag.into()), ("width", width.into())],
            Grid::covers("next"),
        );
        p.swap(labels, next);
    });
    let p = p.validate()?;
    let image = "##..#.#.##...###.#..##.#####....#.#.#";
    let wide = 6u32;
    let data: Vec<u32> = image.bytes().take(36).map(|b| (b == b'#') as u32).collect();
    let outputs = device.run_pipeline(&p, [("pixels", Arg::read(&data)), ("width", Arg::value(wide))])?;
    let mut expected: Vec<u32> = data.iter().enumerate().map(|(i, x)| if *x == 1 { i as u32 } else { u32::MAX }).collect();
    for _ in 0..36 {
        for i in 0..36usize {
            for j in [i.wrapping_sub(6), i + 6, if i % 6 > 0 { i - 1 } else { 99 }, if i % 6 < 5 { i + 1 } else { 99 }] {
                if data[i] == 1 && data.get(j) == Some(&1) {
                    expected[i] = expected[i].min(expected[j]);
                }
            }
        }
    }
    assert_eq!(outputs.read::<u32>("labels")?, expected);
    Ok(())
}
