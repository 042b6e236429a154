//! Slices that functions of a kernel take. Such a function is emitted in the place of each call, so a slice is another name of a buffer.

use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Buffer, BufferId};
use crate::signature;
use crate::syntax::strip;
use crate::types::Ty;
use vyre_ir::{BufferDecl, DataType};

impl Checker<'_> {
    /// The buffer that stands for a parameter `&[T]`, `&mut [T]`, `&[AtomicU32]` or `&[u8]` of a kernel's function.
    pub(super) fn slice_param(&mut self, input: &syn::PatType) -> Option<BufferId> {
        let syn::Type::Reference(reference) = &*input.ty else { return None };
        let syn::Type::Slice(slice) = &*reference.elem else { return None };
        if !self.is_kernel {
            return None;
        }
        let (name, area) = match &*input.pat {
            syn::Pat::Ident(name) => (plain(&name.ident), Area::from(name.ident.span())),
            other => ("slice".to_string(), Area::of(other)),
        };
        let is_mutable = reference.mutability.is_some();
        let is_atomic = !is_mutable && signature::is_atomic(&slice.elem);
        let ty = match is_atomic {
            true => Ty::U32,
            false => self.written_type(&slice.elem).unwrap_or(Ty::Error),
        };
        let data = self.infer.resolve(ty).data().unwrap_or(DataType::U32);
        let decl = match is_mutable || is_atomic {
            true => BufferDecl::read_write(name, 0, data),
            false => BufferDecl::read(name, 0, data),
        };
        self.buffers.push(Buffer {
            decl,
            area,
            ty,
            is_constant: !is_mutable && !is_atomic,
            is_atomic,
            packed_length: None,
            length: None,
            is_slice: true,
            is_partial: false,
            dimensions: Vec::new(),
        });
        Some(self.buffers.len() - 1)
    }

    /// The buffer that an argument is, for a parameter that is a slice; reports what is none, or of another kind.
    pub(super) fn slice_argument(&mut self, arg: &syn::Expr, param: BufferId) -> Option<BufferId> {
        let (inner, is_exclusive) = match strip(arg) {
            syn::Expr::Reference(reference) => (strip(&reference.expr), reference.mutability.is_some()),
            other => (other, false),
        };
        let area = arg.area();
        let wanted = self.buffers[param].decl.access.is_writable() && !self.buffers[param].is_atomic;
        let name = self.buffers[param].decl.name.clone();
        let buffer = match inner {
            syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
                Some(Entity::Buffer(buffer)) => Some(buffer),
                Some(Entity::Poisoned) => return None,
                _ => self.table(path, 1),
            },
            _ => None,
        };
        let Some(buffer) = buffer else {
            let fix = "pass a parameter, a local array or a workgroup array: `&a` or `&mut a`";
            self.errors.report(area, format!("`{name}` takes a slice"), fix);
            return None;
        };
        let given = &self.buffers[buffer];
        let text = given.decl.name.clone();
        let is_reference = matches!(strip(arg), syn::Expr::Reference(_));
        let is_own = !given.decl.access.is_bound() && !given.is_slice;
        if is_own && !is_reference {
            let mutable = if wanted { "mut " } else { "" };
            let fix = format!("write `&{mutable}{text}`");
            self.errors.report(area, format!("`{text}` is an array, and a slice is wanted"), fix);
            return None;
        }
        let is_writable = given.decl.access.is_writable() && !given.is_constant && !given.is_atomic;
        if wanted && (!is_writable || is_reference && !is_exclusive) {
            let (problem, fix) = match is_writable {
                true => ("expected `&mut`, got `&`".to_string(), format!("write `&mut {text}`")),
                false => (
                    format!("`{text}` cannot be written to"),
                    format!("take `{text}` as a `&mut [T]`, or declare it `mut`"),
                ),
            };
            self.errors.report(area, problem, fix);
            return None;
        }
        if given.is_atomic != self.buffers[param].is_atomic {
            let fix = "take `&[AtomicU32]` in both, or in none";
            self.errors.report(area, format!("the elements of one of `{text}` and `{name}` are atomic"), fix);
            return None;
        }
        let (own, other) = (self.buffers[param].ty, self.buffers[buffer].ty);
        let is_flat = self.buffers[buffer].dimensions.is_empty();
        if !is_flat || self.infer.unify(own, other).is_none() {
            let (expected, got) = (self.infer.name(own), self.infer.name(other));
            let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
            self.errors.report(area, problem, "pass a slice of its type");
            return None;
        }
        self.slice_links.push((param, buffer));
        Some(buffer)
    }

    /// Whether no argument names what another one writes; reports it otherwise.
    pub(super) fn demand_apart(&mut self, params: &[(usize, BufferId)], slices: &[(BufferId, Area)]) -> bool {
        let writes = |param: BufferId, checker: &Self| {
            let known = &checker.buffers[param];
            known.decl.access.is_writable() && !known.is_atomic
        };
        for (at, (slice, area)) in slices.iter().enumerate() {
            for before in 0..at {
                let is_written = writes(params[at].1, self) || writes(params[before].1, self);
                if slices[before].0 == *slice && is_written {
                    let name = self.buffers[*slice].decl.name.clone();
                    let problem = format!("`{name}` is passed twice, and written to");
                    self.errors.report(*area, problem, "pass another array, or copy it first");
                    return false;
                }
            }
        }
        true
    }
}
