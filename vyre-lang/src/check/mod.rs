//! Names and types, in Rust's terms: syn's tree becomes the typed tree of [`hir`](crate::hir).
//!
//! `expr` holds operators, `constant` what is known while the macro runs, `items` what rustc evaluates, `tables` such arrays, `place` what can be read, `assign` what can be assigned to, `literal` literals, `conversions` what the wanted type chooses, `demand` what an expression must be, `extent` where it stands, `scopes` what names mean, `flow` branches, `loops` loops and jumps, `pattern` what a `let` binds, `call` built-in functions, `method` methods, `function` the kernel's own functions, `slices`, `references`, `inner` and `pointed` what a `&` is, `slice_methods` loops that are methods of slices, `perhaps` and `slice_patterns` places and parts that a pattern takes, `slice_values` slices as values, `leftover` what no other check has reported, `ranges` ranges as values, `ordering` orders as values, `std_functions` functions of std, `iterate` iterators, `closures` closures, `functional` functions that take them, `structs` structs, `outer` functions outside, `overloaded` operators of structs, `placed` those that take the place of their calls, `together` what a workgroup computes together, `assertion` assertions, `printing` what is printed, `visible` what std panics at,
//! `unsupported` the constructs that the language leaves out. An erroneous expression has the type `Error`, which agrees with everything, so
//! one mistake gives one error.

mod aggregate;
mod assertion;
mod assign;
mod assigned;
mod beside;
mod bytes;
mod call;
mod chosen;
mod closures;
mod constant;
mod conversions;
mod copies;
mod data_method;
mod demand;
mod derived;
mod exhaustive;
mod expr;
mod extent;
mod float_names;
mod flow;
mod function;
mod functional;
mod generic;
mod given_places;
mod halves;
mod held;
mod indexed;
mod inner;
mod instances;
mod items;
mod iterate;
mod joined;
mod kept_closures;
mod kept_places;
mod kept_slices;
mod leftover;
mod lets;
mod lists;
mod literal;
mod loops;
mod matching;
mod method;
pub(crate) mod ordering;
mod outer;
mod overloaded;
mod params;
mod pattern;
mod perhaps;
mod place;
mod placed;
mod pointed;
mod pointers;
mod printing;
mod ranges;
mod references;
mod rounds;
mod scopes;
mod slice_methods;
mod slice_patterns;
mod slice_values;
mod slices;
mod std_functions;
mod std_methods;
mod structs;
mod tables;
mod templates;
mod together;
mod unsupported;
mod variant_methods;
mod variants;
mod visible;

pub(crate) use beside::{ARRAYS, Associated, Beside, Method, TUPLES, Takes};
pub(crate) use call::{BUILT_INS, instead_of_call};
pub(crate) use closures::operator_of;
pub(crate) use data_method::Siblings;
pub(crate) use expr::is_constant_name;
pub(crate) use function::recursion_note;
pub(crate) use held::HELD;
pub(crate) use iterate::{is_adaptor, is_source};
pub(crate) use placed::{check_placed, export, is_placed};
pub(crate) use slice_values::gives_slice_of_value;
pub(crate) use std_functions::{DROP, is_std_function};
pub(crate) use unsupported::keyword;

use items::Items;
use iterate::Lazies;
use scopes::{Entity, Ids, MAX_COMPARISONS};

use crate::attribute::Attribute;
use crate::data::{Definitions, Generic, Hints};
use crate::diagnostics::{Area, Errors};
use crate::files::{MethodAt, Place};
use crate::hir::{
    Base, Block, Buffer, BufferId, Callee, CalleeId, Expr, Function, FunctionId, Kernel, Kind, Local,
    LocalId, Loop, OuterCall, Stmt,
};
use crate::mirror::Meant;
use crate::signature::{self, Param};
use crate::syntax::plain;
use crate::types::{Form, Inference, Ty};
use lists::Lists;
use proc_macro2::TokenStream;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use vyre_ir::{DataType, Problem};

/// Whether a name is that of a method which numbers, slices, iterators, orders, `Option`s or `Result`s have.
pub(crate) fn is_method_of_std(name: &str) -> bool {
    const OF_VARIANTS: [&str; 12] = [
        "and",
        "and_then",
        "filter",
        "get_or_insert",
        "insert",
        "map",
        "map_err",
        "ok_or",
        "or",
        "replace",
        "then",
        "xor",
    ];
    let numbers = [Ty::U8, Ty::I8, Ty::U32, Ty::I32, Ty::U64, Ty::I64, Ty::F32, Ty::F64];
    numbers.iter().any(|ty| method::methods(*ty).contains(&name))
        || iterate::is_method(name)
        || slice_methods::names().chain(perhaps::names()).chain(OF_VARIANTS).any(|known| known == name)
        || std_methods::ALL.iter().any(|(known, _)| *known == name)
}

