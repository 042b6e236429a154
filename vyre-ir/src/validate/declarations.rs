//! Checks buffers and the workgroup size: V001, V002, V003, V024, V039, V042, V043, V044, V047, V052, V053 to V058.

use super::Errors;
use crate::rules::{
    MAX_PRIVATE_BYTES, MAX_TENSOR_RANK, MAX_UNIFORM_BYTES, MAX_WORKGROUP_BYTES, MAX_WORKGROUP_INVOCATIONS,
    Place, Problem,
};
use crate::{BufferAccess, BufferDecl, DataType, Dim, Program, is_identifier};
use std::collections::HashSet;

pub(super) fn check(program: &Program, errors: &mut Errors) {
    workgroup_size(program.workgroup_size, errors);
    let mut names = HashSet::new();
    let mut bindings = HashSet::new();
    for (at, buffer) in program.buffers.iter().enumerate() {
        let place = Place::Buffer(at);
        name(&buffer.name, place, errors);
        if !names.insert(buffer.name.as_str()) {
            errors.report(place, Problem::DuplicateBuffer { name: buffer.name.clone() });
        }
        if buffer.access.is_bound() && !bindings.insert(buffer.binding) {
            let (binding, name) = (buffer.binding, buffer.name.clone());
            errors.report(place, Problem::DuplicateBinding { binding, name });
        }
        if buffer.element.has_parts() {
            let (name, element) = (buffer.name.clone(), buffer.element.clone());
            errors.report(place, Problem::ElementWithParts { name, element });
        }
        tensor(buffer, place, errors);
        array(buffer, place, errors);
    }
    static_memory(program, errors);
}

fn tensor(buffer: &BufferDecl, place: Place, errors: &mut Errors) {
    let buffer_name = || buffer.name.clone();
    let Some(ty) = buffer.as_tensor() else {
        if buffer.strided {
            errors.report(place, Problem::StridedBuffer { name: buffer_name() });
        }
        return;
    };
    for dim in &ty.shape {
        if let Dim::Dynamic(dim) = dim {
            name(dim, place, errors);
        }
    }
    let rank = ty.rank();
    if rank > MAX_TENSOR_RANK {
        errors.report(place, Problem::TensorRank { name: buffer_name(), got: rank });
    }
    let got = ty.strides.len();
    if buffer.strided && got > 0 {
        errors.report(place, Problem::StridesTwice { name: buffer_name() });
    } else if got > 0 && got != rank {
        errors.report(place, Problem::StrideCount { name: buffer_name(), expected: rank, got });
    }
    if ty.element.value_type().is_none() {
        let element = (*ty.element).clone();
        errors.report(place, Problem::TensorElement { name: buffer_name(), element });
    }
    if !matches!(buffer.access, BufferAccess::ReadOnly | BufferAccess::ReadWrite) {
        errors.report(place, Problem::TensorAccess { name: buffer_name(), access: buffer.access });
    }
    if ty.static_extent().is_some_and(|extent| extent > u128::from(u32::MAX)) {
        errors.report(place, Problem::TensorSize { name: buffer_name() });
    }
}

/// Reports a name that is not an identifier.
pub(super) fn name(name: &str, place: Place, errors: &mut Errors) {
    if !is_identifier(name) {
        errors.report(place, Problem::NotAnIdentifier { name: name.to_string() });
    }
}

fn workgroup_size(size: [u32; 3], errors: &mut Errors) {
    for (axis, extent) in size.into_iter().enumerate() {
        if extent == 0 {
            errors.report(Place::Program, Problem::EmptyWorkgroup { axis });
        }
    }
    // An empty axis has been reported, and needs at least one invocation.
    let invocations = size.into_iter().map(|extent| u64::from(extent.max(1))).fold(1, u64::saturating_mul);
    if invocations > MAX_WORKGROUP_INVOCATIONS {
        errors.report(Place::Program, Problem::WorkgroupTooLarge { invocations });
    }
}

fn array(buffer: &BufferDecl, place: Place, errors: &mut Errors) {
    let (access, name) = (buffer.access, buffer.name.clone());
    if access.is_bound() {
        return;
    }
    if buffer.count == 0 {
        errors.report(place, Problem::EmptyArray { access, name: name.clone() });
    }
    match &buffer.element {
        DataType::Bytes => errors.report(place, Problem::BytesArray { access, name }),
        element if access == BufferAccess::WorkgroupAtomic && !element.has_atomics() => {
            errors.report(place, Problem::WorkgroupAtomicElement { name, element: element.clone() });
        }
        _ => {}
    }
}

fn static_memory(program: &Program, errors: &mut Errors) {
    let mut totals = [
        (BufferAccess::Private, 0u64, MAX_PRIVATE_BYTES),
        (BufferAccess::Workgroup, 0, MAX_WORKGROUP_BYTES),
        (BufferAccess::Uniform, 0, MAX_UNIFORM_BYTES),
    ];
    for (at, buffer) in program.buffers.iter().enumerate() {
        for (access, total, max) in &mut totals {
            // The two kinds of workgroup memory are one.
            if buffer.access != *access && !(buffer.access.is_shared() && access.is_shared()) {
                continue;
            }
            let before = *total;
            // A uniform buffer has its own memory; the arrays of a workgroup or an invocation share one.
            let base = if buffer.access == BufferAccess::Uniform { 0 } else { before };
            *total = base.saturating_add(buffer.static_bytes());
            if *total > *max && base <= *max {
                let (access, bytes, max) = (*access, *total, *max);
                errors.report(Place::Buffer(at), Problem::StaticMemory { access, bytes, max });
            }
        }
    }
}
