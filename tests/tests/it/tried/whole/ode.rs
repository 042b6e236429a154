use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub trait System<const N: usize> {
        fn derivative(&self, t: f64, state: [f64; N]) -> [f64; N];

        fn invariant(&self, _state: [f64; N]) -> Option<f64> {
            None
        }
    }

    pub struct Oscillator {
        pub stiffness: f64,
        pub damping: f64,
    }

    pub struct Lorenz;

    pub struct Predators {
        pub birth: f64,
        pub hunt: f64,
    }

    impl System<2> for Oscillator {
        fn derivative(&self, _: f64, [x, v]: [f64; 2]) -> [f64; 2] {
            [v, -self.stiffness * x - self.damping * v]
        }

        fn invariant(&self, [x, v]: [f64; 2]) -> Option<f64> {
            (self.damping == 0.0).then(|| 0.5 * v * v + 0.5 * self.stiffness * x * x)
        }
    }

    impl System<3> for Lorenz {
        fn derivative(&self, _t: f64, [x, y, z]: [f64; 3]) -> [f64; 3] {
            const SIGMA: f64 = 10.0;
            const RHO: f64 = 28.0;
            const BETA: f64 = 8.0 / 3.0;
            [SIGMA * (y - x), x * (RHO - z) - y, x * y - BETA * z]
        }
    }

    impl System<2> for Predators {
        fn derivative(&self, t: f64, [prey, hunters]: [f64; 2]) -> [f64; 2] {
            let eaten = self.hunt * prey * hunters;
            [self.birth * prey - eaten + 0.001 * t, eaten - hunters]
        }
    }

    fn axpy<const N: usize>(x: [f64; N], k: f64, y: [f64; N]) -> [f64; N] {
        std::array::from_fn(|i| x[i] + k * y[i])
    }

    pub fn rk4<S, const N: usize>(system: &S, t: f64, state: [f64; N], h: f64) -> [f64; N]
    where
        S: System<N>,
    {
        let k1 = system.derivative(t, state);
        let k2 = system.derivative(t + h / 2.0, axpy(state, h / 2.0, k1));
        let k3 = system.derivative(t + h / 2.0, axpy(state, h / 2.0, k2));
        let k4 = system.derivative(t + h, axpy(state, h, k3));
        let weighted = [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)];
        weighted.iter().fold(state, |s, (k, w)| axpy(s, h * w / 6.0, *k))
    }

    pub fn integrate<S: System<N>, const N: usize>(system: S, start: [f64; N], h: f64, steps: u32) -> ([f64; N], f64) {
        let end = (0..steps).fold(start, |state, i| rk4(&system, i as f64 * h, state, h));
        let drift = match (system.invariant(start), system.invariant(end)) {
            (Some(a), Some(b)) => (a - b).abs(),
            _ => -1.0,
        };
        (end, drift)
    }

    /// Newton's method.
    pub fn newton<F, D>(f: F, derivative: D, start: f64) -> Result<f64, u32>
    where
        F: Fn(f64) -> f64,
        D: Fn(f64) -> f64,
    {
        let mut x = start;
        for round in 0..50 {
            let slope = derivative(x);
            if slope.abs() < 1e-12 {
                return Err(round);
            }
            let next = x - f(x) / slope;
            if (next - x).abs() < 1e-12 * x.abs().max(1.0) {
                return Ok(next);
            }
            x = next;
        }
        Err(50)
    }

    pub fn simpson(f: &impl Fn(f64) -> f64, range: std::ops::Range<f64>, n: usize) -> f64 {
        let h = (range.end - range.start) / n as f64;
        let inner: f64 = (1..n)
            .map(|i| (if i % 2 == 1 { 4.0 } else { 2.0 }) * f(range.start + i as f64 * h))
            .sum();
        (f(range.start) + inner + f(range.end)) * h / 3.0
    }

    pub fn run(kind: u32, x: f64) -> [f64; 4] {
        match kind {
            0 => {
                let ([a, b], drift) = integrate(Oscillator { stiffness: 4.0, damping: 0.0 }, [x, 0.0], 0.01, 100);
                [a, b, drift, 0.0]
            }
            1 => {
                let ([a, b, c], drift) = integrate(Lorenz, [x, 1.0, 1.0], 0.005, 60);
                [a, b, c, drift]
            }
            2 => {
                let (state, drift) = integrate(Predators { birth: 1.1, hunt: 0.4 }, [x, 1.0], 0.02, 80);
                [state[0], state[1], drift, 0.0]
            }
            _ => {
                let root = newton(|y| y * y * y - x, |y| 3.0 * y * y, 1.0).unwrap_or(f64::NAN);
                let flat = newton(|y| y * y + 1.0, |_| 0.0, x).map_or_else(|round| round as f64, |y| y + 100.0);
                let area = simpson(&|t| t * t * x, 0.0..3.0, 10);
                [root, flat, area, 0.0]
            }
        }
    }

    #[kernel(workgroup_size = 32)]
    pub fn run_all(kinds: &[u32], x: &[f64], out: &mut [[f64; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = run(kinds[i], x[i]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let kinds = [0, 1, 2, 3, 3];
    let x = [1.0, 1.5, 2.0, 27.0, 2.0];
    let mut out = vec![[0.0f64; 4]; 5];
    gpu::run_all(&kinds, &x, &mut out).dispatch(device)?;
    for i in 0..5 {
        assert_eq!(out[i], gpu::run(kinds[i], x[i]), "{i}");
    }
    assert!((out[0][0] - 2f64.cos()).abs() < 1e-8);
    assert!((out[3][0] - 3.0).abs() < 1e-12);
    assert!((out[4][2] - 18.0).abs() < 1e-9);
    println!("{out:?}");
    Ok(())
}
