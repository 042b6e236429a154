//! Calls of built-in functions.

use super::extent::Extent;
use super::method::methods;
use super::{Checker, Entity, Ids, plain};
use crate::diagnostics::Area;
use crate::hir::{Buffer, Expr, Id, Kind};
use crate::signature;
use crate::syntax::{path_name, path_names, single, strip};
use crate::types::Ty;
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Problem, casts};

/// The built-in functions. They have no path.
pub(crate) const BUILT_INS: [&str; 21] = [
    "invocation_id",
    "workgroup_id",
    "local_id",
    "workgroup_size",
    "num_workgroups",
    "barrier",
    "select",
    "cast",
    "workgroup_array",
    "workgroup_sum",
    "workgroup_min",
    "workgroup_max",
    "workgroup_inclusive_sum",
    "workgroup_exclusive_sum",
    "workgroup_any",
    "workgroup_all",
    "workgroup_broadcast",
    "workgroup_sum_strict",
    "workgroup_sum_tree",
    "workgroup_sum_approx",
    super::together::UNIFORM_LOAD,
];

/// What kernels call what CUDA, OpenCL, Metal, WGSL and the crates for them call so.
const OF_OTHER_LANGUAGES: [(&str, &[&str]); 7] = [
    (
        "invocation_id",
        &[
            "get_global_id",
            "global_id",
            "global_invocation_id",
            "thread_id",
            "threadId",
            "get_thread_id",
            "thread_position_in_grid",
            "gl_GlobalInvocationID",
        ],
    ),
    (
        "local_id",
        &[
            "get_local_id",
            "local_invocation_id",
            "local_invocation_index",
            "get_local_linear_id",
            "thread_idx",
            "threadIdx",
            "thread_position_in_threadgroup",
            "thread_index_in_threadgroup",
            "gl_LocalInvocationID",
        ],
    ),
    (
        "workgroup_id",
        &["block_idx", "blockIdx", "block_id", "get_group_id", "group_id", "threadgroup_position_in_grid"],
    ),
    ("workgroup_size", &["block_dim", "blockDim", "get_local_size", "threads_per_threadgroup"]),
    ("num_workgroups", &["get_num_groups", "num_groups", "grid_dim", "gridDim", "threadgroups_per_grid"]),
    (
        "barrier",
        &[
            "__syncthreads",
            "sync_threads",
            "syncthreads",
            "workgroup_barrier",
            "workgroupBarrier",
            "storage_barrier",
            "storageBarrier",
            "control_barrier",
            "group_barrier",
            "threadgroup_barrier",
            "work_group_barrier",
            "sync_cube",
            "sync_units",
        ],
    ),
    (
        "workgroup_array",
        &["shared_array", "__shared__", "shared_memory", "SharedMemory", "threadgroup_array"],
    ),
];

/// What orders memory between all invocations of a launch, which nothing does here.
const FENCES: [&str; 6] =
    ["__threadfence", "thread_fence", "threadfence", "memory_barrier", "memoryBarrier", "mem_fence"];

/// The methods of atomics, and the functions of other languages, in small letters and without `_`.
const ATOMICS: [(&str, &[&str]); 9] = [
    ("fetch_add(value)", &["atomicadd"]),
    ("fetch_min(value)", &["atomicmin"]),
    ("fetch_max(value)", &["atomicmax"]),
    ("fetch_and(value)", &["atomicand"]),
    ("fetch_or(value)", &["atomicor"]),
    ("fetch_xor(value)", &["atomicxor"]),
    ("swap(value)", &["atomicexch", "atomicexchange", "atomicxchg"]),
    ("compare_exchange(expected, new)", &["atomiccas", "atomiccompareexchangeweak", "atomiccmpxchg"]),
    ("load()", &["atomicload"]),
];

pub(super) fn of_another_language(name: &str) -> Option<&'static str> {
    let mut known = OF_OTHER_LANGUAGES.into_iter();
    known.find(|(_, others)| others.contains(&name)).map(|(own, _)| own)
}

