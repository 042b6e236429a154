//! Devices by the names that commands take.

use crate::report::Failure;
use vyre::{Device, Error};

/// The device of a name, or without one that of [`Device::auto`].
pub(crate) fn named(name: Option<&str>) -> Result<Device, Failure> {
    let failed = |error: Error| Failure::message(error.to_string());
    match name {
        None => Device::auto().map_err(failed),
        Some("cpu") => Ok(Device::cpu()),
        Some("checked") => Ok(Device::checked()),
        Some("reference") => Ok(Device::reference()),
        Some("gpu") => Device::gpu().map_err(failed),
        Some(part) => {
            let devices = Device::list();
            let names: Vec<String> = devices.iter().map(|device| device.info().name().to_string()).collect();
            let part_of = |name: &str| name.to_lowercase().contains(&part.to_lowercase());
            let found = devices.into_iter().find(|device| part_of(device.info().name()));
            let present = names.join(", ");
            found.ok_or_else(|| Failure::message(format!("no device matches `{part}`; there is {present}")))
        }
    }
}
