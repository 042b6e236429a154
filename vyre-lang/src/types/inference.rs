//! Inference: the types that uses settle, and those of several parts.

use super::{Joined, Number, Ty};
use crate::data::{Definition, FieldType, Layout, Shape, Written};
use proc_macro2::TokenStream;
use quote::quote;
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What a value of several parts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Tuple,
    Array,
    /// A struct, by its position among [`Inference`]'s definitions.
    Struct(u32),
    /// An `Option`: whether there is a value, and the value, which is zero where there is none.
    Option,
    /// A `Result`: whether it is an error, the value and the error. What it is not is zero.
    Result,
    /// An enum of which one variant at least has fields, by its position among [`Inference`]'s definitions: the number of the variant, and the
    /// fields of all of them, one after the other. Those of the other variants are zero.
    Enum(u32),
    /// A `&` as a value: nobody changes meanwhile what it refers to, so it is that value.
    Reference,
    /// A `&[T]` as a value: where it starts in its array, and its length. What the elements are and which array it is stand among the arguments.
    Slice,
    /// A closure as a value, by its position among the checker's: copies of what it captures.
    Closure(u32),
}

impl Form {
    /// Whether it is one of variants: its first part says which one, and the parts of the others are zero.
    pub(crate) fn has_variants(self) -> bool {
        match self {
            Form::Tuple
            | Form::Array
            | Form::Struct(_)
            | Form::Reference
            | Form::Slice
            | Form::Closure(_) => false,
            Form::Option | Form::Result | Form::Enum(_) => true,
        }
    }
}

/// A struct or an enum that a kernel uses.
pub(crate) struct Data {
    pub(crate) definition: Rc<Definition>,
    /// Its path, if the kernel names it; the type of a field may have none here.
    pub(crate) path: Option<TokenStream>,
    ty: Ty,
}

/// The unsettled types, and those of several parts.
#[derive(Default)]
pub(crate) struct Inference {
    many: Vec<(Form, Rc<[Ty]>)>,
    /// What the parameters of types stand for, by the positions of these among `many`.
    args: HashMap<u32, Rc<[Ty]>>,
    /// The instances whose parameters are all known.
    instances: HashMap<(u32, Vec<Ty>), Ty>,
    data: Vec<Data>,
    /// The path of the crate `vyre`.
    krate: TokenStream,
    settled: Vec<Cell<Option<Ty>>>,
    /// Those that are floats.
    floats: Vec<u32>,
    /// Open types of which it is known that they are no numbers.
    no_numbers: Vec<Ty>,
    /// Whether an array of numbers may be a vector, because it is only looked for which of them are; and whether one was.
    is_lenient: bool,
    was_lenient: Cell<bool>,
    joined: Joined,
}

impl Inference {
    /// A type of several parts.
    pub(crate) fn many(&mut self, form: Form, parts: Vec<Ty>) -> Ty {
        self.many.push((form, parts.into()));
        Ty::Many(self.many.len() as u32 - 1)
    }

    /// The type of a `()` that is a value: a tuple without parts.
    pub(crate) fn unit_value(&mut self) -> Ty {
        self.many(Form::Tuple, Vec::new())
    }

    /// Whether a type is that of a `()` that is a value.
    pub(crate) fn is_unit_value(&self, ty: Ty) -> bool {
        matches!(self.parts(ty), Some((Form::Tuple, parts)) if parts.is_empty())
    }

    /// Without types. Where it is lenient, an array of numbers may be a vector.
    pub(crate) fn new(krate: TokenStream, is_lenient: bool) -> Inference {
        Inference { krate, is_lenient, ..Inference::default() }
    }

    /// Notes that an open type is that of no number.
    pub(crate) fn is_no_number(&mut self, open: Ty) {
        self.no_numbers.push(open);
    }

