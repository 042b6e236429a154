//! What the kernel language leaves out: each construct with what to write instead.

use crate::diagnostics::{Area, Errors};
use syn::{Expr, Item, Macro, UseTree};

/// The ways out of a macro inside a kernel, which the attribute cannot expand.
const MACROS: &str =
    "write a function in its place, or a macro that makes the whole kernel, with its attribute";

/// Reports an expression that kernels do not have.
pub(super) fn expr(expr: &Expr, errors: &mut Errors) {
    let (area, construct, fix) = match expr {
        Expr::Match(it) => (Area::of(&it.match_token), "`match`", "use `if` and `else if`"),
        Expr::Let(it) => (
            Area::of(&it.let_token),
            "`let` but at the head of an `if` or a `while`, and behind `&&` there",
            "write `matches!(value, pattern)`",
        ),
        Expr::Closure(it) => (
            Area::of(it),
            "closures in fields, tuples and arrays",
            "bind it by itself, `let f = |x| ..;`, and pass it to each function that calls it, as `impl Fn(u32) -> u32`",
        ),
        Expr::Array(it) => (Area::of(it), "array values yet", "use separate variables"),
        Expr::Repeat(it) => (Area::of(it), "array values yet", "use separate variables"),
        Expr::Tuple(it) => {
            (Area::of(it), "tuple values", "bind each with `let`, as in `let (x, y) = (a, b);`")
        }
        Expr::Struct(it) => (Area::of(it), "structs", "use separate variables"),
        Expr::Range(it) => (Area::of(it), "range values", "write the range in the head of a `for`"),
        Expr::Unsafe(it) => {
            (Area::of(&it.unsafe_token), "`unsafe`", "remove it: every operation is defined for every value")
        }
        Expr::Async(it) => (Area::of(&it.async_token), "`async`", "remove it"),
        Expr::Await(it) => (Area::of(&it.await_token), "`await`", "remove it"),
        Expr::TryBlock(it) => (Area::of(&it.try_token), "`try`", "use `if` and `return`"),
        Expr::Yield(it) => (Area::of(&it.yield_token), "`yield`", "remove it"),
        other => {
            (Area::of(other), "expressions of this kind", "use what the guide of the crate `vyre` lists")
        }
    };
    errors.report(area, format!("kernels have no {construct}"), fix);
}

/// Reports a macro call.
pub(super) fn macro_call(call: &Macro, errors: &mut Errors) {
    let name = call.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string());
    let fix = match name.as_str() {
        "vec" => "use a local array: `let mut w = [0u32; N];`",
        "matches" => "write a comparison",
        _ => MACROS,
    };
    let area = Area::of(&call.path).to(Area::of(&call.bang_token));
    errors.report(area, format!("kernels have no macros such as `{name}!`"), fix);
}

/// Reports an item in a kernel's body.
pub(super) fn item(item: &Item, errors: &mut Errors) {
    let (construct, fix) = match item {
        Item::Static(_) => ("`static` items", "use `const`"),
        Item::Use(_) => ("`use` items", "move it out of the kernel"),
        Item::Struct(_) => ("`struct` items", "move it out of the kernel, under `#[vyre::data]`"),
        Item::Enum(_) => ("`enum` items", "move it out of the kernel, under `#[vyre::data]`"),
        Item::Type(_) => ("`type` items", "write the type itself"),
        Item::Macro(_) => ("macros of their own", MACROS),
        _ => ("such items", "move it out of the kernel"),
    };
    errors.report(keyword(item), format!("kernels have no {construct}"), fix);
}

/// The token that says what an item is.
pub(crate) fn keyword(item: &Item) -> Area {
    match item {
        Item::Fn(it) => Area::of(&it.sig.fn_token),
        Item::Static(it) => Area::of(&it.static_token),
        Item::Use(it) => Area::of(&it.use_token),
        Item::Struct(it) => Area::of(&it.struct_token),
        Item::Enum(it) => Area::of(&it.enum_token),
        Item::Union(it) => Area::of(&it.union_token),
        Item::Trait(it) => Area::of(&it.trait_token),
        Item::Impl(it) => Area::of(&it.impl_token),
        Item::Mod(it) => Area::of(&it.mod_token),
        Item::Const(it) => Area::of(&it.const_token),
        Item::Type(it) => Area::of(&it.type_token),
        Item::Macro(it) => Area::of(&it.mac.path).to(Area::of(&it.mac.bang_token)),
        other => Area::of(other),
    }
}

/// The names that an item declares, so that its uses are no errors of their own.
pub(super) fn names(item: &Item) -> Vec<&syn::Ident> {
    let mut names = Vec::new();
    match item {
        Item::Static(it) => names.push(&it.ident),
        Item::Type(it) => names.push(&it.ident),
        Item::Struct(it) => names.push(&it.ident),
        Item::Enum(it) => names.push(&it.ident),
        Item::Macro(it) => names.extend(&it.ident),
        Item::Use(it) => {
            let mut trees = vec![&it.tree];
            while let Some(tree) = trees.pop() {
                match tree {
                    UseTree::Path(path) => trees.push(&path.tree),
                    UseTree::Name(name) => names.push(&name.ident),
                    UseTree::Rename(rename) => names.push(&rename.rename),
                    UseTree::Group(group) => trees.extend(&group.items),
                    UseTree::Glob(_) => {}
                }
            }
        }
        _ => {}
    }
    names
}
