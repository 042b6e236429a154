//! What the front of a body leaves open and its end settles. The checker goes from the front to the back, and must know whether `[0, 1]` is a
//! vector of `u32` or an array of other numbers, and of which type the `max` of `top.max(0)` is. So a body with such places is checked
//! twice: the first time infers their types, and the second time builds.

use super::Checker;
use crate::data::Definition;
use crate::diagnostics::{Area, Errors};
use crate::files::Place;
use crate::hir::Kernel;
use crate::types::{Form, Inference, Ty};
use proc_macro2::{TokenStream, TokenTree};
use std::cell::RefCell;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::rc::Rc;

/// How often a body is checked at most: what one time settles may decide what the next one finds out.
const MAX_TIMES: usize = 4;

/// How often a body is checked at most for lengths that what follows them says, and how many tokens of its module that may go through: a
/// module of 2,500 tokens is checked 40 times. (Kalman's filter was checked 400 times, for a minute, before it was refused.)
const MAX_LENGTHS: usize = 128;
const MAX_TOKENS: usize = 100_000;

/// The longest array whose length is found so.
const MAX_LENGTH: u32 = 4096;

/// A generic parameter whose value or type is needed at a place; `around` are the constants and types that are known around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Param {
    place: Place,
    param: String,
    around: String,
}

/// The type that something open has in the end, told so that it can be made again: a type of several parts is another one each time.
#[derive(Clone)]
pub(super) enum Settled {
    One(Ty),
    /// A struct or an enum, its path, if the body names it, and what its parameters stand for.
    Data(Rc<Definition>, Option<TokenStream>, Vec<Settled>),
    Tuple(Vec<Settled>),
    Array(Box<Settled>, usize),
}

impl PartialEq for Settled {
    fn eq(&self, other: &Settled) -> bool {
        match (self, other) {
            (Settled::One(own), Settled::One(other)) => own == other,
            (Settled::Data(own, _, args), Settled::Data(other, _, others)) => {
                own.id == other.id && args == others
            }
            (Settled::Tuple(own), Settled::Tuple(other)) => own == other,
            (Settled::Array(own, count), Settled::Array(other, others)) => count == others && own == other,
            _ => false,
        }
    }
}

impl Settled {
    /// What a type is, if nothing in it is open and no part of it is known by one body alone.
    fn of(ty: Ty, types: &Inference) -> Option<Settled> {
        let ty = types.resolve(ty);
        let all = |parts: &[Ty]| parts.iter().map(|part| Settled::of(*part, types)).collect::<Option<_>>();
        match (types.parts(ty), types.data_of(ty)) {
            (_, Some(data)) => {
                let args = types.args(ty).map_or(Some(Vec::new()), |args| all(&args))?;
                Some(Settled::Data(Rc::clone(&data.definition), data.path.clone(), args))
            }
            (Some((Form::Tuple, parts)), _) => Some(Settled::Tuple(all(&parts)?)),
            (Some((Form::Array, parts)), _) => {
                Some(Settled::Array(Box::new(Settled::of(*parts.first()?, types)?), parts.len()))
            }
            (None, None) => {
                let is_one = matches!(ty, Ty::Bool | Ty::Const(_)) || ty.is_integer() || ty.is_float();
                (is_one || ty.vector_lanes().is_some()).then_some(Settled::One(ty))
            }
            _ => None,
        }
    }
}

impl Checker<'_> {
    /// The type of the value that is needed at a place, and is open there.
    pub(super) fn settled_type(&mut self, place: Area, open: Ty) -> Option<Ty> {
        let around = self.around_in_instance();
        let settled = self.lists.settled_as(place, around, open)?;
        self.made(&settled, place)
    }

    /// The type of the number that is needed at a place, and is open there.
    pub(super) fn settled_number(&self, place: Area, open: Ty) -> Option<Ty> {
        match self.lists.settled_as(place, self.around_in_instance(), open)? {
            Settled::One(ty) => Some(ty).filter(|ty| ty.is_integer() || ty.is_float()),
            _ => None,
        }
    }

    /// A type of this body.
    fn made(&mut self, settled: &Settled, area: Area) -> Option<Ty> {
        Some(match settled {
            Settled::One(ty) => *ty,
            Settled::Data(definition, path, args) if args.is_empty() => {
                self.infer.data_type(definition, path.as_ref())
            }
            Settled::Data(definition, _, args) => {
                let generic = self.generics.get(&definition.id).cloned()?;
                let args = args.iter().map(|arg| self.made(arg, area)).collect::<Option<_>>()?;
                self.made_instance(&generic, args, area)
            }
            Settled::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.made(part, area)).collect::<Option<_>>()?;
                self.infer.many(Form::Tuple, parts)
            }
            Settled::Array(element, count) => {
                let element = self.made(element, area)?;
                let vector = u32::try_from(*count).ok().and_then(|count| element.vector(count));
                match vector.filter(|_| matches!(element, Ty::U32 | Ty::F32)) {
                    Some(vector) => vector,
                    None => self.infer.many(Form::Array, vec![element; *count]),
                }
            }
        })
    }
}

