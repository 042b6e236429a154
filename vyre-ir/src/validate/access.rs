//! Checks accesses to buffers: loads, stores and atomic operations.

use super::body::{Checker, Operand};
use crate::rules::Problem;
use crate::{AtomicOp, BufferAccess, BufferDecl, DataType, ExprsAt, TensorType};
use DataType::{Bytes, U32};

impl<'a> Checker<'a, '_> {
    /// A store to a tensor, with its indices and then its value.
    pub(super) fn tensor_store(&mut self, place: usize, name: &str, count: usize, exprs: ExprsAt<'a>) {
        let mut types: Vec<(usize, Option<DataType>)> =
            exprs.into_iter().flatten().map(|(at, expr)| (at, self.expr(at, expr))).collect();
        let Some((value_at, value)) = types.pop() else { return };
        let Some(buffer) = self.buffers.get(name) else {
            return self.report(place, Problem::StoreToUnknown { name: name.to_string() });
        };
        if !buffer.access.is_writable() {
            self.report(place, Problem::StoreToReadOnly { name: name.to_string() });
        }
        let Some(tensor) = self.tensor(place, buffer, "TensorStore") else { return };
        self.indices(place, (name, tensor), count, types.iter().map(|(at, ty)| (*at, ty.as_ref())));
        let element = &*tensor.element;
        self.demand(element, value_at, value.as_ref(), |got| Problem::StoreType {
            name: name.to_string(),
            element: element.clone(),
            got,
        });
    }
}

impl Checker<'_, '_> {
    pub(super) fn store(
        &mut self,
        place: usize,
        places: [usize; 2],
        name: &str,
        [index, value]: [Option<DataType>; 2],
    ) {
        let name = name.to_string();
        self.index(places[0], &name, index.as_ref());
        let Some(buffer) = self.buffers.get(&name) else {
            return self.report(place, Problem::StoreToUnknown { name });
        };
        if !buffer.access.is_writable() {
            self.report(place, Problem::StoreToReadOnly { name: name.clone() });
        }
        let element = &buffer.element;
        if self.is_flat(place, buffer, "Store")
            && self.is_typed(place, buffer)
            && let Some(got) = value
            && got != *element
        {
            self.report(places[1], Problem::StoreType { name, element: element.clone(), got });
        }
    }

    /// A store of a byte or of a word of bytes.
    pub(super) fn store_bytes(
        &mut self,
        place: usize,
        places: [usize; 2],
        name: &str,
        [index, value]: [Option<DataType>; 2],
    ) {
        let name = name.to_string();
        self.index(places[0], &name, index.as_ref());
        self.demand(&U32, places[1], value.as_ref(), |got| Problem::ByteValue { name: name.clone(), got });
        let Some(buffer) = self.buffers.get(&name) else {
            return self.report(place, Problem::StoreToUnknown { name });
        };
        if !buffer.access.is_writable() {
            self.report(place, Problem::StoreToReadOnly { name: name.clone() });
        }
        if self.is_flat(place, buffer, "Store") && buffer.element != Bytes {
            self.report(place, Problem::ByteStore { name, element: buffer.element.clone() });
        }
    }

    pub(super) fn atomic_store(
        &mut self,
        place: usize,
        places: [usize; 2],
        name: &str,
        [index, value]: [Option<DataType>; 2],
    ) {
        self.index(places[0], name, index.as_ref());
        self.atomic_operand(name, places[1], value.as_ref());
        self.atomic_buffer(place, name);
    }

    /// Checks that the operand of an atomic on a buffer is of its elements' type.
    fn atomic_operand(&mut self, name: &str, place: usize, ty: Option<&DataType>) {
        let expected = self.atomic_element(name);
        self.demand(&expected, place, ty, |got| Problem::AtomicOperand { expected: expected.clone(), got });
    }

    /// The type of the elements of a buffer with atomics; of what has none it is `U32`.
    fn atomic_element(&self, name: &str) -> DataType {
        let element = self.buffers.get(name).map(|buffer| &buffer.element);
        element.filter(|element| element.has_atomics()).cloned().unwrap_or(U32)
    }

    /// Whether typed accesses to the buffer are allowed. Reports the problem if not.
    pub(super) fn is_typed(&mut self, place: usize, buffer: &BufferDecl) -> bool {
        if buffer.element == Bytes {
            self.report(place, Problem::OperationOnBytes { name: buffer.name.clone() });
        }
        buffer.element != Bytes
    }

    /// Whether accesses by one index are allowed. Reports the problem if not.
    pub(super) fn is_flat(&mut self, place: usize, buffer: &BufferDecl, what: &'static str) -> bool {
        let is_tensor = buffer.as_tensor().is_some();
        if is_tensor {
            self.report(place, Problem::FlatAccess { name: buffer.name.clone(), what });
        }
        !is_tensor
    }

