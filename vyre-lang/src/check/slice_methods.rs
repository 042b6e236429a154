//! The methods of slices and arrays that are loops. Each is written in the language of kernels itself, over a name for the slice, so that it means
//! the same on every device. What std panics at is what an index past the end is: reads give zero, and nothing is written.

use super::extent::Extent;
use super::inner::{root_of, without_ranges};
use super::method::methods;
use super::variants::block_of;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Expr, Kind, Stmt, View};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// What a method takes. A text calls the first argument `a`, the second one `b`, a function `f`, and another slice `o`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A number of elements, or an index.
    Count,
    /// An element.
    Element,
    /// A reference to an element.
    Behind,
    /// A reference to what a function makes of an element.
    Key,
    Slice,
    /// A range of indices, of which the text calls the start `a` and the end `b`.
    Range,
    Function,
}

use Takes::{Behind, Count, Element, Function, Key, Range, Slice};

/// A method: its name, what it takes, whether it changes the elements, whether it needs their order, and what it does to the slice `s`.
struct Row(&'static str, &'static [Takes], Changes, Order, &'static str);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Changes {
    Nothing,
    Elements,
}

/// Whether elements must be in an order that is total.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Any,
    Total,
}

use Changes::{Elements, Nothing};
use Order::{Any, Total};

