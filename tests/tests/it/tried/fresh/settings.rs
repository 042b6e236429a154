//! Filters of samples, made by a builder with defaults.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Edge {
        Zero,
        Clamp,
        Wrap,
        Mirror,
    }

    impl Default for Edge {
        fn default() -> Self {
            Edge::Clamp
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Filter {
        edge: Edge,
        gain: f32,
        limit: Option<f32>,
        weights: ([f32; 5], usize),
    }

    impl Default for Filter {
        fn default() -> Self {
            Filter { edge: Edge::default(), gain: 1.0, limit: None, weights: ([1.0, 0.0, 0.0, 0.0, 0.0], 1) }
        }
    }

    impl Filter {
        pub fn new() -> Self {
            Self::default()
        }

        pub fn edge(mut self, edge: Edge) -> Self {
            self.edge = edge;
            self
        }

        pub fn gain(self, gain: f32) -> Self {
            Self { gain, ..self }
        }

        pub fn limit(mut self, limit: f32) -> Self {
            self.limit.replace(limit);
            self
        }

        pub fn weights(mut self, weights: &[f32]) -> Self {
            let (ref mut own, ref mut len) = self.weights;
            *len = weights.len();
            own[..weights.len()].copy_from_slice(weights);
            self
        }

        fn sample(&self, data: &[f32], at: isize) -> f32 {
            let n = data.len() as isize;
            let at = match (at, self.edge) {
                (0.., _) if at < n => at,
                (_, Edge::Zero) => return 0.0,
                (..0, Edge::Clamp) => 0,
                (_, Edge::Clamp) => n - 1,
                (_, Edge::Wrap) => at.rem_euclid(n),
                (..0, Edge::Mirror) => -1 - at,
                (_, Edge::Mirror) => 2 * n - 1 - at,
            };
            data[at as usize]
        }

        pub fn apply(&self, data: &[f32], at: usize) -> f32 {
            let (weights, len) = &self.weights;
            let half = (*len / 2) as isize;
            let sum: f32 = weights[..*len].iter().zip(-half..).map(|(w, d)| w * self.sample(data, at as isize + d)).sum();
            let value = sum * self.gain;
            if let Some(limit) = self.limit && value.abs() > limit { limit.copysign(value) } else { value }
        }
    }

    #[kernel]
    pub fn filter(data: &[f32], out: &mut [[f32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let blur = Filter::new().weights(&[0.25, 0.5, 0.25]);
            let sharp = Filter { edge: Edge::Wrap, ..Filter::new().weights(&[-1.0, 3.0, -1.0]).limit(4.0) };
            out[i] = [
                Filter::new().gain(-2.0).apply(data, i),
                blur.apply(data, i),
                sharp.apply(data, i),
                blur.edge(if i % 2 == 0 { Edge::Mirror } else { Edge::Zero }).weights(&[1.0, 2.0, 3.0, 2.0, 1.0]).apply(data, i),
            ];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let data = [1.0f32, -2.0, 3.5, 0.25, 8.0, -1.0];
    let mut out = [[0.0; 4]; 6];
    kernels::filter(&data, &mut out).dispatch(device)?;
    let n = 6i32;
    for i in 0..6 {
        let at = |k: i32, edge: u32| match k {
            0..6 => data[k as usize],
            _ => match edge {
                0 => 0.0,
                1 => data[k.clamp(0, n - 1) as usize],
                2 => data[k.rem_euclid(n) as usize],
                _ => data[if k < 0 { -1 - k } else { 2 * n - 1 - k } as usize],
            },
        };
        let sum = |weights: &[f32], edge| weights.iter().enumerate().map(|(k, w)| w * at(i + k as i32 - weights.len() as i32 / 2, edge)).sum::<f32>();
        let sharp = sum(&[-1.0, 3.0, -1.0], 2);
        let expected = [data[i as usize] * -2.0, sum(&[0.25, 0.5, 0.25], 1), sharp.clamp(-4.0, 4.0), sum(&[1.0, 2.0, 3.0, 2.0, 1.0], if i % 2 == 0 { 3 } else { 0 })];
        assert_eq!(out[i as usize], expected);
    }
    Ok(())
}
