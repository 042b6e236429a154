//! `vyre doctor`: lists the devices of this machine, tests them, and says what to install if no GPU is found.

mod advice;
mod checks;
#[cfg(feature = "gpu")]
mod drivers;

use crate::report::Failure;
use checks::{CHECKS, Check, Outcome};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use vyre::{Device, DeviceKind, FloatWay};

/// The time after which a launch of a check fails with a timeout.
const PATIENCE: Duration = Duration::from_secs(60);

/// Examines the machine and writes a report.
pub(crate) fn doctor(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "vyre {} on {}, {}",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH
    )?;
    let wanted = std::env::var("VYRE_DEVICE").unwrap_or_default();
    if !wanted.is_empty() {
        writeln!(out, "VYRE_DEVICE is `{wanted}`")?;
    }
    #[cfg(feature = "gpu")]
    let libraries = drivers::Machine::this().write(out)?;
    #[cfg(not(feature = "gpu"))]
    let libraries = Vec::new();
    let devices = Device::list();
    let mut failures = Vec::new();
    for device in &devices {
        failures.extend(examine(device, &CHECKS, out)?);
        // The next device may take long, so show the results so far.
        out.flush()?;
    }
    let kinds: Vec<DeviceKind> = devices.iter().map(|device| device.info().kind()).collect();
    advice::write(&kinds, &libraries, out)?;
    match Device::auto() {
        Ok(device) => writeln!(out, "\nPrograms that do not choose run on {}.", device.info().name())?,
        Err(error) => writeln!(out, "\nPrograms that do not choose fail: {error}")?,
    }
    out.flush()?;
    match failures.as_slice() {
        [] => Ok(()),
        failures => Err(Failure::message(format!("self-test failed: {}", failures.join("; ")))),
    }
}

/// Writes the description of a device and the results of its checks. Returns the checks that failed. A device that
/// cannot be opened is not checked.
fn examine(device: &Device, checks: &[Check], out: &mut dyn Write) -> io::Result<Vec<String>> {
    let info = device.info();
    writeln!(out, "\n{info:#}")?;
    device.set_timeout(PATIENCE);
    if let Err(error) = device.zeros::<u32>(1) {
        row("not usable", &error.to_string(), out)?;
        return Ok(Vec::new());
    }
    for (way, names) in float_operators(device) {
        row(&format!("floats, {way}"), &names.join(", "), out)?;
    }
    let start = Instant::now();
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for check in checks {
        match (check.run)(device) {
            Outcome::Passed => passed.push(check.name),
            Outcome::Limited(what) => row("note", &format!("{}: {what}", check.name), out)?,
            Outcome::Failed(what) => {
                row("FAILED", &format!("{}: {what}", check.name), out)?;
                failed.push(format!("{} on {}", check.name, info.name()));
            }
        }
    }
    if !passed.is_empty() {
        let (names, milliseconds) = (passed.join(", "), start.elapsed().as_millis());
        row("self-test passed", &format!("{names}, in {milliseconds} ms"), out)?;
    }
    Ok(failed)
}

/// The operators of floats, by how the device computes them.
fn float_operators(device: &Device) -> BTreeMap<FloatWay, Vec<String>> {
    let mut ways = BTreeMap::<FloatWay, Vec<String>>::new();
    for (name, way) in device.float_operators().unwrap_or_default() {
        let name = name.rsplit('.').next().unwrap_or(&name).to_string();
        ways.entry(way).or_default().push(name);
    }
    ways
}

/// Writes a line of a section, aligned with those of a device's description.
fn row(name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {name:<18}  {value}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn examined(checks: &[Check]) -> (String, Vec<String>) {
        let mut out = Vec::new();
        let failed = examine(&Device::cpu(), checks, &mut out).unwrap();
        (String::from_utf8(out).unwrap(), failed)
    }

    #[test]
    fn a_failing_check_is_shown_and_counted() {
        let checks = [
            Check { name: "good", run: |_| Outcome::Passed },
            Check { name: "bad", run: |_| Outcome::Failed("element 3 is 4 and not 5".to_string()) },
            Check { name: "odd", run: |_| Outcome::Limited("it is slow".to_string()) },
        ];
        let (text, failed) = examined(&checks);
        assert_eq!(failed, ["bad on CPU"]);
        assert!(text.contains("\n  FAILED              bad: element 3 is 4 and not 5\n"), "{text}");
        assert!(text.contains("\n  note                odd: it is slow\n"), "{text}");
        assert!(text.contains("\n  self-test passed    good, in "), "{text}");
    }

    #[test]
    fn the_cpu_passes_every_check() {
        let (text, failed) = examined(&CHECKS);
        assert!(failed.is_empty(), "{text}");
        assert!(!text.contains("note"), "{text}");
    }
}
