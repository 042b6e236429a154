//! Combined loads: where an invocation loads several elements of a word, it loads the word.
//!
//! A byte is loaded with its word, of which a shift and a mask take it. The four bytes of a word, each loaded by itself, are one load; and four bytes that make a number, the lowest first,
//! are the word itself:
//!
//! ```text
//! %1 = load_byte a[4 * i]           %5 = load a[i]
//! %2 = load_byte a[4 * i + 1]       %1 = bit_and %5, 255
//! %3 = load_byte a[4 * i + 2]  ->   %2 = bit_and (shr %5, 8), 255
//! %4 = load_byte a[4 * i + 3]       …
//! ```
//!
//! Elements of 16 bits are words already, of which two loads become one. Only buffers are looked at that nothing writes to, so it does not matter what stands between. The word is loaded where the first of its elements is; the others stand behind it in
//! the same block or within one that does. (LLVM calls this load combining.) Stores are the pass `merge`'s.

use super::rename::Renames;
use crate::analysis::ranges::visit_facts;
use crate::analysis::words::Place;
use crate::clone::Constants;
use crate::form::*;
use crate::{Lowered, Target};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::BinOp;

/// The elements of a word that are bytes are 2 to this power.
const BYTES: u32 = 2;

/// Combines loads.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let mut elements = HashMap::default();
    visit_facts(form, &mut |facts, stmt| {
        let Stmt::Eval(id) = stmt else { return };
        let form = facts.form();
        let element = match &form[*id].op {
            Op::LoadByte(access) => Place::of_element(facts, access.index, BYTES)
                .map(|(place, byte)| (*access, place, Some(byte))),
            Op::Load(access) => Some((*access, Place::of_word(facts, access.index), None)),
            _ => None,
        };
        if let Some((access, place, byte)) = element
            && form.is_constant(access.buffer)
            && access.unit == Unit::Element
        {
            elements.insert(*id, Element { buffer: access.buffer, place, byte });
        }
    });
    let mut search = Search { elements: &elements, words: vec![], first: HashMap::default() };
    search.block(&form.body);
    let first = search.first;
    if first.is_empty() {
        return false;
    }
    let (renames, constants) = (Renames::new(form), Constants::of(form));
    let body = std::mem::take(&mut form.body);
    let mut combine =
        Combine { form, constants, renames, elements: &elements, first, words: HashMap::default() };
    let body = combine.block(body);
    let renames = combine.renames;
    form.body = body;
    renames.everywhere(form);
    true
}

/// What is loaded.
struct Element {
    buffer: BufferId,
    place: Place,
    /// Which byte of the word it is; `None` if it is the word.
    byte: Option<u32>,
}

/// The loads of each word that are behind another one of it.
struct Search<'e> {
    elements: &'e HashMap<InstId, Element>,
    /// The first load of each word, in the blocks around the statement.
    words: Vec<HashMap<(BufferId, &'e Place), InstId>>,
    /// For each load of which there are several of its word, the first of these.
    first: HashMap<InstId, InstId>,
}

impl Search<'_> {
    fn block(&mut self, block: &[Stmt]) {
        self.words.push(HashMap::default());
        for stmt in block {
            if let Stmt::Eval(id) = stmt {
                self.load(*id);
            }
            stmt.blocks().into_iter().for_each(|block| self.block(block));
        }
        self.words.pop();
    }

    fn load(&mut self, id: InstId) {
        let Some(element) = self.elements.get(&id) else { return };
        let word = (element.buffer, &element.place);
        match self.words.iter().find_map(|words| words.get(&word)) {
            Some(first) => self.first.extend([(*first, *first), (id, *first)]),
            None => {
                if let Some(words) = self.words.last_mut() {
                    words.insert(word, id);
                }
            }
        }
    }
}

struct Combine<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    renames: Renames,
    elements: &'a HashMap<InstId, Element>,
    first: HashMap<InstId, InstId>,
    /// The word that is loaded for each first load.
    words: HashMap<InstId, InstId>,
}

impl Combine<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            stmt.blocks_mut().for_each(|inner| *inner = self.block(std::mem::take(inner)));
            match stmt {
                Stmt::Eval(id) if self.first.contains_key(&id) => self.load(id, &mut out),
                stmt => out.push(stmt),
            }
        }
        out
    }

    /// Appends what stands for the load of an element.
    fn load(&mut self, id: InstId, out: &mut Block) {
        let first = self.first[&id];
        let Element { buffer, byte, .. } = &self.elements[&id];
        let (buffer, byte) = (*buffer, *byte);
        let word = match self.words.get(&first) {
            Some(word) => *word,
            None => {
                let word = self.word(id, buffer, byte, out);
                self.words.insert(first, word);
                word
            }
        };
        match byte {
            Some(byte) => {
                let moved = self.with_constant(BinOp::Shr, word, 8 * byte, id, out);
                let mask = self.constants.get(self.form, U32, [255, 0, 0, 0]);
                self.form[id].op = Op::Binary(BinOp::BitAnd, moved, mask);
                out.push(Stmt::Eval(id));
            }
            None if word == id => out.push(Stmt::Eval(id)),
            None => self.renames.replace(self.form, id, word),
        }
    }

    /// The word that is loaded where its first element is.
    fn word(&mut self, id: InstId, buffer: BufferId, byte: Option<u32>, out: &mut Block) -> InstId {
        match self.form[id].op {
            Op::LoadByte(access) if byte.is_some() => {
                let index = self.with_constant(BinOp::Shr, access.index, BYTES, id, out);
                self.eval(Op::Load(Access::element(buffer, index)), id, out)
            }
            _ => id,
        }
    }

    fn with_constant(&mut self, op: BinOp, value: InstId, by: u32, at: InstId, out: &mut Block) -> InstId {
        let by = self.constants.get(self.form, U32, [by, 0, 0, 0]);
        self.eval(Op::Binary(op, value, by), at, out)
    }

    /// Evaluates a number where another one comes from.
    fn eval(&mut self, op: Op, at: InstId, out: &mut Block) -> InstId {
        let id = self.form.add(op, U32, self.form[at].origin);
        out.push(Stmt::Eval(id));
        id
    }
}
