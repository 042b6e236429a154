//! Information about devices and their limits.

use std::fmt;
use vyre_ir::Convention;

/// The validation rules do not allow larger workgroups on any device.
const MAX_WORKGROUP_INVOCATIONS: u32 = 1024;
/// The size of as many words as a `u32` counts, in bytes.
const ANY_BYTES: u64 = u32::MAX as u64 * 4;

/// What rule V043 allows.
pub(crate) const ANY_PRIVATE_BYTES: u32 = 64 * 1024;

/// Information about a device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    name: String,
    backend: String,
    driver: String,
    kind: DeviceKind,
    limits: DeviceLimits,
    features: Vec<&'static str>,
}

/// The limits of a device. Launches and buffers that exceed them fail with [`Error::Limit`](crate::Error::Limit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceLimits {
    /// The maximum size of a buffer in bytes.
    pub buffer_bytes: u64,
    /// The maximum size of a binding in bytes. A launch over larger buffers is split, if the kernel accesses them
    /// element by element.
    pub binding_bytes: u64,
    /// The maximum number of storage buffers of a kernel.
    pub storage_buffers: u32,
    /// The maximum number of uniform buffers of a kernel.
    pub uniform_buffers: u32,
    /// The maximum number of workgroups along an axis. Along x a launch may have more; vyre folds them.
    pub workgroups: u32,
    /// The maximum number of invocations of a workgroup.
    pub workgroup_invocations: u32,
    /// The maximum number of invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// The maximum total size of the arrays of a workgroup in bytes.
    pub workgroup_bytes: u32,
    /// The maximum total size of the local arrays of an invocation in bytes. A rule allows 64 KiB (V043); a driver may have less.
    pub private_bytes: u32,
}

/// The kind of processor of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A GPU with its own memory.
    DiscreteGpu,
    /// A GPU that shares the CPU's memory.
    IntegratedGpu,
    /// A GPU of a virtual machine.
    VirtualGpu,
    /// A graphics driver that runs on the CPU, such as Mesa's lavapipe.
    SoftwareGpu,
    /// An adapter whose driver does not report its kind.
    Other,
    /// The CPU itself.
    Cpu,
    /// The reference interpreter, on the CPU.
    Reference,
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::DiscreteGpu => "GPU with memory of its own",
            DeviceKind::IntegratedGpu => "GPU that shares the CPU's memory",
            DeviceKind::VirtualGpu => "GPU of a virtual machine",
            DeviceKind::SoftwareGpu => "graphics driver that runs on the CPU",
            DeviceKind::Other => "GPU of a kind that its driver does not tell",
            DeviceKind::Cpu => "CPU",
            DeviceKind::Reference => "interpreter that runs on the CPU",
        })
    }
}

impl DeviceInfo {
    /// The name of the adapter, or `CPU`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The API that drives the device: `Vulkan`, `Metal` or `DX12`; of the CPU the
    /// instruction set, and `interpreter` of the reference.
    pub fn backend(&self) -> &str {
        &self.backend
    }

    /// The name and version of the driver, as far as it reports them.
    pub fn driver(&self) -> &str {
        &self.driver
    }

    /// The limits of the device.
    pub fn limits(&self) -> &DeviceLimits {
        &self.limits
    }

    /// Whether the device runs programs that call operations of a convention. A lookup table is one more storage buffer beside input and output.
    ///
    /// ```
    /// use vyre_runtime::{Device, ir::Convention};
    /// let device = Device::cpu();
    /// assert!(device.info().takes(Convention::V1) && device.info().takes(Convention::V2 { lookup_binding: 3 }));
    /// ```
    pub fn takes(&self, convention: Convention) -> bool {
        match convention {
            Convention::V1 => true,
            Convention::V2 { .. } => self.limits.storage_buffers > 2,
            // A convention that a later version of the language has.
            _ => false,
        }
    }

    /// The names of its optional features.
    pub fn features(&self) -> &[&'static str] {
        &self.features
    }

