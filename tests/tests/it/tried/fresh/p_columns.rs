//! Three columns, a filter over all of them, and columns again.

use vyre::prelude::*;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let ids: Vec<u32> = (0..1000).collect();
    let prices: Vec<f64> = ids.iter().map(|i| f64::from(*i) * 1.25 + 3.0).collect();
    let amounts: Vec<i16> = ids.iter().map(|i| (*i * 37 % 50) as i16 - 10).collect();
    let (a, b, c) = (device.buffer(&ids)?, device.buffer(&prices)?, device.buffer(&amounts)?);

    let rows = a.par_iter().zip(b.par_iter()).zip(c.par_iter());
    let bought = rows.filter(func!(|((_, price), amount): ((u32, f64), i16)| amount > 0 && price < 1000.0));
    let (who, cost) = bought.map(func!(|((id, price), amount): ((u32, f64), i16)| (id, price * amount as f64))).unzip()?;

    let (mut ids_expected, mut costs) = (vec![], vec![]);
    for k in 0..1000 {
        if amounts[k] > 0 && prices[k] < 1000.0 {
            ids_expected.push(ids[k]);
            costs.push(prices[k] * f64::from(amounts[k]));
        }
    }
    assert_eq!((who.read()?, cost.read()?), (ids_expected, costs));
    let most = cost.par_iter().zip(who.par_iter()).max_by_key(func!(|(cost, _): (f64, u32)| cost))?;
    let expected = costs_max(&cost.read()?, &who.read()?);
    assert_eq!(most, expected);
    Ok(())
}

fn costs_max(costs: &[f64], who: &[u32]) -> Option<(f64, u32)> {
    let mut best = None::<(f64, u32)>;
    for (c, w) in costs.iter().zip(who) {
        if best.is_none_or(|b| *c > b.0) {
            best = Some((*c, *w));
        }
    }
    best
}
