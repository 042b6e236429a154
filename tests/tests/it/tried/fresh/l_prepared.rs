//! A program written as text, prepared once, and buffers that it and kernels share.

use vyre::ir::{Program, validate};
use vyre::prelude::*;

#[vyre::kernel(workgroup_size = 32)]
fn collatz(data: &mut [u64], steps: &mut [u32]) {
    let i = invocation_id().x as usize;
    if i < data.len() && data[i] > 1 {
        let x = &mut data[i];
        *x = if *x % 2 == 0 { *x / 2 } else { *x * 3 + 1 };
        steps[i] += 1;
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let text = "program workgroup_size 64, 1, 1
        buffer steps: read_only u32 @ 0
        buffer longest: read_write u32 @ 1
        entry {
            if invocation_id.x < len(steps) {
                atomic_max(longest[0], steps[invocation_id.x]);
            }
        }";
    let program: Result<Program, _> = text.parse();
    let collatz_text = collatz::program().to_string();
    let again: Program = collatz_text.parse()?;
    assert_eq!(&again, collatz::program());
    let wire = Program::from_wire(&again.to_wire())?;
    assert!(validate(&wire).is_ok());

    let start: Vec<u64> = (1..=300).collect();
    let mut data = device.buffer(&start)?;
    let mut steps = device.zeros::<u32>(300)?;
    for _ in 0..130 {
        collatz(&mut data, &mut steps).dispatch(device)?;
    }
    assert_eq!(data.read()?, [1; 300]);
    let longest = steps.par_iter().max()?.unwrap();
    let best = steps.par_iter().arg_max()?.unwrap();
    let count = |n: u64| {
        let (mut x, mut steps) = (n, 0u32);
        while x > 1 {
            x = if x % 2 == 0 { x / 2 } else { x * 3 + 1 };
            steps += 1;
        }
        steps
    };
    let expected: Vec<u32> = start.iter().map(|n| count(*n)).collect();
    assert_eq!(steps.read()?, expected);
    assert_eq!(longest, *expected.iter().max().unwrap());
    assert_eq!(best as usize, expected.iter().position(|s| *s == longest).unwrap());
    if let Ok(program) = program {
        let mut out = [0u32];
        device.run(&program, [5, 1, 1], [Arg::read(&expected), Arg::write(&mut out)])?;
        assert_eq!(out, [longest]);
    }
    Ok(())
}
