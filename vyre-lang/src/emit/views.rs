//! Slices. The IR has none: a slice is an array, where it starts in it, and how long it is. An index of a slice becomes one of the array, or
//! 2^32 - 1 where it is not below the length, and no array is that long.

use super::place::Cells;
use super::tree::{Names, Tree};
use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::hir::{self, Base, BufferId, Cut, LocalId};
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, Link, Node};

/// What a slice stands for.
#[derive(Clone)]
pub(super) struct Window {
    pub(super) root: Root,
    /// Where it starts and how many elements it has, each a literal or a variable that does not change; nothing for all of them.
    pub(super) part: Option<[Expr; 2]>,
}

/// What has the elements.
#[derive(Clone, PartialEq)]
pub(super) enum Root {
    /// A buffer of the IR, by its name there.
    Buffer(BufferId),
    /// A vector in a variable, and its type.
    Vector(LocalId, Ty),
    /// One of several arrays, by their position among [`hir::Kernel::joined`].
    Joined(usize),
}

/// What an argument is.
enum Value {
    Tree(Tree),
    /// Variables that the parameter is another name for.
    Alias {
        names: Names,
        is_shared: bool,
    },
}

/// An index that no array has.
fn nowhere(area: Area) -> Built {
    Built::leaf(Expr::LitU32(u32::MAX), area)
}

