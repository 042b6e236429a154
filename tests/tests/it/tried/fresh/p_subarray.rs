//! The largest sum of a stretch of numbers, as a scan and as a reduction of summaries.

use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Stretch {
    total: i32,
    prefix: i32,
    suffix: i32,
    best: i32,
}

#[vyre::function]
impl Stretch {
    fn of(x: i32) -> Stretch {
        let best = x.max(0);
        Stretch { total: x, prefix: best, suffix: best, best }
    }

    fn then(self, next: Stretch) -> Stretch {
        Stretch {
            total: self.total + next.total,
            prefix: self.prefix.max(self.total + next.prefix),
            suffix: next.suffix.max(next.total + self.suffix),
            best: self.best.max(next.best).max(self.suffix + next.prefix),
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let data: Vec<i32> = (0..3000i32).map(|i| (i * 7919 % 211) - 107).collect();
    let buffer = device.buffer(&data)?;
    let stretches = buffer.par_iter().map(func!(Stretch::of));
    let best = stretches.reduce(Stretch::default(), func!(Stretch::then))?.best;
    let so_far: Buffer<i32> = buffer.par_iter().map(func!(Stretch::of)).inclusive_scan(func!(Stretch::then))?.par_iter().map(func!(|s: Stretch| s.best)).collect()?;

    let (mut here, mut expected, mut running) = (0, 0, vec![]);
    for x in &data {
        here = (here + x).max(0);
        expected = expected.max(here);
        running.push(expected);
    }
    assert_eq!(best, expected);
    assert_eq!(so_far.read()?, running);
    Ok(())
}