/// The search is std's, step by step, so that it finds the same one of several equal elements.
const ROWS: &[Row] = &[
    Row("is_empty", &[], Nothing, Any, "s.len() == 0"),
    Row(
        "cmp",
        &[Slice],
        Nothing,
        Total,
        "{
            let n = s.len().min(o.len());
            let mut r = core::cmp::Ordering::Equal;
            let mut i = 0;
            while i < n && r.is_eq() {
                r = s[i].cmp(&o[i]);
                i += 1;
            }
            if r.is_eq() { s.len().cmp(&o.len()) } else { r }
        }",
    ),
    Row(
        "partial_cmp",
        &[Slice],
        Nothing,
        Any,
        "{
            let n = s.len().min(o.len());
            let mut r = Some(core::cmp::Ordering::Equal);
            let mut i = 0;
            while i < n && r.is_some_and(|x| x.is_eq()) {
                r = s[i].partial_cmp(&o[i]);
                i += 1;
            }
            if r.is_some_and(|x| x.is_eq()) { Some(s.len().cmp(&o.len())) } else { r }
        }",
    ),
    Row("first", &[], Nothing, Any, "if s.len() > 0 { Some(&s[0]) } else { None }"),
    Row("last", &[], Nothing, Any, "if s.len() > 0 { Some(&s[s.len() - 1]) } else { None }"),
    Row("get", &[Count], Nothing, Any, "if a < s.len() { Some(&s[a]) } else { None }"),
    Row(
        "contains",
        &[Behind],
        Nothing,
        Any,
        "{ let mut found = false; for i in 0..s.len() { if s[i] == a { found = true; break; } } found }",
    ),
    Row(
        "starts_with",
        &[Slice],
        Nothing,
        Any,
        "{ let mut same = o.len() <= s.len();
           if same { for i in 0..o.len() { if s[i] != o[i] { same = false; break; } } }
           same }",
    ),
    Row(
        "ends_with",
        &[Slice],
        Nothing,
        Any,
        "{ let mut same = o.len() <= s.len(); let from = s.len() - o.len();
           if same { for i in 0..o.len() { if s[from + i] != o[i] { same = false; break; } } }
           same }",
    ),
    Row(
        "eq_ignore_ascii_case",
        &[Slice],
        Nothing,
        Any,
        "{ let mut same = o.len() == s.len();
           if same {
               for i in 0..o.len() { if !s[i].eq_ignore_ascii_case(&o[i]) { same = false; break; } }
           }
           same }",
    ),
    Row(
        "strip_prefix",
        &[Slice],
        Nothing,
        Any,
        "{ let mut same = o.len() <= s.len();
           if same { for i in 0..o.len() { if s[i] != o[i] { same = false; break; } } }
           if same { Some(&s[o.len()..]) } else { None } }",
    ),
    Row(
        "strip_suffix",
        &[Slice],
        Nothing,
        Any,
        "{ let mut same = o.len() <= s.len(); let from = s.len() - o.len();
           if same { for i in 0..o.len() { if s[from + i] != o[i] { same = false; break; } } }
           if same { Some(&s[..from]) } else { None } }",
    ),
    Row("first_chunk", &[], Nothing, Any, "if s.len() >= #n { Some(&[#first]) } else { None }"),
    Row(
        "last_chunk",
        &[],
        Nothing,
        Any,
        "if s.len() >= #n { let k = s.len() - #n; Some(&[#last]) } else { None }",
    ),
    Row(
        "split_first_chunk",
        &[],
        Nothing,
        Any,
        "if s.len() >= #n { Some((&[#first], &s[#n..])) } else { None }",
    ),
    Row(
        "split_last_chunk",
        &[],
        Nothing,
        Any,
        "if s.len() >= #n { let k = s.len() - #n; Some((&s[..k], &[#last])) } else { None }",
    ),
    Row("trim_ascii", &[], Nothing, Any, TRIM),
    Row("trim_ascii_start", &[], Nothing, Any, TRIM_START),
    Row("trim_ascii_end", &[], Nothing, Any, TRIM_END),
    Row("swap", &[Count, Count], Elements, Any, "{ let x = s[a]; s[a] = s[b]; s[b] = x; }"),
    Row("fill", &[Element], Elements, Any, "for i in 0..s.len() { s[i] = a; }"),
    Row("fill_with", &[Function], Elements, Any, "for i in 0..s.len() { s[i] = f(); }"),
    Row(
        "reverse",
        &[],
        Elements,
        Any,
        "{ let n = s.len(); for i in 0..n / 2 { let x = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = x; } }",
    ),
    Row(
        "rotate_left",
        &[Count],
        Elements,
        Any,
        "{ let n = s.len(); let k = if a < n { a } else { n };
           for i in 0..k / 2 { let x = s[i]; s[i] = s[k - 1 - i]; s[k - 1 - i] = x; }
           for i in 0..(n - k) / 2 { let x = s[k + i]; s[k + i] = s[n - 1 - i]; s[n - 1 - i] = x; }
           for i in 0..n / 2 { let x = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = x; } }",
    ),
    Row(
        "rotate_right",
        &[Count],
        Elements,
        Any,
        "{ let n = s.len(); let k = if a < n { n - a } else { 0 };
           for i in 0..k / 2 { let x = s[i]; s[i] = s[k - 1 - i]; s[k - 1 - i] = x; }
           for i in 0..(n - k) / 2 { let x = s[k + i]; s[k + i] = s[n - 1 - i]; s[n - 1 - i] = x; }
           for i in 0..n / 2 { let x = s[i]; s[i] = s[n - 1 - i]; s[n - 1 - i] = x; } }",
    ),
    Row(
        "is_sorted",
        &[],
        Nothing,
        Any,
        "{ let mut sorted = true;
           for i in 1..s.len() { if !(s[i - 1] <= s[i]) { sorted = false; break; } }
           sorted }",
    ),
    Row(
        "is_sorted_by",
        &[Function],
        Nothing,
        Any,
        "{ let mut sorted = true;
           for i in 1..s.len() { if !f(&s[i - 1], &s[i]) { sorted = false; break; } }
           sorted }",
    ),
    Row(
        "is_sorted_by_key",
        &[Function],
        Nothing,
        Any,
        "{ let mut sorted = true;
           if s.len() > 0 {
               let mut last = f(&s[0]);
               for i in 1..s.len() {
                   let next = f(&s[i]);
                   if !(last <= next) { sorted = false; break; }
                   last = next;
               }
           }
           sorted }",
    ),
    Row(
        "binary_search",
        &[Behind],
        Nothing,
        Total,
        "{ let mut size = s.len();
           if size == 0 { Err(0u32) } else {
               let mut base = 0u32;
               while size > 1 {
                   let half = size / 2;
                   if s[base + half] <= a { base = base + half; }
                   size = size - half;
               }
               if s[base] == a { Ok(base) } else { Err(base + (s[base] < a) as u32) }
           } }",
    ),
    Row(
        "binary_search_by",
        &[Function],
        Nothing,
        Any,
        "{ let mut size = s.len();
           if size == 0 { Err(0u32) } else {
               let mut base = 0u32;
               while size > 1 {
                   let half = size / 2;
                   let order = f(&s[base + half]);
                   if order.is_le() { base = base + half; }
                   size = size - half;
               }
               let order = f(&s[base]);
               if order.is_eq() { Ok(base) } else { Err(base + order.is_lt() as u32) }
           } }",
    ),
    Row(
        "binary_search_by_key",
        &[Key, Function],
        Nothing,
        Any,
        "{ let mut size = s.len();
           if size == 0 { Err(0u32) } else {
               let mut base = 0u32;
               while size > 1 {
                   let half = size / 2;
                   let key = f(&s[base + half]);
                   if key <= a { base = base + half; }
                   size = size - half;
               }
               let key = f(&s[base]);
               if key == a { Ok(base) } else { Err(base + (key < a) as u32) }
           } }",
    ),
    Row(
        "partition_point",
        &[Function],
        Nothing,
        Any,
        "{ let mut size = s.len();
           if size == 0 { 0u32 } else {
               let mut base = 0u32;
               while size > 1 {
                   let half = size / 2;
                   if f(&s[base + half]) { base = base + half; }
                   size = size - half;
               }
               base + f(&s[base]) as u32
           } }",
    ),
    Row(
        "copy_from_slice",
        &[Slice],
        Elements,
        Any,
        "{ let n = if o.len() < s.len() { o.len() } else { s.len() }; for i in 0..n { s[i] = o[i]; } }",
    ),
    Row(
        "clone_from_slice",
        &[Slice],
        Elements,
        Any,
        "{ let n = if o.len() < s.len() { o.len() } else { s.len() }; for i in 0..n { s[i] = o[i]; } }",
    ),
    Row(
        "swap_with_slice",
        &[Slice],
        Elements,
        Any,
        "{ let n = if o.len() < s.len() { o.len() } else { s.len() };
           for i in 0..n { let x = s[i]; s[i] = o[i]; o[i] = x; } }",
    ),
    Row(
        "copy_within",
        &[Range, Count],
        Elements,
        Any,
        "{ let n = s.len(); let end = if b < n { b } else { n }; let room = if c < n { n - c } else { 0u32 };
           let k = if a < end { end - a } else { 0u32 }; let k = if k < room { k } else { room };
           if c <= a { for i in 0..k { s[c + i] = s[a + i]; } }
           else { for i in 0..k { s[c + (k - 1 - i)] = s[a + (k - 1 - i)]; } } }",
    ),
    Row("sort", &[], Elements, Total, SORT),
    Row("sort_unstable", &[], Elements, Total, SORT),
    Row("sort_by", &[Function], Elements, Any, SORT_BY),
    Row("sort_unstable_by", &[Function], Elements, Any, SORT_BY),
    Row("sort_by_key", &[Function], Elements, Any, SORT_BY_KEY),
    Row("sort_unstable_by_key", &[Function], Elements, Any, SORT_BY_KEY),
    Row("sort_by_cached_key", &[Function], Elements, Any, SORT_BY_KEY),
    // Where the others are is for std to choose: it sorts enough of them.
    Row(
        "select_nth_unstable",
        &[Count],
        Elements,
        Total,
        "{ s.sort_unstable(); (&s[..a], &s[a], &s[a + 1..]) }",
    ),
    Row(
        "select_nth_unstable_by",
        &[Count, Function],
        Elements,
        Any,
        "{ s.sort_unstable_by(f); (&s[..a], &s[a], &s[a + 1..]) }",
    ),
    Row(
        "select_nth_unstable_by_key",
        &[Count, Function],
        Elements,
        Any,
        "{ s.sort_unstable_by_key(f); (&s[..a], &s[a], &s[a + 1..]) }",
    ),
    Row("each_ref", &[], Nothing, Any, "[#each]"),
];

