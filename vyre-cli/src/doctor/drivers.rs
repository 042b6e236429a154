//! Finds the files of graphics drivers: Vulkan's loader and the manifests of its drivers, in the places that the
//! loader's documentation lists. No library is loaded here; the list of devices shows which drivers load.

use super::row;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file system and the environment of the machine.
pub(super) struct Machine {
    root: PathBuf,
    variable: fn(&str) -> Option<String>,
}

/// A driver with a manifest.
#[derive(Debug, PartialEq, Eq)]
struct Driver {
    manifest: PathBuf,
    /// The path of its library, or what is wrong.
    library: Result<PathBuf, String>,
}

const LOADER: &str = "libvulkan.so.1";

impl Machine {
    pub(super) fn this() -> Machine {
        Machine { root: PathBuf::from("/"), variable: |name| std::env::var(name).ok() }
    }

    /// Writes what is found. Returns the libraries of the Vulkan drivers, on systems with manifests.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<Vec<PathBuf>> {
        match std::env::consts::OS {
            "macos" | "ios" => writeln!(out, "\nMetal is a part of the system.")?,
            "windows" => self.write_windows(out)?,
            _ => return self.write_vulkan(out),
        }
        Ok(Vec::new())
    }

    fn write_windows(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\nLibraries")?;
        let system =
            PathBuf::from(self.var("SystemRoot").unwrap_or("C:\\Windows".to_string())).join("System32");
        for (name, library) in [("DX12", "d3d12.dll"), ("Vulkan", "vulkan-1.dll")] {
            let path = system.join(library);
            let found = if path.is_file() { path.display().to_string() } else { format!("no {library}") };
            row(name, &found, out)?;
        }
        Ok(())
    }

    fn write_vulkan(&self, out: &mut dyn Write) -> io::Result<Vec<PathBuf>> {
        writeln!(out, "\nVulkan")?;
        match self.find_library(LOADER) {
            Some(path) => row("loader", &path.display().to_string(), out)?,
            None => row("loader", &format!("{LOADER} is in no folder where libraries are looked for"), out)?,
        }
        for name in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"] {
            if let Some(value) = self.var(name) {
                row(name, &value, out)?;
            }
        }
        let drivers = self.drivers();
        if drivers.is_empty() {
            row("drivers", "no manifest of a driver in any of Vulkan's folders", out)?;
        }
        for Driver { manifest, library } in &drivers {
            let library = match library {
                Ok(path) => path.display().to_string(),
                Err(problem) => problem.clone(),
            };
            row("driver", &format!("{}: {library}", manifest.display()), out)?;
        }
        Ok(drivers.into_iter().filter_map(|driver| driver.library.ok()).collect())
    }

    /// The value of an environment variable, unless it is empty.
    fn var(&self, name: &str) -> Option<String> {
        (self.variable)(name).filter(|value| !value.is_empty())
    }

    /// The path below the machine's root.
    fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.root.join(path.strip_prefix("/").unwrap_or(path))
    }

    /// The paths in a variable such as `PATH`.
    fn paths(&self, name: &str, default: &str) -> Vec<PathBuf> {
        let list = self.var(name).unwrap_or(default.to_string());
        list.split(':').filter(|path| !path.is_empty()).map(|path| self.at(path)).collect()
    }

    /// The folders that the dynamic linker searches.
    fn library_folders(&self) -> Vec<PathBuf> {
        let mut folders = self.paths("LD_LIBRARY_PATH", "");
        let mut configurations = vec![self.at("/etc/ld.so.conf")];
        configurations.extend(files_in(&self.at("/etc/ld.so.conf.d"), "conf"));
        for configuration in configurations {
            let text = std::fs::read_to_string(configuration).unwrap_or_default();
            let named = text.lines().map(str::trim).filter(|line| line.starts_with('/'));
            folders.extend(named.map(|line| self.at(line)));
        }
        let multiarch = format!("{}-linux-gnu", std::env::consts::ARCH);
        for folder in ["/usr/lib", "/lib"] {
            folders.push(self.at(folder).join(&multiarch));
            folders.push(self.at(format!("{folder}64")));
            folders.push(self.at(folder));
        }
        folders
    }

    fn find_library(&self, name: &str) -> Option<PathBuf> {
        self.library_folders().into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())
    }

    /// The manifests that the loader reads: those that environment variables list, or else those in its folders.
    fn manifests(&self) -> Vec<PathBuf> {
        let added = self.paths("VK_ADD_DRIVER_FILES", "");
        let named = [self.paths("VK_DRIVER_FILES", ""), self.paths("VK_ICD_FILENAMES", "")];
        let chosen = named.into_iter().find(|paths| !paths.is_empty());
        let places = chosen.unwrap_or_else(|| self.manifest_folders());
        let mut manifests = Vec::new();
        for place in added.into_iter().chain(places) {
            let found = if place.is_dir() { files_in(&place, "json") } else { vec![place] };
            for manifest in found {
                if !manifests.contains(&manifest) {
                    manifests.push(manifest);
                }
            }
        }
        manifests
    }

    fn manifest_folders(&self) -> Vec<PathBuf> {
        let home = self.var("HOME").unwrap_or_default();
        let mut folders = self.paths("XDG_CONFIG_HOME", &format!("{home}/.config"));
        folders.extend(self.paths("XDG_CONFIG_DIRS", "/etc/xdg"));
        folders.extend(["/usr/local/etc", "/etc"].map(|folder| self.at(folder)));
        folders.extend(self.paths("XDG_DATA_HOME", &format!("{home}/.local/share")));
        folders.extend(self.paths("XDG_DATA_DIRS", "/usr/local/share:/usr/share"));
        let manifests = folders.into_iter().map(|folder| folder.join("vulkan/icd.d"));
        manifests.filter(|folder| folder.is_dir()).collect()
    }

    fn drivers(&self) -> Vec<Driver> {
        let driver = |manifest: PathBuf| Driver { library: self.library_of(&manifest), manifest };
        self.manifests().into_iter().map(driver).collect()
    }

    /// The library that a manifest names by an absolute path, a path relative to the manifest, or a name for the
    /// dynamic linker.
    fn library_of(&self, manifest: &Path) -> Result<PathBuf, String> {
        let text = std::fs::read_to_string(manifest).map_err(|error| format!("cannot be read: {error}"))?;
        let manifest_of = |text: &str| serde_json::from_str::<serde_json::Value>(text);
        let json = manifest_of(&text).map_err(|error| format!("is no manifest: {error}"))?;
        let path = json.pointer("/ICD/library_path").and_then(serde_json::Value::as_str);
        let path = path.ok_or("is no manifest: it names no library")?;
        let found = match path {
            absolute if absolute.starts_with('/') => Some(self.at(absolute)),
            relative if relative.contains('/') => manifest.parent().map(|folder| folder.join(relative)),
            name => self.find_library(name),
        };
        let found = found.filter(|path| path.is_file());
        found.ok_or_else(|| format!("its library {path} is not there"))
    }
}

