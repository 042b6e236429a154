//! What a device is, and what it allows.

use std::fmt;

/// The rules allow no larger workgroups on any device.
const MAX_WORKGROUP_INVOCATIONS: u32 = 1024;
/// The bytes of as many words as a `u32` counts.
const ANY_BYTES: u64 = u32::MAX as u64 * 4;

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    name: String,
    backend: String,
    driver: String,
    kind: DeviceKind,
    limits: DeviceLimits,
    features: Vec<&'static str>,
}

/// What a device allows at most. What is larger is refused with [`Error::Limit`](crate::Error::Limit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceLimits {
    /// Bytes of a buffer.
    pub buffer_bytes: u64,
    /// Bytes of a buffer that a kernel sees at once. Launches over larger ones are split, where the kernel accesses them
    /// element by element.
    pub binding_bytes: u64,
    /// Storage buffers of a kernel.
    pub storage_buffers: u32,
    /// Uniform buffers of a kernel.
    pub uniform_buffers: u32,
    /// Workgroups along an axis. Along x there may be more: they are folded.
    pub workgroups: u32,
    /// Invocations of a workgroup.
    pub workgroup_invocations: u32,
    /// Invocations of a workgroup along each axis.
    pub workgroup_size: [u32; 3],
    /// Bytes of the arrays of a workgroup.
    pub workgroup_bytes: u32,
}

/// What kind of processor a device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A GPU with memory of its own.
    DiscreteGpu,
    /// A GPU that shares the CPU's memory.
    IntegratedGpu,
    /// A GPU of a virtual machine.
    VirtualGpu,
    /// A graphics driver that runs on the CPU, such as Mesa's lavapipe.
    SoftwareGpu,
    /// An adapter of a kind that its driver does not tell.
    Other,
    /// vyre's own interpreter.
    Cpu,
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DeviceKind::DiscreteGpu => "GPU with memory of its own",
            DeviceKind::IntegratedGpu => "GPU that shares the CPU's memory",
            DeviceKind::VirtualGpu => "GPU of a virtual machine",
            DeviceKind::SoftwareGpu => "graphics driver that runs on the CPU",
            DeviceKind::Other => "GPU of a kind that its driver does not tell",
            DeviceKind::Cpu => "interpreter that runs on the CPU",
        })
    }
}

impl DeviceInfo {
    /// The name of the adapter, or `CPU`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The interface through which the device is driven: `Vulkan`, `Metal`, `DX12`, or `interpreter`.
    pub fn backend(&self) -> &str {
        &self.backend
    }

    /// The driver and its version, as far as it says.
    pub fn driver(&self) -> &str {
        &self.driver
    }

    /// What it allows at most.
    pub fn limits(&self) -> &DeviceLimits {
        &self.limits
    }

    /// What it has beyond what every device has, by name.
    pub fn features(&self) -> &[&'static str] {
        &self.features
    }

    /// vyre's interpreter.
    pub(crate) fn cpu() -> DeviceInfo {
        DeviceInfo {
            name: "CPU".to_string(),
            backend: "interpreter".to_string(),
            driver: format!("vyre {}", env!("CARGO_PKG_VERSION")),
            kind: DeviceKind::Cpu,
            limits: DeviceLimits {
                buffer_bytes: ANY_BYTES,
                binding_bytes: ANY_BYTES,
                storage_buffers: u32::MAX,
                uniform_buffers: u32::MAX,
                workgroups: u32::MAX,
                workgroup_invocations: MAX_WORKGROUP_INVOCATIONS,
                workgroup_size: [MAX_WORKGROUP_INVOCATIONS; 3],
                workgroup_bytes: u32::MAX,
            },
            features: Vec::new(),
        }
    }

    /// What kind of processor it is.
    pub fn kind(&self) -> DeviceKind {
        self.kind
    }
}

#[cfg(feature = "gpu")]
impl DeviceInfo {
    pub(crate) fn of(info: &crate::gpu::Info) -> DeviceInfo {
        use crate::gpu::Kind;
        DeviceInfo {
            name: info.name.clone(),
            backend: info.backend.to_string(),
            driver: format!("{} {}", info.driver, info.driver_info).trim().to_string(),
            kind: match info.kind {
                Kind::Discrete => DeviceKind::DiscreteGpu,
                Kind::Integrated => DeviceKind::IntegratedGpu,
                Kind::Virtual => DeviceKind::VirtualGpu,
                Kind::Software => DeviceKind::SoftwareGpu,
                Kind::Other => DeviceKind::Other,
            },
            limits: info.limits,
            features: info.features.clone(),
        }
    }
}

/// The name, and in parentheses the backend and the driver. With `{:#}` also the kind, the limits and the features, a line for
/// each.
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
            ("features", features),
        ];
        for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            write!(f, "\n  {name:<18}  {value}")?;
        }
        Ok(())
    }
}

/// A number of bytes in the largest unit that keeps it readable.
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
        let info = format!("{:#}", DeviceInfo::cpu());
        assert!(info.starts_with("CPU (interpreter, vyre "), "{info}");
        assert!(info.contains("\n  workgroup           1024 invocations, 1024 x 1024 x 1024"), "{info}");
        assert!(info.contains("\n  kind                interpreter that runs on the CPU\n"), "{info}");
        assert!(info.contains("\n  workgroup arrays    any"), "{info}");
        assert_eq!(DeviceInfo::cpu().to_string().lines().count(), 1);
        assert_eq!(bytes(128 << 20), "128 MiB");
        assert_eq!(bytes((1 << 31) - 1), "2.0 GiB");
        assert_eq!(bytes(32_768), "32 KiB");
        assert_eq!(bytes(100), "100 bytes");
    }
}