pub(crate) struct Checker<'e> {
    errors: &'e mut Errors,
    /// Which lists of integers are arrays, and no vectors.
    lists: Rc<Lists>,
    /// What is wanted of a call of a method that stands at a place, where its result says which one is meant.
    wanted_of_method: Option<(MethodAt, Ty)>,
    /// The same of what a `fold` begins with.
    wanted_of_fold: Option<(MethodAt, Ty)>,
    /// The calls of `into` that are operands of operators.
    operands: HashSet<Place>,
    /// The method that a path names, as in `Name::method(&mut place)`, where it is written as a call of a value's method.
    named_by_path: Option<Place>,
    /// The definitions of the types that are named.
    known: Definitions,
    /// The variable of `self` in a method that takes `&mut self`.
    changes: Option<LocalId>,
    /// Whether `func!` wrote the function: its result may be inferred.
    is_anonymous: bool,
    /// Whether the function is a method, and one that takes `&mut self`.
    is_method: bool,
    is_mutating: bool,
    /// Whether it takes `&self` or `&mut self`.
    is_behind_reference: bool,
    /// What the `impl` says of its functions, where one of them is checked.
    siblings: Option<Rc<Siblings>>,
    /// The path of the crate `vyre`.
    krate_path: TokenStream,
    /// The buffers that slices of functions stand for, one for each call.
    slice_links: Vec<(BufferId, BufferId)>,
    /// What slices are parts of, one for each call.
    slice_sources: Vec<(BufferId, Base)>,
    infer: Inference,
    /// The closures, and how many tokens their calls have written.
    closures: Vec<closures::Closure>,
    written_tokens: usize,
    /// The variables that iterate over slices.
    cursors: Vec<iterate::Cursor>,
    /// Whether what stands behind a `let` asks an iterator for its last items.
    asks_ends: bool,
    /// Whether it asks the one that the `let` binds for its last item.
    asks_from_end: bool,
    kept: Vec<kept_places::Kept>,
    /// Whether the items of the chain that is being made are to have indices.
    wants_indices: bool,
    /// The `zip`s whose items the end of their chain takes all at once, as std's `fold` does.
    folded: Vec<*const syn::ExprMethodCall>,
    /// Whether the module has functions that give places.
    gives_places: bool,
    /// The chains that wait.
    lazies: Lazies,
    /// What a range must be that is gone through from its end behind a step: its type, whether it is closed, and where.
    counted_from_end: Vec<(Ty, bool, Area)>,
    /// The arguments of the kernel that are functions, and the variables with what they take from around them.
    given_functions: Vec<(crate::functional::Argument, Option<LocalId>)>,
    /// The paths of functions that have further names.
    named: Vec<syn::ExprPath>,
    /// Whether the function that is being declared takes functions, which may do something.
    is_taking: bool,
    /// Whether functions that take functions have written as much as they may, which has been reported.
    is_full: bool,
    /// The names in the body of the loop whose head is being checked.
    looped_names: Option<HashSet<String>>,
    /// The functions over types and constants, the calls of them whose bodies are still to be checked, and those inside of which the body stands
    /// that is being checked.
    templates: Vec<generic::Template>,
    pending: Vec<generic::Pending>,
    known_instances: HashMap<generic::Key, FunctionId>,
    /// The functions over values that hold slices: those whose bodies are checked at their calls.
    held: held::Held,
    instances: Vec<usize>,
    /// The values of constant parameters that only the linked program has.
    given: Vec<Expr>,
    locals: Vec<Local>,
    buffers: Vec<Buffer>,
    functions: Vec<Function>,
    pointers: Vec<pointers::Pointer>,
    /// The type of the result, inside a function.
    function: Option<Ty>,
    /// The function whose body is being checked.
    caller: Option<FunctionId>,
    /// The closures that instances of functions are given, by the names of their parameters.
    taken: HashMap<FunctionId, HashMap<String, Entity>>,
    /// The functions of which a call has another number of arguments, which has been reported: it says nothing of their types.
    miscalled: HashSet<FunctionId>,
    /// The calls of the kernel's functions by each other.
    calls: HashMap<FunctionId, Vec<(FunctionId, Area)>>,
    scopes: Vec<HashMap<String, Entity>>,
    /// The number of the scopes around the function that is being checked, of which it sees the items alone.
    outside: usize,
    /// The loops, and blocks with labels, around what is being checked, and all of them.
    loops: Vec<loops::Open>,
    all_loops: Vec<Loop>,
    /// Whether the value of a `const` is being checked.
    in_constant: bool,
    /// The integer literals, whose range is known once their type is: their text, magnitude, and whether
    /// a `-` is before them.
    literals: Vec<(Area, String, u128, bool, Ty)>,
    /// The floats that are written, whether each fits an `f32` and an `f64`, and their types.
    float_literals: Vec<(Area, String, [bool; 2], Ty)>,
    /// The types of literals such as `b'a'`.
    bytes: Vec<Ty>,
    /// Each `-` with what it is before, which must have a signed type, and whether it stands in the bounds of a loop.
    negated: Vec<(Area, Area, Ty, bool)>,
    /// Whether the bounds of a loop are being checked.
    in_bound: bool,
    /// What a `!` is before while its type is not known: it must be a number or a `bool`.
    inverted: Vec<(Area, Ty)>,
    /// The values of `if`s, whose types must be known in the end.
    chosen: Vec<(Area, Ty)>,
    /// The variants whose types something must settle: `None` says nothing of what it could hold.
    variants: Vec<(Area, Ty, String)>,
    /// The texts that are parsed as what they meet, and how many types were that type at first.
    parsed: Vec<(Area, Ty, usize)>,
    /// What the names of the pattern that is being checked are.
    mode: lets::Mode,
    outer_casts: Vec<(Ty, Ty, Area)>,
    /// The types of the results of functions such as `Name::new`, with the type that they are functions of.
    owners: Vec<(Ty, Ty)>,
    /// The types of the results of functions outside, with those that the file tells.
    told: Vec<(Ty, Ty)>,
    items: Items,
    /// What the copy for rustc is held against.
    meant: Meant,
    /// The type of the place that has been changed by an operator such as `+=` last.
    updated: Option<Ty>,
    /// Whether the `if`, `match` or block that comes next gives nothing: it stands as a statement.
    gives_nothing: bool,
    /// What the file tells of constants and functions outside.
    hints: Rc<Hints>,
    /// What the files of types tell, by the ids of the types.
    hints_of_types: HashMap<String, Hints>,
    /// The arrays and slices that slices are parts of.
    slice_bases: HashMap<BufferId, Base>,
    /// The arrays that stand for values, and the slices that closures are given, which have others the next time.
    passing_arrays: HashSet<BufferId>,
    /// The arrays that are copies of parts of values, with the place that is copied, if there is one.
    copied_arrays: HashMap<BufferId, Option<Base>>,
    /// The arrays of constants, such as `&[1, 2]`, which live for ever.
    constant_arrays: HashSet<BufferId>,
    /// The places in types that would say of which array the slices in a constant are, which nothing says.
    unknown_arrays: Vec<(Ty, Area)>,
    /// The arrays that stand for none, of which there are empty slices alone.
    no_arrays: HashSet<BufferId>,
    /// The choices between places, what follows which stands in each branch.
    choices: Vec<chosen::Choice>,
    /// The array of the slices in the result that is being read.
    result_root: Option<Base>,
    /// The variables that slices are parts of.
    slice_roots: HashMap<BufferId, Base>,
    /// The parts that slices are in of slices that have been split in two: which split, and whether the second.
    slice_halves: HashMap<BufferId, Vec<(usize, bool)>>,
    /// How many slices have been split.
    splits: usize,
    /// The functions outside whose bodies are being checked, and those that have been, by the way to them.
    placements: Vec<placed::Placement>,
    placed: HashMap<String, Option<FunctionId>>,
    /// The functions that calls link to, by their paths.
    linked_by_path: HashMap<String, Option<placed::Linked>>,
    /// Whether the types of a signature outside are being read.
    is_elsewhere: bool,
    /// The lengths of slices that are arrays.
    lengths: HashMap<BufferId, u32>,
    /// And those that references are parts of.
    reference_roots: HashMap<LocalId, Base>,
    /// What references to parts stand for: places whose indices are in variables.
    inner_places: HashMap<LocalId, Expr>,
    /// The slices that stand for references to elements.
    reference_slices: HashMap<LocalId, BufferId>,
    /// What a `&` without `mut` stands for: the parameters `&T` of functions, which are values, and variables.
    shared: HashSet<LocalId>,
    /// Whether a kernel is checked, and no function beside kernels.
    is_kernel: bool,
    callees: Vec<Callee>,
    callees_by_path: HashMap<String, CalleeId>,
    outer_calls: Vec<OuterCall>,
    /// The types of numbers that were passed to functions outside before anything settled them.
    passed: Vec<Ty>,
    /// Whether the number of workgroups is asked for.
    asks_for_groups: bool,
    /// Whether it calls a function that has a mistake of its own, so that not all of it is known.
    is_partial: bool,
    has_assertions: bool,
    /// The types of indices that nothing had settled.
    indices: Vec<Ty>,
    /// The buffer behind whose name the brackets stand that are being checked.
    indexed_name: Option<String>,
    /// How many names may still be compared with misspelt ones.
    comparisons: Cell<usize>,
    /// Whether the kernel has a return type, which has been reported.
    returns_value: bool,
    /// The variables that a `let x;` declares, with whether they are `mut`.
    later: HashMap<LocalId, bool>,
    /// Those of them that something has been assigned to, as far as the text has been checked.
    set: HashSet<LocalId>,
    /// How many closures are being captured, each by the one before.
    captured_closures: usize,
    /// Where locals are declared.
    declared: HashMap<LocalId, Area>,
    workgroup_size: [u32; 3],
    /// The last name of the path of the crate `vyre`.
    krate: String,
    /// Where all of the module is seen: its methods, by the ids of their types and their names.
    methods: HashMap<(String, String), Vec<beside::Known>>,
    method_names: Rc<[(String, String)]>,
    /// Whether all of the module is seen, so that what is not known is not there.
    sees_module: bool,
    /// The type that is wanted of the block that comes next, where it says what its last expression is.
    wanted_tail: Option<Ty>,
    /// The structs and enums over types and constants, by the ids of their definitions, and how many of them are around the one that is read.
    generics: Rc<HashMap<String, Rc<Generic>>>,
    instance_depth: usize,
    /// The types of the module's `impl`s of traits.
    associated: beside::OfImpls<syn::Type>,
    associated_constants: beside::OfImpls<(syn::Type, syn::Expr)>,
}

