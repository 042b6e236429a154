//! Questions about a buffer: parts, places, and whether something holds.

use vyre::prelude::*;

#[vyre::function]
fn is_prime(n: u32) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = (0..1500u32).map(|i| i * 7 % 1511 + 2).collect();
    let buffer = device.buffer(&numbers)?;
    let (primes, rest) = buffer.par_iter().partition(func!(is_prime))?;
    let first_large = buffer.par_iter().enumerate().find(func!(|(_, x): (u32, u32)| x > 1400))?;
    let at = buffer.par_iter().position(func!(is_prime))?;
    let (least, most) = (primes.par_iter().min()?, primes.par_iter().max()?);
    let far = buffer.par_iter().map(func!(|x: u32| x.abs_diff(700))).arg_min()?;
    let none = buffer.par_iter().find(func!(|x: u32| x == 0))?;
    let all = rest.par_iter().all(func!(|x: u32| !is_prime(x)))?;
    let any = rest.par_iter().any(func!(|x: u32| x == 1001))?;
    let twins = primes.par_iter().zip(primes.par_iter().skip(1)).filter(func!(|(p, q): (u32, u32)| p.abs_diff(q) == 2)).count()?;
    let product: u32 = primes.par_iter().take(5).product()?;

    let prime = |n: &u32| *n >= 2 && (2..*n).all(|d| n % d != 0);
    let (p, r): (Vec<u32>, Vec<u32>) = numbers.iter().partition(|n| prime(n));
    assert_eq!(first_large, numbers.iter().enumerate().find(|(_, x)| **x > 1400).map(|(i, x)| (i as u32, *x)));
    assert_eq!(at, numbers.iter().position(prime).map(|i| i as u32));
    assert_eq!((least, most), (p.iter().min().copied(), p.iter().max().copied()));
    assert_eq!(far, (0..1500u32).min_by_key(|i| numbers[*i as usize].abs_diff(700)));
    assert_eq!((none, all, any), (None, true, r.contains(&1001)));
    assert_eq!(twins as usize, p.windows(2).filter(|w| w[0].abs_diff(w[1]) == 2).count());
    assert_eq!(product, p[..5].iter().fold(1, |a: u32, b| a.wrapping_mul(*b)));
    assert_eq!((primes.read()?, rest.read()?), (p, r));
    Ok(())
}