    /// Whether a type is an array of two or four of what may turn out to be numbers: it may be a vector.
    pub(crate) fn may_be_vector(&self, ty: Ty) -> bool {
        let Some((Form::Array, parts)) = self.parts(ty) else { return false };
        let element = parts.first().map(|part| self.resolve(*part));
        let may_be_lane = match element {
            Some(open @ Ty::Open(_)) => !self.no_numbers.iter().any(|ty| self.resolve(*ty) == open),
            Some(Ty::Int(_) | Ty::Float(_)) => true,
            _ => false,
        };
        matches!(parts.len(), 2 | 4) && may_be_lane
    }

    /// Whether what may be a vector is taken for an array for now, because types are only looked for.
    pub(crate) fn takes_for_array(&self) -> bool {
        self.was_lenient.set(self.is_lenient || self.was_lenient.get());
        self.is_lenient
    }

    /// Whether an array was taken for a vector.
    pub(crate) fn is_lenient(&self) -> bool {
        self.was_lenient.get()
    }

    /// The type of a definition.
    pub(crate) fn data_type(&mut self, definition: &Rc<Definition>, path: Option<&TokenStream>) -> Ty {
        if let Some(known) = self.data.iter_mut().find(|known| known.definition.id == definition.id) {
            if let Some(path) = path {
                known.path = Some(path.clone());
            }
            return known.ty;
        }
        let ty = match &definition.shape {
            Shape::Function(_) | Shape::Erroneous => return Ty::Error,
            Shape::Enum(_) => Ty::Enum(self.data.len() as u32),
            Shape::Variants(variants) => {
                let fields = variants.iter().flat_map(|variant| &variant.fields);
                let fields: Vec<Ty> = fields.map(|field| self.field_type(&field.ty, None)).collect();
                let parts = [Ty::U32].into_iter().chain(fields).collect();
                self.many(Form::Enum(self.data.len() as u32), parts)
            }
            Shape::Struct(fields) => {
                let krate = self.krate.clone();
                let parts = fields.iter().enumerate().map(|(at, field)| {
                    // A field's type that has no name here is found through the struct.
                    let path = path.filter(|_| field.ty.data().is_some_and(|inner| definition.names(inner)));
                    let path = path.map(|path| quote!(<#path as #krate::__private::Field<#at>>::Type));
                    self.field_type(&field.ty, path.as_ref())
                });
                let parts = parts.collect();
                // The fields' types come before it.
                self.many(Form::Struct(self.data.len() as u32), parts)
            }
        };
        self.data.push(Data { definition: Rc::clone(definition), path: path.cloned(), ty });
        ty
    }

    /// The position of the definition of a type with parameters.
    pub(crate) fn generic(&mut self, definition: &Rc<Definition>) -> u32 {
        let known = self.data.iter().position(|known| known.definition.id == definition.id);
        let at = known.unwrap_or_else(|| {
            self.data.push(Data { definition: Rc::clone(definition), path: None, ty: Ty::Error });
            self.data.len() - 1
        });
        at as u32
    }

    /// An instance of a type with parameters that has been made before.
    pub(crate) fn known_instance(&self, generic: u32, args: &[Ty]) -> Option<Ty> {
        let args = args.iter().map(|ty| self.resolve(*ty)).collect();
        self.instances.get(&(generic, args)).copied()
    }

    /// An instance of a type with parameters: what these stand for, and the types of the parts.
    pub(crate) fn instance(&mut self, form: Form, args: Vec<Ty>, parts: Vec<Ty>) -> Ty {
        let ty = self.many(form, parts);
        let (Form::Struct(generic) | Form::Enum(generic), Ty::Many(at)) = (form, ty) else { return ty };
        let known: Vec<Ty> = args.iter().map(|ty| self.resolve(*ty)).collect();
        if !known.iter().any(|ty| matches!(ty, Ty::Open(_) | Ty::Int(_) | Ty::Float(_) | Ty::Many(_))) {
            self.instances.insert((generic, known), ty);
        }
        self.args.insert(at, args.into());
        ty
    }

    /// The type of the slices of an array, `&[T]` or `&mut [T]`.
    pub(crate) fn slice(&mut self, element: Ty, array: Ty, is_exclusive: bool) -> Ty {
        let ty = self.many(Form::Slice, vec![Ty::U32, Ty::U32]);
        if let Ty::Many(at) = ty {
            self.args.insert(at, [element, array, Ty::Const(Number::count(is_exclusive.into()))].into());
        }
        ty
    }

    /// Makes slices of two arrays values of one type.
    pub(crate) fn join(&mut self, one: Ty, other: Ty, is_exclusive: bool) {
        if let (Ty::Const(one), Ty::Const(other)) = (self.resolve(one), self.resolve(other))
            && let (Some(one), Some(other)) = (one.as_count(), other.as_count())
            && one != other
        {
            self.joined.join(one, other);
            if is_exclusive {
                self.joined.write(one);
            }
        }
    }

    pub(crate) fn joined(&self) -> &Joined {
        &self.joined
    }

    /// Whether a type is that of slices that may be written to.
    pub(crate) fn is_exclusive_slice(&self, ty: Ty) -> bool {
        matches!(self.parts(ty), Some((Form::Slice, _)))
            && self.args(ty).is_some_and(|args| args.get(2) == Some(&Ty::Const(Number::count(1))))
    }

    /// The lengths of arrays, and the constants that parameters of types stand for.
    pub(crate) fn lengths(&self) -> BTreeSet<u32> {
        let of_arrays = self.many.iter().flat_map(|(form, parts)| {
            let own = (*form == Form::Array).then_some(parts.len() as u32);
            own.into_iter().chain(parts.iter().filter_map(|part| self.resolve(*part).vector_lanes()))
        });
        let of_types = self.args.iter().filter(|(at, _)| self.many[**at as usize].0 != Form::Slice);
        let of_types = of_types.flat_map(|(_, args)| args.iter()).filter_map(|ty| match self.resolve(*ty) {
            Ty::Const(number) => number.as_count(),
            _ => None,
        });
        of_arrays.chain(of_types).collect()
    }

    /// What the parameters of a type stand for.
    pub(crate) fn args(&self, ty: Ty) -> Option<Rc<[Ty]>> {
        let Ty::Many(at) = self.resolve(ty) else { return None };
        self.args.get(&at).cloned()
    }

    /// The type of a definition in a field. A path that the kernel has named stays.
    fn nested_type(&mut self, definition: &Rc<Definition>, path: Option<&TokenStream>) -> Ty {
        match self.data.iter().find(|known| known.definition.id == definition.id) {
            Some(known) => known.ty,
            None => self.data_type(definition, path),
        }
    }

    fn field_type(&mut self, ty: &FieldType, path: Option<&TokenStream>) -> Ty {
        match ty {
            FieldType::Scalar(ty) => *ty,
            FieldType::Data(definition) => self.nested_type(definition, path),
            FieldType::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.field_type(part, None)).collect();
                self.many(Form::Tuple, parts)
            }
            FieldType::Array(element, count) => {
                let element = self.field_type(element, path);
                match element.vector(*count).filter(|_| matches!(element, Ty::U32 | Ty::F32)) {
                    Some(vector) => vector,
                    None => self.many(Form::Array, vec![element; *count as usize]),
                }
            }
            FieldType::Option(value) => {
                let value = self.field_type(value, None);
                self.many(Form::Option, vec![Ty::Bool, value])
            }
            FieldType::Result(value, error) => {
                let [value, error] = [value, error].map(|of| self.field_type(of, None));
                self.many(Form::Result, vec![Ty::Bool, value, error])
            }
        }
    }

