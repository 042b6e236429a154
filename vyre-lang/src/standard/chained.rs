//! Two lists that are changed one after the other, `a.iter_mut().chain(&mut b)`: what a loop does with the items of both is written for each.

use crate::syntax::{strip, words};
use syn::{Expr, parse_quote};

/// The two iterators of such a chain.
fn halves(expr: &Expr) -> Option<[Expr; 2]> {
    let Expr::MethodCall(chain) = strip(expr) else { return None };
    let Expr::MethodCall(first) = strip(&chain.receiver) else { return None };
    if chain.method != "chain" || chain.args.len() != 1 || first.method != "iter_mut" {
        return None;
    }
    let second = match strip(&chain.args[0]) {
        Expr::Reference(reference) if reference.mutability.is_some() => {
            let list = &reference.expr;
            parse_quote!((#list).iter_mut())
        }
        Expr::MethodCall(second) if second.method == "iter_mut" => Expr::MethodCall(second.clone()),
        _ => return None,
    };
    Some([(*chain.receiver).clone(), second])
}

/// `a.iter_mut().chain(b.iter_mut()).for_each(f)`, and a `for` over such a chain that no `break` leaves, as one for each list. Both lists are lent
/// before the first item is changed.
pub(super) fn changed_one_by_one(expr: &Expr) -> Option<Expr> {
    match expr {
        Expr::MethodCall(call) if call.method == "for_each" && call.args.len() == 1 => {
            let [first, second] = halves(&call.receiver)?;
            let function = &call.args[0];
            if matches!(strip(function), Expr::Closure(closure) if closure.capture.is_some()) {
                return None;
            }
            Some(parse_quote!({
                let __vyre_first = #first;
                let __vyre_second = #second;
                __vyre_first.for_each(#function);
                __vyre_second.for_each(#function);
            }))
        }
        Expr::ForLoop(it) => {
            let [first, second] = halves(&it.expr)?;
            let (label, pat, body) = (&it.label, &it.pat, &it.body);
            (!words(body).contains("break")).then(|| {
                parse_quote!({
                    let __vyre_first = #first;
                    let __vyre_second = #second;
                    #label for #pat in __vyre_first #body
                    #label for #pat in __vyre_second #body
                })
            })
        }
        _ => None,
    }
}
