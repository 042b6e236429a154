//! A kernel of a text that is ready to run.

use super::Inner;
use crate::Error;
use crate::arg::{Arg, Kind};
use crate::backend::Device;
use crate::element::Data;
use crate::function::{Item, Packed, Parts};
use crate::kernel;
use crate::module::Module;
use crate::storage::Storage;
use crate::tensor::Axis;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use vyre_ir::{BufferAccess, DataType, Node, Program, Sources};
use vyre_lang::module::Instance;
use vyre_lower::{BufferId, Table};

/// What a table holds, as buffers have it.
enum Elements {
    Words(Arc<[u32]>),
    Bytes(u32, Vec<u8>),
}

/// The tables on a device; nothing of those that a launch takes from the host's memory.
pub(crate) type Storages = Vec<Option<Arc<Storage>>>;

/// A kernel whose parameters are known, linked and validated.
pub(crate) struct Ready {
    pub(crate) program: Program,
    pub(crate) module: Module,
    /// The program with its tensors as such.
    tensors: OnceLock<Option<Program>>,
    tables: Vec<(DataType, Elements)>,
    /// Where the tables are on GPUs: by the devices' addresses.
    uploaded: Mutex<Vec<(usize, Storages)>>,
}

impl Ready {
    /// # Errors
    /// If the values of constant parameters break a rule, or if the bytes of a module are none of its own.
    pub(crate) fn of(of: &Inner, kernel: usize, instance: usize, constants: &[u32]) -> Result<Ready, Error> {
        let (name, instance) = match of.compiled.kernels.get(kernel) {
            Some(kernel) => (kernel.name.as_str(), kernel.instances.get(instance)),
            None => ("", None),
        };
        let Some(instance) = instance else { return Err(Error::ModuleWire) };
        Ready::of_instance((&of.file, name), instance, constants)
    }

    /// The same of an instance that belongs to no kernel by name.
    ///
    /// # Errors
    /// As above.
    pub(crate) fn of_instance(
        (file, name): (&str, &str),
        instance: &Instance,
        constants: &[u32],
    ) -> Result<Ready, Error> {
        let items: Vec<Item> =
            instance.items.iter().map(|(ty, lanes)| Item { ty: ty.clone(), lanes: *lanes }).collect();
        let parts = Parts {
            name,
            wire: &instance.wire,
            file,
            positions: &instance.positions,
            callees: &[],
            locals: &instance.inside,
            items: &items,
            tables: &[],
            packed: &[],
        };
        let lengths: Vec<(usize, u32)> =
            instance.lengths.iter().map(|(at, length)| (*at, length.of_buffer(constants))).collect();
        let mut tables = Vec::new();
        let held = |program: &mut Program| {
            let is_table = |(_, buffer): &(usize, &mut vyre_ir::BufferDecl)| {
                buffer.access == BufferAccess::ReadOnly && buffer.count > 0
            };
            let bound = program.buffers.iter_mut().enumerate().filter(is_table);
            let mut known = Vec::new();
            for ((at, buffer), table) in bound.zip(&instance.tables) {
                let is_bytes = buffer.element == DataType::Bytes || buffer.element.is_packed();
                let elements = if is_bytes {
                    Elements::Bytes(table.size, table.bytes.clone())
                } else {
                    let words = table.bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
                    let words: Arc<[u32]> = words.collect();
                    buffer.count =
                        u32::try_from(words.len() / buffer.element.lanes().max(1)).unwrap_or(u32::MAX);
                    known.push(Table { buffer: BufferId(at as u32), words: Arc::clone(&words) });
                    Elements::Words(words)
                };
                tables.push((buffer.element.clone(), elements));
            }
            known
        };
        let sources = Sources::owned(file.to_string(), instance.positions.clone());
        let (program, module) = kernel::linked(&parts, sources, (constants, &[]), &lengths, held);
        let packed = instance.packed.iter().map(|packed| Packed {
            buffer: Cow::Owned(packed.buffer.clone()),
            element: packed.element,
            part: packed.part,
        });
        let packed: Vec<Packed> = packed.collect();
        let module = module?.with_packed(packed);
        Ok(Ready { program, module, tensors: OnceLock::new(), tables, uploaded: Mutex::default() })
    }

    /// The program of a kernel with these tensors.
    pub(crate) fn program_of(&self, tensors: &[(&str, &[Axis<'_>])]) -> &Program {
        if tensors.is_empty() {
            return &self.program;
        }
        let whole = self.tensors.get_or_init(|| crate::tensor::program_of(&self.program, tensors));
        whole.as_ref().unwrap_or(&self.program)
    }

    /// The length of a dimension of a tensor that a constant of the text says.
    pub(crate) fn dimension(&self, tensor: &str, axis: usize) -> Option<u32> {
        let wanted = format!("__tensor_{tensor}_dim{axis}");
        let value = self.program.entry.iter().find_map(|node| match node {
            Node::Let { name, value } if *name == wanted => Some(value),
            _ => None,
        })?;
        vyre_ir::evaluate(Vec::new(), value.clone(), DataType::U32).map(|value| value.lanes()[0])
    }

    /// The tables on a device, which a GPU gets once. Nothing of those that launches take from the host's memory.
    ///
    /// # Errors
    /// If a GPU has no memory for them, or fails.
    pub(crate) fn uploaded(&self, device: &Device) -> Result<Storages, Error> {
        if !device.is_gpu() || self.tables.is_empty() {
            return Ok(self.tables.iter().map(|_| None).collect());
        }
        let mut uploaded = self.uploaded.lock().unwrap_or_else(PoisonError::into_inner);
        uploaded.retain(|(_, storages)| storages.iter().flatten().all(|storage| !storage.memory.is_lost()));
        if let Some((_, known)) = uploaded.iter().find(|(address, _)| *address == device.address()) {
            return Ok(known.clone());
        }
        let mut storages = Vec::new();
        for (_, elements) in &self.tables {
            storages.push(Some(match elements {
                Elements::Words(words) => device.buffer(words)?.into_storage(),
                Elements::Bytes(2, bytes) => {
                    let halves: Vec<u16> =
                        bytes.as_chunks::<2>().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
                    device.buffer(&halves)?.into_storage()
                }
                Elements::Bytes(_, bytes) => device.buffer(bytes)?.into_storage(),
            }));
        }
        uploaded.push((device.address(), storages.clone()));
        Ok(storages)
    }

    /// The arguments for the tables.
    pub(crate) fn table_args<'b>(
        &'b self,
        storages: &'b [Option<Arc<Storage>>],
    ) -> impl Iterator<Item = Arg<'b>> {
        self.tables.iter().zip(storages).map(|((ty, elements), storage)| {
            let size = match elements {
                Elements::Words(_) => 4,
                Elements::Bytes(size, _) => *size as usize,
            };
            let kind = match (storage, elements) {
                (Some(storage), _) => Kind::Resident { storage, is_write: false },
                (None, Elements::Words(words)) => Kind::Read(Data::Words(words)),
                (None, Elements::Bytes(_, bytes)) => Kind::Read(Data::Bytes(bytes)),
            };
            Arg { ty: ty.clone(), size: size.max(1), kind, host: "", layout: None }
        })
    }
}
