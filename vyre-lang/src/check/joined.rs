//! Arrays of which slices stand in one place: the branches of an `if` give slices of two arrays, or a name that moves is one of another array. Which one a
//! slice is of stands in where it starts, as the arrays are one array for such slices, one behind the other.

use super::Checker;
use super::slice_values::{base_of, number_of};
use crate::hir::{Base, BufferId, JoinedArrays};
use crate::types::{Number, Ty};
use vyre_ir::{BufferAccess, BufferDecl, DataType};

/// What an array is that may be one of several.
enum Joinable {
    /// An array of the invocation's own.
    Own,
    /// One that is only read.
    Read,
    /// None of which there may be slices where those of others are.
    Never(&'static str),
}

impl Checker<'_> {
    /// The arrays of which a slice may be that is said to be of one.
    pub(super) fn joined_with(&self, base: Base) -> Vec<Base> {
        let numbers = match number_of(base) {
            Ty::Const(number) => number.as_count().map(|number| self.infer.joined().with(number)),
            _ => None,
        };
        numbers.map_or_else(|| vec![base], |numbers| numbers.into_iter().filter_map(base_of_count).collect())
    }

    /// The arrays of which slices stand in one place. A parameter stands for the arrays of all calls.
    pub(super) fn join_arrays(&mut self) -> Vec<JoinedArrays> {
        loop {
            let before = self.infer.joined().sets().to_vec();
            let is_joined = |slice: BufferId| match number_of(Base::Buffer(slice)) {
                Ty::Const(number) => {
                    number.as_count().is_some_and(|number| before.iter().any(|set| set.contains(&number)))
                }
                _ => false,
            };
            let sources = self.slice_sources.iter().copied();
            let met: Vec<(BufferId, Base)> = sources.filter(|(slice, _)| is_joined(*slice)).collect();
            for (slice, of) in met {
                self.infer.join(number_of(Base::Buffer(slice)), number_of(of), false);
            }
            if self.infer.joined().sets() == before {
                break;
            }
        }
        let sets = self.infer.joined().sets().to_vec();
        let sets = sets.into_iter().filter_map(|set| {
            let is_written = set.iter().any(|array| self.infer.joined().is_written(*array));
            let bases: Vec<Base> = set.into_iter().filter_map(base_of_count).collect();
            self.joined_arrays(&bases, is_written)
        });
        sets.collect()
    }

    /// Some arrays as one; nothing where they are one alone, or may not be one, which is reported.
    fn joined_arrays(&mut self, bases: &[Base], is_written: bool) -> Option<JoinedArrays> {
        let mut joined = JoinedArrays::default();
        let is_array = |base: &&Base| !matches!(base, Base::Buffer(buffer) if self.buffers[*buffer].is_slice);
        let arrays: Vec<Base> = bases.iter().filter(is_array).copied().collect();
        let (empty, arrays): (Vec<Base>, Vec<Base>) = arrays
            .into_iter()
            .partition(|base| matches!(base, Base::Buffer(buffer) if self.no_arrays.contains(buffer)));
        joined.empty.extend(empty.into_iter().filter_map(|base| match base {
            Base::Buffer(buffer) => Some(buffer),
            Base::Vector(_) => None,
        }));
        if arrays.len() + joined.empty.len() < 2 || arrays.is_empty() {
            return None;
        }
        for base in &arrays {
            match (*base, self.joinable(*base)) {
                _ if arrays.len() == 1 => joined.alone = Some(*base),
                (Base::Buffer(array), Joinable::Own) => joined.arrays.push(array),
                (Base::Buffer(array), Joinable::Read) if !is_written => joined.others.push(array),
                (Base::Vector(local), Joinable::Read) if !is_written => {
                    let ty = self.infer.resolve(self.locals[local].ty);
                    let decl = BufferDecl::private("lanes", ty.vector_lanes().unwrap_or(0), DataType::U32);
                    let area = self.declared.get(&local).copied();
                    let area = area.unwrap_or_else(|| proc_macro2::Span::call_site().into());
                    let copy = self.slice(decl, ty.lane(), false, area);
                    self.buffers[copy].is_slice = false;
                    joined.arrays.push(copy);
                    joined.copies.push((local, copy));
                }
                (_, Joinable::Never(what)) => return self.not_joined(*base, what),
                _ => {
                    let what = if let Base::Buffer(_) = base { "buffer" } else { "vector" };
                    let what = format!("a {what}: such a slice is written to only if it is of a local array");
                    return self.not_joined(*base, &what);
                }
            }
        }
        let is_partial = joined.arrays.iter().any(|array| self.buffers[*array].is_partial);
        joined.arrays.iter().for_each(|array| self.buffers[*array].is_partial = is_partial);
        Some(joined)
    }

    fn not_joined(&mut self, base: Base, what: &str) -> Option<JoinedArrays> {
        let (name, area) = match base {
            Base::Buffer(buffer) => (self.buffers[buffer].decl.name.clone(), Some(self.buffers[buffer].area)),
            Base::Vector(local) => (self.locals[local].name.clone(), self.declared.get(&local).copied()),
        };
        let area = area.unwrap_or_else(|| proc_macro2::Span::call_site().into());
        let problem =
            format!("a slice of `{name}` stands where slices of other arrays do, and `{name}` is {what}");
        let fix = "copy it to a local array first, or call a function with each of them";
        self.errors.report(area, problem, fix);
        None
    }

    fn joinable(&self, base: Base) -> Joinable {
        let Base::Buffer(buffer) = base else { return Joinable::Read };
        let known = &self.buffers[buffer];
        match known.decl.access {
            _ if known.is_atomic => Joinable::Never("one of atomics"),
            BufferAccess::Private if known.length.is_none() => Joinable::Own,
            BufferAccess::Private => Joinable::Never("of a length that is not known here"),
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => {
                Joinable::Never("an array of the workgroup")
            }
            _ if self.infer.parts(known.ty).is_some() || !known.dimensions.is_empty() => {
                Joinable::Never("a buffer of several numbers each")
            }
            _ if self.infer.resolve(known.ty).vector_lanes().is_some() => {
                Joinable::Never("a buffer of vectors")
            }
            _ => Joinable::Read,
        }
    }
}

fn base_of_count(number: u32) -> Option<Base> {
    base_of(Ty::Const(Number::count(number)))
}