    /// The definition of a struct or an enum.
    pub(crate) fn data_of(&self, ty: Ty) -> Option<&Data> {
        match self.resolve(ty) {
            Ty::Enum(at) => self.data.get(at as usize),
            other => match self.parts(other)? {
                (Form::Struct(at) | Form::Enum(at), _) => self.data.get(at as usize),
                _ => None,
            },
        }
    }

    /// The words of a value in memory.
    pub(crate) fn words(&self, ty: Ty) -> u32 {
        self.total(ty, &|number| number.data().map_or(1, |data| data.lanes() as u32))
    }

    /// The sum of what the numbers of a value have each.
    fn total(&self, ty: Ty, of: &dyn Fn(Ty) -> u32) -> u32 {
        match self.parts(ty) {
            // The elements of an array are all alike.
            Some((Form::Array, parts)) => {
                let count = u32::try_from(parts.len()).unwrap_or(u32::MAX);
                parts.first().map_or(0, |part| self.total(*part, of).saturating_mul(count))
            }
            Some((_, parts)) => parts.iter().fold(0, |sum, part| sum.saturating_add(self.total(*part, of))),
            None => of(self.resolve(ty)),
        }
    }

    /// Whether numbers of 8 or 16 bits are among the parts of a value that is the same bytes on the host as on devices. They are packed in memory that the
    /// host sees.
    pub(crate) fn is_packed(&self, ty: Ty) -> bool {
        self.has_short_parts(ty) && !self.is_converted(ty)
    }

