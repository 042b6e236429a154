//! A matrix to a power by a pipeline of matrix products with dimensions that arguments say.

use vyre::ir::DataType;
use vyre::prelude::*;
use vyre::{Length, Pipeline};

#[vyre::kernel(workgroup_size = (4, 4))]
fn times(a: &Tensor<u64, N, N>, b: &Tensor<u64, N, N>, c: &mut Tensor<u64, N, N>) {
    let (j, i) = (invocation_id().x, invocation_id().y);
    c[[i, j]] = (0..N).map(|k| a[[i, k]] * b[[k, j]]).sum();
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let mut p = Pipeline::new();
    let (a, n, rounds) = (p.input("a", DataType::U64), p.value("n"), p.value("rounds"));
    let square = || [Length::from(n), n.into()];
    let power = p.in_out("power", DataType::U64);
    let next = p.temporary("next", DataType::U64, Length::from(n) * n);
    p.repeat(rounds, |p| {
        p.launch(times::step(power.shaped(square()), a.shaped(square()), next.shaped(square())));
        p.swap(power, next);
    });
    let p = p.validate()?;
    for (n, rounds) in [(2usize, 10u32), (3, 4), (5, 0)] {
        let a: Vec<u64> = (0..n * n).map(|i| if n == 2 { [1, 1, 1, 0][i] } else { i as u64 % 4 }).collect();
        let mut power: Vec<u64> = (0..n * n).map(|i| (i / n == i % n) as u64).collect();
        let args = [("a", Arg::read(&a)), ("power", Arg::read(&power)), ("n", Arg::value(n as u32)), ("rounds", Arg::value(rounds))];
        let result: Vec<u64> = device.run_pipeline(&p, args)?.read("power")?;
        for _ in 0..rounds {
            power = (0..n * n).map(|k| (0..n).map(|m| power[k / n * n + m] * a[m * n + k % n]).sum()).collect();
        }
        assert_eq!(result, power);
        if n == 2 {
            assert_eq!(result, [89, 55, 55, 34]);
        }
    }
    Ok(())
}
