//! Chains of iterators of many kinds over one row of numbers.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    fn digits(n: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(n), |n| (*n >= 10).then_some(n / 10)).map(|n| n % 10)
    }

    fn collatz(n: u32) -> usize {
        std::iter::successors(Some(n), |&n| match n {
            0 | 1 => None,
            n if n % 2 == 0 => Some(n / 2),
            n => Some(3 * n + 1),
        })
        .count()
    }

    fn run(row: &[u32]) -> [u32; 12] {
        let (small, large): (u32, u32) = row.iter().fold((0, 0), |(s, l), &x| if x < 50 { (s + 1, l) } else { (s, l + x) });
        let prefix = row.iter().scan(0, |sum, &x| {
            *sum += x;
            (*sum < 200).then_some(*sum)
        });
        let steps = row.iter().zip(&row[1..]).map(|(a, b)| a.abs_diff(*b));
        let pairs = (0..row.len()).flat_map(|i| (i + 1..row.len()).map(move |j| (i, j)));
        [
            small,
            large,
            prefix.clone().last().unwrap_or(0),
            prefix.count() as u32,
            steps.clone().max().unwrap(),
            steps.min().unwrap(),
            pairs.filter(|&(i, j)| (row[i] + row[j]) % 7 == 0).count() as u32,
            row.iter().flat_map(|&x| digits(x)).sum(),
            row.iter().copied().map(collatz).max().unwrap() as u32,
            row.iter().enumerate().min_by_key(|(_, x)| **x % 13).map(|(i, _)| i as u32).unwrap(),
            row.iter().rev().skip_while(|x| **x % 2 == 1).step_by(2).take(3).product(),
            row.chunk_by(|a, b| a <= b).map(|run| run.len() as u32).max().unwrap(),
        ]
    }

    #[kernel]
    pub fn all(rows: &[[u32; 10]], out: &mut [[u32; 12]]) {
        let i = invocation_id().x as usize;
        if let (Some(row), Some(slot)) = (rows.get(i), out.get_mut(i)) {
            *slot = run(row);
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let rows: Vec<[u32; 10]> = (0..30u32).map(|r| std::array::from_fn(|k| (r * 31 + k as u32 * k as u32 * 17) % 97)).collect();
    let mut out = vec![[0; 12]; 30];
    kernels::all(&rows, &mut out).dispatch(device)?;
    for (row, out) in rows.iter().zip(out) {
        let mut sums = vec![];
        let mut sum = 0;
        for x in row {
            sum += x;
            if sum >= 200 {
                break;
            }
            sums.push(sum);
        }
        let steps: Vec<u32> = row.windows(2).map(|w| w[0].abs_diff(w[1])).collect();
        let mut pairs = 0;
        for i in 0..10 {
            for j in i + 1..10 {
                pairs += ((row[i] + row[j]) % 7 == 0) as u32;
            }
        }
        let collatz = |mut n: u32| {
            let mut count = 1;
            while n > 1 {
                n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
                count += 1;
            }
            count
        };
        let reversed: Vec<u32> = row.iter().rev().copied().collect();
        let first_even = reversed.iter().position(|x| x % 2 == 0).unwrap_or(10);
        let (mut run, mut longest) = (1, 1);
        for w in row.windows(2) {
            run = if w[0] <= w[1] { run + 1 } else { 1 };
            longest = longest.max(run);
        }
        let expected = [
            row.iter().filter(|x| **x < 50).count() as u32,
            row.iter().filter(|x| **x >= 50).sum(),
            sums.last().copied().unwrap_or(0),
            sums.len() as u32,
            *steps.iter().max().unwrap(),
            *steps.iter().min().unwrap(),
            pairs,
            row.iter().map(|x| x.to_string().bytes().map(|b| (b - b'0') as u32).sum::<u32>()).sum(),
            row.iter().map(|x| collatz(*x)).max().unwrap(),
            (0..10).min_by_key(|i| row[*i] % 13).unwrap() as u32,
            (0..3).map(|k| first_even + 2 * k).filter(|k| *k < 10).map(|k| reversed[k]).product(),
            longest,
        ];
        assert_eq!(out, expected, "{row:?}");
    }
    Ok(())
}
