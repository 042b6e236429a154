//! Merge sort of sixteen elements from the bottom up, by slices that are split.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    fn merge<T: Copy>(left: &[T], right: &[T], out: &mut [T], less: &impl Fn(&T, &T) -> bool) {
        let (mut l, mut r) = (left.iter().peekable(), right.iter().peekable());
        for slot in out.iter_mut() {
            let from_right = match (l.peek(), r.peek()) {
                (Some(a), Some(b)) => less(b, a),
                (None, _) => true,
                (_, None) => false,
            };
            let next = if from_right { r.next() } else { l.next() };
            if let Some(&x) = next {
                *slot = x;
            }
        }
    }

    fn sort_by<T: Copy, const N: usize>(items: &mut [T; N], less: impl Fn(&T, &T) -> bool) {
        let mut width = 1;
        while width < N {
            let before = *items;
            for (from, to) in before.chunks(2 * width).zip(items.chunks_mut(2 * width)) {
                let (left, right) = from.split_at(width.min(from.len()));
                merge(left, right, to, &less);
            }
            width *= 2;
        }
    }

    #[kernel(workgroup_size = 16)]
    pub fn sort(rows: &mut [[i32; 13]], by_last_digit: &mut [[i32; 13]]) {
        let i = invocation_id().x as usize;
        if i < rows.len() {
            let mut row = rows[i];
            sort_by(&mut row, |a, b| a < b);
            rows[i] = row;
            sort_by(&mut row, |a, b| a.rem_euclid(10) < b.rem_euclid(10));
            by_last_digit[i] = row;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let start: Vec<[i32; 13]> = (0..20i32).map(|r| std::array::from_fn(|k| (r * 7919 + k as i32 * 104_729) % 200 - 100)).collect();
    let (mut rows, mut by_digit) = (start.clone(), vec![[0; 13]; 20]);
    kernels::sort(&mut rows, &mut by_digit).dispatch(device)?;
    for k in 0..20 {
        let mut row = start[k];
        row.sort();
        assert_eq!(rows[k], row);
        row.sort_by_key(|x| x.rem_euclid(10));
        assert_eq!(by_digit[k], row);
    }
    Ok(())
}
