//! Memory, with the accesses to it.

use super::{Outcome, Stuck};
use crate::case::shape_of;
use crate::{Case, Contents};
use std::fmt;
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Lanes, Program, Value};

/// An invocation: its ids, what it has alone, and how many barriers it has passed.
pub(super) struct Who {
    pub(super) invocation: [u32; 3],
    pub(super) workgroup: [u32; 3],
    pub(super) local: [u32; 3],
    /// The number of its workgroup.
    pub(super) group: usize,
    pub(super) epoch: u32,
    /// The elements of its local arrays, by the positions of buffers.
    private: Vec<Vec<Lanes>>,
    /// Whether an assertion has failed in it.
    pub(super) has_failed: bool,
}

impl Who {
    pub(super) fn new(program: &Program, group: usize, workgroup: [u32; 3], local: [u32; 3]) -> Who {
        let size = program.workgroup_size;
        Who {
            invocation: std::array::from_fn(|axis| {
                workgroup[axis].wrapping_mul(size[axis]).wrapping_add(local[axis])
            }),
            workgroup,
            local,
            group,
            epoch: 0,
            private: Vec::new(),
            has_failed: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Load,
    Store,
    Atomic,
    AtomicLoad,
}

impl Kind {
    fn is_load(self) -> bool {
        matches!(self, Kind::Load | Kind::AtomicLoad)
    }

    fn is_atomic(self) -> bool {
        matches!(self, Kind::Atomic | Kind::AtomicLoad)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Access {
    kind: Kind,
    invocation: [u32; 3],
    group: usize,
    epoch: u32,
}

impl Access {
    fn races_with(self, other: Access) -> bool {
        let both = |test: fn(Kind) -> bool| test(self.kind) && test(other.kind);
        // A barrier orders what the invocations of a workgroup do before it and after it.
        let is_ordered = self.group == other.group && self.epoch != other.epoch;
        self.invocation != other.invocation && !both(Kind::is_load) && !both(Kind::is_atomic) && !is_ordered
    }
}

/// Two accesses to one element whose order is not determined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The buffer's name.
    pub buffer: String,
    /// The element.
    pub element: usize,
    /// The ids of the two invocations.
    pub invocations: [[u32; 3]; 2],
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Race { buffer, element, invocations: [first, second] } = self;
        write!(f, "invocations {first:?} and {second:?} race for `{buffer}[{element}]`")
    }
}

/// The elements of a buffer, or of a workgroup's array.
#[derive(Clone)]
struct Shared {
    elements: Vec<Lanes>,
    /// What has accessed each element; nothing for buffers that are only read.
    accesses: Vec<Vec<Access>>,
}

impl Shared {
    fn new(elements: Vec<Lanes>, is_written: bool) -> Shared {
        Shared::of_parts(elements, usize::from(is_written))
    }

    /// With so many parts of each element that are accessed by themselves.
    fn of_parts(elements: Vec<Lanes>, parts: usize) -> Shared {
        Shared { accesses: vec![Vec::new(); elements.len() * parts], elements }
    }

    /// Notes an access to an element that is there. Gives an earlier one that it races with.
    fn note(&mut self, element: usize, access: Access) -> Option<Access> {
        let accesses = self.accesses.get_mut(element)?;
        if accesses.last() == Some(&access) {
            return None;
        }
        let race = accesses.iter().find(|earlier| earlier.races_with(access)).copied();
        accesses.push(access);
        race
    }
}

/// All of the memory of a launch.
pub(super) struct Memory<'a> {
    buffers: Vec<&'a BufferDecl>,
    /// For each buffer: the bound one, or one array for each workgroup.
    shared: Vec<Vec<Shared>>,
    /// The places of calls of operations that have arrays of their own, with the positions of the first ones: those are behind the program's.
    own: Vec<(Place, usize)>,
    /// The workgroups.
    groups: usize,
    /// What the dimensions of tensors are that have names.
    dimensions: &'a [(&'static str, u32)],
    race: Option<Race>,
}

/// A place of a call: the number of the one around it, and the statement's address.
pub(super) type Place = (usize, usize);

