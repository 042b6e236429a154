//! What the passes have left, told to the author of a program: the guards that stay and why, and the bytes that are moved.

use crate::analysis::access::{Accesses, Kind, Site, Term};
use crate::form::*;
use crate::{Lowered, Origin};

/// A guard that stays: an access that is compared with the length when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stays {
    /// Which buffer is accessed.
    pub buffer: BufferId,
    /// What the access does.
    pub kind: Kind,
    /// Where it comes from.
    pub origin: Origin,
    /// Why it stays.
    pub why: Why,
}

/// Why a guard stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The index is computed from ids, loops and lengths, and no condition says that it is below the length.
    Unknown,
    /// The index is constant, and the host may give a shorter buffer.
    Constant,
    /// The index depends on what is in memory or in a variable.
    Data,
}

impl Why {
    /// The reason, in words.
    pub fn text(self) -> &'static str {
        match self {
            Why::Unknown => "no condition or loop around it says that the index is below the length",
            Why::Constant => "the index is constant, but the buffer may be shorter",
            Why::Data => "the index depends on data, and no condition says that it is below the length",
        }
    }
}

/// The guards of a form that stay, in order. Those of a coarsened form's ends, where elements are accessed one by one, count
/// as well.
pub fn guards(form: &Lowered) -> Vec<Stays> {
    let accesses = Accesses::of(form);
    let mut origins = Vec::new();
    walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) if form[*id].op.access().is_some() => origins.push(form[*id].origin),
        Stmt::Store { origin, .. } => origins.push(*origin),
        _ => {}
    });
    let stays = |(site, origin): (&Site, Origin)| {
        let why = why(form, site);
        let Site { access, kind, .. } = site;
        (access.guard == Guard::Checked).then_some(Stays { buffer: access.buffer, kind: *kind, origin, why })
    };
    accesses.sites.iter().zip(origins).filter_map(stays).collect()
}

fn why(form: &Lowered, site: &Site) -> Why {
    let is_data = |term: &Term| match term {
        Term::Id(_) | Term::Loop(_) => false,
        Term::Value(value) => !matches!(form[*value].op, Op::Length(_)),
    };
    match () {
        () if site.index.terms.keys().any(is_data) => Why::Data,
        () if site.index.terms.is_empty() => Why::Constant,
        () => Why::Unknown,
    }
}

/// The bytes that an invocation of the program moves between memory and itself, where all of its elements are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    /// Those of buffers that it loads.
    pub loaded: u64,
    /// Those that it stores.
    pub stored: u64,
    /// Whether there are more: accesses in loops, of which nothing is known here.
    pub has_more: bool,
}

/// The bytes of a form. Of two branches the first counts, and of equal loads each.
pub fn bytes(form: &Lowered) -> Bytes {
    let mut bytes = Bytes::default();
    add_bytes(form, &form.body, &mut bytes);
    if let Some(coarsening) = form.coarsening {
        let factor = u64::from(coarsening.factor);
        bytes = Bytes { loaded: bytes.loaded / factor, stored: bytes.stored / factor, ..bytes };
    }
    bytes
}

fn add_bytes(form: &Lowered, block: &[Stmt], bytes: &mut Bytes) {
    let size = |access: &Access| match (form[access.buffer].access.is_bound(), access.unit) {
        (false, _) => 0,
        (true, Unit::Block) => 16,
        (true, Unit::Element) => form[access.buffer].element.element_type().words() as u64 * 4,
    };
    for stmt in block {
        match stmt {
            Stmt::Eval(id) => match &form[*id].op {
                Op::LoadByte(_) => bytes.loaded += 1,
                op => bytes.loaded += op.access().map_or(0, size),
            },
            Stmt::Store { access, .. } => bytes.stored += size(access),
            Stmt::If { then, .. } => add_bytes(form, then, bytes),
            Stmt::Loop { body, .. } => {
                let mut inner = Bytes::default();
                add_bytes(form, body, &mut inner);
                bytes.has_more |= inner != Bytes::default();
            }
            Stmt::Set { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
        }
    }
}