const TRIM: &str = "{
    let mut to = s.len();
    while to > 0 && s[to - 1].is_ascii_whitespace() { to = to - 1; }
    let mut from = 0u32;
    while from < to && s[from].is_ascii_whitespace() { from = from + 1; }
    &s[from..to]
}";
const TRIM_START: &str = "{
    let mut from = 0u32;
    while from < s.len() && s[from].is_ascii_whitespace() { from = from + 1; }
    &s[from..]
}";
const TRIM_END: &str = "{
    let mut to = s.len();
    while to > 0 && s[to - 1].is_ascii_whitespace() { to = to - 1; }
    &s[..to]
}";

/// A text of a method with a number of elements, `#n`, and these elements: `#first`, `#last`, and `#each` behind references.
fn with_chunk(text: &str, count: u32) -> String {
    let elements = |from: &str| (0..count).map(|at| format!("s[{from}{at}],")).collect::<String>();
    let each: String = (0..count).map(|at| format!("&s[{at}],")).collect();
    let text =
        text.replace("#first", &elements("")).replace("#last", &elements("k + ")).replace("#each", &each);
    text.replace("#n", &count.to_string())
}

/// Whether a method gives a part of its slice.
pub(super) fn gives_part(name: &str) -> bool {
    name.starts_with("trim_ascii")
}
/// The same methods where `clone` is one of the module's.
const CLONING: [(&str, &str); 2] = [
    ("fill", "for i in 0..s.len() { s[i] = if i + 1 < s.len() { a.clone() } else { a }; }"),
    (
        "clone_from_slice",
        "{ let n = if o.len() < s.len() { o.len() } else { s.len() }; for i in 0..n { s[i] = o[i].clone(); } }",
    ),
];

/// Insertion sorts: what is sorted inside an invocation is short.
const SORT: &str = "for i in 1..s.len() {
    let x = s[i];
    let mut j = i;
    while j > 0 && s[j - 1] > x { s[j] = s[j - 1]; j = j - 1; }
    s[j] = x;
}";
const SORT_BY: &str = "for i in 1..s.len() {
    let x = s[i];
    let mut j = i;
    while j > 0 && f(&s[j - 1], &x).is_gt() { s[j] = s[j - 1]; j = j - 1; }
    s[j] = x;
}";
const SORT_BY_KEY: &str = "for i in 1..s.len() {
    let x = s[i];
    let key = f(&s[i]);
    let mut j = i;
    while j > 0 && f(&s[j - 1]) > key { s[j] = s[j - 1]; j = j - 1; }
    s[j] = x;
}";

const EQUAL: &str = "{ let mut same = s.len() == o.len();
   if same { for i in 0..s.len() { if s[i] != o[i] { same = false; break; } } }
   same }";

fn row(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.0 == name)
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0)
}

/// The methods that take or give numbers of elements, with those that stand in for them in rustc's copy.
const STAND_INS: [(&str, &str); 17] = [
    ("get", "__vyre_get"),
    ("get_mut", "__vyre_get_mut"),
    ("swap", "__vyre_swap"),
    ("split_at", "__vyre_split_at"),
    ("split_at_mut", "__vyre_split_at_mut"),
    ("split_at_checked", "__vyre_split_at_checked"),
    ("split_at_mut_checked", "__vyre_split_at_mut_checked"),
    ("rotate_left", "__vyre_rotate_left"),
    ("rotate_right", "__vyre_rotate_right"),
    ("copy_within", "__vyre_copy_within"),
    ("binary_search", "__vyre_binary_search"),
    ("binary_search_by", "__vyre_binary_search_by"),
    ("binary_search_by_key", "__vyre_binary_search_by_key"),
    ("partition_point", "__vyre_partition_point"),
    ("select_nth_unstable", "__vyre_select_nth_unstable"),
    ("select_nth_unstable_by", "__vyre_select_nth_unstable_by"),
    ("select_nth_unstable_by_key", "__vyre_select_nth_unstable_by_key"),
];

/// A name that nobody can write.
fn hidden_name(name: &str, span: Span) -> Ident {
    Ident::new(&format!("__vyre_{name}"), span)
}

/// The tokens of a text at a place. The names of what it is given are others than users write.
fn placed(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), placed(group.stream(), span));
            copy.set_span(span);
            copy.into()
        }
        TokenTree::Ident(ident) if ident.to_string().len() == 1 => {
            hidden_name(&ident.to_string(), span).into()
        }
        mut other => {
            other.set_span(span);
            other
        }
    });
    tokens.collect()
}

/// Whether an expression is `[]` or `b""`.
pub(super) fn is_empty_list(list: &syn::Expr) -> bool {
    match list {
        syn::Expr::Array(list) => list.elems.is_empty(),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(bytes), .. }) => bytes.value().is_empty(),
        _ => false,
    }
}

/// An array in no memory whose elements a method changes: its place, and the array that stands for it.
pub(super) struct Copied {
    place: Expr,
    array: BufferId,
}

impl Copied {
    pub(super) fn area(&self) -> Area {
        self.place.area
    }

    pub(super) fn array(&self) -> BufferId {
        self.array
    }
}

