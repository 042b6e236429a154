//! What the kernel language leaves out: each construct with what to write instead.

use crate::diagnostics::{Area, Errors};
use syn::{Expr, Item, Macro};

const LOOP: &str = "use a bounded `for i in 0..limit { .. }` and leave it with `break`";

/// Reports an expression that kernels do not have.
pub(super) fn expr(expr: &Expr, errors: &mut Errors) {
    let (area, construct, fix) = match expr {
        Expr::While(it) => (Area::of(&it.while_token), "`while`", LOOP),
        Expr::Loop(it) => (Area::of(&it.loop_token), "`loop`", LOOP),
        Expr::Match(it) => (Area::of(&it.match_token), "`match`", "use `if` and `else if`"),
        Expr::Let(it) => (Area::of(it), "`if let`", "compare with `==`"),
        Expr::Closure(it) => (Area::of(it), "closures", "write the expression in place"),
        Expr::Reference(it) => (Area::of(it), "references", "use the value, or index the buffer"),
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
        Expr::Try(it) => (Area::of(&it.question_token), "the operator `?`", "use `if` and `return`"),
        Expr::TryBlock(it) => (Area::of(&it.try_token), "`try`", "use `if` and `return`"),
        Expr::Yield(it) => (Area::of(&it.yield_token), "`yield`", "remove it"),
        Expr::Const(it) => (Area::of(&it.const_token), "`const` blocks", "declare a `const` item"),
        Expr::Macro(it) => return macro_call(&it.mac, errors),
        other => (Area::of(other), "this expression", "use the constructs of the kernel language"),
    };
    errors.report(area, format!("kernels have no {construct}"), fix);
}

/// Reports a macro call.
pub(super) fn macro_call(call: &Macro, errors: &mut Errors) {
    let name = call.path.segments.last().map_or_else(String::new, |segment| segment.ident.to_string());
    let fix = match name.as_str() {
        "println" | "print" | "eprintln" | "eprint" | "dbg" => {
            "write the value to a buffer and print it on the host"
        }
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "panic" | "todo" | "unreachable" => {
            "write a flag to a buffer and check it on the host"
        }
        _ => "write the code in place",
    };
    let area = Area::of(&call.path).to(Area::of(&call.bang_token));
    errors.report(area, format!("kernels have no macros such as `{name}!`"), fix);
}

/// Reports an item in a kernel's body.
pub(super) fn item(item: &Item, errors: &mut Errors) {
    let (area, construct, fix) = match item {
        Item::Fn(it) => (Area::of(&it.sig.ident), "functions of their own yet", "write the code in place"),
        Item::Static(it) => (Area::of(&it.static_token), "`static` items", "use `const`"),
        Item::Use(it) => (Area::of(&it.use_token), "`use` items", "remove it"),
        Item::Struct(it) => (Area::of(&it.struct_token), "`struct` items", "use separate variables"),
        Item::Enum(it) => (Area::of(&it.enum_token), "`enum` items", "use constants"),
        other => (Area::of(other), "such items", "move it out of the kernel"),
    };
    errors.report(area, format!("kernels have no {construct}"), fix);
}
