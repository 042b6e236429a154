//! Advice on what to install if no GPU was found.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use vyre::DeviceKind;

/// The commands that install Vulkan's loader and Mesa's drivers, including lavapipe, by distribution.
const INSTALL: [(&[&str], &str); 5] = [
    (&["debian", "ubuntu"], "apt-get update && apt-get install -y libvulkan1 mesa-vulkan-drivers"),
    (&["fedora", "rhel", "centos"], "dnf install vulkan-loader mesa-vulkan-drivers"),
    (&["arch"], "pacman -S vulkan-icd-loader vulkan-swrast, and vulkan-radeon, vulkan-intel or nvidia-utils"),
    (&["alpine"], "apk add vulkan-loader mesa-vulkan-swrast"),
    (&["suse", "opensuse"], "zypper install libvulkan1 libvulkan_lvp"),
];

/// The parts of NVIDIA's driver that are installed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nvidia {
    Nothing,
    /// The kernel module.
    Kernel,
    /// The kernel module and, according to a manifest, the Vulkan driver.
    Vulkan,
}

/// Writes the advice that applies to these devices. `libraries` are the libraries of the installed Vulkan drivers.
pub(super) fn write(devices: &[DeviceKind], libraries: &[PathBuf], out: &mut dyn Write) -> io::Result<()> {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let is_nvidia = |path: &PathBuf| path.to_string_lossy().contains("nvidia");
    let nvidia = match Path::new("/proc/driver/nvidia/version").exists() {
        true if libraries.iter().any(is_nvidia) => Nvidia::Vulkan,
        true => Nvidia::Kernel,
        false => Nvidia::Nothing,
    };
    let lines = advice(devices, std::env::consts::OS, &release, nvidia);
    if !lines.is_empty() {
        writeln!(out)?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn advice(devices: &[DeviceKind], os: &str, release: &str, nvidia: Nvidia) -> Vec<String> {
    let is_gpu = |kind: &&DeviceKind| {
        !matches!(kind, DeviceKind::Cpu | DeviceKind::Reference | DeviceKind::SoftwareGpu)
    };
    if devices.iter().any(|kind| is_gpu(&kind)) {
        return Vec::new();
    }
    if cfg!(not(feature = "gpu")) {
        return vec!["This tool was built without the feature `gpu`: it knows the CPU alone.".to_string()];
    }
    let mut lines = vec!["No hardware GPU was found. Kernels run all the same, more slowly.".to_string()];
    let has_software = devices.contains(&DeviceKind::SoftwareGpu);
    match os {
        "macos" | "ios" => {
            lines.push("Metal needs no driver; a virtual machine may have no GPU.".to_string())
        }
        "windows" => {
            lines.push("Install the driver of the GPU's maker; it brings DX12 and Vulkan.".to_string())
        }
        _ => {
            match nvidia {
                Nvidia::Nothing => {}
                Nvidia::Kernel => lines.push(NVIDIA_KERNEL.to_string()),
                Nvidia::Vulkan => lines.push(NVIDIA_VULKAN.to_string()),
            }
            if !has_software {
                lines
                    .push(format!("To install Mesa's drivers and its software driver: {}", command(release)));
            }
        }
    }
    lines
}

const NVIDIA_KERNEL: &str = "NVIDIA's kernel driver is loaded, but its Vulkan driver is not there. In a container set \
    NVIDIA_DRIVER_CAPABILITIES=all; elsewhere install the package that has nvidia_icd.json.";

/// Observed on an H200 in a container: the driver's library loads but exports no functions.
const NVIDIA_VULKAN: &str = "NVIDIA's Vulkan driver is there and does not start. Often the libraries of libglvnd are missing, which it \
    needs without a screen too: libGLdispatch.so.0, libGL.so.1, libEGL.so.1 (Debian and Ubuntu: apt-get install -y libglvnd0 libgl1 libegl1).";

/// The command for the distribution that `/etc/os-release` describes.
fn command(release: &str) -> &'static str {
    let value = |line: &'_ str| line.split_once('=').map(|(_, value)| value.trim_matches('"').to_string());
    let is_id = |line: &&str| line.starts_with("ID=") || line.starts_with("ID_LIKE=");
    let ids: Vec<String> = release.lines().filter(is_id).filter_map(value).collect();
    let is_known = |names: &[&str]| ids.iter().flat_map(|ids| ids.split(' ')).any(|id| names.contains(&id));
    let found = INSTALL.iter().find(|(names, _)| is_known(names));
    found.map_or("install the packages with libvulkan.so.1 and libvulkan_lvp.so", |(_, command)| command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_distribution_has_its_command() {
        assert!(command("NAME=x\nID=debian\n").starts_with("apt-get"));
        assert!(command("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n").starts_with("apt-get"));
        assert!(command("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n").starts_with("dnf"));
        assert!(command("ID=alpine\n").starts_with("apk"));
        assert!(command("").contains("libvulkan.so.1"));
    }

    #[test]
    #[cfg(feature = "gpu")]
    fn advice_is_for_those_who_lack_something() {
        use DeviceKind::{Cpu, DiscreteGpu, SoftwareGpu};
        let release = "ID=debian\n";
        assert!(advice(&[DiscreteGpu, Cpu], "linux", release, Nvidia::Vulkan).is_empty());
        assert!(advice(&[Cpu], "linux", release, Nvidia::Nothing)[1].contains("apt-get"));
        assert_eq!(advice(&[SoftwareGpu, Cpu], "linux", release, Nvidia::Nothing).len(), 1);
        let with = |nvidia| advice(&[SoftwareGpu, Cpu], "linux", release, nvidia)[1].clone();
        assert!(with(Nvidia::Kernel).contains("NVIDIA_DRIVER_CAPABILITIES"));
        assert!(with(Nvidia::Vulkan).contains("libglvnd"));
        assert!(advice(&[Cpu], "windows", "", Nvidia::Nothing)[1].contains("DX12"));
    }
}
