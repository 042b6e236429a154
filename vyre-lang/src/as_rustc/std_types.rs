//! The methods of std whose receivers matter: what they take, and what they give.

use super::items::Receiver;
use super::ty::Ty;

/// A method of std.
pub(super) struct Method {
    pub(super) receiver: Receiver,
    pub(super) ty: Ty,
    /// Whether what the receiver holds is held by the result.
    pub(super) holds: bool,
    /// Whether the result comes from what the receiver goes over or contains, and not from itself.
    pub(super) is_of_content: bool,
    /// Whether constants may call it.
    pub(super) is_constant: bool,
}

fn method(receiver: Receiver, ty: Ty, holds: bool) -> Option<Method> {
    Some(Method { receiver, ty, holds, is_of_content: false, is_constant: false })
}

/// One that constants may call.
fn constant(method: Option<Method>) -> Option<Method> {
    method.map(|method| Method { is_constant: true, ..method })
}

/// One that gives what its receiver goes over or contains.
fn content(receiver: Receiver, ty: Ty) -> Option<Method> {
    Some(Method { receiver, ty, holds: true, is_of_content: true, is_constant: false })
}

/// What an iterator over a type gives; nothing if the type is no iterator.
pub(super) fn item(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Std("Iterator" | "Range" | "RangeInclusive", args) => args.first().cloned(),
        Ty::Array(inner) => Some((**inner).clone()),
        Ty::Ref(is_exclusive, _, of) => match &**of {
            Ty::Std("Iterator" | "Range" | "RangeInclusive", args) if *is_exclusive => args.first().cloned(),
            Ty::Array(inner) | Ty::Slice(inner) => {
                let inner = (**inner).clone();
                Some(if *is_exclusive { inner.exclusive() } else { inner.shared() })
            }
            Ty::Std("Option", args) => {
                let inner = args.first().cloned()?;
                Some(if *is_exclusive { inner.exclusive() } else { inner.shared() })
            }
            _ => None,
        },
        _ => None,
    }
}

/// The type of an iterator of std by its name, with its arguments.
pub(super) fn iterator_named(name: &str, args: &[Ty]) -> Option<Ty> {
    let of = || args.first().and_then(item).unwrap_or(Ty::Unknown);
    Some(iterator(match (name, args) {
        ("Iter", [of]) => of.clone().shared(),
        ("Chars", []) => Ty::plain("char"),
        ("CharIndices", []) => Ty::Tuple(vec![Ty::plain("usize"), Ty::plain("char")]),
        ("Peekable" | "Rev" | "Take" | "Skip" | "StepBy" | "Fuse" | "Cycle" | "Chain", [_, ..]) => of(),
        ("Enumerate", [_]) => Ty::Tuple(vec![Ty::plain("usize"), of()]),
        ("Chunks" | "Windows", [of]) => Ty::Slice(Box::new(of.clone())).shared(),
        ("Copied" | "Cloned", [_]) => match of() {
            Ty::Ref(_, _, inner) => *inner,
            _ => Ty::Unknown,
        },
        ("IntoIter" | "Zip" | "Flatten" | "Lines" | "SplitWhitespace", _) => Ty::Unknown,
        _ => return None,
    }))
}

fn iterator(item: Ty) -> Ty {
    Ty::Std("Iterator", vec![item])
}

/// Whether a method of slices changes them.
pub(crate) fn changes_lists(name: &str) -> bool {
    let of_slices = method_of(&Ty::Slice(Box::new(Ty::Unknown)), name, false);
    of_slices.is_some_and(|method| method.receiver == Receiver::Exclusive)
}

/// Whether a method of an `Option` changes it.
pub(crate) fn changes_options(name: &str) -> bool {
    let of_options = method_of(&Ty::option(Ty::Unknown), name, false);
    of_options.is_some_and(|method| method.receiver == Receiver::Exclusive)
}

/// Whether a method is one of std's traits that the values of a type have, which no constant calls.
pub(super) fn is_of_trait(ty: &Ty, name: &str) -> bool {
    match name {
        "clone" | "cmp" | "partial_cmp" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "into" | "try_into"
        | "to_owned" => true,
        "max" | "min" | "clamp" => {
            !matches!(ty, Ty::Float) && !matches!(ty, Ty::Plain(name) if name.starts_with('f'))
        }
        "then_some" => *ty == Ty::plain("bool"),
        _ => false,
    }
}

