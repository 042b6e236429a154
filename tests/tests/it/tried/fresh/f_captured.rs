//! Functions with what they capture: on the host, in chains, in kernels.

use vyre::Function;
use vyre::prelude::*;

#[vyre::function]
fn poly(x: f32, c: [f32; 3]) -> f32 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[vyre::kernel]
fn tabulate<F: vyre::Function<(f32,), f32>, const N: u32>(f: F, out: &mut [f32], from: f32, to: f32) {
    let i = invocation_id().x;
    if i < N {
        out[i] = f(from + (to - from) * i as f32 / (N - 1) as f32);
    }
}

fn root(f: impl Function<(f32,), f32>, (mut low, mut high): (f32, f32)) -> f32 {
    while high - low > 1e-6 {
        let middle = (low + high) / 2.0;
        if f.call((middle,)) < 0.0 { low = middle } else { high = middle }
        if middle == low && middle == high {
            break;
        }
    }
    low
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let mut tables = vec![];
    for k in 1..4 {
        let c = [-(k as f32), 0.0, 1.0];
        let f = func!(move |x: f32| poly(x, c) + 0.0, c: [f32; 3]);
        let mut out = [0.0; 11];
        tabulate::<_, 11>(f, &mut out, 0.0, 2.5).dispatch(device)?;
        assert_eq!(out, std::array::from_fn(|i| f.call((2.5 * i as f32 / 10.0,))));
        assert!((root(f, (0.0, 2.0)) - (k as f32).sqrt()).abs() < 1e-5);
        tables.push(out);
    }
    for (k, table) in tables.iter().enumerate() {
        for (i, y) in table.iter().enumerate() {
            let x = 2.5f32 * i as f32 / 10.0;
            assert_eq!(*y, x * x - (k + 1) as f32);
        }
    }
    let (low, high) = (0.25f32, 0.75f32);
    let clamp = func!(move |x: f32| x.clamp(low, high), low: f32, high: f32);
    let a = device.buffer(&tables.concat())?;
    let clamped = a.par_iter().map(clamp).collect()?.read()?;
    assert_eq!(clamped, tables.concat().iter().map(|x| clamp.call((*x,))).collect::<Vec<_>>());
    let (t, inside) = (device.tensor(&tables.concat(), [3, 11])?, func!(|x: f32, y: f32| if x == y { 1.0f32 } else { 0.0 }));
    let equal = t.zip_map(&t.map(clamp)?, inside)?.sum_tree(1)?.read()?;
    let expected: Vec<f32> = tables.iter().map(|r| r.iter().filter(|x| (0.25..=0.75).contains(*x)).count() as f32).collect();
    assert_eq!(equal, expected);
    Ok(())
}