impl Checker<'_> {
    /// A method of a slice or an array; nothing for other receivers.
    pub(super) fn slice_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = super::plain(&call.method);
        let row = row(&name)?;
        let area = call.area();
        // Nothing changes a constant: this is the method of numbers.
        if row.2 == Elements && methods(Ty::U32).contains(&row.0) && self.names_constant(&call.receiver) {
            return None;
        }
        let viewed = self.viewed_without_error(&call.receiver)?;
        let is_vector = |viewed: &super::slices::Viewed| matches!(viewed.view, View { base: Base::Vector(_), ref cuts } if cuts.is_empty());
        if !self.is_kernel && viewed.as_ref().is_some_and(is_vector) {
            // It is a value; see `method_without_memory`.
            return None;
        }
        let mut stmts = Vec::new();
        let (slice, copied) = match self.slice_of(viewed, &call.receiver, row.2 == Elements, &mut stmts) {
            Some(slice) => slice,
            None => return Some(Expr::error(area)),
        };
        Some(self.method_of_slice(call, row, (slice, copied), stmts))
    }

    /// Whether an expression is the name of a constant, as far as names tell.
    fn names_constant(&self, expr: &syn::Expr) -> bool {
        match (strip(expr), path_name(expr)) {
            (_, Some(name)) => matches!(self.lookup(&name), None | Some(Entity::Const(..) | Entity::Item(_))),
            (syn::Expr::Path(path), None) => path.path.segments.len() > 1,
            _ => false,
        }
    }

    /// The same of a receiver that is a value: an array that is in no memory.
    pub(super) fn array_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let mut stmts = Vec::new();
        if call.method == "clone" && call.args.is_empty() && self.array_element(receiver.ty).is_some() {
            return Some(self.clone_of(receiver.clone()));
        }
        if call.method == "as_flattened"
            && call.args.is_empty()
            && let Some(flat) = self.flattened_array(receiver, call.area())
        {
            return Some(flat);
        }
        if call.method == "len"
            && call.args.is_empty()
            && let Some(slice) = self.slice_behind(receiver, &mut stmts)
        {
            let area = call.area();
            let Some(slice) = slice else { return Some(Expr::error(area)) };
            let tail = Some(Box::new(Expr { kind: Kind::Len(slice), ty: Ty::U32, area }));
            return Some(Expr { kind: Kind::Block(Block { stmts, tail }), ty: Ty::U32, area });
        }
        let row = row(&super::plain(&call.method))?;
        if row.2 != Elements
            && let Some(slice) = self.slice_behind(receiver, &mut stmts)
        {
            return Some(match slice {
                Some(slice) => self.method_of_slice(call, row, (slice, None), stmts),
                None => Expr::error(call.area()),
            });
        }
        if !self.is_kernel
            && let Some(value) = self.method_without_memory(call, row, receiver)
        {
            return Some(value);
        }
        let slice = self.slice_of_value(receiver.clone(), row.2 == Elements, &mut stmts)?;
        Some(match slice {
            Some(slice) => self.method_of_slice(call, row, slice, stmts),
            None => Expr::error(call.area()),
        })
    }

    /// The elements of the arrays in an array, as an array: what is read through `as_flattened`. Nothing of other values, and of more than a value has.
    fn flattened_array(&mut self, receiver: &Expr, area: Area) -> Option<Expr> {
        let value = self.behind_references(receiver.clone());
        let (count, inner) = self.array_element(value.ty)?;
        let (each, element) = self.array_element(inner)?;
        let all = count.checked_mul(each).filter(|all| (1..=super::aggregate::MAX_PARTS).contains(all))?;
        let mut stmts = Vec::new();
        let whole = self.hidden("array", value, &mut stmts);
        let parts = (0..all as usize).map(|at| {
            let row = self.part(whole.clone(), at / each as usize, inner, area);
            self.part(row, at % each as usize, element, area)
        });
        let parts: Vec<Expr> = parts.collect();
        if let Some(lane) = self.lane_type(element, area).filter(|lane| lane.vector(all).is_some()) {
            let vector = self.lanes(parts, lane, area);
            return Some(block_of(stmts, vector));
        }
        let ty = self.infer.many(Form::Array, vec![element; all as usize]);
        Some(block_of(stmts, Expr { kind: Kind::Many(parts), ty, area }))
    }

    /// The method of an array that is a value, in a function that programs link to, which has no memory: it computes with a copy, and what it
    /// changes is given back. Nothing where the array is none, or where other slices take part.
    fn method_without_memory(
        &mut self,
        call: &syn::ExprMethodCall,
        row: &Row,
        receiver: &Expr,
    ) -> Option<Expr> {
        let area = call.area();
        let value = self.behind_references(receiver.clone());
        let (_, element) = self.array_element(value.ty)?;
        let is_alone = row.1.iter().all(|takes| !matches!(takes, Slice | Range)) && !row.4.contains('#');
        let writes = row.2 == Elements;
        if !is_alone || writes && !self.can_change(&value) {
            return None;
        }
        let mut stmts = Vec::new();
        let place = writes.then(|| self.settled_place(value.clone(), &mut stmts));
        let list = self.local("list", value.ty, writes);
        let copy = Expr { kind: Kind::Local(list), ty: value.ty, area };
        stmts.push(Stmt::Let { local: list, value: place.clone().unwrap_or(value), area });
        let scope = HashMap::from([("__vyre_s".to_string(), Entity::Local(list))]);
        let computed = self.text_of_method(call, row, (element, None), scope, &mut stmts);
        let Some((computed, _)) = computed else { return Some(Expr::error(area)) };
        let back = place.map(|place| Stmt::Expr(self.give_back(place, None, copy, area)));
        Some(self.with_end(computed, back.into_iter().collect(), stmts, area))
    }

    /// Notes a method of a slice that takes or gives numbers of elements.
    pub(super) fn stand_in(&mut self, method: &Ident) {
        let name = super::plain(method);
        if let Some((_, other)) = STAND_INS.iter().find(|(known, _)| *known == name) {
            self.meant.renamed.push((method.span(), other));
        }
    }

    fn method_of_slice(
        &mut self,
        call: &syn::ExprMethodCall,
        row: &Row,
        (slice, copied): (BufferId, Option<Copied>),
        mut stmts: Vec<Stmt>,
    ) -> Expr {
        let (element, area) = (self.buffers[slice].ty, call.area());
        if self.buffers[slice].is_atomic && !matches!(row.0, "is_empty") && call.args.len() == row.1.len() {
            let fix = "use one element: `a[i].load()`, `a[i].store(x)`";
            self.errors.report(Area::of(&call.method), "the elements of this slice are atomic", fix);
            return Expr::error(area);
        }
        let scope = HashMap::from([("__vyre_s".to_string(), Entity::Buffer(slice))]);
        let computed = self.text_of_method(call, row, (element, Some(slice)), scope, &mut stmts);
        let Some((value, others)) = computed else { return Expr::error(area) };
        self.done_over(value, copied.into_iter().chain(others).collect(), stmts, area)
    }

    /// What the text of a method computes of its receiver `s`, which is a slice where one is given, and of its arguments; and the arrays that are
    /// given back after it. Nothing where an error is reported.
    fn text_of_method(
        &mut self,
        call: &syn::ExprMethodCall,
        row: &Row,
        (element, slice): (Ty, Option<BufferId>),
        mut scope: HashMap<String, Entity>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(Expr, Vec<Copied>)> {
        let (area, span) = (call.area(), call.method.span());
        let Row(name, takes, _, order, text) = row;
        if call.args.len() != takes.len() {
            self.arguments(&call.args, takes.len(), Area::from(span), name);
            return None;
        }
        let text = match CLONING.iter().find(|(cloning, _)| cloning == name) {
            Some((_, text)) if self.has_own_clone(element) => text,
            _ => text,
        };
        if *order == Total && self.infer.resolve(element).is_float() {
            let fix = match *name {
                "binary_search" => "write `.binary_search_by(|x| x.total_cmp(&value))`",
                _ => "write `.sort_by(|a, b| a.total_cmp(b))`",
            };
            self.errors.report(Area::of(&call.method), "floats have no total order", fix);
            return None;
        }
        self.stand_in(&call.method);
        let mut given_back = Vec::new();
        let mut values = ["a", "b", "c"].into_iter();
        for (arg, takes) in call.args.iter().zip(*takes) {
            match takes {
                Function => {
                    let function = self.function_argument(arg, parameters_of(name), stmts)?;
                    scope.insert("__vyre_f".to_string(), function);
                }
                Slice => {
                    let writes = *name == "swap_with_slice";
                    let (other, copied) = self.other_slice(arg, element, writes, stmts)?;
                    given_back.extend(copied);
                    scope.insert("__vyre_o".to_string(), Entity::Buffer(other));
                }
                Range => {
                    let bounds = self.bounds_argument(arg, slice?, stmts)?;
                    for (bound, name) in bounds.into_iter().zip(&mut values) {
                        let Kind::Local(local) = bound.kind else { continue };
                        scope.insert(format!("__vyre_{name}"), Entity::Local(local));
                    }
                }
                Count | Element | Behind | Key => {
                    let value = self.element_argument(arg, *takes, element)?;
                    let Kind::Local(local) = self.hidden("argument", value, stmts).kind else {
                        continue;
                    };
                    if let Some(name) = values.next() {
                        scope.insert(format!("__vyre_{name}"), Entity::Local(local));
                    }
                }
            }
        }
        let of_chunk = match text.contains('#') {
            true => Some(with_chunk(text, self.length_of_chunk(call, slice?)?)),
            false => None,
        };
        let value = self.text_over(scope, of_chunk.as_deref().unwrap_or(text), (area, span));
        Some((value, given_back))
    }

    /// The `N` of `slice.first_chunk::<N>()` and its kin, and that of the array itself in `each_ref`.
    fn length_of_chunk(&mut self, call: &syn::ExprMethodCall, slice: BufferId) -> Option<u32> {
        if call.method == "each_ref" {
            let known = &self.buffers[slice];
            let is_array = !known.is_slice && !known.decl.access.is_bound() && known.length.is_none();
            let count = if is_array { Some(known.decl.count) } else { self.lengths.get(&slice).copied() };
            let count = count.filter(|count| (1..=super::aggregate::MAX_PARTS).contains(count));
            if count.is_none() {
                let fix = "write `iter`, or copy the elements to an array first";
                self.errors.report(
                    Area::of(&call.method),
                    "`each_ref` is of arrays, and this is a slice",
                    fix,
                );
            }
            return count;
        }
        let written = call.turbofish.as_ref().and_then(|written| written.args.first());
        let written = written.and_then(|written| syn::parse2::<syn::Expr>(quote::quote!(#written)).ok());
        let Some(written) = written.filter(|written| !matches!(written, syn::Expr::Infer(_))) else {
            let name = &call.method;
            let problem = format!("nothing says here how many elements `{name}` gives");
            self.errors.report(Area::of(name), problem, format!("write it: `.{name}::<4>()`"));
            return None;
        };
        let length = self.length(&written);
        let count = self.constant_u32(&length)?;
        if count == 0 || count > super::aggregate::MAX_PARTS {
            let most = super::aggregate::MAX_PARTS;
            let problem = format!("an array value has 1 to {most} elements");
            self.errors.report(length.area, problem, "write `&a[i..j]` of the slice");
            return None;
        }
        Some(count)
    }

    /// A slice without elements.
    pub(super) fn slice_of_nothing(&mut self, element: Ty, area: Area, stmts: &mut Vec<Stmt>) -> BufferId {
        let decl = vyre_ir::BufferDecl::private("list", 1, vyre_ir::DataType::U32);
        let array = self.slice(decl, element, false, area);
        (self.buffers[array].is_slice, self.buffers[array].is_constant) = (false, false);
        let none = Expr { kind: Kind::Literal(0), ty: Ty::U32, area };
        let cut = crate::hir::Cut::Part { start: none.clone(), length: none };
        let view = View { base: Base::Buffer(array), cuts: vec![cut] };
        self.part_of_slice(array, view, false, area, stmts)
    }

    /// What a text computes of the names that a scope has.
    /// Its tokens stand where a parenthesis or an operator does: a literal of the user's is not there.
    pub(super) fn text_over(
        &mut self,
        scope: HashMap<String, Entity>,
        text: &str,
        (area, span): (Area, Span),
    ) -> Expr {
        let tokens = text.parse::<TokenStream>().ok().map(|tokens| placed(tokens, span));
        let Some(parsed) = tokens.and_then(|tokens| syn::parse2::<syn::Expr>(tokens).ok()) else {
            return Expr::error(area);
        };
        self.scopes.push(scope);
        let value = self.expr(&parsed);
        self.scopes.pop();
        value
    }

    /// Such a value, with what comes before it, and the arrays that are given back after it.
    pub(super) fn done_over(
        &mut self,
        value: Expr,
        copies: Vec<Copied>,
        stmts: Vec<Stmt>,
        area: Area,
    ) -> Expr {
        let back = copies.into_iter().filter_map(|copied| self.given_back(copied, area)).collect();
        self.with_end(value, back, stmts, area)
    }

    /// A value with statements before and after it.
    fn with_end(&mut self, value: Expr, end: Vec<Stmt>, mut stmts: Vec<Stmt>, area: Area) -> Expr {
        let ty = value.ty;
        if self.infer.resolve(ty) == Ty::Error {
            return Expr::error(area);
        }
        let tail = match self.infer.resolve(ty) {
            Ty::Unit => {
                stmts.push(Stmt::Expr(value));
                None
            }
            _ if end.is_empty() => Some(Box::new(value)),
            _ => Some(Box::new(self.hidden("result", value, &mut stmts))),
        };
        stmts.extend(end);
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }

    /// Stores the elements of a copy in its place.
    pub(super) fn given_back(&mut self, Copied { place, array }: Copied, area: Area) -> Option<Stmt> {
        let whole = self.whole_array(array, area)?;
        let back = self.as_value_like(&place, whole, area);
        Some(Stmt::Expr(self.give_back(place, None, back, area)))
    }

    /// An array as a value of the type of a place: a vector where that is one.
    pub(super) fn as_value_like(&mut self, place: &Expr, whole: Expr, area: Area) -> Expr {
        let Some(lanes) = self.infer.resolve(place.ty).vector_lanes() else { return whole };
        let lane = self.infer.resolve(place.ty).lane();
        let parts = (0..lanes as usize).map(|at| self.part(whole.clone(), at, lane, area)).collect();
        Expr { kind: Kind::Compose(parts), ty: place.ty, area }
    }

    /// The slice that a receiver is, if it is one by what it names.
    pub(super) fn viewed_without_error(
        &mut self,
        receiver: &syn::Expr,
    ) -> Option<Option<super::slices::Viewed>> {
        let inner = match strip(receiver) {
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let (base, ranges) = without_ranges(inner);
        // A part of an array that is a value is none by its names.
        if !ranges.is_empty() && self.is_array_value(base) {
            return Some(None);
        }
        let is_path = matches!(strip(base), syn::Expr::Path(_) | syn::Expr::Unary(_));
        let is_field = matches!(strip(base), syn::Expr::Field(_)) && self.is_slice_valued(base);
        if !is_field && !is_path && ranges.is_empty() && !matches!(strip(base), syn::Expr::Index(_)) {
            return None;
        }
        self.viewed(receiver)
    }

    /// A name for a slice, and what is given back after its elements have changed.
    pub(super) fn slice_of(
        &mut self,
        viewed: Option<super::slices::Viewed>,
        expr: &syn::Expr,
        writes: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(BufferId, Option<Copied>)> {
        let area = expr.area();
        if !self.in_kernel(area, "methods of slices") {
            return None;
        }
        let Some(viewed) = viewed else { return self.part_of_value(expr, writes, stmts) };
        if !viewed.dimensions.is_empty() {
            let fix = "write a loop over its rows, `for row in &mut a`, or use one of them, `a[i]`";
            self.errors.report(area, "this method is one of slices of values, and this has rows", fix);
            return None;
        }
        if writes && !self.demand_exclusive_view(&viewed, area) {
            return None;
        }
        Some((self.named_slice(viewed, area, stmts), None))
    }

    /// A part of an array that is a value.
    pub(super) fn part_of_value(
        &mut self,
        expr: &syn::Expr,
        writes: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(BufferId, Option<Copied>)> {
        let inner = match strip(expr) {
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let (base, ranges) = without_ranges(inner);
        let value = self.base(base);
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let area = expr.area();
        let ty = value.ty;
        let held = if writes { None } else { self.slice_behind(&value, stmts) };
        let slice = match held {
            Some(slice) => Some(slice.map(|slice| (slice, None))),
            None => self.slice_of_value(value, writes, stmts),
        };
        let Some(slice) = slice else {
            let problem = format!("expected a slice, got `{}`", self.infer.name(ty));
            self.errors.report(area, problem, "write `&a[i..j]` of an array or a slice");
            return None;
        };
        let (array, copied) = slice?;
        if ranges.is_empty() {
            return Some((array, copied));
        }
        let cuts = ranges.into_iter().map(|range| self.range_cut(range, "array")).collect::<Option<_>>()?;
        let view = View { base: Base::Buffer(array), cuts };
        Some((self.part_of_slice(array, view, writes, area, stmts), copied))
    }

    /// A local array that stands for an array value; nothing for other values, and nothing inside where it cannot be changed.
    pub(super) fn slice_of_value(
        &mut self,
        value: Expr,
        writes: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<(BufferId, Option<Copied>)>> {
        let value = self.behind_references(value);
        let (count, element) = self.array_element(value.ty)?;
        if !self.in_kernel(value.area, "methods of arrays that are loops") {
            return Some(None);
        }
        let types = vec![element; count as usize];
        if !writes {
            return Some(Some((self.lent_array(value, &types, stmts), None)));
        }
        if !self.can_change(&value) {
            match root_of(&value).kind {
                Kind::Local(local) => self.not_mutable(value.area, local),
                _ => {
                    let fix = "bind it first: `let mut value = ..;`";
                    self.errors.report(value.area, "this array is no variable, and would be changed", fix);
                }
            }
            return Some(None);
        }
        let place = self.settled_place(value, stmts);
        let array = self.lent_array(place.clone(), &types, stmts);
        Some(Some((array, Some(Copied { place, array }))))
    }

    /// Another slice, of elements of the same type.
    pub(super) fn other_slice(
        &mut self,
        arg: &syn::Expr,
        element: Ty,
        writes: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(BufferId, Option<Copied>)> {
        let inner = match strip(arg) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        let (slice, copied) = match inner {
            list if is_empty_list(list) => (self.slice_of_nothing(element, arg.area(), stmts), None),
            syn::Expr::Array(_) | syn::Expr::Repeat(_) | syn::Expr::Lit(_) => {
                let value = match inner {
                    syn::Expr::Array(list) => self.list(list, Some(element)),
                    syn::Expr::Repeat(repeat) => self.repeated(repeat, Some(element)),
                    other => self.expr(other),
                };
                if self.infer.resolve(value.ty) == Ty::Error {
                    return None;
                }
                let Some(slice) = self.slice_of_value(value, writes, stmts) else {
                    let fix = "write `&a[i..j]` of an array or a slice";
                    self.errors.report(arg.area(), "this is no slice", fix);
                    return None;
                };
                slice?
            }
            _ => {
                let viewed = match inner {
                    syn::Expr::Call(_) if self.is_slice_valued(inner) => self.viewed(inner),
                    _ => self.viewed_without_error(arg),
                };
                self.slice_of(viewed.flatten(), arg, writes, stmts)?
            }
        };
        let own = self.buffers[slice].ty;
        if self.infer.unify(element, own).is_none() {
            let (expected, got) = (self.infer.name(element), self.infer.name(own));
            let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
            self.errors.report(arg.area(), problem, "give both slices elements of one type");
            return None;
        }
        Some((slice, copied))
    }

    /// A closure or a function that a text calls.
    pub(super) fn function_argument(
        &mut self,
        arg: &syn::Expr,
        count: usize,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if let syn::Expr::Path(path) = strip(arg)
            && path.path.segments.len() > 1
        {
            // A function of a type, such as `u32::from`, gets a closure around it.
            let names: Vec<Ident> =
                (0..count).map(|at| hidden_name(&format!("given_{at}"), arg.area().start)).collect();
            let closure: syn::ExprClosure = syn::parse_quote!(|#(#names),*| #path(#(#names),*));
            return Some(self.closure(&closure, stmts)).filter(|it| !matches!(it, Entity::Poisoned));
        }
        let apart = taken_apart(arg);
        match self.bind_closure(apart.as_ref().unwrap_or(arg), stmts) {
            Some(Entity::Poisoned) => None,
            Some(entity) => Some(entity),
            None => {
                let fix = "write a closure, such as `|x| x + 1`, or the name of a function of the kernel";
                self.errors.report(arg.area(), "this method takes a function", fix);
                None
            }
        }
    }

    /// The start and the end of a range of indices, in variables.
    pub(super) fn bounds_argument(
        &mut self,
        arg: &syn::Expr,
        slice: BufferId,
        stmts: &mut Vec<Stmt>,
    ) -> Option<[Expr; 2]> {
        let area = arg.area();
        let syn::Expr::Range(range) = strip(arg) else {
            self.errors.report(area, "this method takes a range of indices", "write `a..b`");
            return None;
        };
        let mut bound = |bound: &Option<Box<syn::Expr>>, otherwise: Expr| match bound {
            Some(bound) => {
                let value = self.expr(bound);
                self.demand(&value, Ty::U32).then_some(value)
            }
            None => Some(otherwise),
        };
        let start = bound(&range.start, Expr { kind: Kind::Literal(0), ty: Ty::U32, area })?;
        let end = bound(&range.end, Expr { kind: Kind::Len(slice), ty: Ty::U32, area })?;
        let end = match range.limits {
            syn::RangeLimits::Closed(_) if range.end.is_some() => {
                let one = Expr { kind: Kind::Literal(1), ty: Ty::U32, area };
                self.arithmetic(vyre_ir::BinOp::Add, end, one, area)
            }
            _ => end,
        };
        Some([self.hidden("start", start, stmts), self.hidden("end", end, stmts)])
    }

    /// An argument that is a value.
    fn element_argument(&mut self, arg: &syn::Expr, takes: Takes, element: Ty) -> Option<Expr> {
        let (inner, is_behind) = match (strip(arg), takes) {
            (syn::Expr::Reference(reference), Behind | Key) => (&*reference.expr, false),
            (_, Behind | Key) => (arg, true),
            _ => (arg, false),
        };
        let wanted = match takes {
            Count => Some(Ty::U32),
            Element | Behind => Some(element),
            Key | Slice | Range | Function => None,
        };
        let value = match wanted {
            Some(wanted) if !is_behind => self.expr_as(inner, wanted),
            _ => self.expr(inner),
        };
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        if is_behind && self.referent(value.ty).is_none() {
            let text = self.errors.operand(value.area);
            let problem = "this method takes a reference";
            self.errors.report(value.area, problem, format!("write `&{text}`"));
            return None;
        }
        let value = if is_behind { self.pointed(value) } else { value };
        match wanted {
            Some(wanted) if !self.demand(&value, wanted) => None,
            _ => Some(value),
        }
    }

    /// A comparison of which one side at least is a slice; nothing for others.
    pub(super) fn slice_comparison(&mut self, binary: &syn::ExprBinary) -> Option<Expr> {
        use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let text = match &binary.op {
            Eq(_) => EQUAL.to_string(),
            Ne(_) => format!("!{EQUAL}"),
            Lt(_) => ordered("<"),
            Le(_) => ordered("<="),
            Gt(_) => ordered(">"),
            Ge(_) => ordered(">="),
            _ => return None,
        };
        let is_part = |side: &syn::Expr| {
            matches!(strip(side), syn::Expr::Index(_) | syn::Expr::Field(_) | syn::Expr::Call(_))
        };
        let is_slice = |checker: &mut Self, side: &syn::Expr| {
            checker.is_slice_expr(side) || is_part(side) && checker.is_slice_valued(side)
        };
        if !is_slice(self, &binary.left) && !is_slice(self, &binary.right) {
            return None;
        }
        let area = binary.left.area().to(binary.right.area());
        if self.compares_number(&binary.left, &binary.right)
            || self.compares_number(&binary.right, &binary.left)
        {
            return Some(Expr { ty: Ty::Bool, ..Expr::error(area) });
        }
        let mut stmts = Vec::new();
        let element = self.infer.open();
        let left = self.other_slice(&binary.left, element, false, &mut stmts);
        let right = self.other_slice(&binary.right, element, false, &mut stmts);
        let (Some((left, _)), Some((right, _))) = (left, right) else {
            return Some(Expr { ty: Ty::Bool, ..Expr::error(area) });
        };
        let scope = HashMap::from([
            ("__vyre_s".to_string(), Entity::Buffer(left)),
            ("__vyre_o".to_string(), Entity::Buffer(right)),
        ]);
        let span = Area::of(&binary.op).start;
        let value = self.text_over(scope, &text, (area, span));
        Some(self.done_over(value, Vec::new(), stmts, area))
    }

    /// Whether a number is compared with a slice, which is reported: its length may be meant.
    fn compares_number(&mut self, value: &syn::Expr, slice: &syn::Expr) -> bool {
        if !self.is_slice_expr(slice) || self.is_slice_expr(value) {
            return false;
        }
        let ty = match strip(value) {
            syn::Expr::Lit(it) if matches!(it.lit, syn::Lit::ByteStr(_)) => return false,
            value @ syn::Expr::Lit(_) => Some(self.expr(value).ty),
            value @ (syn::Expr::Path(_) | syn::Expr::Field(_)) => self.peeked_type(value),
            _ => None,
        };
        let is_number =
            |ty: &Ty| ty.is_integer() || ty.is_float() || matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bool);
        let Some(ty) = ty.map(|ty| self.infer.resolve(ty)).filter(is_number) else { return false };
        let is_count = ty.is_integer() || matches!(ty, Ty::Int(_));
        let area = slice.area();
        let number = match ty {
            Ty::Int(_) => "an integer".to_string(),
            Ty::Float(_) => "a float".to_string(),
            ty => format!("`{}`", self.infer.name(ty)),
        };
        let text = self.errors.text(area).unwrap_or_else(|| quote::quote!(#slice).to_string());
        let fix = match is_count {
            true => format!("compare with its length, `{text}.len()`, or with an element, `{text}[i]`"),
            false => format!("compare with an element, `{text}[i]`"),
        };
        self.errors.report(area, format!("`{text}` is a slice, and it is compared with {number}"), fix);
        true
    }

    /// Whether an expression is a slice, and no array, by what it names.
    pub(super) fn is_slice_expr(&self, expr: &syn::Expr) -> bool {
        let inner = match strip(expr) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => strip(expr),
            other => other,
        };
        match inner {
            syn::Expr::Index(index) => matches!(strip(&index.index), syn::Expr::Range(_)),
            _ => {
                let entity = path_name(inner).and_then(|name| self.lookup(&name));
                let Some(Entity::Buffer(buffer)) = entity else { return false };
                let known = &self.buffers[buffer];
                known.dimensions.is_empty()
                    && !known.is_atomic
                    && (known.is_slice || known.decl.access.is_bound() || known.decl.count > 256)
            }
        }
    }
}

/// `|(_, x)| x` as `|pair| { let (_, x) = pair; x }`, whose parameter may be a reference; nothing for other functions.
fn taken_apart(function: &syn::Expr) -> Option<syn::Expr> {
    let syn::Expr::Closure(closure) = strip(function) else { return None };
    let mut closure = closure.clone();
    let mut stmts: Vec<syn::Stmt> = Vec::new();
    for (at, input) in closure.inputs.iter_mut().enumerate() {
        if let syn::Pat::Tuple(_) = input {
            let name = hidden_name(&format!("given_{at}"), Area::of(&*input).start);
            let pat = std::mem::replace(input, syn::parse_quote!(#name));
            stmts.push(syn::parse_quote!(let #pat = #name;));
        }
    }
    if stmts.is_empty() {
        return None;
    }
    let body = &closure.body;
    *closure.body = syn::parse_quote!({ #(#stmts)* #body });
    Some(syn::Expr::Closure(closure))
}

/// How many parameters the function has that a method takes.
fn parameters_of(name: &str) -> usize {
    match name {
        "fill_with" => 0,
        "sort_by" | "sort_unstable_by" | "is_sorted_by" | "select_nth_unstable_by" => 2,
        _ => 1,
    }
}

/// An order of slices: that of the first elements that differ, or of the lengths.
fn ordered(op: &str) -> String {
    format!(
        "{{ let n = if o.len() < s.len() {{ o.len() }} else {{ s.len() }};
            let mut i = 0u32;
            while i < n && s[i] == o[i] {{ i = i + 1; }}
            if i < n {{ s[i] {op} o[i] }} else {{ s.len() {op} o.len() }} }}"
    )
}