/// The types that are open where they are needed have in the end, by the places that need them, and those of type parameters: nothing for one that is
/// no number.
#[derive(Clone, Default, PartialEq)]
struct Types {
    values: HashMap<(Place, String), Settled>,
    params: HashMap<Param, Option<Ty>>,
}

/// The numbers that are open where the checker needs their types.
#[derive(Default)]
pub(super) struct Lists {
    /// What is known of them; nothing while a body is checked for the first time.
    known: Option<Types>,
    /// Whether nothing is wrong outside of the body.
    is_alone: bool,
    /// Those that the checker has met.
    met: RefCell<Vec<((Place, String), Ty)>>,
    met_params: RefCell<Vec<(Param, Ty)>>,
    /// The lengths that are tried, as nothing before them says them, and those that the checker has asked for in vain.
    tried: HashMap<Param, u32>,
    asked: RefCell<Vec<Param>>,
    /// All the lengths of the body.
    lengths: RefCell<BTreeSet<u32>>,
}

impl Lists {
    /// `around` are the constants and types that are known around the place, in a function over types.
    fn settled_as(&self, place: Area, around: String, open: Ty) -> Option<Settled> {
        let place = (Place::of(place.written), around);
        let known = self.known.as_ref().and_then(|known| known.values.get(&place).cloned());
        self.met.borrow_mut().push((place, open));
        known
    }

    /// The type that a type parameter has in the end, which is open at a place: an array of two or four of them may be a vector. `Some(None)` where
    /// it is no number.
    pub(super) fn param(&self, place: Area, param: &str, around: String, open: Ty) -> Option<Option<Ty>> {
        let param = Param { place: Place::of(place.written), param: param.to_string(), around };
        let known = self.known.as_ref().and_then(|known| known.params.get(&param).copied());
        self.met_params.borrow_mut().push((param, open));
        known
    }

    /// The length or the constant parameter that is needed at a place, if one is tried.
    pub(super) fn length(&self, place: Area, param: &str, around: String) -> Option<u32> {
        let length = Param { place: Place::of(place.written), param: param.to_string(), around };
        let tried = self.tried.get(&length).copied();
        if tried.is_none() {
            self.asked.borrow_mut().push(length);
        }
        tried
    }

    /// Notes the lengths that a body has, of which one that is not known is one.
    pub(super) fn note_lengths(&self, lengths: BTreeSet<u32>) {
        self.lengths.replace(lengths);
    }

    /// Whether types are only looked for.
    pub(super) fn is_first(&self) -> bool {
        self.known.is_none()
    }

    /// Whether an error in the body is reported by the checker, or by nobody.
    pub(super) fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// The types that they have in the end. An integer that nothing settles is an `i32`, as in Rust.
    fn types(&self, kernel: &Kernel) -> Types {
        let number = |ty: Ty| Some(ty).filter(|ty| ty.is_integer() || ty.is_float());
        // What is looked at before its place is known stays open.
        let values = self.met.take().into_iter().filter_map(|(place, ty)| match kernel.types.resolve(ty) {
            Ty::Open(_) => None,
            Ty::Int(_) => Some((place, Some(Settled::One(Ty::I32)))),
            Ty::Float(_) => Some((place, Some(Settled::One(Ty::F64)))),
            ty => Some((place, Settled::of(ty, &kernel.types))),
        });
        let params = self.met_params.take().into_iter().map(|(param, ty)| {
            let ty = match kernel.types.resolve(ty) {
                Ty::Open(_) | Ty::Int(_) | Ty::Float(_) | Ty::Error => None,
                ty => Some(number(ty)),
            };
            (param, ty)
        });
        Types { values: alike(values), params: alike(params) }
    }
}

/// What is known of each, where all that is said of one is alike: one place may have several types in a function over types.
fn alike<K: Eq + Hash, T: PartialEq>(said: impl Iterator<Item = (K, Option<T>)>) -> HashMap<K, T> {
    let mut all: HashMap<K, Option<T>> = HashMap::new();
    for (of, said) in said {
        match all.entry(of) {
            Entry::Vacant(entry) => drop(entry.insert(said)),
            Entry::Occupied(mut entry) if *entry.get() != said => drop(entry.insert(None)),
            Entry::Occupied(_) => {}
        }
    }
    all.into_iter().filter_map(|(of, said)| Some((of, said?))).collect()
}