/// Checks a kernel's body.
pub(crate) fn check(
    params: &[Param],
    function: &syn::ItemFn,
    (attribute, known): (&Attribute, Definitions),
    errors: &mut Errors,
) -> Kernel {
    let hints = Rc::new(Hints::of(function));
    lists::settled(errors, |errors, lists| {
        let checker = Checker::new((attribute, known.clone()), (&hints, lists), errors);
        check_kernel(checker, params, function)
    })
}

/// Checks a kernel's body with what stands beside it in its module.
pub(crate) fn check_beside(
    params: &[Param],
    function: &syn::ItemFn,
    (attribute, known): (&Attribute, Definitions),
    beside: &Beside,
    errors: &mut Errors,
) -> Kernel {
    lists::settled(errors, |errors, lists| {
        let mut checker = Checker::new((attribute, known.clone()), (&beside.hints, lists), errors);
        checker.sees_module = true;
        checker.scopes.push(HashMap::new());
        check_kernel_beside(checker, params, function, Some(beside))
    })
}

fn check_kernel(checker: Checker<'_>, params: &[Param], function: &syn::ItemFn) -> Kernel {
    check_kernel_beside(checker, params, function, None)
}

fn check_kernel_beside(
    mut checker: Checker<'_>,
    params: &[Param],
    function: &syn::ItemFn,
    beside: Option<&Beside>,
) -> Kernel {
    checker.returns_value = signature::returns_value(&function.sig);
    let (scalars, lanes) = checker.params(params);
    checker.declare_given();
    for (at, param) in signature::constants(&function.sig).into_iter().enumerate() {
        let is_taken = checker.scopes.last().is_some_and(|scope| scope.contains_key(&plain(param)));
        let is_known = !is_taken && signature::is_constant(&function.sig, at);
        checker.declare(param, if is_known { Entity::Parameter(at) } else { Entity::Poisoned });
    }
    if let Some(beside) = beside {
        checker.declare_beside(beside);
    }
    checker.rows_of_params(params);
    checker.scopes.push(HashMap::new());
    let mut arrays = checker.counts_of_params(params);
    arrays.extend(checker.arrays_of_params(params, &function.block));
    checker.gives_nothing = !checker.returns_value;
    let block = checker.with_fields(&function.block);
    let mut body = checker.statements(&block);
    body.stmts.splice(0..0, arrays);
    if let Some(tail) = &body.tail
        && !checker.returns_value
    {
        checker.demand_unit(tail, "a kernel returns nothing", "end the statement with `;`");
    }
    let mut kernel = checker.finish(scalars, lanes, body);
    kernel.constants = signature::constants(&function.sig).len();
    kernel
}