    /// A device without optional features, whose only limits are those of the language.
    pub(crate) fn new(name: &str, backend: &str, driver: &str, kind: DeviceKind) -> DeviceInfo {
        DeviceInfo {
            name: name.to_string(),
            backend: backend.to_string(),
            driver: driver.to_string(),
            kind,
            limits: DeviceLimits {
                buffer_bytes: ANY_BYTES,
                binding_bytes: ANY_BYTES,
                storage_buffers: u32::MAX,
                uniform_buffers: u32::MAX,
                workgroups: u32::MAX,
                workgroup_invocations: MAX_WORKGROUP_INVOCATIONS,
                workgroup_size: [MAX_WORKGROUP_INVOCATIONS; 3],
                workgroup_bytes: u32::MAX,
                private_bytes: ANY_PRIVATE_BYTES,
            },
            features: Vec::new(),
        }
    }

    /// The same device with limits and features.
    #[cfg(feature = "gpu")]
    pub(crate) fn with(self, limits: DeviceLimits, features: Vec<&'static str>) -> DeviceInfo {
        DeviceInfo { limits, features, ..self }
    }

    /// The kind of processor.
    pub fn kind(&self) -> DeviceKind {
        self.kind
    }
}

/// Writes the name, and in parentheses the backend and the driver. `{:#}` adds the kind, the limits and the features,
/// one on each line.
impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.name, self.backend)?;
        if !self.driver.is_empty() {
            write!(f, ", {}", self.driver)?;
        }
        f.write_str(")")?;
        if !f.alternate() {
            return Ok(());
        }
        let DeviceLimits { workgroup_size: [x, y, z], .. } = self.limits;
        let count = |count: u32| if count == u32::MAX { "any".to_string() } else { count.to_string() };
        let arrays = match self.limits.workgroup_bytes {
            u32::MAX => "any".to_string(),
            limit => bytes(limit.into()),
        };
        let mut features = String::new();
        for feature in &self.features {
            let comma = if features.is_empty() { "" } else { ", " };
            features = features + comma + feature;
        }
        let rows = [
            ("kind", self.kind.to_string()),
            ("buffer", bytes(self.limits.buffer_bytes)),
            ("buffer of a kernel", bytes(self.limits.binding_bytes)),
            ("storage buffers", count(self.limits.storage_buffers)),
            ("uniform buffers", count(self.limits.uniform_buffers)),
            ("workgroups", format!("{} along an axis", count(self.limits.workgroups))),
            ("workgroup", format!("{} invocations, {x} x {y} x {z}", self.limits.workgroup_invocations)),
            ("workgroup arrays", arrays),
            ("local arrays", bytes(self.limits.private_bytes.into())),
            ("features", features),
        ];
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            write!(f, "\n  {name:<18}  {value}")?;
        }
        Ok(())
    }
}

/// Formats a number of bytes in a readable unit.
fn bytes(bytes: u64) -> String {
    if bytes == ANY_BYTES || bytes >= 1 << 60 {
        return "any".to_string();
    }
    let units = [("GiB", 1u64 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    match units.into_iter().find(|(_, unit)| bytes >= *unit) {
        Some((name, unit)) if bytes.is_multiple_of(unit) => format!("{} {name}", bytes / unit),
        Some((name, unit)) => format!("{:.1} {name}", bytes as f64 / unit as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_long_form_has_a_line_for_each_limit() {
        let cpu = DeviceInfo::new("CPU", "AVX2", "vyre 1", DeviceKind::Cpu);
        let info = format!("{cpu:#}");
        assert!(info.starts_with("CPU (") && info.contains(", vyre "), "{info}");
        assert!(info.contains("\n  workgroup           1024 invocations, 1024 x 1024 x 1024"), "{info}");
        assert!(info.contains("\n  kind                CPU\n"), "{info}");
        assert!(info.contains("\n  workgroup arrays    any"), "{info}");
        assert!(info.contains("\n  local arrays        64 KiB"), "{info}");
        assert_eq!(cpu.to_string().lines().count(), 1);
        assert_eq!(bytes(128 << 20), "128 MiB");
        assert_eq!(bytes((1 << 31) - 1), "2.0 GiB");
        assert_eq!(bytes(32_768), "32 KiB");
        assert_eq!(bytes(100), "100 bytes");
    }
}