    /// The type of a tensor. Reports a buffer that is none.
    fn tensor<'b>(
        &mut self,
        place: usize,
        buffer: &'b BufferDecl,
        what: &'static str,
    ) -> Option<&'b TensorType> {
        let tensor = buffer.as_tensor();
        if tensor.is_none() {
            self.report(place, Problem::NotATensor { name: buffer.name.clone(), what });
        }
        tensor
    }

    fn indices<'i>(
        &mut self,
        place: usize,
        (name, tensor): (&str, &TensorType),
        got: usize,
        indices: impl Iterator<Item = (usize, Option<&'i DataType>)>,
    ) {
        if got != tensor.rank() {
            let (name, expected) = (name.to_string(), tensor.rank());
            self.report(place, Problem::IndexCount { name, expected, got });
        }
        indices.for_each(|(at, ty)| self.index(at, name, ty));
    }

    pub(super) fn tensor_load(&mut self, place: usize, name: &str, operands: &[Operand]) -> Option<DataType> {
        let Some(buffer) = self.buffers.get(name) else {
            self.report(place, Problem::LoadFromUnknown { name: name.to_string() });
            return None;
        };
        let tensor = self.tensor(place, buffer, "TensorLoad")?;
        self.indices(place, (name, tensor), operands.len(), operands.iter().map(Operand::known));
        Some((*tensor.element).clone())
    }

    pub(super) fn tensor_dim(&mut self, place: usize, name: &str, axis: u32) -> Option<DataType> {
        match self.buffers.get(name) {
            None => self.report(place, Problem::LenOfUnknown { name: name.to_string() }),
            Some(buffer) => {
                let rank = self.tensor(place, buffer, "TensorDim").map(TensorType::rank);
                if let Some(rank) = rank.filter(|rank| axis as usize >= *rank) {
                    self.report(place, Problem::TensorAxis { name: name.to_string(), axis, rank });
                }
            }
        }
        Some(U32)
    }

    pub(super) fn index(&mut self, at: usize, name: &str, index: Option<&DataType>) {
        self.demand(&U32, at, index, |got| Problem::IndexType { name: name.to_string(), got });
    }

    pub(super) fn load(
        &mut self,
        place: usize,
        name: &str,
        index: (usize, Option<&DataType>),
    ) -> Option<DataType> {
        self.index(index.0, name, index.1);
        let Some(buffer) = self.buffers.get(name) else {
            self.report(place, Problem::LoadFromUnknown { name: name.to_string() });
            return None;
        };
        let is_typed = self.is_flat(place, buffer, "Load") && self.is_typed(place, buffer);
        is_typed.then_some(buffer.element.clone())
    }

    pub(super) fn load_bytes(
        &mut self,
        place: usize,
        name: &str,
        index: (usize, Option<&DataType>),
    ) -> Option<DataType> {
        self.index(index.0, name, index.1);
        match self.buffers.get(name) {
            None => self.report(place, Problem::LoadFromUnknown { name: name.to_string() }),
            Some(buffer) if buffer.as_tensor().is_some() => {
                self.is_flat(place, buffer, "Load");
            }
            Some(buffer) if buffer.element != Bytes => {
                let (name, element) = (name.to_string(), buffer.element.clone());
                self.report(place, Problem::ByteAccess { name, element });
            }
            Some(_) => {}
        }
        Some(U32)
    }

    pub(super) fn atomic(
        &mut self,
        place: usize,
        op: AtomicOp,
        name: &str,
        has_expected: bool,
        operands: &[Operand],
    ) -> Option<DataType> {
        let Some((index, values)) = operands.split_first() else { return Some(U32) };
        self.index(index.place, name, index.ty.as_ref());
        for Operand { place, ty } in values {
            self.atomic_operand(name, *place, ty.as_ref());
        }
        match (op.takes_expected(), has_expected) {
            (true, false) => self.report(place, Problem::ExpectedMissing {}),
            (false, true) => self.report(place, Problem::ExpectedUnused { op: op.name() }),
            _ => {}
        }
        self.atomic_buffer(place, name)
    }

    /// Checks that atomic accesses to the buffer are allowed. Gives their type.
    pub(super) fn atomic_buffer(&mut self, place: usize, name: &str) -> Option<DataType> {
        let name = name.to_string();
        let Some(buffer) = self.buffers.get(&name) else {
            self.report(place, Problem::AtomicOnUnknown { name });
            return Some(U32);
        };
        let problem: Option<fn(String) -> Problem> = match buffer.access {
            BufferAccess::Workgroup => Some(|name| Problem::AtomicOnWorkgroup { name }),
            BufferAccess::Private => Some(|name| Problem::AtomicOnPrivate { name }),
            access if !access.is_atomic() => Some(|name| Problem::AtomicOnReadOnly { name }),
            _ => None,
        };
        if let Some(problem) = problem {
            self.report(place, problem(name.clone()));
        }
        // The declaration of a workgroup's one has been reported.
        let is_reported = buffer.access == BufferAccess::WorkgroupAtomic;
        if self.is_flat(place, buffer, "Atomic")
            && self.is_typed(place, buffer)
            && !buffer.element.has_atomics()
            && !is_reported
        {
            let element = buffer.element.clone();
            self.report(place, Problem::AtomicElement { name: name.clone(), element });
        }
        Some(self.atomic_element(&name))
    }
}
