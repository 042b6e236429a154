//! What launches give besides results: lines, failed assertions, random numbers, and futures.

use std::sync::{Arc, Mutex};
use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Side {
        Heads,
        Tails { in_a_row: u32 },
    }

    #[kernel(workgroup_size = 8)]
    pub fn toss(seed: u32, longest: &mut [u32], sums: &mut [u64]) {
        let i = invocation_id().x;
        if i >= longest.len() as u32 {
            return;
        }
        let mut rng = vyre::rand::rng(seed, i);
        let mut side = Side::Heads;
        for _ in 0..40 {
            side = match (rng.below(2), side) {
                (0, _) => Side::Heads,
                (_, Side::Heads) => Side::Tails { in_a_row: 1 },
                (_, Side::Tails { in_a_row }) => Side::Tails { in_a_row: in_a_row + 1 },
            };
            if let Side::Tails { in_a_row } = side {
                longest[i] = longest[i].max(in_a_row);
            }
        }
        sums[i] = rng.next_u64();
        if i < 2 {
            println!("{i:>3}: {side:?}, {:#06x}", longest[i]);
        }
    }

    #[kernel]
    pub fn invert(data: &mut [f32]) {
        let i = invocation_id().x as usize;
        if let Some(x) = data.get_mut(i) {
            assert_ne!(*x, 0.0, "zero has no inverse");
            *x = x.recip();
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let lines = Arc::new(Mutex::new(vec![]));
    let taker = lines.clone();
    device.on_print(move |line| taker.lock().unwrap().push(line.to_string()));
    let (mut longest, mut sums) = (device.zeros::<u32>(20)?, device.zeros::<u64>(20)?);
    pollster::block_on(kernels::toss(7, &mut longest, &mut sums).dispatch_async(device))?;
    let (longest, sums) = (pollster::block_on(longest.read_async())?, sums.read()?);
    let mut expected_lines = vec![];
    for i in 0..20u32 {
        let mut rng = vyre::rand::rng(7, i);
        let (mut run, mut most) = (0, 0);
        for _ in 0..40 {
            run = if rng.below(2) == 0 { 0 } else { run + 1 };
            most = most.max(run);
        }
        assert_eq!((longest[i as usize], sums[i as usize]), (most, rng.next_u64()));
        if i < 2 {
            let side = if run == 0 { "Heads".into() } else { format!("Tails {{ in_a_row: {run} }}") };
            expected_lines.push(format!("{i:>3}: {side}, {most:#06x}"));
        }
    }
    assert_eq!(*lines.lock().unwrap(), expected_lines);

    let mut data = [2.0f32, -4.0, 0.0, 8.0];
    match kernels::invert(&mut data).dispatch(device) {
        Err(vyre::Error::Assertion { message, invocation, file, .. }) => {
            assert_eq!((message.as_str(), invocation), ("assertion `left != right` failed: zero has no inverse", [2, 0, 0]));
            assert!(file.ends_with("l_launches.rs"));
        }
        Err(vyre::Error::Checked(report)) => assert!(report.to_string().contains("zero has no inverse")),
        other => panic!("{other:?}"),
    }
    assert_eq!(data, [0.5, -0.25, 0.0, 0.125]);
    Ok(())
}