impl Emitter<'_> {
    /// What a buffer of the typed tree stands for: itself, if it is no slice.
    pub(super) fn window(&self, buffer: BufferId) -> Window {
        self.windows.get(&buffer).cloned().unwrap_or(Window { root: Root::Buffer(buffer), part: None })
    }

    /// The name of a buffer in the IR. A slice has that of its array.
    pub(super) fn buffer(&self, buffer: BufferId) -> String {
        match self.window(buffer).root {
            Root::Buffer(root) => self.buffers[root].clone(),
            Root::Vector(local, _) => self.local(local),
            // No name is asked for: what is only read is loaded from each.
            Root::Joined(at) => self.buffers[self.kernel.joined[at].others[0]].clone(),
        }
    }

    /// The vector of which a slice is lanes, with its type.
    pub(super) fn vector_of(&self, buffer: BufferId) -> Option<(LocalId, Ty)> {
        match self.window(buffer).root {
            Root::Buffer(_) | Root::Joined(_) => None,
            Root::Vector(local, ty) => Some((local, ty)),
        }
    }

    /// An index of a slice as one of its array.
    pub(super) fn within(&mut self, buffer: BufferId, index: Built, nodes: &mut Vec<BuiltNode>) -> Built {
        self.inside(&self.window(buffer), index, nodes)
    }

    fn inside(&mut self, window: &Window, mut index: Built, nodes: &mut Vec<BuiltNode>) -> Built {
        let Some([start, length]) = window.part.clone() else { return index };
        let area = index.areas.area;
        if let (Expr::LitU32(at), Expr::LitU32(length)) = (&index.expr, &length) {
            return match at < length {
                true => self.sum(Built::leaf(start, area), index, area),
                false => nowhere(area),
            };
        }
        self.repeatable(&mut index, nodes);
        let is_inside = vec![index.copy_leaf(), Built::leaf(length, area)];
        let is_inside = Built::of(area, is_inside, &Expr::binary(BinOp::Lt, 0, 0));
        let index = match start {
            Expr::LitU32(0) => index,
            start => Built::of(area, vec![Built::leaf(start, area), index], &Expr::binary(BinOp::Add, 0, 0)),
        };
        Built::of(area, vec![is_inside, index, nowhere(area)], &Expr::select(0, 0, 0))
    }

    /// An element.
    pub(super) fn load(
        &mut self,
        buffer: BufferId,
        index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let hir::Buffer { ty, is_atomic, .. } = *self.known(buffer);
        let ty = self.kernel.types.resolve(ty);
        let index = self.within(buffer, index, nodes);
        if let Root::Joined(at) = self.window(buffer).root {
            return self.load_joined((buffer, at), index, area, nodes);
        }
        if let Some((local, of)) = self.vector_of(buffer) {
            let vector = self.variable(local, area, nodes);
            return self.lane(of, vector, index, area, nodes);
        }
        if let (true, Root::Buffer(root)) = (self.is_function, self.window(buffer).root)
            && let Some(at) = self.kernel.tables.iter().position(|table| table.buffer == root)
        {
            return Built::call(&Link::Table(at).to_string(), vec![index], area);
        }
        if let Some(ty) = self.packed(buffer) {
            return self.load_packed(buffer, ty, index, area, nodes);
        }
        let buffer = self.buffer(buffer);
        if is_atomic {
            return Built::of(area, vec![index], &Expr::atomic_load(buffer, 0));
        }
        let element = Built::of(area, vec![index], &Expr::load(buffer, 0));
        self.loaded(element, ty, area)
    }

    /// An element of a slice of bytes, or of any buffer of them.
    pub(super) fn byte(
        &mut self,
        buffer: BufferId,
        index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        if let Root::Joined(_) = self.window(buffer).root {
            return self.load(buffer, index, area, nodes);
        }
        let index = self.within(buffer, index, nodes);
        match self.is_bytes(buffer) {
            true => Built::of(area, vec![index], &Expr::load_byte(self.buffer(buffer), 0)),
            false => self.byte_of(buffer, index, area, nodes),
        }
    }

    /// Four bytes as a word. A slice may start at any byte, and a local array has a word for each.
    pub(super) fn word(
        &mut self,
        buffer: BufferId,
        mut index: Built,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        if self.window(buffer).part.is_none() {
            if self.is_bytes(buffer) {
                return Built::of(area, vec![index], &Expr::load_word(self.buffer(buffer), 0));
            }
            if self.packed(buffer).is_some() {
                return Built::of(area, vec![index], &Expr::atomic_load(self.buffer(buffer), 0));
            }
        }
        self.repeatable(&mut index, nodes);
        let binary = |op, left, right| Built::of(area, vec![left, right], &Expr::binary(op, 0, 0));
        let number = |number| Built::leaf(Expr::LitU32(number), area);
        // Up to here four times the number of a word does not wrap around.
        let mut first = match index.expr {
            Expr::LitU32(index) => number(index.saturating_mul(4)),
            _ => {
                let is_countable = binary(BinOp::Lt, index.copy_leaf(), number(1 << 30));
                let first = binary(BinOp::Shl, index, number(2));
                Built::of(area, vec![is_countable, first, nowhere(area)], &Expr::select(0, 0, 0))
            }
        };
        self.repeatable(&mut first, nodes);
        let bytes = (0..4).map(|at| {
            let index = match first.expr {
                Expr::LitU32(first) => number(first | at),
                _ => binary(BinOp::BitOr, first.copy_leaf(), number(at)),
            };
            let byte = self.byte(buffer, index, area, nodes);
            if at == 0 { byte } else { binary(BinOp::Shl, byte, number(8 * at)) }
        });
        let bytes: Vec<Built> = bytes.collect();
        let word = bytes.into_iter().reduce(|low, high| binary(BinOp::BitOr, low, high));
        word.unwrap_or_else(|| number(0))
    }

    /// The number of elements.
    pub(super) fn length_of(&mut self, buffer: BufferId, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        let (kernel, window) = (self.kernel, self.window(buffer));
        match (window.part, window.root) {
            (Some([_, length]), _) => Built::leaf(length, area),
            (None, Root::Vector(_, ty)) => Built::leaf(Expr::LitU32(ty.vector_lanes().unwrap_or(0)), area),
            (None, Root::Joined(_)) => Built::leaf(Expr::LitU32(0), area),
            (None, Root::Buffer(root)) => match self.known(root).packed_length {
                Some(lane) => self.param(lane, area),
                None => {
                    let is_packed =
                        self.packed(root).is_some() || matches!(self.cells(root), Cells::Bytes(_));
                    let length = kernel.buffers.get(root).and_then(|known| known.length.as_ref());
                    if let (Some(length), true) = (length, is_packed) {
                        // The buffer of a narrow table has words.
                        return self.value(length, nodes);
                    }
                    let words = Built::leaf(Expr::BufLen { buffer: self.buffers[root].clone() }, area);
                    match self.cells(root) {
                        Cells::Words(stride @ 2..) => {
                            let stride = Built::leaf(Expr::LitU32(stride), area);
                            Built::of(area, vec![words, stride], &Expr::binary(BinOp::Div, 0, 0))
                        }
                        _ => words,
                    }
                }
            },
        }
    }

    /// Evaluates the bounds of a slice, and makes a name one of it.
    pub(super) fn bind_view(
        &mut self,
        name: BufferId,
        view: &hir::View,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let mut window = self.view_of(name, view, area, nodes);
        if self.kernel.buffers[name].is_moving {
            window = self.as_joined(window, area, nodes);
            let known = self.kernel.buffers[name].decl.name.clone();
            let parts = self.bounds_of(&window, area, nodes);
            window.part = Some(["start", "length"].into_iter().zip(parts).fold(
                [Expr::LitU32(0), Expr::LitU32(0)],
                |[_, first], (of, part)| {
                    let variable = self.bind(&format!("{known}_{of}"), Built::leaf(part, area), area, nodes);
                    self.mutable.insert(variable.clone());
                    [first, Expr::Var(variable)]
                },
            ));
        }
        self.windows.insert(name, window);
    }

    /// Where a slice starts in its array.
    pub(super) fn start_of(&mut self, slice: BufferId, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        let window = self.as_joined(self.window(slice), area, nodes);
        let start = window.part.map_or(Expr::LitU32(0), |[start, _]| start);
        Built::leaf(start, area)
    }

    /// Where a slice starts and how long it is.
    pub(super) fn bounds_of(&mut self, window: &Window, area: Area, nodes: &mut Vec<BuiltNode>) -> [Expr; 2] {
        match &window.part {
            Some(part) => part.clone(),
            None => {
                let length = self.elements_of(window, area, nodes);
                [Expr::LitU32(0), self.fixed(length, "length", nodes)]
            }
        }
    }

    /// Makes a name that moves one of another slice of its array.
    pub(super) fn move_view(
        &mut self,
        name: BufferId,
        view: &hir::View,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let window = self.view_of(name, view, area, nodes);
        let window = self.as_joined(window, area, nodes);
        let parts = self.bounds_of(&window, area, nodes);
        let Some(Window { part: Some(own), .. }) = self.windows.get(&name) else { return };
        for (variable, part) in own.clone().into_iter().zip(parts) {
            if let Expr::Var(variable) = &variable {
                let shape = Node::assign(variable.clone(), 0);
                nodes.push(BuiltNode::of(area, vec![Built::leaf(part, area)], &shape));
            }
        }
    }

    /// Evaluates the bounds of a slice that gets this name.
    pub(super) fn view_of(
        &mut self,
        name: BufferId,
        view: &hir::View,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Window {
        self.view(view, &self.kernel.buffers[name].decl.name, area, nodes)
    }

    fn view(&mut self, view: &hir::View, name: &str, area: Area, nodes: &mut Vec<BuiltNode>) -> Window {
        let mut window = match view.base {
            Base::Buffer(buffer) => self.window(buffer),
            Base::Vector(local) => {
                let ty = self.kernel.types.resolve(self.kernel.locals[local].ty);
                Window { root: Root::Vector(local, ty), part: None }
            }
        };
        for cut in &view.cuts {
            let [start, length] = match cut {
                Cut::Range { from, to, is_closed } => {
                    let bounds = [from.as_ref(), to.as_ref()];
                    self.range_cut(&window, bounds, *is_closed, area, nodes)
                }
                Cut::Row { number, length } => self.row_cut(number, length, area, nodes),
                Cut::Part { start, length } | Cut::At { start, length } => {
                    let mut operands = self.operands(&[start, length], nodes).into_iter();
                    match (operands.next(), operands.next()) {
                        (Some(start), Some(length)) => [start, length],
                        _ => [nowhere(area), Built::leaf(Expr::LitU32(0), area)],
                    }
                }
                Cut::Element(index) => {
                    let index = self.value(index, nodes);
                    let start = self.inside(&window, index, nodes);
                    let start = self.fixed(start, &format!("{name}_at"), nodes);
                    window.part = Some([start, Expr::LitU32(1)]);
                    continue;
                }
            };
            if let (Cut::At { .. }, Base::Buffer(buffer)) = (cut, view.base) {
                // What the slice is a part of may be known only behind what gives it.
                window.root = self.window(buffer).root;
            }
            if let (Cut::At { .. }, Some(root)) = (cut, self.joined_root(&window.root)) {
                window.root = root;
            }
            let start = match &window.part {
                None => start,
                Some(_) if matches!(cut, Cut::At { .. }) => start,
                Some([before, _]) => self.sum(Built::leaf(before.clone(), area), start, area),
            };
            let start = self.fixed(start, &format!("{name}_start"), nodes);
            let length = self.fixed(length, &format!("{name}_length"), nodes);
            window.part = Some([start, length]);
        }
        // What a name that moves was at this time.
        window.part = window.part.map(|part| {
            part.map(|bound| self.fixed(Built::leaf(bound, area), &format!("{name}_part"), nodes))
        });
        window
    }

    /// The start and the length of `[from..to]`, as far as there are elements.
    fn range_cut(
        &mut self,
        window: &Window,
        [from, to]: [Option<&hir::Expr>; 2],
        is_closed: bool,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> [Built; 2] {
        let bounds: Vec<&hir::Expr> = from.into_iter().chain(to).collect();
        let mut built = self.operands(&bounds, nodes).into_iter();
        let from = from.and_then(|from| Some((from, built.next()?)));
        let to = to.and_then(|to| Some((to, built.next()?)));
        let mut start = match from {
            Some((from, value)) => self.bound(value, self.ty(from), u32::MAX, false, nodes),
            None => Built::leaf(Expr::LitU32(0), area),
        };
        self.repeatable(&mut start, nodes);
        let length = self.elements_of(window, area, nodes);
        let mut end = match to {
            None => length,
            Some((to, value)) => {
                let end = self.bound(value, self.ty(to), 0, is_closed, nodes);
                match (&end.expr, &length.expr) {
                    (Expr::LitU32(end), Expr::LitU32(length)) => {
                        Built::leaf(Expr::LitU32(*end.min(length)), area)
                    }
                    _ => Built::of(area, vec![end, length], &Expr::binary(BinOp::Min, 0, 0)),
                }
            }
        };
        let length = match (&start.expr, &end.expr) {
            (Expr::LitU32(0), _) => end,
            (Expr::LitU32(start), Expr::LitU32(end)) => {
                Built::leaf(Expr::LitU32(end.saturating_sub(*start)), area)
            }
            _ => {
                self.repeatable(&mut end, nodes);
                let binary = |op, left: &Built, right: &Built| {
                    Built::of(area, vec![left.copy_leaf(), right.copy_leaf()], &Expr::binary(op, 0, 0))
                };
                let (is_any, count) = (binary(BinOp::Lt, &start, &end), binary(BinOp::Sub, &end, &start));
                let none = Built::leaf(Expr::LitU32(0), area);
                Built::of(area, vec![is_any, count, none], &Expr::select(0, 0, 0))
            }
        };
        [start, length]
    }

    /// The start and the length of one of the arrays in an array of arrays.
    fn row_cut(
        &mut self,
        number: &hir::Expr,
        length: &hir::Expr,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> [Built; 2] {
        let mut operands = self.operands(&[number, length], nodes).into_iter();
        let (Some(mut number), Some(mut length)) = (operands.next(), operands.next()) else {
            return [nowhere(area), Built::leaf(Expr::LitU32(0), area)];
        };
        self.repeatable(&mut number, nodes);
        self.repeatable(&mut length, nodes);
        let binary = |op, left, right| Built::of(area, vec![left, right], &Expr::binary(op, 0, 0));
        if let (Expr::LitU32(number), Expr::LitU32(length)) = (&number.expr, &length.expr) {
            let start = number.checked_mul(*length).filter(|_| *number != u32::MAX);
            let length = if start.is_some() { *length } else { 0 };
            return [start.unwrap_or(0), length].map(|it| Built::leaf(Expr::LitU32(it), area));
        }
        let is_one = binary(BinOp::Ne, number.copy_leaf(), nowhere(area));
        let none = Built::leaf(Expr::LitU32(0), area);
        let start = binary(BinOp::Mul, number, length.copy_leaf());
        [start, Built::of(area, vec![is_one, length, none], &Expr::select(0, 0, 0))]
    }

    /// The number of elements, as a literal where it is known.
    fn elements_of(&mut self, window: &Window, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        let count = |root: BufferId| {
            let known = self.known(root);
            let is_known = !known.decl.access.is_bound() && known.length.is_none();
            is_known.then_some(known.decl.count)
        };
        match (&window.part, &window.root) {
            (Some([_, length]), _) => Built::leaf(length.clone(), area),
            (None, Root::Vector(_, ty)) => Built::leaf(Expr::LitU32(ty.vector_lanes().unwrap_or(0)), area),
            (None, Root::Joined(_)) => Built::leaf(Expr::LitU32(0), area),
            (None, Root::Buffer(root)) => match count(*root) {
                Some(count) => Built::leaf(Expr::LitU32(count), area),
                None => self.length_of(*root, area, nodes),
            },
        }
    }

    /// A bound of a range as a `u32`; one that is negative is `negative`. One more, if the bound is a value of the range itself.
    fn bound(
        &mut self,
        mut value: Built,
        ty: Ty,
        negative: u32,
        is_closed: bool,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let area = value.areas.area;
        let after = |emitter: &Self, bound: Built| match (is_closed, &bound.expr) {
            (false, _) => bound,
            (true, Expr::LitU32(number)) => Built::leaf(Expr::LitU32(number.saturating_add(1)), area),
            (true, _) => {
                let one = Built::leaf(Expr::LitU32(1), area);
                emitter.method("saturating_add", Ty::U32, vec![bound, one], area)
            }
        };
        let negative = Built::leaf(Expr::LitU32(negative), area);
        match (&value.expr, ty.is_signed()) {
            (Expr::LitI32(number), _) => match u32::try_from(*number) {
                Ok(number) => after(self, Built::leaf(Expr::LitU32(number), area)),
                Err(_) => negative,
            },
            (_, false) => after(self, self.index_of(value, ty, area)),
            (_, true) => {
                self.repeatable(&mut value, nodes);
                let zero = self.literal(0, ty, area);
                let sign = self.binary(BinOp::Lt, (ty, ty), vec![value.copy_leaf(), zero], area, nodes);
                let bound = after(self, self.index_of(value, ty, area));
                Built::of(area, vec![sign, negative, bound], &Expr::select(0, 0, 0))
            }
        }
    }

    pub(super) fn sum(&self, left: Built, right: Built, area: Area) -> Built {
        match (&left.expr, &right.expr) {
            (Expr::LitU32(left), Expr::LitU32(right)) => {
                Built::leaf(Expr::LitU32(left.wrapping_add(*right)), area)
            }
            (Expr::LitU32(0), _) => right,
            (_, Expr::LitU32(0)) => left,
            _ => Built::of(area, vec![left, right], &Expr::binary(BinOp::Add, 0, 0)),
        }
    }

    /// A literal, or a variable that does not change.
    pub(super) fn fixed(&mut self, value: Built, name: &str, nodes: &mut Vec<BuiltNode>) -> Expr {
        match &value.expr {
            Expr::LitU32(_) => value.expr,
            Expr::Var(known) if !self.mutable.contains(known) => value.expr,
            _ => {
                let area = value.areas.area;
                Expr::Var(self.bind(name, value, area, nodes))
            }
        }
    }

    /// Binds the parameters of a function that is emitted in the place of a call: values and slices in the order of the arguments.
    pub(super) fn arguments(
        &mut self,
        function: &hir::Function,
        args: &[hir::Expr],
        given: &hir::Given,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        let (mut args, mut values) = (args.iter(), Vec::new());
        // An argument may call the same function, so no name changes before all of them are evaluated.
        let (mut windows, mut referred) = (Vec::new(), Vec::new());
        let mut slices = function.slices.iter().zip(&given.slices).peekable();
        let mut references = function.references.iter().zip(&given.places).peekable();
        for at in 0..function.params.len() + function.slices.len() + function.references.len() {
            let mut before = Vec::new();
            let mut value = None;
            if let Some(((_, param), view)) = slices.next_if(|((slot, _), _)| *slot == at) {
                windows.push((*param, self.view_of(*param, view, area, &mut before)));
            } else if let Some(((_, param), place)) = references.next_if(|((slot, _), _)| *slot == at) {
                let window = place.view().map(|view| self.view_of(param.slice, view, area, &mut before));
                referred.push((*param, place, window));
            } else if let Some(arg) = args.next() {
                let alias = self.alias_of(function, values.len(), arg);
                value = Some(alias.unwrap_or_else(|| Value::Tree(self.tree(arg, &mut before))));
            }
            self.keep_all(&mut values, &before, area, nodes);
            nodes.append(&mut before);
            values.extend(value);
        }
        for (param, value) in function.params.iter().zip(values) {
            match value {
                Value::Alias { names, .. } => self.alias_parts(*param, names),
                Value::Tree(value) => self.bind_parts(*param, value, area, nodes),
            }
        }
        self.windows.extend(windows);
        for (param, place, window) in referred {
            self.refer_to(param, place, window);
        }
    }

    /// Keeps values that were evaluated before statements that could change them.
    fn keep_all(
        &mut self,
        values: &mut [Value],
        before: &[BuiltNode],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) {
        if before.is_empty() {
            return;
        }
        for value in values {
            if let Value::Alias { names, is_shared: false } = value {
                *value = Value::Tree(self.read(names, area));
            }
            if let Value::Tree(tree) = value {
                self.keep_tree(tree, nodes);
            }
        }
    }

    /// The variables for which a parameter can be another name, where there is memory to be copied otherwise: nothing changes them during the call.
    fn alias_of(&self, function: &hir::Function, at: usize, arg: &hir::Expr) -> Option<Value> {
        let param = &self.kernel.locals[*function.params.get(at)?];
        let sees_nothing_else = function.references.is_empty() && !function.takes_functions;
        let is_same = param.is_shared || !param.is_mutable && sees_nothing_else;
        let names = self.place_names(arg).filter(|names| is_same && names.holds())?;
        Some(Value::Alias { names: names.clone(), is_shared: param.is_shared })
    }
}
