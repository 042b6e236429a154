use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    /// A matrix in rows of compressed columns.
    struct Csr<'a> {
        offsets: &'a [u32],
        columns: &'a [u32],
        values: &'a [f64],
    }

    impl<'a> Csr<'a> {
        fn row(&self, r: usize) -> impl Iterator<Item = (usize, f64)> + 'a {
            let range = self.offsets[r] as usize..self.offsets[r + 1] as usize;
            self.columns[range.clone()].iter().map(|&c| c as usize).zip(self.values[range].iter().copied())
        }

        fn diagonal(&self, r: usize) -> Option<f64> {
            self.row(r).find(|&(c, _)| c == r).map(|(_, v)| v)
        }
    }

    #[kernel(workgroup_size = 32)]
    pub fn multiply(offsets: &[u32], columns: &[u32], values: &[f64], x: &[f64], y: &mut [f64]) {
        let matrix = Csr { offsets, columns, values };
        let r = invocation_id().x as usize;
        if r < y.len() {
            y[r] = matrix.row(r).map(|(c, v)| v * x[c]).sum();
        }
    }

    /// One step of Jacobi's method.
    #[kernel(workgroup_size = 32)]
    pub fn jacobi(offsets: &[u32], columns: &[u32], values: &[f64], b: &[f64], x: &[f64], next: &mut [f64]) {
        let r = invocation_id().x as usize;
        if r >= next.len() {
            return;
        }
        let matrix = Csr { offsets, columns, values };
        let mut sigma = 0.0;
        for (c, v) in matrix.row(r) {
            if c != r {
                sigma += v * x[c];
            }
        }
        next[r] = match matrix.diagonal(r) {
            Some(d) if d != 0.0 => (b[r] - sigma) / d,
            _ => x[r],
        };
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let n = 40usize;
    let (mut offsets, mut columns, mut values) = (vec![0u32], vec![], vec![]);
    for r in 0..n {
        for c in r.saturating_sub(1)..(r + 2).min(n) {
            columns.push(c as u32);
            values.push(if r == c { 4.0 + r as f64 } else { -1.5 });
        }
        offsets.push(columns.len() as u32);
    }
    let x: Vec<f64> = (0..n).map(|i| 1.0 / (i + 1) as f64).collect();
    let mut y = vec![0.0f64; n];
    kernels::multiply(&offsets, &columns, &values, &x, &mut y).dispatch(device)?;
    let dense = |r: usize| {
        (offsets[r] as usize..offsets[r + 1] as usize)
            .map(|k| values[k] * x[columns[k] as usize])
            .sum::<f64>()
    };
    assert_eq!(y, (0..n).map(dense).collect::<Vec<_>>());
    let mut next = vec![0.0f64; n];
    kernels::jacobi(&offsets, &columns, &values, &y, &x, &mut next).dispatch(device)?;
    for r in 0..n {
        let mut sigma = 0.0;
        let mut d = 0.0;
        for k in offsets[r] as usize..offsets[r + 1] as usize {
            if columns[k] as usize != r {
                sigma += values[k] * x[columns[k] as usize];
            } else {
                d = values[k];
            }
        }
        assert_eq!(next[r], (y[r] - sigma) / d);
    }
    Ok(())
}
