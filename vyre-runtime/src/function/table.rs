//! Constant tables of kernels. The host's memory has them already; a GPU gets each one once.

use super::Item as Constant;
use crate::Error;
use crate::arg::Arg;
use crate::backend::Device;
use crate::element::{BufferElement, Data};
use crate::storage::Storage;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The elements of a table.
pub type Table = &'static dyn Elements;

/// A constant slice whose elements can be passed to kernels.
pub trait Elements: Sync {
    /// The argument of a launch on a device. Constants live as long as the process, and so do their copies on GPUs.
    ///
    /// # Errors
    /// If a GPU has no memory for the copy, or fails.
    fn arg(&'static self, device: &Device) -> Result<Arg<'static>, Error>;

    /// The words of the elements, the last one padded with zeros.
    fn padded_words(&self) -> Vec<u32>;

    /// The words of the elements, as buffers have them. `None` for bytes.
    fn words(&self) -> Option<Vec<u32>>;

    /// The elements as constants, if they are numbers.
    fn items(&self) -> Option<Vec<Constant>>;
}

/// Where the tables are on devices: by the device, the address and the length of the table.
type Uploaded = HashMap<(usize, usize, usize), &'static Arc<Storage>>;

static UPLOADED: Mutex<Option<Uploaded>> = Mutex::new(None);

impl<T: BufferElement + Sync> Elements for &'static [T] {
    fn arg(&'static self, device: &Device) -> Result<Arg<'static>, Error> {
        if !device.is_gpu() {
            return Ok(Arg::read(self));
        }
        let key = (device.address(), self.as_ptr().addr(), self.len());
        let mut uploaded = UPLOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let uploaded = uploaded.get_or_insert_with(HashMap::new);
        let known = uploaded.get(&key).filter(|storage| !storage.memory.is_lost());
        let storage = match known {
            Some(storage) => *storage,
            None => {
                let storage: &'static Arc<Storage> = Box::leak(Box::new(device.buffer(self)?.into_storage()));
                uploaded.insert(key, storage);
                storage
            }
        };
        Ok(Arg::resident::<T>(storage, false))
    }

    fn padded_words(&self) -> Vec<u32> {
        match T::data(self) {
            Data::Bytes(bytes) => {
                let word =
                    |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
                bytes.chunks(4).map(word).collect()
            }
            Data::Words(_) | Data::Converted(_) => self.words().unwrap_or_default(),
        }
    }

    fn words(&self) -> Option<Vec<u32>> {
        match T::data(self) {
            Data::Words(words) => Some(words.to_vec()),
            Data::Converted(items) => items.words().ok(),
            Data::Bytes(_) => None,
        }
    }

    fn items(&self) -> Option<Vec<Constant>> {
        let mut leaves = Vec::new();
        T::leaves(0, &mut leaves);
        let [(_, leaf)] = leaves[..] else { return None };
        let item = |element: &T| {
            let (mut words, mut lanes) = (Vec::new(), [0; 4]);
            element.add_words(&mut words);
            words.iter().zip(&mut lanes).for_each(|(word, lane)| *lane = *word);
            Constant { ty: leaf.value(), lanes }
        };
        Some(self.iter().map(item).collect())
    }
}
