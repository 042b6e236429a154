//! What the front of a body leaves open and its end settles. The checker goes from the front to the back, and must know whether `[0, 1]` is a
//! vector of `u32` or an array of other numbers, and of which type the `max` of `top.max(0)` is. So a body with such places is checked
//! twice: the first time infers their types, and the second time builds.

use crate::diagnostics::{Area, Errors};
use crate::files::Place;
use crate::hir::Kernel;
use crate::types::Ty;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How often a body is checked at most: what one time settles may decide what the next one finds out.
const MAX_TIMES: usize = 4;

/// The numbers that are open where the checker needs their types.
#[derive(Default)]
pub(super) struct Lists {
    /// Their types by the places that need them, as far as they are known; nothing while a body is checked for the first time.
    known: Option<HashMap<Place, Ty>>,
    /// Whether nothing is wrong outside of the body.
    is_alone: bool,
    /// Those that the checker has met.
    met: RefCell<Vec<(Place, Ty)>>,
}

impl Lists {
    /// The type of the number that is needed at a place, and is open there.
    pub(super) fn settled(&self, place: Area, open: Ty) -> Option<Ty> {
        let place = Place::of(place.written);
        let known = self.known.as_ref().and_then(|known| known.get(&place).copied());
        self.met.borrow_mut().push((place, open));
        known
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
    fn types(&self, kernel: &Kernel) -> HashMap<Place, Ty> {
        let mut types: HashMap<Place, Option<Ty>> = HashMap::new();
        for (place, ty) in self.met.take() {
            let ty = match kernel.types.resolve(ty) {
                Ty::Int(_) => Some(Ty::I32),
                Ty::Float(_) => Some(Ty::F64),
                ty => Some(ty).filter(|ty| ty.is_integer() || ty.is_float()),
            };
            // One place may have several types in a function over types.
            let known = types.entry(place).or_insert(ty);
            if *known != ty {
                *known = None;
            }
        }
        types.into_iter().filter_map(|(place, ty)| Some((place, ty?))).collect()
    }
}

/// Checks a body as often as its open numbers need it.
pub(super) fn settled(errors: &mut Errors, check: impl Fn(&mut Errors, Rc<Lists>) -> Kernel) -> Kernel {
    let mut known: Option<HashMap<Place, Ty>> = None;
    let mut fewest: Option<(Kernel, Errors)> = None;
    for _ in 0..MAX_TIMES {
        let lists =
            Rc::new(Lists { known: known.clone(), is_alone: errors.is_empty(), met: RefCell::default() });
        let mut own = errors.like();
        let kernel = check(&mut own, Rc::clone(&lists));
        let has_open = !lists.met.borrow().is_empty();
        let types = lists.types(&kernel);
        let is_done = match &known {
            None => !has_open && !kernel.types.is_lenient(),
            Some(known) => *known == types,
        };
        // Where something is wrong, what is missing behind it is no mistake of its own.
        if !fewest.as_ref().is_some_and(|(_, fewest)| fewest.count() < own.count() && !fewest.is_empty()) {
            fewest = Some((kernel, own));
        }
        if is_done {
            break;
        }
        known = Some(types);
    }
    let Some((kernel, own)) = fewest else { return Kernel::default() };
    errors.absorb(own, None);
    kernel
}
