//! Constant tables of kernels. The host's memory has them already; a GPU gets each one once.

use crate::Error;
use crate::arg::Arg;
use crate::backend::Device;
use crate::storage::Storage;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use vyre_ir::DataType;

/// The elements of a table.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each variant is named after the elements' type")]
pub enum Table {
    U32(&'static [u32]),
    I32(&'static [i32]),
    U64(&'static [u64]),
    Bool(&'static [bool]),
    Vec2U32(&'static [[u32; 2]]),
    Vec4U32(&'static [[u32; 4]]),
    F32(&'static [f32]),
    Vec2F32(&'static [[f32; 2]]),
    Vec4F32(&'static [[f32; 4]]),
}

/// Where the tables are on devices: by the device, the address and the length of the table.
type Uploaded = HashMap<(usize, usize, usize), &'static Arc<Storage>>;

static UPLOADED: Mutex<Option<Uploaded>> = Mutex::new(None);

impl Table {
    /// The argument of a launch on a device. Constants live as long as the process, and so do their copies on GPUs.
    pub(crate) fn arg(self, device: &Device) -> Result<Arg<'static>, Error> {
        let arg = match self {
            Table::U32(data) => Arg::read(data),
            Table::I32(data) => Arg::read(data),
            Table::U64(data) => Arg::read(data),
            Table::Bool(data) => Arg::read(data),
            Table::Vec2U32(data) => Arg::read(data),
            Table::Vec4U32(data) => Arg::read(data),
            Table::F32(data) => Arg::read(data),
            Table::Vec2F32(data) => Arg::read(data),
            Table::Vec4F32(data) => Arg::read(data),
        };
        if !device.is_gpu() {
            return Ok(arg);
        }
        let (ty, address, length) = self.identity();
        let key = (device.address(), address, length);
        let mut uploaded = UPLOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let uploaded = uploaded.get_or_insert_with(HashMap::new);
        if let Some(storage) = uploaded.get(&key).filter(|storage| !storage.memory.is_lost()) {
            return Ok(Arg::resident(ty, storage, false));
        }
        let storage = match self {
            Table::U32(data) => device.buffer(data)?.into_storage(),
            Table::I32(data) => device.buffer(data)?.into_storage(),
            Table::U64(data) => device.buffer(data)?.into_storage(),
            Table::Bool(data) => device.buffer(data)?.into_storage(),
            Table::Vec2U32(data) => device.buffer(data)?.into_storage(),
            Table::Vec4U32(data) => device.buffer(data)?.into_storage(),
            Table::F32(data) => device.buffer(data)?.into_storage(),
            Table::Vec2F32(data) => device.buffer(data)?.into_storage(),
            Table::Vec4F32(data) => device.buffer(data)?.into_storage(),
        };
        let storage: &'static Arc<Storage> = Box::leak(Box::new(storage));
        uploaded.insert(key, storage);
        Ok(Arg::resident(ty, storage, false))
    }

    fn identity(self) -> (DataType, usize, usize) {
        match self {
            Table::U32(data) => (DataType::U32, data.as_ptr().addr(), data.len()),
            Table::I32(data) => (DataType::I32, data.as_ptr().addr(), data.len()),
            Table::U64(data) => (DataType::U64, data.as_ptr().addr(), data.len()),
            Table::Bool(data) => (DataType::Bool, data.as_ptr().addr(), data.len()),
            Table::Vec2U32(data) => (DataType::Vec2U32, data.as_ptr().addr(), data.len()),
            Table::Vec4U32(data) => (DataType::Vec4U32, data.as_ptr().addr(), data.len()),
            Table::F32(data) => (DataType::F32, data.as_ptr().addr(), data.len()),
            Table::Vec2F32(data) => (DataType::Vec2F32, data.as_ptr().addr(), data.len()),
            Table::Vec4F32(data) => (DataType::Vec4F32, data.as_ptr().addr(), data.len()),
        }
    }
}
