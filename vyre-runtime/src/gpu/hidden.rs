//! What the rest of the crate sees of GPUs and their buffers: trait objects.
//!
//! With debug information rustc describes, in every codegen unit that mentions a type, all that the type leads to. wgpu's
//! handles lead to all of wgpu and to the drivers' tables, 100 kB for each unit of this crate and of every crate
//! that names a `Device`; from a trait object nothing leads on.

use super::{Gpu, Info, Key, Mode, Resident};
use crate::Error;
use crate::binding::Binding;
use crate::element::DataMut;
use crate::module::Module;
use std::fmt;
use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

pub(crate) type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// A [`Gpu`], with its methods.
pub(crate) trait AnyGpu: Send + Sync {
    fn gpu(&self) -> &Gpu;
    fn info(&self) -> &Info;
    fn open(&self) -> Result<(), Error>;
    fn set_patience(&self, patience: Duration);
    fn set_cache_folder(&self, folder: Option<&Path>);
    fn zeros(&self, bytes: u64) -> Result<Box<dyn AnyResident>, Error>;
    fn synchronize(&self, mode: Mode) -> Pending<'_, ()>;
    /// Launches a program. The rest is to wait, if there is any: then what the program writes comes into the bindings, and the
    /// time that the device took is given if `is_timed` and it has a clock. A launch that was given a key is kept under it.
    fn launch<'a>(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &'a mut [Binding<'_>],
        mode: Mode,
        is_timed: bool,
        key: Option<Key>,
    ) -> Result<Option<Pending<'a, Option<Duration>>>, Error>;
}

/// [`Gpu::list`].
pub(crate) fn list() -> Vec<Box<dyn AnyGpu>> {
    let mut gpus: Vec<Box<dyn AnyGpu>> = Vec::new();
    for gpu in Gpu::list() {
        gpus.push(Box::new(gpu));
    }
    gpus
}

impl AnyGpu for Gpu {
    fn gpu(&self) -> &Gpu {
        self
    }

    fn info(&self) -> &Info {
        self.info()
    }

    fn open(&self) -> Result<(), Error> {
        self.open()
    }

    fn set_patience(&self, patience: Duration) {
        self.set_patience(patience);
    }

    fn set_cache_folder(&self, folder: Option<&Path>) {
        self.set_cache_folder(folder);
    }

    fn zeros(&self, bytes: u64) -> Result<Box<dyn AnyResident>, Error> {
        Ok(Box::new(self.zeros(bytes)?))
    }

    fn synchronize(&self, mode: Mode) -> Pending<'_, ()> {
        Box::pin(self.synchronize(mode))
    }

    fn launch<'a>(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &'a mut [Binding<'_>],
        mode: Mode,
        is_timed: bool,
        key: Option<Key>,
    ) -> Result<Option<Pending<'a, Option<Duration>>>, Error> {
        // A launch that nobody waits for allocates nothing.
        match self.start(module, groups, bindings, mode, is_timed, key)? {
            Some(started) => Ok(Some(Box::pin(started.finish(bindings)))),
            None => Ok(None),
        }
    }
}

/// A [`Resident`], with its methods.
pub(crate) trait AnyResident: fmt::Debug + Send + Sync {
    fn resident(&self) -> &Resident;
    fn words(&self) -> usize;
    fn copy(&self) -> Result<Box<dyn AnyResident>, Error>;
    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error>;
    fn read<'a>(&'a self, offset: u64, data: DataMut<'a>, mode: Mode) -> Pending<'a, ()>;
}

impl AnyResident for Resident {
    fn resident(&self) -> &Resident {
        self
    }

    fn words(&self) -> usize {
        self.words()
    }

    fn copy(&self) -> Result<Box<dyn AnyResident>, Error> {
        Ok(Box::new(self.copy()?))
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.write(offset, bytes)
    }

    fn read<'a>(&'a self, offset: u64, data: DataMut<'a>, mode: Mode) -> Pending<'a, ()> {
        Box::pin(self.read(offset, data, mode))
    }
}