/// Checks a body as often as its open numbers need it, and its lengths.
pub(super) fn settled(errors: &mut Errors, check: impl Fn(&mut Errors, Rc<Lists>) -> Kernel) -> Kernel {
    let Some(first) = checked(errors, &check, &HashMap::new()) else { return Kernel::default() };
    let found = match first.asked.is_empty() || first.errors.is_empty() {
        true => None,
        false => with_lengths(errors, &check, &first),
    };
    let Checked { kernel, errors: own, .. } = found.unwrap_or(first);
    errors.absorb(own, None);
    kernel
}

/// A body that has been checked, with its own errors and the lengths that nothing has said.
struct Checked {
    kernel: Kernel,
    errors: Errors,
    asked: Vec<Param>,
    lengths: BTreeSet<u32>,
}

/// What follows a length may say it, where the checker has no name for what is open. A body that is right with one length, of all that the module
/// has, and wrong with the others has that length: rustc finds the same one, as it takes no body with two.
fn with_lengths(
    errors: &Errors,
    check: &impl Fn(&mut Errors, Rc<Lists>) -> Kernel,
    first: &Checked,
) -> Option<Checked> {
    let mut candidates = first.lengths.clone();
    let (written, tokens) = written_lengths(errors.source());
    candidates.extend(written);
    let most = MAX_LENGTHS.min(MAX_TOKENS / tokens.max(1));
    // One that nothing has shows that nothing says which one it is.
    candidates.extend(candidates.last().map(|last| last + 1));
    let mut open = vec![(HashMap::new(), first.asked.first()?.clone())];
    let mut found = None;
    let mut times = 0;
    while let Some((known, next)) = open.pop() {
        let mut all = Vec::new();
        for length in candidates.clone() {
            let mut known: HashMap<Param, u32> = known.clone();
            known.insert(next.clone(), length);
            times += 1;
            if times > most {
                return None;
            }
            let tried = checked(errors, check, &known)?;
            candidates.extend(&tried.lengths);
            all.push((known, tried));
        }
        // A length with which more is wrong than with another one is not it, whatever the lengths are that are still open.
        let fewest = all.iter().map(|(_, tried)| tried.errors.count()).min();
        for (known, tried) in all.into_iter().filter(|(_, tried)| Some(tried.errors.count()) == fewest) {
            match tried.asked.first() {
                Some(asked) => open.push((known, asked.clone())),
                None if !tried.errors.is_empty() => {}
                None if found.is_some() => return None,
                None => found = Some(tried),
            }
        }
    }
    found
}

/// The lengths that a module writes: of its lists, of texts, and numbers that stand behind a `;` or among the arguments of a type. And how many tokens
/// it has.
fn written_lengths(tokens: TokenStream) -> (BTreeSet<u32>, usize) {
    let (mut lengths, mut count) = (BTreeSet::new(), 0);
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        count += tokens.len();
        let is = |at: Option<usize>, of: &str| match at.and_then(|at| tokens.get(at)) {
            Some(TokenTree::Punct(punct)) => of.contains(punct.as_char()),
            None => true,
            _ => false,
        };
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Literal(literal) => match syn::Lit::new(literal.clone()) {
                    syn::Lit::Int(number)
                        if at > 0 && is(Some(at - 1), ";<,=") && is(Some(at + 1), ">,;") =>
                    {
                        lengths.extend(number.base10_parse::<u32>().ok());
                    }
                    syn::Lit::ByteStr(text) => lengths.extend(u32::try_from(text.value().len()).ok()),
                    _ => {}
                },
                _ => {}
            }
        }
    }
    lengths.retain(|length| (1..=MAX_LENGTH).contains(length));
    (lengths, count)
}

/// Checks a body as often as its open numbers need it.
fn checked(
    errors: &Errors,
    check: &impl Fn(&mut Errors, Rc<Lists>) -> Kernel,
    tried: &HashMap<Param, u32>,
) -> Option<Checked> {
    let mut known: Option<Types> = None;
    let mut fewest: Option<Checked> = None;
    for _ in 0..MAX_TIMES {
        let lists = Rc::new(Lists {
            known: known.clone(),
            is_alone: errors.is_empty(),
            tried: tried.clone(),
            ..Lists::default()
        });
        let mut own = errors.like();
        let kernel = check(&mut own, Rc::clone(&lists));
        let has_open = !lists.met.borrow().is_empty();
        let types = lists.types(&kernel);
        let is_done = match &known {
            None => !has_open && !kernel.types.is_lenient(),
            Some(known) => *known == types,
        };
        // Where something is wrong, what is missing behind it is no mistake of its own.
        let is_worse = |fewest: &Checked| fewest.errors.count() < own.count() && !fewest.errors.is_empty();
        if !fewest.as_ref().is_some_and(is_worse) {
            let (asked, lengths) = (lists.asked.take(), lists.lengths.take());
            fewest = Some(Checked { kernel, errors: own, asked, lengths });
        }
        if is_done {
            break;
        }
        known = Some(types);
    }
    fewest
}