    /// Whether a value of several parts is other bytes on the host than on devices, where each part has words of its own: a `bool`, a tuple or an enum
    /// is among the parts, or it is one.
    pub(crate) fn is_converted(&self, ty: Ty) -> bool {
        match self.parts(ty) {
            Some((Form::Array, parts)) => parts.first().is_some_and(|part| self.is_converted(*part)),
            Some((Form::Struct(_), parts)) => parts.iter().any(|part| self.is_converted(*part)),
            Some(_) => true,
            None => matches!(self.resolve(ty), Ty::Bool | Ty::Enum(_)),
        }
    }

    fn has_short_parts(&self, ty: Ty) -> bool {
        self.parts(ty).is_some_and(|(form, parts)| {
            let is_short = |part: &Ty| self.resolve(*part).is_short() || self.has_short_parts(*part);
            // The elements of an array are all alike.
            let parts = if form == Form::Array { &parts[..parts.len().min(1)] } else { &parts[..] };
            parts.iter().any(is_short)
        })
    }

    /// Whether `repr(C)` leaves bytes between or behind the parts of a value. No buffer of the host's has such elements, and tables have them
    /// as words, each part in words of its own.
    pub(crate) fn has_padding(&self, ty: Ty) -> bool {
        self.layout(ty).is_none()
    }

    /// The size and the alignment of a value, if it has no padding.
    fn layout(&self, ty: Ty) -> Option<Layout> {
        let Some((form, parts)) = self.parts(ty) else {
            let ty = self.resolve(ty);
            // A vector is an array of the host's.
            let aligned = if ty.vector_lanes().is_some() { ty.lane() } else { ty };
            return Some(Layout { bytes: ty.bytes(), ..Layout::of_scalar(aligned) });
        };
        if form == Form::Array {
            let element = parts.first().map_or(Some(Layout::EMPTY), |part| self.layout(*part))?;
            return Some(element.repeated(u32::try_from(parts.len()).unwrap_or(u32::MAX)));
        }
        let whole = parts.iter().try_fold(Layout::EMPTY, |before, part| {
            let next = self.layout(*part)?;
            (before.padding_before(next) == 0).then(|| before.followed(next))
        })?;
        (whole.padding_before(whole) == 0).then_some(whole)
    }