/// What to write in place of a function of another language.
pub(super) fn instead_of_foreign(name: &str) -> Option<String> {
    if FENCES.contains(&name) {
        let fix = "write `barrier()`, which orders the memory of a workgroup; between workgroups end the kernel, and launch another one";
        return Some(fix.to_string());
    }
    if name.starts_with("atomic") {
        let plain: String = name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect();
        let known = ATOMICS.into_iter().find(|(_, others)| others.contains(&plain.as_str()));
        return known.map(|(own, _)| format!("take a `&[AtomicU32]`, and write `a[i].{own}`"));
    }
    of_another_language(name).map(|own| match own {
        "barrier" => "write `barrier()`".to_string(),
        "workgroup_array" => "write `let mut tile = workgroup_array::<u32, 256>();`".to_string(),
        id => format!("write `{id}().x`"),
    })
}

/// The types of std whose values are allocated.
const ALLOCATED: [&str; 9] =
    ["Vec", "VecDeque", "String", "Box", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "BinaryHeap"];

/// The types of std that several owners share or change.
const SHARED: [&str; 5] = ["Cell", "RefCell", "Rc", "Arc", "Mutex"];

/// What to write in place of a type of std that kernels do not have.
pub(super) fn instead_of_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "Box" => {
            "nothing is boxed; write the value itself. In the place of several closures write one that chooses, `move |x| if c { .. } else { .. }`, or a `fn(..)`, which captures nothing"
        }
        _ if ALLOCATED.contains(&name) => {
            "nothing is allocated; write a local array, `let mut w = [0u32; 64];`, and count in a variable how much of it is used"
        }
        _ if SHARED.contains(&name) => "write a variable, and pass `&mut` of it",
        _ => return None,
    })
}

/// What to write in place of the call of a function of this name, if it is known what is meant.
pub(crate) fn instead_of_call(name: &str) -> Option<String> {
    let other = instead_of_foreign(name);
    let is_method = [Ty::U32, Ty::I32, Ty::F32].into_iter().any(|ty| methods(ty).contains(&name));
    other.or_else(|| is_method.then(|| format!("it is a method: write `x.{name}(..)`")))
}

/// The float whose `from_bits` a function is, if it has literals.
fn of_from_bits(function: &syn::Expr) -> Option<Ty> {
    match path_names(function).as_deref() {
        Some([.., ty, function]) if function == "from_bits" => {
            Ty::named_float(ty).filter(|float| !float.is_half())
        }
        _ => None,
    }
}

/// The id that a call of a built-in gives.
fn id_call(call: &syn::ExprCall) -> Option<Ids> {
    if !call.args.is_empty() {
        return None;
    }
    match path_name(&call.func)?.as_str() {
        "invocation_id" => Some(Ids::Grid(Id::Invocation)),
        "workgroup_id" => Some(Ids::Grid(Id::Workgroup)),
        "local_id" => Some(Ids::Grid(Id::Local)),
        "num_workgroups" => Some(Ids::Grid(Id::Count)),
        "workgroup_size" => Some(Ids::WorkgroupSize),
        _ => None,
    }
}

/// Whether the type in angle brackets is `[u8]`.
fn is_bytes(arguments: &syn::AngleBracketedGenericArguments) -> bool {
    matches!(
        arguments.args.first(),
        Some(syn::GenericArgument::Type(syn::Type::Slice(slice))) if signature::name_of(&slice.elem) == "u8"
    )
}