impl<'a> Memory<'a> {
    /// The inputs of a case, which fit its buffers in number.
    pub(super) fn new(case: &'a Case, groups: usize) -> Memory<'a> {
        let buffers = &case.program.buffers;
        let mut inputs = case.inputs.iter();
        let shared = |buffer: &BufferDecl| match buffer.access {
            BufferAccess::Private => Vec::new(),
            access if access.is_shared() => {
                vec![Shared::new(vec![[0; 4]; buffer.count as usize], true); groups]
            }
            _ => {
                let elements =
                    inputs.next().map_or(Vec::new(), |input| input.elements(buffer.element.flat().clone()));
                let is_written = buffer.access == BufferAccess::ReadWrite;
                match buffer.element == DataType::Bytes && is_written {
                    true => vec![Shared::of_parts(elements, 4)],
                    false => vec![Shared::new(elements, is_written)],
                }
            }
        };
        Memory {
            buffers: buffers.iter().collect(),
            shared: buffers.iter().map(shared).collect(),
            own: Vec::new(),
            groups,
            dimensions: &case.dimensions,
            race: None,
        }
    }

    /// What the bound buffers hold.
    pub(super) fn outcome(self, case: &Case) -> Outcome {
        let bound = self.buffers.iter().zip(self.shared).filter(|(buffer, _)| buffer.access.is_bound());
        let contents =
            bound.zip(&case.inputs).map(|((buffer, shared), input)| match (input, shared.first()) {
                (Contents::Words(_), Some(shared)) => {
                    let lanes = buffer.element.flat().lanes();
                    Contents::Words(
                        shared.elements.iter().flat_map(|element| &element[..lanes]).copied().collect(),
                    )
                }
                (Contents::Bytes(bytes), Some(shared)) => {
                    let words = shared.elements.iter().flat_map(|[word, ..]| word.to_le_bytes());
                    Contents::Bytes(words.take(bytes.len()).collect())
                }
                _ => input.clone(),
            });
        Outcome { contents: contents.collect(), failure: None, race: self.race }
    }

    /// The position of a buffer of the program.
    pub(super) fn find(&self, name: &str) -> Result<usize, Stuck> {
        self.buffers.iter().position(|buffer| buffer.name == name).ok_or(Stuck::Invalid)
    }

    /// The arrays that an operation has for itself at a place of a call: the number of the place, and the position of the first.
    pub(super) fn own(
        &mut self,
        place: Place,
        arrays: impl Iterator<Item = &'a BufferDecl>,
    ) -> (usize, usize) {
        if let Some(at) = self.own.iter().position(|(known, _)| *known == place) {
            return (at + 1, self.own[at].1);
        }
        let first = self.buffers.len();
        self.own.push((place, first));
        for array in arrays {
            let elements = match array.access {
                BufferAccess::Private => Vec::new(),
                _ => vec![Shared::new(vec![[0; 4]; array.count as usize], true); self.groups],
            };
            self.buffers.push(array);
            self.shared.push(elements);
        }
        (self.own.len(), first)
    }

    /// The lengths of a tensor's dimensions.
    pub(super) fn shape(&self, at: usize) -> Result<Vec<u32>, Stuck> {
        let ty = self.buffers[at].as_tensor().ok_or(Stuck::Invalid)?;
        shape_of(ty, self.dimensions).ok_or(Stuck::Invalid)
    }

    /// Where an element of a tensor lies in its buffer; nothing if it is out of bounds.
    pub(super) fn place(&self, at: usize, indices: &[u32]) -> Result<Option<u32>, Stuck> {
        let (ty, shape) = (self.buffers[at].as_tensor().ok_or(Stuck::Invalid)?, self.shape(at)?);
        if shape.len() != indices.len() {
            return Err(Stuck::Invalid);
        }
        let (mut place, mut dense) = (0u64, 1u64);
        for axis in (0..shape.len()).rev() {
            if indices[axis] >= shape[axis] {
                return Ok(None);
            }
            let stride = ty.strides.get(axis).map_or(dense, |stride| u64::from(*stride));
            place = place.saturating_add(stride.saturating_mul(u64::from(indices[axis])));
            dense = dense.saturating_mul(u64::from(shape[axis]));
        }
        Ok(u32::try_from(place).ok())
    }

    /// The zero of a buffer's elements.
    pub(super) fn zero(&self, at: usize) -> Value {
        Value::zero(self.buffers[at].element.flat().clone())
    }

    /// The number of elements.
    pub(super) fn len(&self, at: usize) -> u32 {
        match self.shared[at].first() {
            Some(shared) => shared.elements.len() as u32,
            None => self.buffers[at].count,
        }
    }

    /// The elements of a buffer as an invocation sees them, and the type of one. An access is noted if the element is there.
    fn elements<'m>(
        &'m mut self,
        who: &'m mut Who,
        at: usize,
        index: u32,
        kind: Kind,
    ) -> Result<(&'m mut [Lanes], DataType), Stuck> {
        let BufferDecl { access, element, count, .. } = self.buffers[at];
        let element = element.flat();
        if *access == BufferAccess::Private {
            if who.private.len() <= at {
                who.private.resize(at + 1, Vec::new());
            }
            who.private[at].resize(*count as usize, [0; 4]);
            return Ok((&mut who.private[at], element.clone()));
        }
        let group = if access.is_shared() { who.group } else { 0 };
        let shared = &mut self.shared[at][group];
        let access = Access { kind, invocation: who.invocation, group: who.group, epoch: who.epoch };
        if let Some(other) = shared.note(index as usize, access) {
            self.race.get_or_insert(Race {
                buffer: self.buffers[at].name.clone(),
                element: index as usize,
                invocations: [other.invocation, who.invocation],
            });
        }
        Ok((&mut shared.elements, element.clone()))
    }