/// Checks a function beside kernels: the first one of the result.
pub(crate) fn check_function(
    function: &syn::ItemFn,
    (attribute, known): (&Attribute, Definitions),
    errors: &mut Errors,
) -> Kernel {
    let hints = Rc::new(Hints::of(function));
    lists::settled(errors, |errors, lists| {
        let mut checker = Checker::new((attribute, known.clone()), (&hints, lists), errors);
        checker.is_kernel = false;
        checker.refuse_built_in(&function.sig.ident);
        checker.declare_function(function);
        checker.function_body(function);
        let kernel = checker.finish(Vec::new(), 0, Block { stmts: Vec::new(), tail: None });
        Kernel { first_inside: 1, ..kernel }
    })
}

/// Checks a method of a struct or an enum, whose receiver is the parameter `self`.
pub(crate) fn check_method(
    function: &syn::ItemFn,
    (takes_mut, is_behind_reference): (bool, bool),
    siblings: &Rc<Siblings>,
    (attribute, known): (&Attribute, Definitions),
    errors: &mut Errors,
) -> Kernel {
    let hints = Rc::new(Hints::of(function));
    lists::settled(errors, |errors, lists| {
        let mut checker = Checker::new((attribute, known.clone()), (&hints, lists), errors);
        checker.siblings = Some(Rc::clone(siblings));
        checker.is_kernel = false;
        checker.method_body(function, takes_mut, is_behind_reference);
        let kernel = checker.finish(Vec::new(), 0, Block { stmts: Vec::new(), tail: None });
        Kernel { first_inside: 1, ..kernel }
    })
}

