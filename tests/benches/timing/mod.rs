//! How long calls take on a device, by the host's clock: one JSON line for each.

use std::time::{Duration, Instant};
use vyre::Device;

const WARM_UP: Duration = Duration::from_millis(400);
const ROUNDS: usize = 15;
const QUEUED: usize = 6;

/// A device, and the parts of names of the rows that are wanted.
pub(crate) struct Bench {
    pub(crate) device: Device,
    pub(crate) filters: Vec<String>,
}

impl Bench {
    /// Times a plain loop, beside the CPU device.
    pub(crate) fn plain<R>(&self, name: &str, size: (usize, usize), mut run: impl FnMut() -> R) {
        if self.device.info().kind() == vyre::DeviceKind::Cpu {
            self.time("rust", name, size, || (), |()| drop(std::hint::black_box(run())));
        }
    }

    /// Times a call, after what makes its arguments anew.
    pub(crate) fn row<T>(
        &self,
        name: &str,
        size: (usize, usize),
        before: impl FnMut() -> T,
        run: impl FnMut(&mut T),
    ) {
        self.time("vyre", name, size, before, run);
    }

    fn time<T>(
        &self,
        who: &str,
        name: &str,
        (n, bytes): (usize, usize),
        mut before: impl FnMut() -> T,
        mut run: impl FnMut(&mut T),
    ) {
        if !self.filters.is_empty() && !self.filters.iter().any(|filter| name.contains(filter.as_str())) {
            return;
        }
        let mut once = || {
            let mut made = before();
            self.device.synchronize().unwrap();
            let start = Instant::now();
            run(&mut made);
            self.device.synchronize().unwrap();
            start.elapsed().as_secs_f64() * 1e3
        };
        let first = once();
        let start = Instant::now();
        while start.elapsed() < WARM_UP {
            once();
        }
        let mut times: Vec<f64> = (0..ROUNDS).map(|_| once()).collect();
        times.sort_by(f64::total_cmp);
        let (min, median) = (times[0], times[times.len() / 2]);
        let queued = self.queued(&mut before, &mut run);
        let gbs = bytes as f64 / median / 1e6;
        let rate = n as f64 / median / 1e6;
        println!(
            "{{\"impl\":\"{who}\",\"bench\":\"{name}\",\"n\":{n},\"ms\":{median:.4},\"ms_min\":{min:.4},\"ms_queued\":{queued:.4},\"gbs\":{gbs:.1},\"gitems\":{rate:.2},\"first_ms\":{first:.1}}}"
        );
    }

    /// What a call takes of [`QUEUED`] that follow each other without a wait but their own: where they have none, what the device takes.
    fn queued<T>(&self, before: &mut impl FnMut() -> T, run: &mut impl FnMut(&mut T)) -> f64 {
        let mut made: Vec<T> = (0..QUEUED).map(|_| before()).collect();
        self.device.synchronize().unwrap();
        let start = Instant::now();
        made.iter_mut().for_each(run);
        self.device.synchronize().unwrap();
        start.elapsed().as_secs_f64() * 1e3 / QUEUED as f64
    }
}

/// A number that looks random.
pub(crate) fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// The device and the rows that the command line asks for, and by how much sizes are divided.
pub(crate) fn bench() -> (Bench, usize) {
    let mut args = std::env::args().skip(1);
    let (mut scale, mut filters) = (1usize, Vec::new());
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--scale" => scale = args.next().and_then(|scale| scale.parse().ok()).unwrap_or(1),
            // What cargo gives every bench.
            "--bench" => {}
            _ => filters.push(arg),
        }
    }
    let device = Device::auto().unwrap();
    println!("{{\"device\":\"{}\"}}", device.info());
    (Bench { device, filters }, scale.next_power_of_two())
}
