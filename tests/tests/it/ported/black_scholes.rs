//! Prices of European options by Black and Scholes (CUDA samples, PARSEC), against f64 and textbook prices.

use crate::ported::devices;
use vyre_tests::values::random;

#[vyre::data]
#[derive(Debug)]
struct Asset {
    price: f32,
    strike: f32,
    years: f32,
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Quote {
    call: f32,
    put: f32,
}

/// The distribution function of the standard normal distribution: Hastings' polynomial.
#[vyre::function]
fn normal(d: f32) -> f32 {
    const COEFFICIENTS: [f32; 5] =
        [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let k = 1.0 / (1.0 + 0.231_641_9 * d.abs());
    let mut polynomial = 0.0;
    for i in (0..COEFFICIENTS.len()).rev() {
        polynomial = k * (COEFFICIENTS[i] + polynomial);
    }
    let tail = (-0.5 * d * d).exp() * polynomial / (2.0 * core::f32::consts::PI).sqrt();
    if d > 0.0 { 1.0 - tail } else { tail }
}

#[vyre::function]
fn quote(asset: Asset, rate: f32, volatility: f32) -> Quote {
    let Asset { price, strike, years } = asset;
    let spread = volatility * years.sqrt();
    let d1 = ((price / strike).ln() + (rate + 0.5 * volatility * volatility) * years) / spread;
    let d2 = d1 - spread;
    let discounted = strike * (-rate * years).exp();
    Quote {
        call: price * normal(d1) - discounted * normal(d2),
        put: discounted * normal(-d2) - price * normal(-d1),
    }
}

#[vyre::kernel(workgroup_size = 128)]
fn black_scholes(assets: &[Asset], rate: f32, volatility: f32, quotes: &mut [Quote]) {
    let i = invocation_id().x;
    if i < assets.len() {
        quotes[i] = quote(assets[i], rate, volatility);
    }
}

/// The same with the sum of a series for the distribution function: the error of the polynomial is below 7.5e-8.
fn expected(asset: &Asset, rate: f64, volatility: f64) -> [f64; 2] {
    let normal = |x: f64| {
        let terms = (1..200).scan(x, |term, n| {
            let this = *term;
            *term *= x * x / f64::from(2 * n + 1);
            Some(this)
        });
        0.5 + terms.sum::<f64>() * (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
    };
    let (price, strike, years) = (f64::from(asset.price), f64::from(asset.strike), f64::from(asset.years));
    let spread = volatility * years.sqrt();
    let d1 = ((price / strike).ln() + (rate + 0.5 * volatility * volatility) * years) / spread;
    let d2 = d1 - spread;
    let discounted = strike * (-rate * years).exp();
    [price * normal(d1) - discounted * normal(d2), discounted * normal(-d2) - price * normal(-d1)]
}

#[test]
fn options_of_the_cuda_sample() {
    let between = |seed, low: f32, high: f32| {
        random(seed, 1000, 10_000).into_iter().map(move |n| low + (high - low) * n as f32 / 10_000.0)
    };
    let assets: Vec<Asset> = between(1, 5.0, 30.0)
        .zip(between(2, 1.0, 100.0))
        .zip(between(3, 0.25, 10.0))
        .map(|((price, strike), years)| Asset { price, strike, years })
        .collect();
    let mut first: Option<Vec<Quote>> = None;
    for device in devices() {
        let mut quotes = vec![Quote { call: 0.0, put: 0.0 }; assets.len()];
        black_scholes(&assets, 0.02, 0.3, &mut quotes).dispatch(&device).unwrap();
        for (asset, found) in assets.iter().zip(&quotes) {
            let [call, put] = expected(asset, f64::from(0.02f32), f64::from(0.3f32));
            let is_near = |found: f32, expected: f64| (f64::from(found) - expected).abs() < 5e-5;
            assert!(is_near(found.call, call) && is_near(found.put, put), "{asset:?}: {found:?} on {device}");
        }
        assert_eq!(*first.get_or_insert_with(|| quotes.clone()), quotes, "the same bits on {device}");
    }
    assert_eq!(quote(assets[7], 0.02, 0.3), first.unwrap()[7], "on the host");
}

/// Hull, Options, Futures, and Other Derivatives: a call for 4.76 and a put for 0.81.
#[test]
fn the_example_of_hull() {
    for device in devices() {
        let mut quotes = [Quote { call: 0.0, put: 0.0 }];
        let asset = Asset { price: 42.0, strike: 40.0, years: 0.5 };
        black_scholes(&[asset], 0.1, 0.2, &mut quotes).dispatch(&device).unwrap();
        let [Quote { call, put }] = quotes;
        assert_eq!((format!("{call:.2}"), format!("{put:.2}")), ("4.76".into(), "0.81".into()), "{device}");
    }
}