    pub(super) fn load(&mut self, who: &mut Who, at: usize, index: u32) -> Result<Value, Stuck> {
        let (elements, ty) = self.elements(who, at, index, Kind::Load)?;
        Ok(elements
            .get(index as usize)
            .map_or(Value::zero(ty.clone()), |lanes| Value::from_lanes(ty, *lanes)))
    }

    /// A byte of a buffer of `Bytes`.
    pub(super) fn load_byte(&mut self, who: &mut Who, at: usize, index: u32) -> Result<Value, Stuck> {
        let words = self.bytes(who, at, [index, 1], Kind::Load)?;
        let word = words.get(index as usize / 4).map_or(0, |lanes| lanes[0]);
        Ok(Value::from(word.to_le_bytes()[index as usize % 4] as u32))
    }

    /// A word of a buffer of `Bytes`.
    pub(super) fn load_word(&mut self, who: &mut Who, at: usize, index: u32) -> Result<Value, Stuck> {
        let words = self.bytes(who, at, [index.saturating_mul(4), 4], Kind::Load)?;
        Ok(Value::from(words.get(index as usize).map_or(0, |lanes| lanes[0])))
    }

    /// The words of a buffer of `Bytes`. An access to `count` bytes is noted, as far as they are there.
    fn bytes(
        &mut self,
        who: &Who,
        at: usize,
        [first, count]: [u32; 2],
        kind: Kind,
    ) -> Result<&mut [Lanes], Stuck> {
        let access = Access { kind, invocation: who.invocation, group: who.group, epoch: who.epoch };
        let shared = self.shared[at].first_mut().ok_or(Stuck::Invalid)?;
        for byte in (first as usize..).take(count as usize) {
            if let Some(other) = shared.note(byte, access) {
                let invocations = [other.invocation, who.invocation];
                self.race.get_or_insert(Race {
                    buffer: self.buffers[at].name.clone(),
                    element: byte,
                    invocations,
                });
            }
        }
        Ok(&mut shared.elements)
    }

    pub(super) fn store_byte(&mut self, who: &Who, at: usize, index: u32, byte: u8) -> Result<(), Stuck> {
        let words = self.bytes(who, at, [index, 1], Kind::Store)?;
        if let Some([word, ..]) = words.get_mut(index as usize / 4) {
            let mut bytes = word.to_le_bytes();
            bytes[index as usize % 4] = byte;
            *word = u32::from_le_bytes(bytes);
        }
        Ok(())
    }

    pub(super) fn store_word(&mut self, who: &Who, at: usize, index: u32, word: u32) -> Result<(), Stuck> {
        let words = self.bytes(who, at, [index.saturating_mul(4), 4], Kind::Store)?;
        if let Some(lanes) = words.get_mut(index as usize) {
            lanes[0] = word;
        }
        Ok(())
    }

    pub(super) fn store(&mut self, who: &mut Who, at: usize, index: u32, value: Value) -> Result<(), Stuck> {
        let (elements, _) = self.elements(who, at, index, Kind::Store)?;
        if let Some(element) = elements.get_mut(index as usize) {
            *element = value.lanes();
        }
        Ok(())
    }

    pub(super) fn atomic_load(&mut self, who: &mut Who, at: usize, index: u32) -> Result<Value, Stuck> {
        let (elements, ty) = self.elements(who, at, index, Kind::AtomicLoad)?;
        Ok(Value::from_lanes(ty, elements.get(index as usize).copied().unwrap_or_default()))
    }

    /// Does an atomic operation, and gives the old value.
    pub(super) fn atomic(
        &mut self,
        who: &mut Who,
        op: AtomicOp,
        at: usize,
        index: u32,
        operands: [&Value; 2],
    ) -> Result<Value, Stuck> {
        let (elements, ty) = self.elements(who, at, index, Kind::Atomic)?;
        let Some(element) = elements.get_mut(index as usize) else { return Ok(Value::zero(ty)) };
        let number = |[low, high, ..]: Lanes| u64::from(low) | u64::from(high) << 32;
        let [expected, value] = operands.map(|operand| number(operand.lanes()));
        let new = op.eval_as(ty.element_type().scalar, number(*element), value, expected);
        let new = new.ok_or(Stuck::Invalid)?;
        let old = std::mem::replace(element, [new as u32, (new >> 32) as u32, 0, 0]);
        Ok(Value::from_lanes(ty, old))
    }
}