    /// The bytes of a value in Rust, where they are the same on every machine and in every layout that Rust may choose.
    pub(crate) fn size_in_rust(&self, ty: Ty) -> Option<u32> {
        match (self.parts(ty), self.resolve(ty)) {
            (Some((Form::Array, parts)), _) => {
                let element = self.size_in_rust(*parts.first()?)?;
                element.checked_mul(u32::try_from(parts.len()).ok()?)
            }
            (Some((Form::Struct(_) | Form::Tuple, parts)), _) => {
                let sizes = parts.iter().map(|part| self.size_in_rust(*part));
                let sizes = sizes.collect::<Option<Vec<u32>>>()?;
                // What is all alike has no padding.
                sizes.iter().all(|size| *size == sizes[0]).then(|| sizes.iter().sum())
            }
            (Some(_), _) => None,
            (None, Ty::Bool) => Some(1),
            (None, ty) => {
                let is_number = ty.is_integer() || ty.is_float() || ty.vector_lanes().is_some();
                (is_number && !matches!(ty, Ty::Int(_) | Ty::Float(_))).then(|| ty.bytes())
            }
        }
    }

    /// The bytes of a value in memory that the host sees.
    pub(crate) fn bytes(&self, ty: Ty) -> u32 {
        if self.is_converted(ty) { self.words(ty) * 4 } else { self.total(ty, &Ty::bytes) }
    }

    /// The bytes of the smallest part of a value in memory that the host sees.
    pub(crate) fn smallest_bytes(&self, ty: Ty) -> u32 {
        match self.parts(ty) {
            Some((_, parts)) => parts.iter().map(|part| self.smallest_bytes(*part)).min().unwrap_or(4),
            None => self.resolve(ty).bytes().min(4),
        }
    }

    /// The byte at which a part of a value begins. There is no padding.
    pub(crate) fn byte_offset(&self, ty: Ty, at: usize) -> u32 {
        let parts = self.parts(ty);
        parts.map_or(0, |(_, parts)| parts.iter().take(at).map(|part| self.bytes(*part)).sum())
    }

    /// The lanes of the parameter block that a value takes.
    pub(crate) fn lanes(&self, ty: Ty) -> u32 {
        if self.is_packed(ty) { self.bytes(ty).div_ceil(4) } else { self.words(ty) }
    }

    /// The word at which a part of a value begins.
    pub(crate) fn offset(&self, ty: Ty, at: usize) -> u32 {
        let parts = self.parts(ty);
        parts.map_or(0, |(_, parts)| parts.iter().take(at).map(|part| self.words(*part)).sum())
    }

    /// What a type of several parts is, and their types. Nothing for other types.
    pub(crate) fn parts(&self, ty: Ty) -> Option<(Form, Rc<[Ty]>)> {
        match self.resolve(ty) {
            Ty::Many(at) => self.many.get(at as usize).cloned(),
            _ => None,
        }
    }

    /// How the values of a struct or an enum are printed.
    pub(crate) fn written(&self, ty: Ty) -> Option<&Written> {
        self.data_of(ty).map(|data| &data.definition.written)
    }

