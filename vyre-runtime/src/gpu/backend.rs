//! A GPU as a backend.

use super::Gpu;
use super::handle::handle;
use super::probe;
use super::resident::Resident;
use super::settings::Settings;
use super::warm::{self, Key};
use crate::backend::{Backend, Launch, Outcome};
use crate::binding::Binding;
use crate::float_way::FloatWays;
use crate::memory::{Memory, Mode, Pending};
use crate::module::Module;
use crate::{DeviceInfo, Error};
use std::any::Any;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

impl Gpu {
    /// The GPU, if the backend is one.
    pub(crate) fn of(backend: &dyn Backend) -> Option<&Gpu> {
        let backend: &dyn Any = backend;
        backend.downcast_ref()
    }
}

impl Backend for Gpu {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn float_ways(&self) -> Result<FloatWays, Error> {
        Ok(probe::floats(&self.logical()?).ways())
    }

    fn open(&self) -> Result<(), Error> {
        self.logical().map(drop)
    }

    fn separate(&self) -> Result<Box<dyn Backend>, Error> {
        let adapter = self.adapter.as_ref().ok_or(Error::Adopted)?;
        let gpu = Gpu {
            info: self.info.clone(),
            adapter: Some(handle(adapter.raw().clone())),
            slot: Mutex::default(),
            settings: Settings::default(),
        };
        gpu.open()?;
        Ok(Box::new(gpu))
    }

    fn set_timeout(&self, timeout: Duration) {
        self.settings.set_patience(timeout);
    }

    fn set_cache_folder(&self, folder: Option<&Path>) {
        self.settings.set_cache_folder(folder);
    }

    fn zeros(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        Ok(Box::new(self.resident(bytes)?))
    }

    fn unwritten(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        Ok(Box::new(Resident::new(self.logical()?, bytes)?))
    }

    fn synchronize(&self, mode: Mode) -> Option<Pending<'_, ()>> {
        let logical = self.opened()?;
        Some(Box::pin(async move { logical.synchronize(mode).await }))
    }

    fn repeat(&self, module: &Module, groups: [u32; 3], bindings: &[Binding<'_>]) -> Result<bool, Error> {
        match Key::of(module, groups, bindings) {
            Some(key) => warm::repeat(&key, bindings),
            None => Ok(false),
        }
    }

    fn prepare(&self, module: &Module, bindings: &[Binding<'_>]) -> Result<(), Error> {
        let logical = self.logical()?;
        let (form, _) = self.general(&logical, module, bindings)?;
        logical.begin(form, module)
    }

    fn launch<'a>(&self, launch: Launch<'_>, bindings: &'a mut [Binding<'_>]) -> Result<Outcome<'a>, Error> {
        let Launch { module, groups, mode, is_timed, .. } = launch;
        let key = if is_timed { None } else { Key::of(module, groups, bindings) };
        // A launch that nobody waits for allocates nothing.
        Ok(match self.start(module, groups, bindings, mode, is_timed, key)? {
            Some(started) => Outcome::Pending(Box::pin(started.finish(bindings))),
            None => Outcome::Done(None),
        })
    }
}