/// The method of a type of std, by its name. Of others nothing is known.
pub(super) fn method_of(ty: &Ty, name: &str, has_range: bool) -> Option<Method> {
    use Receiver::{Exclusive, Shared, Value};
    match ty {
        Ty::Array(inner) | Ty::Slice(inner) => {
            let of = (**inner).clone();
            let slice = Ty::Slice(inner.clone());
            match name {
                "len" => constant(method(Shared, Ty::plain("usize"), false)),
                "is_empty" => constant(method(Shared, Ty::plain("bool"), false)),
                "contains" | "starts_with" | "ends_with" | "is_sorted" => {
                    method(Shared, Ty::plain("bool"), false)
                }
                "binary_search" => method(Shared, Ty::Unknown, false),
                "iter" => method(Shared, iterator(of.shared()), true),
                "iter_mut" => method(Exclusive, iterator(of.exclusive()), true),
                "first" | "last" => constant(method(Shared, Ty::option(of.shared()), true)),
                "first_mut" | "last_mut" => constant(method(Exclusive, Ty::option(of.exclusive()), true)),
                "get" if has_range => method(Shared, Ty::option(slice.shared()), true),
                "get" => method(Shared, Ty::option(of.shared()), true),
                "get_mut" if has_range => method(Exclusive, Ty::option(slice.exclusive()), true),
                "get_mut" => method(Exclusive, Ty::option(of.exclusive()), true),
                "split_at" => {
                    constant(method(Shared, Ty::Tuple(vec![slice.clone().shared(), slice.shared()]), true))
                }
                "split_at_mut" => {
                    let parts = vec![slice.clone().exclusive(), slice.exclusive()];
                    constant(method(Exclusive, Ty::Tuple(parts), true))
                }
                "windows" | "chunks" | "chunks_exact" | "rchunks" => {
                    method(Shared, iterator(slice.shared()), true)
                }
                "chunks_mut" | "chunks_exact_mut" => method(Exclusive, iterator(slice.exclusive()), true),
                "into_iter" if matches!(ty, Ty::Array(_)) => method(Value, iterator(of), true),
                "trim_ascii" | "trim_ascii_start" | "trim_ascii_end" => {
                    constant(method(Shared, slice.shared(), true))
                }
                "first_chunk" | "last_chunk" => {
                    constant(method(Shared, Ty::option(Ty::Array(inner.clone()).shared()), true))
                }
                "split_first" | "split_last" => {
                    let parts = vec![of.shared(), slice.shared()];
                    constant(method(Shared, Ty::option(Ty::Tuple(parts)), true))
                }
                "split_first_mut" | "split_last_mut" => {
                    let parts = vec![of.exclusive(), slice.exclusive()];
                    constant(method(Exclusive, Ty::option(Ty::Tuple(parts)), true))
                }
                "split_first_chunk" | "split_last_chunk" => constant(method(Shared, Ty::Unknown, true)),
                "as_slice" => constant(method(Shared, slice.shared(), true)),
                "each_ref" if matches!(ty, Ty::Array(_)) => {
                    constant(method(Shared, Ty::Array(Box::new(of.shared())), true))
                }
                "select_nth_unstable" | "select_nth_unstable_by" | "select_nth_unstable_by_key" => {
                    let parts = vec![slice.clone().exclusive(), of.exclusive(), slice.exclusive()];
                    method(Exclusive, Ty::Tuple(parts), true)
                }
                "as_mut_slice" => constant(method(Exclusive, slice.exclusive(), true)),
                "swap" | "reverse" | "rotate_left" | "rotate_right" | "copy_from_slice" => {
                    constant(method(Exclusive, Ty::unit(), false))
                }
                "sort_by"
                | "sort_by_key"
                | "sort_unstable_by"
                | "sort_unstable_by_key"
                | "fill_with"
                | "fill"
                | "sort"
                | "sort_unstable"
                | "clone_from_slice"
                | "copy_within" => method(Exclusive, Ty::unit(), false),
                _ => None,
            }
        }
        Ty::Std(range @ ("Iterator" | "Range" | "RangeInclusive"), args) => {
            let is_range = *range != "Iterator";
            let of = args.first().cloned().unwrap_or(Ty::Unknown);
            match name {
                "contains" | "is_empty" if is_range => method(Shared, Ty::plain("bool"), false),
                "enumerate" => method(Value, iterator(Ty::Tuple(vec![Ty::plain("usize"), of])), true),
                "rev" | "skip" | "take" | "step_by" | "filter" | "skip_while" | "take_while" | "peekable"
                | "chain" | "inspect" | "fuse" | "into_iter" | "cycle" => method(Value, iterator(of), true),
                "zip" => method(Value, iterator(Ty::Tuple(vec![of, Ty::Unknown])), true),
                "copied" | "cloned" => {
                    let of = match of {
                        Ty::Ref(_, _, inner) => *inner,
                        _ => Ty::Unknown,
                    };
                    method(Value, iterator(of), true)
                }
                "map" | "filter_map" | "flat_map" | "scan" | "map_while" => {
                    method(Value, iterator(Ty::Unknown), true)
                }
                "next" | "next_back" | "nth" | "nth_back" | "next_if" | "next_if_eq" => {
                    content(Exclusive, Ty::option(of))
                }
                "by_ref" => method(Exclusive, ty.clone().exclusive(), true),
                "peek" => method(Exclusive, Ty::option(of.shared()), true),
                "find" if of.is_known() => content(Exclusive, Ty::option(of)),
                "any" | "all" | "position" | "find" | "rfind" | "find_map" | "try_fold" | "rposition" => {
                    method(Exclusive, Ty::Unknown, false)
                }
                "count" => method(Value, Ty::plain("usize"), false),
                "last" | "min" | "max" | "min_by_key" | "max_by_key" | "min_by" | "max_by" | "reduce"
                    if of.is_known() =>
                {
                    method(Value, Ty::option(of), true)
                }
                "sum" | "product" | "fold" | "last" | "min" | "max" | "min_by_key" | "max_by_key"
                | "for_each" | "reduce" | "min_by" | "max_by" | "eq" => method(Value, Ty::Unknown, false),
                _ => None,
            }
        }
        Ty::Std("Option", args) => {
            let of = args.first().cloned().unwrap_or(Ty::Unknown);
            match name {
                "is_some" | "is_none" => constant(method(Shared, Ty::plain("bool"), false)),
                "as_ref" => constant(method(Shared, Ty::option(of.shared()), true)),
                "as_mut" => constant(method(Exclusive, Ty::option(of.exclusive()), true)),
                "take" | "replace" => constant(content(Exclusive, Ty::option(of))),
                "insert" | "get_or_insert" | "get_or_insert_with" => method(Exclusive, of.exclusive(), true),
                "unwrap" | "expect" => constant(method(Value, of, true)),
                "unwrap_or" | "unwrap_or_default" | "unwrap_or_else" => method(Value, of, true),
                "copied" | "cloned" => {
                    let of = match of {
                        Ty::Ref(_, _, inner) => *inner,
                        _ => Ty::Unknown,
                    };
                    let copied = method(Value, Ty::option(of), false);
                    if name == "copied" { constant(copied) } else { copied }
                }
                "filter" | "or" | "xor" | "or_else" => method(Value, Ty::option(of), true),
                "map" | "and_then" | "map_or" | "map_or_else" | "ok_or" | "ok_or_else" | "zip" | "and"
                | "is_some_and" | "is_none_or" => method(Value, Ty::Unknown, false),
                "flatten" => constant(method(Value, Ty::Unknown, false)),
                _ => None,
            }
        }
        Ty::Std("Result", args) => {
            let of = args.first().cloned().unwrap_or(Ty::Unknown);
            match name {
                "is_ok" | "is_err" => constant(method(Shared, Ty::plain("bool"), false)),
                "as_ref" | "as_mut" => None,
                "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else" => {
                    method(Value, of, true)
                }
                "ok" => method(Value, Ty::option(of), true),
                "err" | "map" | "map_err" | "and_then" | "map_or" | "map_or_else" | "unwrap_err"
                | "or_else" | "is_ok_and" => method(Value, Ty::Unknown, false),
                _ => None,
            }
        }
        _ => None,
    }
}
