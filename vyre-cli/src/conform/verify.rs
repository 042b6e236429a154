//! `vyre conform --verify`: whether a certificate still says something of what is here. What is stale is named, with the command that renews it.

use super::Conform;
use super::certificate::{self, Kind};
use super::user::Subject;
use crate::report::Failure;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use vyre::Device;

/// The version of vyre, and the commit of the tool if whoever built it said one.
pub(super) fn vyre() -> [(&'static str, Option<String>); 2] {
    [
        ("vyre", Some(env!("CARGO_PKG_VERSION").to_string())),
        ("commit", option_env!("VYRE_COMMIT").map(str::to_string)),
    ]
}

/// A device as certificates name it.
fn named(device: &Device) -> Value {
    let info = device.info();
    json!({ "device": info.name(), "backend": info.backend().to_string(), "driver": info.driver() })
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,@".contains(letter);
    match !argument.is_empty() && argument.chars().all(is_plain) {
        true => argument.to_string(),
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// A command of the tool, as a shell takes it.
fn command(arguments: &[String]) -> String {
    let quoted = arguments.iter().map(|argument| format!(" {}", quoted(argument)));
    format!("vyre conform{}", quoted.collect::<String>())
}

impl Conform {
    /// The certificate of a program, a kernel or a pipeline. `wrong` is what is wrong with it, if anything is.
    pub(super) fn of_program(
        &self,
        file: &Path,
        subject: &Subject,
        devices: &[Device],
        wrong: Option<&str>,
    ) -> Result<String, Failure> {
        let mut certificate = json!({
            "certificate": Kind::Program.name(),
            "file": file.display().to_string(),
            "program": subject.fingerprint()?,
            "conforms": wrong.is_none(),
            "strict": subject.is_strict(),
            "levels": subject.levels(),
            "seed": self.seed,
            "arguments": self.given_to_runs(),
            "devices": devices.iter().map(named).collect::<Vec<Value>>(),
        });
        if let Some(wrong) = wrong {
            certificate["message"] = json!(wrong.trim());
        }
        for (key, value) in vyre() {
            if let Some(value) = value {
                certificate[key] = json!(value);
            }
        }
        Ok(format!("{certificate:#}\n"))
    }

    /// The arguments that say what the runs of a program take.
    fn given_to_runs(&self) -> Vec<String> {
        let groups = self.groups.map(|[x, y, z]| ["--groups".to_string(), format!("{x},{y},{z}")]);
        let buffers = self.buffers.iter().map(|given| ["--buffer".to_string(), given.to_string()]);
        let seed = (self.seed != 0).then(|| ["--seed".to_string(), self.seed.to_string()]);
        groups.into_iter().chain(buffers).chain(seed).flatten().collect()
    }

    /// The command that renews the certificate of a program: of the kernel and the devices that are asked about, with what the runs took that it is of.
    fn renewal(&self, file: &Path, path: &str, certificate: &Value) -> String {
        let mut arguments = vec![file.display().to_string()];
        arguments.extend(self.chosen.arguments());
        arguments.extend(self.device.iter().flat_map(|name| ["--device".to_string(), name.clone()]));
        match certificate["arguments"].as_array() {
            Some(then) => arguments.extend(then.iter().filter_map(|it| it.as_str().map(str::to_string))),
            None => arguments.extend(self.given_to_runs()),
        }
        arguments.extend(["--json".to_string(), path.to_string()]);
        command(&arguments)
    }

    /// Says whether a certificate holds, of `file` or of a device.
    pub(super) fn verify(&self, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        let shown = path.display();
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| Failure::message(format!("{shown}: {error}")))?;
        let parsed = serde_json::from_str::<Value>(&text).ok();
        // Older ones do not say of what they are, but have sections.
        let kind = parsed.as_ref().and_then(|it| match it["certificate"].as_str() {
            Some(kind) => Kind::named(kind),
            None => it["sections"].is_array().then_some(Kind::Unknown),
        });
        let (Some(certificate), Some(kind)) = (parsed, kind) else {
            let fix = "give what `vyre conform --json` wrote";
            return Err(Failure::message(format!("{shown} is no certificate. Fix: {fix}")));
        };
        let mut stale = Vec::new();
        for (key, now) in vyre() {
            let then = certificate[key].as_str();
            if let Some(now) = now.filter(|now| then != Some(now)) {
                let then = then.unwrap_or("none that it names");
                stale.push(format!("it was made by {key} {then}, and this is {key} {now}"));
            }
        }
        let renew = match (&self.file, kind) {
            (Some(file), Kind::Program) => {
                self.of_file(file, &certificate, &mut stale)?;
                self.renewal(file, &shown.to_string(), &certificate)
            }
            (None, Kind::Program) => {
                let file = certificate["file"].as_str().unwrap_or("FILE");
                let fix = format!("vyre conform {file} --verify {shown}");
                return Err(Failure::message(format!("{shown} is of a program. Fix: name it, `{fix}`")));
            }
            (Some(_), _) => {
                let fix = format!("vyre conform --verify {shown}");
                let problem = format!("{shown} is of a device, and says nothing of one program");
                return Err(Failure::message(format!("{problem}. Fix: `{fix}`")));
            }
            (None, kind) => self.of_device(&shown.to_string(), kind, &certificate, &mut stale),
        };
        match (&stale[..], certificate["conforms"].as_bool()) {
            ([], Some(true)) => {
                writeln!(out, "{shown} holds")?;
                // A tool that nobody built for certificates knows no commit.
                if let (Some(then), [_, (_, None)]) = (certificate["commit"].as_str(), vyre()) {
                    writeln!(out, "it is of commit {then}, and this tool does not say of which it is")?;
                }
                Ok(())
            }
            ([], _) => {
                let reason = certificate["message"].as_str().unwrap_or("cases fail, or have no result");
                Err(Failure::message(format!("{shown} is not one of conformance: {reason}")))
            }
            (stale, _) => {
                let mut message = format!("{shown} is stale:");
                stale.iter().for_each(|what| {
                    let _ = write!(message, "\n- {what}");
                });
                let _ = write!(message, "\nFix: renew it with `{renew}`");
                Err(Failure::message(message))
            }
        }
    }

    /// What is stale in the certificate of a program.
    fn of_file(&self, file: &Path, certificate: &Value, stale: &mut Vec<String>) -> Result<(), Failure> {
        let fingerprint = self.subject(file)?.fingerprint()?;
        if certificate["program"].as_str() != Some(&fingerprint) {
            stale.push(format!("{} has changed since", file.display()));
        }
        let now: Vec<Value> = self.devices()?.iter().map(named).collect();
        let then = certificate["devices"].as_array().cloned().unwrap_or_default();
        for device in now.iter().filter(|device| !then.contains(device)) {
            stale.push(format!("it is not of the device {}", one_line(device)));
        }
        Ok(())
    }

    /// What is stale in the certificate of a device. Gives the command that renews it.
    fn of_device(&self, path: &str, kind: Kind, certificate: &Value, stale: &mut Vec<String>) -> String {
        let name = self.device.as_deref().or(certificate["device"].as_str()).unwrap_or_default();
        let then = json!({
            "device": certificate["device"], "backend": certificate["backend"], "driver": certificate["driver"],
        });
        match crate::device::named(Some(name)) {
            Ok(device) if named(&device) == then => {}
            Ok(device) => {
                let (then, now) = (one_line(&then), one_line(&named(&device)));
                stale.push(format!("it is of the device {then}, and this is {now}"));
            }
            Err(_) => stale.push(format!("its device, {}, is not here", one_line(&then))),
        }
        if kind == Kind::Unknown {
            stale.push("it does not say whether it is of what is strict".to_string());
        }
        if kind == Kind::Strict {
            let sections = certificate["sections"].as_array().cloned().unwrap_or_default();
            for (name, count) in super::tables() {
                let then = sections.iter().find(|section| section["name"].as_str() == Some(name));
                match then.and_then(|section| section["asked"].as_u64()) {
                    Some(then) if then == count => {}
                    Some(then) => {
                        stale.push(format!(
                            "of the section `{name}` it has {then} cases, and there are {count}"
                        ));
                    }
                    None => stale.push(format!("it has no section `{name}`")),
                }
            }
        }
        let state = certificate["state"].as_str().unwrap_or("unfinished");
        if state != certificate::FINISHED {
            stale.push(format!("it is {state}"));
        }
        let mut arguments: Vec<String> = Vec::new();
        arguments.extend((kind == Kind::Approximate).then(|| "--approx".to_string()));
        arguments.extend(["--device", name].map(str::to_string));
        let random = certificate["sections"].as_array().into_iter().flatten();
        let random = random.filter(|section| section["name"] == certificate::RANDOM);
        let programs = random.filter_map(|section| section["asked"].as_u64());
        arguments.extend(programs.flat_map(|programs| ["--programs".to_string(), programs.to_string()]));
        let seed = certificate["seed"].as_u64().filter(|seed| *seed != 0);
        arguments.extend(seed.into_iter().flat_map(|seed| ["--seed".to_string(), seed.to_string()]));
        arguments.extend(["--json", path].map(str::to_string));
        command(&arguments)
    }
}

/// A device on one line.
fn one_line(device: &Value) -> String {
    let part = |key: &str| device[key].as_str().unwrap_or("?").to_string();
    format!("{} ({}, {})", part("device"), part("backend"), part("driver"))
}