impl<'e> Checker<'e> {
    fn new(
        (attribute, known): (&Attribute, Definitions),
        (hints, lists): (&Rc<Hints>, Rc<Lists>),
        errors: &'e mut Errors,
    ) -> Checker<'e> {
        Checker {
            errors,
            known,
            changes: None,
            is_anonymous: attribute.is_anonymous,
            is_method: false,
            is_mutating: false,
            is_behind_reference: false,
            siblings: None,
            krate_path: attribute.krate.clone(),
            slice_links: Vec::new(),
            slice_sources: Vec::new(),
            infer: Inference::new(attribute.krate.clone(), lists.is_first()),
            closures: Vec::new(),
            written_tokens: 0,
            cursors: Vec::new(),
            asks_ends: false,
            asks_from_end: false,
            kept: Vec::new(),
            wants_indices: false,
            folded: Vec::new(),
            gives_places: false,
            lazies: Lazies::default(),
            counted_from_end: Vec::new(),
            named: Vec::new(),
            given_functions: attribute.functions.iter().map(|it| (it.clone(), None)).collect(),
            is_full: false,
            is_taking: false,
            looped_names: None,
            templates: Vec::new(),
            pending: Vec::new(),
            held: held::Held::default(),
            known_instances: HashMap::new(),
            taken: HashMap::new(),
            instances: Vec::new(),
            given: Vec::new(),
            locals: Vec::new(),
            buffers: Vec::new(),
            functions: Vec::new(),
            pointers: Vec::new(),
            function: None,
            caller: None,
            calls: HashMap::new(),
            scopes: vec![HashMap::new()],
            outside: 0,
            loops: Vec::new(),
            all_loops: Vec::new(),
            in_constant: false,
            literals: Vec::new(),
            float_literals: Vec::new(),
            bytes: Vec::new(),
            negated: Vec::new(),
            in_bound: false,
            indexed_name: None,
            comparisons: Cell::new(MAX_COMPARISONS),
            returns_value: false,
            inverted: Vec::new(),
            chosen: Vec::new(),
            variants: Vec::new(),
            parsed: Vec::new(),
            mode: lets::Mode::Value,
            outer_casts: Vec::new(),
            owners: Vec::new(),
            told: Vec::new(),
            hints_of_types: HashMap::new(),
            gives_nothing: false,
            passed: Vec::new(),
            asks_for_groups: false,
            is_partial: false,
            has_assertions: false,
            indices: Vec::new(),
            items: Items::default(),
            meant: Meant::default(),
            updated: None,
            hints: Rc::clone(hints),
            slice_bases: HashMap::new(),
            passing_arrays: HashSet::new(),
            copied_arrays: HashMap::new(),
            constant_arrays: HashSet::new(),
            unknown_arrays: Vec::new(),
            no_arrays: HashSet::new(),
            choices: Vec::new(),
            result_root: None,
            slice_roots: HashMap::new(),
            slice_halves: HashMap::new(),
            splits: 0,
            placements: Vec::new(),
            placed: HashMap::new(),
            linked_by_path: HashMap::new(),
            is_elsewhere: false,
            lengths: HashMap::new(),
            reference_roots: HashMap::new(),
            inner_places: HashMap::new(),
            reference_slices: HashMap::new(),
            shared: HashSet::new(),
            miscalled: HashSet::new(),
            is_kernel: true,
            callees: Vec::new(),
            callees_by_path: HashMap::new(),
            outer_calls: Vec::new(),
            later: HashMap::new(),
            set: HashSet::new(),
            captured_closures: 0,
            declared: HashMap::new(),
            workgroup_size: attribute.workgroup_size,
            krate: attribute.name(),
            methods: HashMap::new(),
            method_names: Rc::default(),
            generics: Rc::default(),
            associated_constants: Rc::default(),
            instance_depth: 0,
            wanted_tail: None,
            sees_module: false,
            associated: Rc::default(),
            lists,
            wanted_of_method: None,
            wanted_of_fold: None,
            operands: HashSet::new(),
            named_by_path: None,
        }
    }

    /// Settles what is still open.
    /// Takes what is outside, and meets literals alone, for an `f32`, which most floats of kernels are. rustc checks that it is one.
    fn settle_floats_outside(&mut self) {
        let results = self.outer_calls.iter().map(|call| call.result);
        let constants = self.items.list.iter().map(|item| item.ty);
        let open: Vec<Ty> =
            results.chain(constants).filter(|ty| matches!(self.infer.resolve(*ty), Ty::Float(_))).collect();
        for ty in open {
            self.infer.unify(ty, Ty::F32);
        }
    }

    fn finish(mut self, scalars: Vec<(LocalId, u32, Area)>, lanes: u32, body: Block) -> Kernel {
        self.check_pending();
        self.lists.note_lengths(self.infer.lengths());
        self.check_assigned(&body);
        self.settle_told();
        self.check_variants();
        self.check_parsed();
        for (area, ty) in std::mem::take(&mut self.chosen) {
            self.demand_known(&Expr::nothing(area, ty));
        }
        for (area, ty) in std::mem::take(&mut self.inverted) {
            let operand = Expr::nothing(area, ty);
            if self.demand_known(&operand) && self.infer.resolve(ty) != Ty::Bool {
                self.number(&operand, |got| Problem::UnaryOperand { wanted: DataType::U32, got });
            }
        }
        for ty in std::mem::take(&mut self.bytes) {
            if let Ty::Int(_) = self.infer.resolve(ty) {
                self.infer.unify(ty, Ty::U8);
            }
        }
        self.settle_items();
        self.split_items();
        self.spread_partial();
        self.check_unknown_arrays();
        let joined = self.join_arrays();
        self.check_copies(&body);
        self.spread_inlining();
        let is_recursive = self.report_recursion() || self.is_too_large(&body);
        self.settle_passed();
        self.settle_result();
        self.check_results();
        self.settle_floats_outside();
        self.infer.settle_floats();
        self.check_floats();
        self.split_callees();
        self.check_literals();
        self.demand_counted();
        self.demand_settled(&body);
        for local in &self.shared {
            self.locals[*local].is_shared = true;
        }
        let Checker { buffers, locals, functions, all_loops: loops, items, callees, .. } = self;
        let (outer_calls, outer_casts, types) = (self.outer_calls, self.outer_casts, self.infer);
        Kernel {
            buffers,
            locals,
            functions,
            loops,
            items: items.list,
            tables: items.tables,
            joined,
            declared: items.declared,
            first_inside: 0,
            is_recursive,
            constants: 0,
            callees,
            outer_calls,
            outer_casts,
            types,
            scalars,
            has_assertions: self.has_assertions,
            meant: self.meant,
            groups: self.asks_for_groups.then_some(lanes),
            is_partial: self.is_partial,
            lanes: if self.asks_for_groups { lanes + 3 } else { lanes },
            body,
        }
    }
}