    /// A type as users write it.
    pub(crate) fn name(&self, ty: Ty) -> String {
        if let Some(data) = self.data_of(ty) {
            let name = crate::standard::shown(&data.definition.name);
            if crate::standard::is_char(name) {
                return "char".to_string();
            }
            let args = self.args(ty).filter(|args| !args.is_empty());
            let args = args.map(|args| args.iter().map(|ty| self.name(*ty)).collect::<Vec<_>>());
            return match args {
                Some(args) => {
                    let args: Vec<&str> = args.iter().map(|name| open_as_blank(name)).collect();
                    format!("{name}<{}>", args.join(", "))
                }
                None => name.to_string(),
            };
        }
        let Some((form, parts)) = self.parts(ty) else { return self.resolve(ty).to_string() };
        let names: Vec<String> = parts.iter().map(|part| self.name(*part)).collect();
        match (form, &names[..]) {
            (Form::Array, [first, ..]) => format!("[{first}; {}]", names.len()),
            (Form::Array, []) => "[_; 0]".to_string(),
            (Form::Option | Form::Result, [_, of @ ..]) => {
                let of: Vec<&str> = of.iter().map(|name| open_as_blank(name)).collect();
                let name = if form == Form::Option { "Option" } else { "Result" };
                format!("{name}<{}>", of.join(", "))
            }
            (Form::Reference, [inner]) => format!("&{inner}"),
            (Form::Slice, _) => {
                let args = self.args(ty);
                let element = args.as_ref().and_then(|args| args.first());
                let mutability = if self.is_exclusive_slice(ty) { "mut " } else { "" };
                format!("&{mutability}[{}]", element.map_or_else(|| "_".to_string(), |ty| self.name(*ty)))
            }
            (Form::Closure(_), _) => "a closure".to_string(),
            (_, [only]) => format!("({only},)"),
            (
                Form::Tuple | Form::Struct(_) | Form::Option | Form::Result | Form::Enum(_) | Form::Reference,
                _,
            ) => {
                format!("({})", names.join(", "))
            }
        }
    }

    /// A new integer type, to be settled.
    pub(crate) fn int(&mut self) -> Ty {
        self.settled.push(Cell::new(None));
        Ty::Int(self.settled.len() as u32 - 1)
    }

    /// How many types are this one.
    pub(crate) fn count_of(&self, ty: Ty) -> usize {
        let known = self.resolve(ty);
        (0..self.settled.len() as u32).filter(|at| self.resolve(Ty::Open(*at)) == known).count()
    }

    /// A new float type, to be settled: that of a literal, which is an `f32` or an `f64`.
    pub(crate) fn float(&mut self) -> Ty {
        self.settled.push(Cell::new(None));
        self.floats.push(self.settled.len() as u32 - 1);
        Ty::Float(self.settled.len() as u32 - 1)
    }

    /// Makes the floats that nothing has settled `f64`s, as in Rust.
    pub(crate) fn settle_floats(&mut self) {
        for at in std::mem::take(&mut self.floats) {
            if let open @ Ty::Float(_) = self.resolve(Ty::Float(at)) {
                self.unify(open, Ty::F64);
            }
        }
    }

    /// The bits of a literal. One that is written with an open type has those of an `f32` and, above 64, those of an `f64`.
    pub(crate) fn literal_bits(&self, bits: u128, written: Ty) -> u128 {
        match (written, self.resolve(written)) {
            (Ty::Float(_), Ty::F32) => bits & u128::from(u32::MAX),
            (Ty::Float(_), _) => bits >> 64,
            _ => bits,
        }
    }

    /// A new type of any kind, to be settled.
    pub(crate) fn open(&mut self) -> Ty {
        self.settled.push(Cell::new(None));
        Ty::Open(self.settled.len() as u32 - 1)
    }

    /// What is known of a type by now.
    pub(crate) fn resolve(&self, ty: Ty) -> Ty {
        let mut known = ty;
        while let Some(next) = self.next(known) {
            known = next;
        }
        // Every type on the way leads there at once from now on: ways get as long as a kernel has statements.
        let mut passed = ty;
        while let (Some(next), Ty::Int(at) | Ty::Float(at) | Ty::Open(at)) = (self.next(passed), passed) {
            self.settled[at as usize].set(Some(known));
            passed = next;
        }
        known
    }

    /// What an unsettled type was settled to.
    fn next(&self, ty: Ty) -> Option<Ty> {
        let (Ty::Int(at) | Ty::Float(at) | Ty::Open(at)) = ty else { return None };
        self.settled.get(at as usize)?.get()
    }

    fn settle(&mut self, at: u32, ty: Ty) {
        self.settled[at as usize].set(Some(ty));
    }

