//! Kernels of `.rs` files: modules that are compiled from their text.

use crate::report::Failure;
use crate::source;
use clap::Args;
use std::path::Path;
use vyre::{Kernel, Module};

/// Which kernel of a `.rs` file is meant.
#[derive(Args, Clone, Default)]
pub(crate) struct Chosen {
    /// The kernel of a `.rs` file, if it has several: `hash`, or `inner::hash` in a module of its own
    #[arg(short, long, value_name = "NAME")]
    kernel: Option<String>,
    /// The value of a constant parameter of the kernel
    #[arg(long = "with", value_name = "NAME=VALUE", value_parser = constant)]
    constants: Vec<(String, u32)>,
    /// The type for a type parameter of the kernel, such as `T=f32`
    #[arg(long = "type", value_name = "NAME=TYPE", value_parser = named_type)]
    types: Vec<(String, String)>,
}

fn constant(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("a constant is given as NAME=VALUE")?;
    let value = value.trim().replace('_', "");
    let number = value.parse().map_err(|_| format!("`{value}` is no `u32`"))?;
    Ok((name.trim().to_string(), number))
}

fn named_type(text: &str) -> Result<(String, String), String> {
    let (name, ty) = text.split_once('=').ok_or("a type is given as NAME=TYPE")?;
    Ok((name.trim().to_string(), ty.trim().to_string()))
}

/// Whether a file is a module's text, by its name.
pub(crate) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

/// Compiles a file, and prints its warnings.
pub(crate) fn compile(path: &Path) -> Result<Module, Failure> {
    let bytes = source::bytes(path)?;
    let name = path.display().to_string();
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::message(format!("{name}: byte {at} is not UTF-8"))
    })?;
    let module =
        Module::compile_named(&name, &text).map_err(|mistakes| Failure::Report(format!("{mistakes}\n")))?;
    if !module.warnings().is_empty() {
        anstream::eprintln!("{}", module.warnings().as_warnings());
    }
    Ok(module)
}

impl Chosen {
    /// The arguments that choose it.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let kernel = self.kernel.iter().map(|name| ["--kernel".to_string(), name.clone()]);
        let constants =
            self.constants.iter().map(|(name, value)| ["--with".to_string(), format!("{name}={value}")]);
        let types = self.types.iter().map(|(name, ty)| ["--type".to_string(), format!("{name}={ty}")]);
        kernel.chain(constants).chain(types).flatten().collect()
    }

    /// The kernel of a file that is meant.
    pub(crate) fn kernel(&self, path: &Path) -> Result<Kernel, Failure> {
        let module = compile(path)?;
        let failed = |error: vyre::Error| Failure::message(format!("{}: {error}", path.display()));
        let kernel = match &self.kernel {
            Some(name) => module.kernel(name).map_err(failed)?,
            None => {
                let kernels: Vec<Kernel> = module.kernels().collect();
                let names: Vec<&str> = kernels.iter().map(Kernel::name).collect();
                match &kernels[..] {
                    [one] => one.clone(),
                    _ => {
                        let known = if names.is_empty() { "none".to_string() } else { names.join(", ") };
                        let message = format!(
                            "{} has {} kernels: {known}. Fix: name one with --kernel",
                            path.display(),
                            names.len()
                        );
                        return Err(Failure::message(message));
                    }
                }
            }
        };
        let kernel = self.constants.iter().fold(kernel, |kernel, (name, value)| kernel.with(name, *value));
        Ok(self.types.iter().fold(kernel, |kernel, (name, ty)| kernel.with_type(name, ty.as_str())))
    }
}
