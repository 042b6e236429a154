//! A ring buffer of any type gives the median of the last five.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy)]
    struct Ring<T, const N: usize> {
        items: [Option<T>; N],
        next: usize,
    }

    impl<T: Copy, const N: usize> Default for Ring<T, N> {
        fn default() -> Self {
            Ring { items: [None; N], next: 0 }
        }
    }

    impl<T: Copy + Ord, const N: usize> Ring<T, N> {
        fn push(&mut self, item: T) -> Option<T> {
            let old = self.items[self.next].replace(item);
            self.next = (self.next + 1) % N;
            old
        }

        fn iter(&self) -> impl Iterator<Item = T> {
            self.items.iter().flatten().copied()
        }

        fn median(&self) -> Option<T> {
            let mut sorted = self.items;
            let len = self.iter().count();
            sorted.sort_by(|a, b| match (a, b) {
                (Some(a), Some(b)) => a.cmp(b),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => std::cmp::Ordering::Equal,
            });
            sorted[..len].get(len / 2).copied().flatten()
        }
    }

    #[kernel]
    pub fn medians(series: &[[i32; 8]], out: &mut [[i32; 8]], dropped: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < series.len() {
            let mut ring: Ring<i32, 5> = Ring::default();
            let mut sum_of_dropped = 0;
            for (at, &item) in series[i].iter().enumerate() {
                sum_of_dropped += ring.push(item).unwrap_or_default();
                out[i][at] = ring.median().unwrap_or(i32::MIN);
            }
            dropped[i] = sum_of_dropped + ring.iter().max().unwrap_or(0) * 1000;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let series = [[5, 1, 4, 2, 3, 9, 8, 7], [-1, -5, 0, 0, 7, 7, 7, -100]];
    let (mut out, mut dropped) = ([[0; 8]; 2], [0; 2]);
    kernels::medians(&series, &mut out, &mut dropped).dispatch(device)?;
    for (row, (out, dropped)) in series.iter().zip(out.iter().zip(dropped)) {
        for k in 0..8 {
            let mut last = row[k.max(4) - 4..=k].to_vec();
            last.sort();
            assert_eq!(out[k], last[last.len() / 2]);
        }
        assert_eq!(dropped, row[..3].iter().sum::<i32>() + row[3..].iter().max().unwrap() * 1000);
    }
    Ok(())
}
