//! Buffers and arrays, and what invocations may do with them.

use super::{Generator, TYPES};
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Expr};

/// Which elements of an array an invocation owns: `base + stride * map(flat) + 0..stride`, where `flat` is its flat id.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    /// Whether `flat` is the id in the workgroup, and not in the grid.
    pub(super) is_local: bool,
    /// `base` is the number of the workgroup times this, which leaves room for all of its invocations.
    pub(super) region: u32,
    pub(super) stride: u32,
    pub(super) map: Map,
}

/// A map of ids that gives no two the same, also after a multiplication by a stride.
#[derive(Clone, Copy, Debug)]
pub(super) enum Map {
    Same,
    /// Plus a number, which may wrap.
    Plus(u32),
    /// From this number downwards.
    Minus(u32),
    /// Some low bits inverted.
    Xor(u32),
}

/// What invocations may do with an array.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    /// All may read all of it, and nobody writes.
    Input,
    /// Each has its own.
    Private,
    /// Each may do anything, atomics too, with the elements that it owns.
    Owned(Owner),
    /// All may do this one atomic operation on all of it, whose old value is lost. `CompareExchange` and `Exchange` only
    /// with these operands.
    Reduced { op: AtomicOp, expected: u32, value: u32 },
    /// Between two barriers each does what it likes with the elements that it owns, or all read what belongs to their
    /// workgroup and nobody writes. `Generator::reading` says which.
    Phased(Owner),
    /// Between two barriers all do this one atomic operation on all of it, as with `Reduced`, or all read it.
    /// `Generator::reading` says which.
    Tallied { op: AtomicOp, expected: u32, value: u32 },
}

impl Role {
    /// Whether a barrier may lie between two uses of the array.
    pub(super) fn has_phases(self) -> bool {
        matches!(self, Role::Phased(_) | Role::Tallied { .. })
    }
}

#[derive(Clone, Debug)]
pub(super) struct Array {
    pub(super) decl: BufferDecl,
    /// The elements in this launch; words for `Bytes`.
    pub(super) len: u32,
    pub(super) role: Role,
}

impl Generator<'_, '_> {
    /// Declares buffers and arrays, first the one for results.
    pub(super) fn declare_arrays(&mut self) {
        let count = self.source.below(self.sizes.arrays + 1);
        let results = self.results();
        self.arrays.push(results);
        for _ in 0..count {
            let array = self.array();
            let count = |access| self.arrays.iter().filter(|other| other.decl.access == access).count();
            // Lavapipe smashes its stack on some shaders with four uniform buffers.
            if array.decl.access != BufferAccess::Uniform || count(BufferAccess::Uniform) < 2 {
                self.arrays.push(array);
            }
        }
        let at = self.source.below(self.arrays.len() as u32) as usize;
        self.arrays.swap(0, at);
        let first = self.source.below(3);
        let step = if self.source.chance(1, 4) { 7 } else { 1 };
        for (at, array) in self.arrays.iter_mut().enumerate() {
            array.decl.binding = first + step * at as u32;
            if array.decl.name.is_empty() {
                array.decl.name = ["a", "b", "c", "d", "x", "y", "z", "w"]
                    .get(at)
                    .map_or_else(|| format!("b{at}"), |name| name.to_string());
            }
        }
        self.reading = vec![false; self.arrays.len()];
        for (at, array) in self.arrays.iter().enumerate() {
            self.reading[at] = array.role.has_phases() && self.source.chance(1, 4);
        }
    }

    /// The buffer for what a program computes, nearly always with room for all.
    fn results(&mut self) -> Array {
        let mut owner = self.owner(false);
        owner.stride = self.source.range(1, 4);
        let wanted = self.global_count() * owner.stride;
        let len = match self.source.below(8) {
            0 => self.source.below(self.sizes.length + 1),
            1 => wanted + self.source.below(3),
            2 => wanted.saturating_sub(self.source.below(3)),
            _ => {
                owner.map = Map::Same;
                wanted
            }
        };
        let decl = BufferDecl::read_write("out", 0, DataType::U32);
        Array { decl, len, role: Role::Owned(owner) }
    }

    fn owner(&mut self, is_local: bool) -> Owner {
        let ids = if is_local { self.local_count() } else { self.global_count() };
        let map = match self.source.below(8) {
            0 => Map::Plus(self.source.below(5)),
            1 => Map::Plus(self.source.below(5).wrapping_neg()),
            2 => Map::Minus(ids.saturating_sub(1)),
            3 => Map::Xor(self.source.below(8)),
            _ => Map::Same,
        };
        let stride = if self.source.chance(1, 2) { 1 } else { self.source.range(2, 4) };
        Owner { is_local, region: 0, stride, map }
    }