    /// Makes parts of two types of one form one: what a variant holds may be `()`.
    fn unify_parts(&mut self, form: Form, left: Ty, right: Ty) -> Option<Ty> {
        match (self.resolve(left), self.resolve(right)) {
            (Ty::Open(at), Ty::Unit) | (Ty::Unit, Ty::Open(at)) if form.has_variants() => {
                self.settle(at, Ty::Unit);
                Some(Ty::Unit)
            }
            (left, right) => self.unify(left, right),
        }
    }

    /// Makes two types one. Gives that type, or nothing if they are different.
    pub(crate) fn unify(&mut self, a: Ty, b: Ty) -> Option<Ty> {
        match (self.resolve(a), self.resolve(b)) {
            // What meets an error has no type of its own any more, or the same mistake would show again.
            (Ty::Error, Ty::Int(at) | Ty::Float(at) | Ty::Open(at))
            | (Ty::Int(at) | Ty::Float(at) | Ty::Open(at), Ty::Error) => {
                self.settle(at, Ty::Error);
                Some(Ty::Error)
            }
            (Ty::Error, _) | (_, Ty::Error) => Some(Ty::Error),
            (Ty::Never, other) | (other, Ty::Never) => Some(other),
            (Ty::Open(_), Ty::Unit) | (Ty::Unit, Ty::Open(_)) => None,
            // What statements give, and what a variable holds of it.
            (Ty::Unit, many) | (many, Ty::Unit) if self.is_unit_value(many) => Some(Ty::Unit),
            (Ty::Open(at), other) | (other, Ty::Open(at)) => {
                if other != Ty::Open(at) {
                    self.settle(at, other);
                }
                Some(other)
            }
            (Ty::Int(at), other) | (other, Ty::Int(at)) if other.is_integer() => {
                if other != Ty::Int(at) {
                    self.settle(at, other);
                }
                Some(other)
            }
            // Floats of 16 bits have no literals.
            (Ty::Float(at), other) | (other, Ty::Float(at)) if other.is_float() && !other.is_half() => {
                if other != Ty::Float(at) {
                    self.settle(at, other);
                }
                Some(other)
            }
            (a, b) if a == b => Some(a),
            (array @ Ty::Many(_), vector) | (vector, array @ Ty::Many(_))
                if self.is_lenient && vector.vector_lanes().is_some() =>
            {
                let (Form::Array, parts) = self.parts(array)? else { return None };
                self.was_lenient.set(true);
                if vector.vector_lanes() != Some(parts.len() as u32) {
                    return None;
                }
                for part in parts.iter() {
                    self.unify(*part, vector.lane())?;
                }
                Some(vector)
            }
            (a @ Ty::Many(_), b @ Ty::Many(_)) => {
                let ((form, left), (other, right)) = (self.parts(a)?, self.parts(b)?);
                if form != other || left.len() != right.len() {
                    return None;
                }
                if let (Some(left), Some(right)) = (self.args(a), self.args(b)) {
                    let is_array = |at: usize, ty| {
                        form == Form::Slice && at == 1 && matches!(self.resolve(ty), Ty::Const(_))
                    };
                    let pairs = left.iter().copied().zip(right.iter().copied()).enumerate();
                    // Slices of two arrays are of one type, once the rest of it is one.
                    let (arrays, pairs): (Vec<_>, Vec<_>) =
                        pairs.partition(|(at, (left, right))| is_array(*at, *left) && is_array(*at, *right));
                    for (_, (left, right)) in pairs {
                        self.unify_parts(form, left, right)?;
                    }
                    let is_exclusive = self.is_exclusive_slice(a);
                    arrays.into_iter().for_each(|(_, (left, right))| self.join(left, right, is_exclusive));
                }
                for (left, right) in left.iter().zip(right.iter()) {
                    self.unify_parts(form, *left, *right)?;
                }
                Some(a)
            }
            _ => None,
        }
    }
}

/// A type in a list of them, as users write it.
fn open_as_blank(name: &str) -> &str {
    if name == Ty::Open(0).to_string() { "_" } else { name }
}