/// `Option::is_some(&x)` and `Result::ok(x)` as methods of what comes first.
fn method_of_variants(call: &syn::ExprCall) -> Option<syn::ExprMethodCall> {
    let syn::Expr::Path(path) = strip(&call.func) else { return None };
    let [owner, method] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    if path.qself.is_some() || !matches!(plain(&owner.ident).as_str(), "Option" | "Result") {
        return None;
    }
    let first = match strip(call.args.first()?) {
        syn::Expr::Reference(reference) => &*reference.expr,
        first => first,
    };
    let (method, args) = (&method.ident, call.args.iter().skip(1));
    match syn::parse_quote!((#first).#method(#(#args),*)) {
        syn::Expr::MethodCall(mut made) => {
            made.paren_token = call.paren_token;
            Some(made)
        }
        _ => None,
    }
}

impl Checker<'_> {
    /// The id that an expression is as a whole: a call of a built-in, or a variable bound to one.
    pub(super) fn ids(&mut self, expr: &syn::Expr) -> Option<Ids> {
        match expr {
            syn::Expr::Paren(inner) => self.ids(&inner.expr),
            syn::Expr::Group(inner) => self.ids(&inner.expr),
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?)) {
                Some(Entity::Ids(ids)) => Some(ids),
                _ => None,
            },
            syn::Expr::Call(call) => id_call(call),
            _ => None,
        }
    }

    pub(super) fn field(&mut self, field: &syn::ExprField) -> Expr {
        let area = field.area();
        let Some(ids) = self.ids(&field.base) else {
            if let Some(fix) = self.meant_id(&field.base) {
                self.errors.report(field.base.area(), "kernels have no such id", fix);
                return Expr::error(area);
            }
            if let syn::Member::Named(member) = &field.member
                && self.is_type_with_dot(&field.base, member)
            {
                return Expr::error(area);
            }
            let base = self.base(&field.base);
            self.take_owner(base.ty);
            if let Some(part) = self.struct_field(base.clone(), field) {
                return part;
            }
            if let (syn::Member::Unnamed(member), true) =
                (&field.member, self.infer.resolve(base.ty) != Ty::Error)
            {
                return self.tuple_field(base, member.index as usize, field);
            }
            if let Ty::Open(_) = self.infer.resolve(base.ty) {
                self.unknown_struct(&base);
            } else if self.infer.resolve(base.ty) != Ty::Error {
                let axes = ["x", "y", "z", "w"];
                let lane = axes
                    .iter()
                    .position(|axis| matches!(&field.member, syn::Member::Named(name) if name == axis));
                let lanes = self.infer.resolve(base.ty).vector_lanes();
                let fix = match (lane, lanes) {
                    (Some(lane), Some(_)) => format!("write `{}[{lane}]`", self.errors.operand(base.area)),
                    _ => "only structs and ids have fields: `invocation_id().x`".to_string(),
                };
                self.errors.report(Area::of(&field.member), "this value has no fields", fix);
            }
            return Expr::error(area);
        };
        let axis = match &field.member {
            syn::Member::Named(name) => ["x", "y", "z", "w"].iter().position(|axis| name == axis),
            syn::Member::Unnamed(index) => Some(index.index as usize),
        };
        if let Ids::Grid(_) = ids
            && !self.in_kernel(area, "ids")
        {
            return Expr::error(area);
        }
        match (ids, axis) {
            (_, None) => {
                let problem = "an id has no such field";
                self.errors.report(Area::of(&field.member), problem, "use `.x`, `.y` or `.z`");
                Expr::error(area)
            }
            (Ids::Grid(Id::Count), Some(axis)) if axis > 2 => {
                self.errors.report_rule(area, &Problem::AxisOutOfRange { axis: axis as u32 }, None);
                Expr::error(area)
            }
            (Ids::Grid(id), Some(axis)) => {
                self.asks_for_groups |= matches!(id, Id::Count);
                // An axis that does not exist is a rule of the IR's, which finds it.
                Expr { kind: Kind::Id(id, axis as u32), ty: Ty::U32, area }
            }
            (Ids::WorkgroupSize, Some(axis)) => match self.workgroup_size.get(axis) {
                Some(size) => Expr { kind: Kind::Literal((*size).into()), ty: Ty::U32, area },
                None => {
                    let problem = Problem::AxisOutOfRange { axis: axis as u32 };
                    self.errors.report_rule(area, &problem, None);
                    Expr::error(area)
                }
            },
        }
    }

    /// Whether a `.` stands behind a type, where `::` is meant; reports it.
    pub(super) fn is_type_with_dot(&mut self, base: &syn::Expr, member: &syn::Ident) -> bool {
        let is_type = |name: &String| {
            let is_written_so = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
            is_written_so && name != "None" && matches!(self.lookup(name), None | Some(Entity::Type(_)))
        };
        let Some(name) = path_name(base).filter(is_type) else { return false };
        let problem = format!("`{name}` is no variable");
        self.errors.report(base.area(), problem, format!("write `{name}::{member}`"));
        true
    }

    /// What to write where a field is taken of a call that is no id: only ids have fields.
    fn meant_id(&self, base: &syn::Expr) -> Option<String> {
        let syn::Expr::Call(call) = strip(base) else { return None };
        let name = path_name(&call.func).filter(|name| self.lookup(name).is_none())?;
        let meant = of_another_language(&name).filter(|meant| BUILT_INS[..5].contains(meant));
        let meant = meant.or_else(|| self.nearest(&name, &BUILT_INS[..5]))?;
        Some(format!("write `{meant}()`"))
    }

    /// The buffer that `workgroup_array::<T, N>()` declares, if the expression is that.
    pub(super) fn workgroup_array(&mut self, name: &syn::Ident, value: &syn::Expr) -> Option<Entity> {
        let syn::Expr::Call(call) = strip(value) else { return None };
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        let segment = single(path)?;
        if segment.ident != "workgroup_array" {
            return None;
        }
        let area = value.area();
        if !self.in_kernel(area, "workgroup arrays") {
            return Some(Entity::Poisoned);
        }
        let fix = "write `let mut tile = workgroup_array::<u32, 256>();`";
        let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else {
            self.errors.report(area, "`workgroup_array` needs an element type and a length", fix);
            return Some(Entity::Poisoned);
        };
        let arguments: Vec<_> = arguments.args.iter().collect();
        let [syn::GenericArgument::Type(element), length] = arguments[..] else {
            self.errors.report(area, "`workgroup_array` needs an element type and a length", fix);
            return Some(Entity::Poisoned);
        };
        let atomic = signature::atomic(element);
        let mut lengths = Vec::new();
        let element = self.nested_lengths(element, &mut lengths);
        let element = match atomic {
            Some(values) => signature::atomic_bits(values),
            None => self.written_type(element).unwrap_or(Ty::Error),
        };
        let length = match length {
            syn::GenericArgument::Const(length) => self.length(length),
            syn::GenericArgument::Type(syn::Type::Path(path)) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() };
                self.expr(&syn::Expr::Path(path))
            }
            other => {
                self.errors.report(Area::of(other), "the length of an array is a number", fix);
                return Some(Entity::Poisoned);
            }
        };
        let area = length.area;
        let (count, length, dimensions) = if lengths.is_empty() {
            let Some((count, _, length)) = self.array_length(length) else { return Some(Entity::Poisoned) };
            (count, length, Vec::new())
        } else {
            lengths.insert(0, length);
            let Some(dimensions) = self.dimensions(lengths) else { return Some(Entity::Poisoned) };
            dimensions
        };
        let data = match element.data() {
            Some(data) => data,
            None if self.infer.parts(element).is_some() && dimensions.is_empty() => DataType::U32,
            None => return Some(Entity::Poisoned),
        };
        let plain = BufferDecl::workgroup(plain(name), count, data);
        let (is_atomic, is_signed) = (atomic.is_some(), atomic == Some(Ty::I32));
        let access = if is_atomic { BufferAccess::WorkgroupAtomic } else { plain.access };
        let decl = BufferDecl { access, ..plain };
        let buffer = Buffer { is_atomic, is_signed, length, dimensions, ..Buffer::new(decl, area, element) };
        let array = self.buffer(buffer);
        if let (Some(caller), Entity::Buffer(buffer)) = (self.caller, array) {
            self.functions[caller].arrays.push(buffer);
        }
        Some(array)
    }

    /// `f32::from_u32(n)` of `T::from_u32(n)`, where the type parameter `T` stands for a number and the body is not written anew for it.
    fn call_of_number(&self, call: &syn::ExprCall) -> Option<syn::ExprCall> {
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        if path.qself.is_some() || path.path.segments.len() != 2 {
            return None;
        }
        let owner = &path.path.segments[0].ident;
        let number = syn::Ident::new(&self.number_of_param(&plain(owner))?, owner.span());
        let mut path = path.clone();
        path.path.segments[0].ident = number;
        Some(syn::ExprCall { func: Box::new(syn::Expr::Path(path)), ..call.clone() })
    }

    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Expr {
        let area = call.area();
        let name = path_name(&call.func);
        match name.as_deref().and_then(|name| self.lookup(name)) {
            Some(Entity::Function(function)) => return self.function_call(function, call),
            Some(Entity::Closure(closure)) => return self.closure_call(closure, &call.args, area),
            Some(Entity::Template(template)) => return self.template_call(template, call),
            Some(Entity::Passed(at)) => return self.given_call(at, call),
            _ => {}
        }
        if let Some(of_number) = self.call_of_number(call) {
            return self.call(&of_number);
        }
        if let Some(function) = self.function_value(&call.func) {
            return self.value_call(function, &call.args, area);
        }
        if let Some(method) = method_of_variants(call) {
            return self.expr(&syn::Expr::MethodCall(method));
        }
        if let Some(called) = self.called_behind(call) {
            return called;
        }
        if let Some(called) = self.function_of_associated(call) {
            return called;
        }
        if let Some(made) = self.variant_call(call, None) {
            return made;
        }
        if let Some(written) = super::closures::operator_call(call) {
            return self.expr(&written);
        }
        if let Some(called) = self.std_call(call) {
            return called;
        }
        if let Some(converted) = self.call_of_from(call) {
            return converted;
        }
        if let Some(chosen) = self.call_of_cmp(call) {
            return chosen;
        }
        if let Some(called) = self.own_function(call, None) {
            return called;
        }
        if let Some(called) = self.function_of_trait(call, None) {
            return called;
        }
        if let Some(together) = name.as_deref().and_then(|name| self.together(name, call)) {
            return together;
        }
        let args = match name.as_deref() {
            Some("barrier") if !self.in_kernel(area, "barriers") => return Expr::error(area),
            Some("barrier") => 0,
            Some("select") => 3,
            Some("cast") => 1,
            Some("workgroup_array") => {
                let fix = "bind it first: `let mut tile = workgroup_array::<u32, 256>();`";
                self.errors.report(area, "a workgroup array is no value", fix);
                return Expr::error(area);
            }
            Some(_) if id_call(call).is_some() => {
                let fix = "take one axis, such as `.x`";
                self.errors.report(area, "an id as a whole is no value", fix);
                return Expr::error(area);
            }
            Some("invocation_id" | "workgroup_id" | "local_id" | "workgroup_size" | "num_workgroups") => 0,
            _ if let Some(float) = of_from_bits(&call.func) => return self.float_of_bits(call, float),
            _ => match self.half_call(call).or_else(|| self.conversion_call(call)) {
                Some(converted) => return converted,
                None => return self.outer_call(call),
            },
        };
        let Some(mut operands) = self.arguments(&call.args, args, area, &name.unwrap_or_default()) else {
            return Expr::error(area);
        };
        if args == 0 {
            return Expr { kind: Kind::Barrier, ty: Ty::Unit, area };
        }
        if args == 1 {
            return self.cast_call(call, operands.pop(), area);
        }
        let (Some(otherwise), Some(then), Some(cond)) = (operands.pop(), operands.pop(), operands.pop())
        else {
            return Expr::error(area);
        };
        self.condition(&cond, "the condition of `select`");
        let ty = self.same(&then, &otherwise, "the arms of `select`");
        let [cond, then, otherwise] = [cond, then, otherwise].map(Box::new);
        Expr { kind: Kind::Select { cond, then, otherwise }, ty, area }
    }

    /// `f32::from_bits(x)` and `f64::from_bits(x)`.
    fn float_of_bits(&mut self, call: &syn::ExprCall, float: Ty) -> Expr {
        let area = call.area();
        let bits = self.arguments(&call.args, 1, area, "from_bits").and_then(|mut args| args.pop());
        let wanted = if float == Ty::F64 { Ty::U64 } else { Ty::U32 };
        let Some(bits) = bits.filter(|bits| self.demand(bits, wanted)) else { return Expr::error(area) };
        Expr { kind: Kind::Cast(Box::new(bits)), ty: float, area }
    }

    /// `u64::from(x)`: a conversion that every value survives.
    fn conversion_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let [ty, from] = &names[..] else { return None };
        let float = Ty::named_float(ty);
        let is_float = float.is_some();
        let target = match float {
            Some(float) => float,
            None => Ty::named_integer(ty)?.ty,
        };
        let area = call.area();
        if let Some(joined) = self.joined_bytes(target, from, call) {
            return Some(joined);
        }
        if from == "from_u32" {
            // Of the trait `Number`.
            let number = self.arguments(&call.args, 1, area, from).and_then(|mut args| args.pop());
            let Some(number) = number.filter(|number| self.demand(number, Ty::U32)) else {
                return Some(Expr::error(area));
            };
            return Some(match is_float {
                true => {
                    let float = if target == Ty::F64 { Ty::F64 } else { Ty::F32 };
                    let single = self.integer_to_float(number, Ty::U32, float, area);
                    if target == float {
                        single
                    } else {
                        Expr { kind: Kind::Cast(Box::new(single)), ty: target, area }
                    }
                }
                false => Expr { kind: Kind::Cast(Box::new(number)), ty: target, area },
            });
        }
        if from != "from" {
            return None;
        }
        let Some(mut args) = self.arguments(&call.args, 1, area, "from") else {
            return Some(Expr::error(area));
        };
        let value = args.pop()?;
        self.take_told(value.ty);
        if self.infer.data_of(value.ty).is_some() {
            return Some(self.converted(target, value, area, call.func.area().start));
        }
        Some(self.number_from(target, value, area))
    }

    /// A number as one of another type that holds all of its type.
    pub(super) fn number_from(&mut self, target: Ty, value: Expr, area: Area) -> Expr {
        let is_float = target.is_float();
        // What follows may say of which type a variable is. Nothing says more of a literal.
        if !matches!(value.kind, Kind::Literal(_)) && matches!(self.infer.resolve(value.ty), Ty::Int(_)) {
            match self.settled_number(area, value.ty) {
                Some(settled) => drop(self.infer.unify(value.ty, settled)),
                None if self.lists.is_first() => return Expr::nothing(area, target),
                None => {}
            }
        }
        if let Ty::Int(_) = self.infer.resolve(value.ty) {
            // In Rust it is an `i32` where nothing settles it, of which an `i64` can be made; a `u64` or a `u128` cannot, and then it stands for the number.
            let literal = if matches!(target, Ty::U64 | Ty::U128) { Ty::U32 } else { target };
            self.infer.unify(
                value.ty,
                if target == Ty::F64 {
                    Ty::I32
                } else if is_float {
                    Ty::I16
                } else {
                    literal
                },
            );
        }
        if let open @ Ty::Float(_) = self.infer.resolve(value.ty) {
            self.infer.unify(open, if is_float && !target.is_half() { target } else { Ty::F64 });
        }
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        let got = self.infer.resolve(value.ty);
        let fits = match (got.integer(), target.integer()) {
            _ if got == target || got == Ty::Bool && !is_float || got.is_half() && target == Ty::F32 => true,
            _ if (got, target) == (Ty::F32, Ty::F64) => true,
            _ if target.is_half() => false,
            _ if matches!(got, Ty::Error | Ty::Never) => return Expr::error(area),
            (Some(got), Some(target)) => target.is_from(got),
            (Some(got), None) => got.bits < if target == Ty::F64 { 64 } else { 32 },
            (None, _) => false,
        };
        if !fits {
            let problem = format!("Rust has no `{target}::from` of a `{}`", self.infer.name(got));
            let fix = self.conversion(value.area, target, got);
            self.errors.report(area, problem, fix);
            return Expr::error(area);
        }
        if is_float && got.is_integer() {
            return self.integer_to_float(value, got, target, area);
        }
        Expr { kind: Kind::Cast(Box::new(value)), ty: target, area }
    }

    /// What to write in place of a call of a function that a kernel does not have.
    pub(super) fn unknown_call(&self, path: &str) -> String {
        let last = path.rsplit("::").next().unwrap_or(path);
        let is_path = last != path;
        if is_path && BUILT_INS.contains(&last) {
            return format!("In a kernel: built-in functions have no path, write `{last}(..)`.");
        }
        if [Ty::U32, Ty::I32, Ty::F32].iter().any(|ty| methods(*ty).contains(&last)) {
            return format!("In a kernel: `{last}` is a method, write `a.{last}(..)`.");
        }
        if matches!(path, "std::mem::swap" | "core::mem::swap" | "mem::swap") {
            return "In a kernel: write `(a, b) = (b, a)`.".to_string();
        }
        let owner =
            path.rsplit("::").nth(1).and_then(|owner| owner.split('<').next()).unwrap_or_default().trim();
        if let Some(instead) = instead_of_type(owner) {
            return format!("In a kernel: {instead}.");
        }
        if last == "Reverse" {
            return "In a kernel: write the order, `sort_by(|a, b| b.cmp(a))`.".to_string();
        }
        if let Some(kind) = last.strip_suffix("_ne_bytes") {
            return format!("In a kernel: write `{kind}_le_bytes`, which is the same on every device.");
        }
        let known = self.meant(last, |entity| matches!(entity, Entity::Function(_) | Entity::Template(_)));
        match known.or_else(|| self.nearest(last, &BUILT_INS)) {
            Some(meant) if !is_path => format!("In a kernel: did you mean `{meant}`?"),
            _ => "In a kernel: call built-in functions, functions of the kernel itself, and functions marked with \
                  `#[vyre::function]`."
                .to_string(),
        }
    }

    /// `cast::<T>(value)`: every pair of the cast table. The IR's rules say which pairs there are.
    fn cast_call(&mut self, call: &syn::ExprCall, value: Option<Expr>, area: Area) -> Expr {
        let Some(value) = value else { return Expr::error(area) };
        let syn::Expr::Path(path) = strip(&call.func) else { return Expr::error(area) };
        let arguments = path.path.segments.last().map(|segment| &segment.arguments);
        let target = match arguments {
            Some(syn::PathArguments::AngleBracketed(arguments)) if is_bytes(arguments) => None,
            Some(syn::PathArguments::AngleBracketed(arguments)) if arguments.args.len() == 1 => {
                match arguments.args.first() {
                    Some(syn::GenericArgument::Type(target)) => self.written_type(target),
                    _ => None,
                }
            }
            _ => None,
        };
        if matches!(arguments, Some(syn::PathArguments::AngleBracketed(arguments)) if is_bytes(arguments)) {
            let from = self.infer.resolve(value.ty).data().unwrap_or(DataType::U32);
            let advice = "In a kernel: take `bytes: &mut [u8]`, and write `bytes[i] = x as u8`.".to_string();
            self.errors.report_rule(area, &Problem::CastToBytes { from }, Some(advice));
            return Expr::error(area);
        }
        let Some(target) = target else {
            let fix = "write it: `cast::<u64>(value)`";
            self.errors.report(call.func.area(), "`cast` needs the type to cast to", fix);
            return Expr::error(area);
        };
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        match self.infer.resolve(value.ty) {
            Ty::Error | Ty::Never => Expr::error(area),
            Ty::Unit => {
                self.errors.report(value.area, "this expression has no value", "cast a value");
                Expr::error(area)
            }
            _ if target == Ty::Error || self.is_cast_of_bits(&value, target, area) => Expr::error(area),
            from if self.has_no_cast(from, target, area) => Expr::error(area),
            _ => Expr { kind: Kind::Cast(Box::new(value)), ty: target, area },
        }
    }

    /// Whether the table has no cast between two types; then reports it. No kernel may reach the call, so that nobody else would.
    fn has_no_cast(&mut self, from: Ty, to: Ty, area: Area) -> bool {
        let (Some(source), Some(target)) = (from.data(), to.data()) else { return false };
        if from == to || casts::find(&source, &target).is_some() {
            return false;
        }
        self.errors.report_rule(area, &Problem::UnsupportedCast { from: source, to: target }, None);
        true
    }

    /// The arguments of a built-in; reports another number of them than it takes, and then nothing about them.
    pub(super) fn arguments<'a>(
        &mut self,
        args: impl IntoIterator<Item = &'a syn::Expr, IntoIter: ExactSizeIterator>,
        expected: usize,
        area: Area,
        name: &str,
    ) -> Option<Vec<Expr>> {
        let args = args.into_iter();
        let count = |count| match count {
            0 => "no arguments".to_string(),
            1 => "1 argument".to_string(),
            _ => format!("{count} arguments"),
        };
        if args.len() != expected {
            let is_atomic = AtomicOp::from_method(name).is_some() || matches!(name, "load" | "store");
            let orderings = if is_atomic && args.len() > expected { "; there are no orderings" } else { "" };
            let problem = format!("`{name}` takes {}, got {}", count(expected), args.len());
            self.errors.report(area, problem, format!("pass {}{orderings}", count(expected)));
            return None;
        }
        Some(args.map(|arg| self.expr(arg)).collect())
    }

    /// The arguments of a built-in that takes values of these types.
    pub(super) fn arguments_as<'a>(
        &mut self,
        args: impl IntoIterator<Item = &'a syn::Expr, IntoIter: ExactSizeIterator>,
        wanted: &[Ty],
        area: Area,
        name: &str,
    ) -> Option<Vec<Expr>> {
        let args = args.into_iter();
        if args.len() != wanted.len() {
            return self.arguments(args, wanted.len(), area, name);
        }
        let value = |(arg, ty): (&syn::Expr, &Ty)| match self.wanted(arg, *ty) {
            Some(value) => value,
            None => self.expr(arg),
        };
        Some(args.zip(wanted).map(value).collect())
    }
}