/// The files in a folder with this extension, sorted.
fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn manifest(library: &str) -> String {
        format!(r#"{{"file_format_version": "1.0.0", "ICD": {{"library_path": "{library}"}}}}"#)
    }

    fn machine(root: &Path) -> Machine {
        Machine { root: root.to_path_buf(), variable: |_| None }
    }

    #[test]
    fn the_loader_is_found_where_the_linker_looks() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(machine(root).find_library(LOADER), None);
        write(root, "etc/ld.so.conf.d/odd.conf", "# of a test\n/opt/odd\n");
        write(root, "opt/odd/libvulkan.so.1", "");
        assert_eq!(machine(root).find_library(LOADER), Some(root.join("opt/odd/libvulkan.so.1")));
    }

    #[test]
    fn drivers_are_found_by_their_manifests() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(root, "usr/lib/libvulkan_a.so", "");
        write(root, "usr/share/vulkan/icd.d/a.json", &manifest("libvulkan_a.so"));
        write(root, "etc/vulkan/icd.d/b.json", &manifest("../lib/b.so"));
        write(root, "etc/vulkan/lib/b.so", "");
        write(root, "etc/vulkan/icd.d/c.json", &manifest("/opt/c.so"));
        write(root, "etc/vulkan/icd.d/d.json", "{}");
        write(root, "etc/vulkan/icd.d/readme.txt", "");
        let found: Vec<_> = machine(root).drivers().into_iter().map(|driver| driver.library).collect();
        let expected = [
            Ok(root.join("etc/vulkan/icd.d/../lib/b.so")),
            Err("its library /opt/c.so is not there".to_string()),
            Err("is no manifest: it names no library".to_string()),
            Ok(root.join("usr/lib/libvulkan_a.so")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn variables_replace_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        write(root, "usr/share/vulkan/icd.d/a.json", &manifest("a.so"));
        let variable = |name: &str| (name == "VK_ICD_FILENAMES").then(|| "/nowhere.json".to_string());
        let machine = Machine { root: root.to_path_buf(), variable };
        assert_eq!(machine.manifests(), [root.join("nowhere.json")]);
        assert!(machine.drivers()[0].library.as_ref().unwrap_err().starts_with("cannot be read: "));
    }
}
