//! How fast a device works, and how fast the reference interpreter is at a part of the same work, where the device is the CPU's other
//! engine.

use indicatif::{DecimalBytes, HumanCount};
use std::time::{Duration, Instant};
use vyre::DeviceKind;
use vyre::prelude::*;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Bytes, shown as KB, MB and so on.
    Bytes(u64),
    /// So many of something, by its name.
    Of(u64, &'static str),
}

/// Work, and how long it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// What was done.
    pub amount: Amount,
    /// How long it took.
    pub time: Duration,
}

impl Speed {
    /// The amount for a second, or `-` if that is no number.
    pub fn rate(&self) -> String {
        let per_second = |count: u64| count as f64 / self.time.as_secs_f64();
        match self.amount {
            Amount::Bytes(count) if per_second(count).is_finite() => {
                format!("{}/s", DecimalBytes(per_second(count) as u64))
            }
            Amount::Of(count, name) if per_second(count).is_finite() => {
                format!("{} {name}/s", scaled(per_second(count)))
            }
            Amount::Bytes(_) | Amount::Of(..) => "-".into(),
        }
    }

    /// A line of a report.
    pub fn line(&self, name: &str, more: &str) -> String {
        let line = format!("{name:8} {:>9} {:>12}{more}", format!("{:.2?}", self.time), self.rate());
        line.trim_end().to_owned() + "\n"
    }

    /// The line of the reference interpreter.
    pub fn slow_line(&self) -> String {
        let part = match self.amount {
            Amount::Bytes(count) => format!("{} bytes", HumanCount(count)),
            Amount::Of(count, name) => format!("{} {name}", HumanCount(count)),
        };
        self.line("slow", &format!("  the reference interpreter, for {part}"))
    }
}

/// A number with a prefix of the SI, and four digits.
fn scaled(number: f64) -> String {
    let prefixes = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    match prefixes.into_iter().find(|(least, _)| number >= *least) {
        Some((least, prefix)) => format!("{:.1}{prefix}", number / least),
        None => format!("{number:.1}"),
    }
}

/// What the reference interpreter gives for a part of the work, and how fast; `None` if the device is not the CPU. The work
/// is done twice: the first time compiles the kernel.
///
/// # Errors
/// Those of the work.
pub fn on_reference<T, E>(
    device: &Device,
    mut work: impl FnMut(&Device) -> Result<T, E>,
    amount: impl FnOnce(&T) -> Amount,
) -> Result<Option<(T, Speed)>, E> {
    if device.info().kind() != DeviceKind::Cpu {
        return Ok(None);
    }
    let reference = Device::reference();
    work(&reference)?;
    let start = Instant::now();
    let result = work(&reference)?;
    let time = start.elapsed();
    let amount = amount(&result);
    Ok(Some((result, Speed { amount, time })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_amounts_for_a_second() {
        let rate = |amount, millis| Speed { amount, time: Duration::from_millis(millis) }.rate();
        assert_eq!(rate(Amount::Bytes(3_000_000), 2000), "1.50 MB/s");
        assert_eq!(rate(Amount::Of(3_000_000, "steps"), 500), "6.0 M steps/s");
        assert_eq!(rate(Amount::Of(7, "pairs"), 1000), "7.0 pairs/s");
        assert_eq!(rate(Amount::Of(7, "pairs"), 0), "-");
        assert_eq!(rate(Amount::Bytes(0), 0), "-");
    }

    #[test]
    fn only_beside_the_cpu_device_the_reference_works() {
        let mut devices = Vec::new();
        let work = |device: &Device| {
            devices.push(device.to_string());
            Ok::<_, vyre::Error>(7)
        };
        let found = on_reference(&Device::cpu(), work, |seven| Amount::Bytes(*seven)).ok().flatten();
        assert!(found.is_some_and(|(seven, speed)| seven == 7 && speed.amount == Amount::Bytes(7)));
        assert_eq!(devices, vec![Device::reference().to_string(); 2]);
    }
}
