//! Arguments that a thread can own.

use crate::Error;
use crate::arg::{Arg, Kind};
use crate::element::{Data, DataMut};
use crate::memory::copied;
use crate::storage::Storage;
use crate::tensor::layout::Layout;
use std::sync::Arc;
use vyre_ir::DataType;

/// A copy of a slice, or a handle to a buffer.
#[derive(Debug)]
pub(crate) struct OwnedArg {
    ty: DataType,
    size: usize,
    is_write: bool,
    data: OwnedData,
    layout: Option<Box<Layout>>,
}

#[derive(Debug)]
enum OwnedData {
    Words(Vec<u32>),
    Bytes(Vec<u8>),
    Resident(Arc<Storage>),
}

impl OwnedArg {
    /// # Errors
    /// If there is no memory for the copy.
    pub(crate) fn of(arg: &Arg<'_>) -> Result<OwnedArg, Error> {
        let data = match &arg.kind {
            Kind::Read(Data::Words(data)) => OwnedData::Words(copied(data)?),
            Kind::Write(DataMut::Words(data)) => OwnedData::Words(copied(data)?),
            Kind::Read(Data::Bytes(data)) => OwnedData::Bytes(copied(data)?),
            Kind::Write(DataMut::Bytes(data)) => OwnedData::Bytes(copied(data)?),
            Kind::Read(Data::Converted(data)) => OwnedData::Words(data.words()?),
            Kind::Write(DataMut::Converted(data)) => OwnedData::Words(data.words()?),
            Kind::Resident { storage, .. } => OwnedData::Resident(Arc::clone(storage)),
            Kind::Value(words) => OwnedData::Words(copied(words)?),
        };
        Ok(OwnedArg {
            ty: arg.ty.clone(),
            size: arg.size,
            is_write: arg.is_write(),
            data,
            layout: arg.layout.clone(),
        })
    }

    pub(crate) fn borrow(&mut self) -> Arg<'_> {
        let kind = match (&mut self.data, self.is_write) {
            (OwnedData::Words(data), true) => Kind::Write(DataMut::Words(data)),
            (OwnedData::Bytes(data), true) => Kind::Write(DataMut::Bytes(data)),
            (OwnedData::Words(data), false) => Kind::Read(Data::Words(data)),
            (OwnedData::Bytes(data), false) => Kind::Read(Data::Bytes(data)),
            (OwnedData::Resident(storage), is_write) => Kind::Resident { storage, is_write },
        };
        Arg { ty: self.ty.clone(), size: self.size, kind, host: "", layout: self.layout.clone() }
    }

    /// Copies the results back to the argument that this is a copy of.
    pub(crate) fn give_back(&self, arg: &mut Arg<'_>) {
        match (&mut arg.kind, &self.data) {
            (Kind::Write(DataMut::Words(data)), OwnedData::Words(owned)) => data.copy_from_slice(owned),
            (Kind::Write(DataMut::Bytes(data)), OwnedData::Bytes(owned)) => data.copy_from_slice(owned),
            (Kind::Write(DataMut::Converted(data)), OwnedData::Words(owned)) => {
                data.put(0, bytemuck::cast_slice(owned));
            }
            _ => {}
        }
    }
}