    fn array(&mut self) -> Array {
        let any = self.source.pick(TYPES).clone();
        let element = if self.source.chance(1, 3) { DataType::U32 } else { any };
        let (access, element, role) = match self.source.below(18) {
            0..=2 => (BufferAccess::ReadOnly, element, Role::Input),
            3 => (BufferAccess::ReadOnly, DataType::Bytes, Role::Input),
            4 if self.source.chance(1, 4) => (BufferAccess::ReadWrite, DataType::Bytes, Role::Input),
            4 | 5 => (BufferAccess::Uniform, element, Role::Input),
            6..=8 => (BufferAccess::ReadWrite, element, Role::Owned(self.owner(false))),
            9 => (BufferAccess::ReadWrite, self.atomic_element(), self.reduced()),
            10 | 11 => (BufferAccess::Workgroup, element, Role::Phased(self.owner(true))),
            12 => (BufferAccess::ReadWrite, element, Role::Phased(self.shared_region())),
            13 => (BufferAccess::WorkgroupAtomic, self.atomic_element(), self.tallied()),
            14 => (BufferAccess::WorkgroupAtomic, self.atomic_element(), Role::Phased(self.owner(true))),
            _ => (BufferAccess::Private, element, Role::Private),
        };
        // Tests bind words: what shares one is tried by programs of its own.
        let element = if access.is_bound() && element.is_packed() { DataType::U32 } else { element };
        let len = self.length(access, &role);
        let count = if !access.is_bound() || (len > 0 && self.source.chance(1, 3)) { len } else { 0 };
        let name = if self.source.chance(1, 12) { "launch".to_string() } else { String::new() };
        let name = if self.arrays.iter().any(|array| array.decl.name == name) { String::new() } else { name };
        Array { decl: BufferDecl { name, binding: 0, access, element, count, strided: false }, len, role }
    }

    fn atomic_element(&mut self) -> DataType {
        if self.source.chance(1, 3) { DataType::U64 } else { DataType::U32 }
    }

    fn reduced(&mut self) -> Role {
        let op = *self.source.pick(AtomicOp::ALL);
        Role::Reduced { op, expected: self.source.below(4), value: super::interesting(self.source) }
    }

    fn tallied(&mut self) -> Role {
        let op = *self.source.pick(AtomicOp::ALL);
        Role::Tallied { op, expected: self.source.below(4), value: super::interesting(self.source) }
    }

    /// The ownership of a storage buffer of which each workgroup has a part for its invocations.
    fn shared_region(&mut self) -> Owner {
        let stride = self.source.range(1, 2);
        let count = self.local_count();
        let map = if self.source.chance(1, 3) { Map::Minus(count - 1) } else { Map::Same };
        Owner { is_local: true, region: count * stride + self.source.below(3), stride, map }
    }

    fn length(&mut self, access: BufferAccess, role: &Role) -> u32 {
        let most = self.sizes.length;
        let fitting = match role {
            Role::Owned(owner) if owner.region == 0 => self.global_count() * owner.stride,
            Role::Phased(owner) if owner.region == 0 => self.local_count() * owner.stride,
            Role::Phased(owner) => self.grid.iter().product::<u32>() * owner.region,
            _ => most,
        };
        let len = match self.source.below(6) {
            0 => *self.source.pick(&[1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65]),
            1 | 2 => fitting,
            3 => self.source.below(4),
            _ => self.source.below(most + 1),
        };
        match access {
            // Lavapipe takes long for large ones.
            BufferAccess::Private => 1 + len % 9,
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => len.clamp(1, most.max(1)),
            _ => len.min(most),
        }
    }

    /// The arrays that satisfy a test; none in an operation.
    pub(super) fn pick_array(&mut self, test: impl Fn(usize, &Array) -> bool) -> Option<usize> {
        if self.in_operation {
            return None;
        }
        let Generator { arrays, source, .. } = self;
        let fitting = arrays.iter().enumerate().filter(|(at, array)| test(*at, array)).map(|(at, _)| at);
        source.choose(fitting)
    }

    /// An array that may be stored to here.
    pub(super) fn writable(&mut self) -> Option<usize> {
        let reading = self.reading.clone();
        self.pick_array(|at, array| match array.role {
            Role::Private | Role::Owned(_) => true,
            Role::Phased(_) => !reading[at],
            Role::Input | Role::Reduced { .. } | Role::Tallied { .. } => false,
        })
    }

    /// An array with elements of a type that may be loaded from here; one of `Bytes` for `U32` too.
    pub(super) fn readable(&mut self, ty: Option<DataType>) -> Option<usize> {
        let is_constant =
            |array: &Array| matches!(array.decl.access, BufferAccess::ReadOnly | BufferAccess::Uniform);
        let (wants_uniform, reading) = (self.wants_uniform, self.reading.clone());
        self.pick_array(|at, array| {
            let element = &array.decl.element;
            let is_of = |ty| *element == ty || (ty == DataType::U32 && *element == DataType::Bytes);
            <Option<DataType> as Clone>::clone(&ty).is_none_or(is_of)
                && !matches!(array.role, Role::Reduced { .. })
                && (reading[at] || !matches!(array.role, Role::Tallied { .. }))
                && (!wants_uniform || is_constant(array))
        })
    }

    /// A load of an element.
    pub(super) fn load(&mut self, at: usize, index: Expr) -> Expr {
        let Array { decl, .. } = &self.arrays[at];
        match decl.element {
            DataType::Bytes if self.source.chance(1, 2) => Expr::load_byte(decl.name.as_str(), index),
            DataType::Bytes => Expr::load_word(decl.name.as_str(), index),
            DataType::U32 | DataType::U64 if decl.access.is_atomic() && self.source.chance(1, 4) => {
                Expr::atomic_load(decl.name.as_str(), index)
            }
            _ => Expr::load(decl.name.as_str(), index),
        }
    }

    /// The type of a load.
    pub(super) fn loads(&self, at: usize) -> DataType {
        match &self.arrays[at].decl.element {
            DataType::Bytes => DataType::U32,
            element => element.clone(),
        }
    }
}
