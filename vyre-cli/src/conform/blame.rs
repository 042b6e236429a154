//! Whose fault it is that a device gives other bytes: what other devices give for the same program tells a driver's from vyre's.

use super::stop::Stop;
use super::{Fault, Runner, fault};
use std::time::Duration;
use vyre::{Device, DeviceKind};
use vyre_random::Case;

/// What a certificate says where no driver is in question.
pub(super) const OWN: &str = "The fault is vyre's own: no driver is involved.";
pub(super) const VALIDATION: &str = "The fault is vyre's own: it is one of validation.";

/// Whose fault it is, in a sentence. Other drivers have as long as this one.
pub(super) fn blame(device: &Device, case: &Case, timeout: Duration, stop: &Stop) -> String {
    let info = device.info();
    if matches!(info.kind(), DeviceKind::Cpu | DeviceKind::Reference) {
        return OWN.to_string();
    }
    let is_right = |device: &Device| {
        let runner = Runner::of(device, timeout, stop);
        matches!(fault(case, || runner.run(case, None)), Fault::None)
    };
    let own = [Device::reference(), Device::cpu()].iter().all(is_right);
    let others = Device::list();
    let others = others.iter().filter(|other| {
        let kind = other.info().kind();
        kind != DeviceKind::Cpu && other.info().driver() != info.driver()
    });
    let others: Vec<(String, bool)> =
        others.map(|other| (other.info().name().to_string(), is_right(other))).collect();
    verdict(info.driver(), own, &others)
}

/// The same of what is more than one program, which other drivers are not asked for.
pub(super) fn of_whole(device: &Device, is_right: &dyn Fn(&Device) -> bool) -> String {
    let info = device.info();
    match info.kind() {
        DeviceKind::Cpu | DeviceKind::Reference => OWN.to_string(),
        _ => verdict(info.driver(), [Device::reference(), Device::cpu()].iter().all(is_right), &[]),
    }
}

/// The sentence: whether the devices without a driver are right, and which adapters with another driver are.
fn verdict(driver: &str, own: bool, others: &[(String, bool)]) -> String {
    let named = |is_right: bool| {
        let names = others.iter().filter(|(_, right)| *right == is_right).map(|(name, _)| name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    match (own, named(true), named(false)) {
        (false, ..) => "The fault is vyre's own: the reference or the CPU device fails too.".to_string(),
        (true, right, wrong) if !right.is_empty() && wrong.is_empty() => format!(
            "The fault is the driver's, {driver}: the reference, the CPU device and {right} give what they should for the same program."
        ),
        (true, right, wrong) if !wrong.is_empty() => {
            let right = if right.is_empty() { String::new() } else { format!(", {right} does not") };
            format!("The fault is that of the shader, and so vyre's own: {wrong} fails too{right}.")
        }
        _ => format!(
            "The fault is the driver's, {driver}, or that of the shader that it was given: the reference and the CPU device give what they should, \
             and there is no other driver to ask."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_a_driver_is_named_as_such() {
        let others = |rights: &[bool]| -> Vec<(String, bool)> {
            rights.iter().enumerate().map(|(at, right)| (format!("other {at}"), *right)).collect()
        };
        for (own, rights, starts, contains) in [
            (true, &[true][..], "The fault is the driver's, maker 1.2:", "other 0 give"),
            (true, &[], "The fault is the driver's, maker 1.2, or", "no other driver"),
            (true, &[false, true], "The fault is that of the shader", "other 0 fails too, other 1 does not"),
            (false, &[true], "The fault is vyre's own", "the reference"),
        ] {
            let sentence = verdict("maker 1.2", own, &others(rights));
            assert!(sentence.starts_with(starts) && sentence.contains(contains), "{sentence}");
        }
        assert_eq!(blame(&Device::cpu(), &vyre_random::generate(0), Duration::MAX, &Stop::default()), OWN);
    }
}