impl Checker<'_> {
    fn local(&mut self, name: &str, ty: Ty, is_mutable: bool) -> LocalId {
        self.locals.push(Local {
            name: name.to_string(),
            ty,
            is_mutable,
            is_shared: false,
            is_argument: false,
            is_induction: false,
        });
        self.locals.len() - 1
    }

    fn buffer(&mut self, buffer: Buffer) -> Entity {
        self.buffers.push(buffer);
        Entity::Buffer(self.buffers.len() - 1)
    }

    /// A block in a scope of its own.
    fn block(&mut self, block: &syn::Block) -> Block {
        self.scopes.push(HashMap::new());
        let block = self.statements(block);
        self.scopes.pop();
        block
    }

    fn statements(&mut self, block: &syn::Block) -> Block {
        let gives_nothing = std::mem::take(&mut self.gives_nothing);
        let wanted = self.wanted_tail.take();
        let first_closure = self.closures.len();
        let mut stmts = Vec::new();
        let mut tail = None;
        let mut kept = self.kept_in_block();
        // An item can be used before it stands.
        let items = || {
            block.stmts.iter().filter_map(|stmt| match stmt {
                syn::Stmt::Item(item) => Some(item),
                _ => None,
            })
        };
        constant::in_order(items().collect()).into_iter().for_each(|item| self.item(item));
        self.poison_duplicates(items());
        items().for_each(|item| {
            if let syn::Item::Fn(function) = item {
                self.function_body(function);
            }
        });
        for (at, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local)
                    if let Some(slice) = self.kept_slice(local, at, &block.stmts[at + 1..], &mut stmts) =>
                {
                    kept.push(slice);
                }
                syn::Stmt::Local(local)
                    if kept.is_empty()
                        && let Some(split) = self.let_on_choice(local, &block.stmts[at + 1..]) =>
                {
                    tail = Some(Box::new(self.tail_of_block(&split, gives_nothing, wanted)));
                    break;
                }
                syn::Stmt::Local(local) => {
                    let by_call = self.chosen_by_call(local, &mut stmts);
                    let local = by_call.as_ref().unwrap_or(local);
                    if let Some(chosen) = self.chosen_reference(local, &block.stmts[at + 1..]) {
                        tail = Some(Box::new(self.tail_of_block(&chosen, gives_nothing, wanted)));
                        break;
                    }
                    self.asks_ends = iterate::is_cursor(local) && {
                        let rest = &block.stmts[at + 1..];
                        let words = crate::syntax::words(quote::quote!(#(#rest)*));
                        ["next_back", "nth_back", "rfind", "rposition"]
                            .iter()
                            .any(|name| words.contains(*name))
                    };
                    self.asks_from_end = iterate::asks_from_end(local, &block.stmts[at + 1..]);
                    self.let_statement(local, &mut stmts);
                    self.end_branch(local);
                }
                syn::Stmt::Item(_) => {}
                syn::Stmt::Macro(stmt) => {
                    match self.assertion(&stmt.mac).or_else(|| self.printing(&stmt.mac)) {
                        Some(done) => stmts.push(Stmt::Expr(done)),
                        None => self.macro_call(&stmt.mac),
                    }
                }
                // A `;` on its own.
                syn::Stmt::Expr(syn::Expr::Verbatim(nothing), Some(_)) if nothing.is_empty() => {}
                // A place that nobody uses.
                syn::Stmt::Expr(expr, Some(_)) if self.gives_place(expr) => {
                    self.hidden_let(expr, false, &mut stmts);
                }
                syn::Stmt::Expr(expr, Some(_)) if let Some(done) = self.statement_behind_place(expr) => {
                    stmts.push(Stmt::Expr(done));
                }
                syn::Stmt::Expr(expr, semicolon) => {
                    let with_slice = self.with_kept_slice(expr);
                    let expr = with_slice.as_ref().unwrap_or(expr);
                    let is_tail = semicolon.is_none() && at + 1 == block.stmts.len();
                    let checked = match (expr, semicolon) {
                        (syn::Expr::MethodCall(call), Some(_)) => self.method_statement(call),
                        (_, None) => self.tail_of_block(expr, !is_tail || gives_nothing, wanted),
                        _ => self.expr(expr),
                    };
                    if is_tail {
                        tail = match kept.is_empty() {
                            true => Some(Box::new(checked)),
                            false => self.before_kept(checked, &mut stmts),
                        };
                        break;
                    }
                    if let syn::Expr::Try(_) = expr {
                        self.settle_as_unit(&checked);
                    }
                    if semicolon.is_none() {
                        self.demand_unit(&checked, "this value is not used", "end the statement with `;`");
                    }
                    stmts.push(Stmt::Expr(checked));
                }
            }
            self.end_kept(&mut kept, at, &mut stmts);
        }
        self.end_kept(&mut kept, block.stmts.len(), &mut stmts);
        self.check_closures_from(first_closure);
        let mut block = Block { stmts, tail };
        self.demand_unseen(&kept, &mut block);
        block
    }

    /// An expression whose value must be nothing, such as the last one of a loop's body.
    fn without_value(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::MethodCall(call) => {
                let first = self.outer_calls.len();
                let checked = self.method_statement(call);
                // Behind the calls in its arguments stands the method's own, if it is one of a struct: rustc holds this against what it gives.
                if let Some(own) = self.outer_calls[first..].last_mut().filter(|own| own.is_statement) {
                    own.result = Ty::Unit;
                }
                checked
            }
            _ => {
                self.gives_nothing =
                    matches!(expr, syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_));
                self.expr(expr)
            }
        }
    }

    fn item(&mut self, item: &syn::Item) {
        if let syn::Item::Fn(function) = item {
            return self.declare_function(function);
        }
        let syn::Item::Const(constant) = item else {
            unsupported::names(item).into_iter().for_each(|name| self.declare(name, Entity::Poisoned));
            return unsupported::item(item, self.errors);
        };
        self.constant_item(constant);
    }

    /// Reports the literals that do not fit their type, and the `-` before what has no sign.
    fn check_literals(&mut self) {
        for (area, text, magnitude, is_negative, ty) in std::mem::take(&mut self.literals) {
            let ty = self.infer.resolve(ty);
            let ty = if let Ty::Int(_) = ty { Ty::I32 } else { ty };
            let Some(integer) = ty.integer() else { continue };
            let max =
                if is_negative && integer.is_signed { integer.min().wrapping_neg() } else { integer.max() };
            if magnitude > max {
                let limit =
                    if max == u128::from(u32::MAX) { "0xffff_ffff".to_string() } else { max.to_string() };
                let problem = format!("literal `{text}` is out of range for `{ty}`");
                self.errors.report(area, problem, format!("use a value of at most `{limit}`"));
            }
        }
        for (area, value, ty, is_bound) in std::mem::take(&mut self.negated) {
            let ty = self.infer.resolve(ty);
            if !ty.is_integer() && !ty.is_float() && ty != Ty::Error {
                let problem = format!("`-` needs a signed number, got `{}`", self.infer.name(ty));
                self.errors.report(area, problem, "use a number");
            }
            if ty.is_integer() && !ty.is_signed() {
                let problem = format!("`-` needs a signed number, got `{ty}`");
                let fix = self.negation(value, is_bound);
                self.errors.report(area, problem, fix);
            }
        }
    }

    /// An open type is `()` where a value is of no use, as that of `Err(e)?`.
    fn settle_as_unit(&mut self, expr: &Expr) {
        if let open @ Ty::Open(_) = self.infer.resolve(expr.ty) {
            // Only what a variant holds may turn out to be `()`.
            let held = [open, Ty::Unit].map(|ty| self.infer.many(Form::Option, vec![Ty::Bool, ty]));
            self.infer.unify(held[0], held[1]);
        }
    }

    /// Whether an expression has no value; reports one that has.
    fn demand_unit(&mut self, expr: &Expr, problem: &str, fix: &str) -> bool {
        self.settle_as_unit(expr);
        let is_unit = matches!(self.infer.resolve(expr.ty), Ty::Unit | Ty::Never | Ty::Error);
        if !is_unit {
            self.errors.report(expr.area, problem, fix);
        }
        is_unit
    }
}

impl Expr {
    /// An expression without a value.
    fn nothing(area: Area, ty: Ty) -> Expr {
        Expr { kind: Kind::Nothing, ty, area }
    }

    /// An erroneous expression.
    fn error(area: Area) -> Expr {
        Expr::nothing(area, Ty::Error)
    }
}
