//! The methods of std's integers that kernels do not have. None is taken for a misspelt one that they have: they compute something else.

use crate::types::Ty;

/// Each method with how kernels write it: `x` stands for the value and `a` for the argument, and the text is empty where they cannot.
pub(super) const ALL: &[(&str, &str)] = &[
    ("add", "x + a"),
    ("bitand", "x & a"),
    ("bitor", "x | a"),
    ("bitxor", "x ^ a"),
    ("carrying_mul_add", ""),
    ("cast_signed", "x as i32"),
    ("cast_unsigned", "x as u32"),
    ("div", "x / a"),
    ("eq", "x == a"),
    ("from_be", ""),
    ("from_le", ""),
    ("ge", "x >= a"),
    ("gt", "x > a"),
    ("is_negative", "x < 0"),
    ("is_positive", "x > 0"),
    ("is_power_of_two", "x.count_ones() == 1"),
    ("le", "x <= a"),
    ("lt", "x < a"),
    ("mul", "x * a"),
    ("ne", "x != a"),
    ("neg", "-x"),
    ("not", "!x"),
    ("rem", "x % a"),
    ("shl", "x << a"),
    ("shr", "x >> a"),
    ("strict_add", ""),
    ("strict_mul", ""),
    ("strict_sub", ""),
    ("sub", "x - a"),
    ("unsigned_abs", "x.abs() as u32"),
];

/// Whether only signed integers have a method.
pub(super) fn is_of_signed(name: &str) -> bool {
    matches!(name, "abs" | "signum" | "is_negative" | "is_positive" | "unsigned_abs" | "wrapping_abs" | "neg")
}

/// How kernels write a method on a value of a type that has these methods.
pub(super) fn written(
    name: &str,
    ty: Ty,
    known: &[&str],
    value: &str,
    argument: Option<&str>,
) -> Option<String> {
    let (_, text) = ALL.iter().find(|(method, _)| *method == name)?;
    let signs = ["cast_unsigned", "is_negative", "is_positive", "neg", "unsigned_abs"];
    let fits = match ty {
        Ty::I32 => !matches!(name, "cast_signed" | "is_power_of_two"),
        Ty::U32 => !signs.contains(&name),
        Ty::U64 | Ty::U128 => !signs.contains(&name) && name != "cast_signed",
        _ => false,
    };
    let mut calls = text.split('.').skip(1).filter_map(|rest| rest.split('(').next());
    if text.is_empty() || !fits || !calls.all(|method| known.contains(&method)) {
        return None;
    }
    let argument = argument.unwrap_or("a");
    let words = text.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let put = |word: &str| match (word.trim_end_matches(|letter: char| !letter.is_alphanumeric()), word) {
        ("x", word) => word.replacen('x', value, 1),
        ("a", word) => word.replacen('a', argument, 1),
        (_, word) => word.to_string(),
    };
    Some(words.map(put).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 2] = ["count_ones", "trailing_zeros"];

    #[test]
    fn a_method_is_written_with_what_there_is() {
        let written = |name, ty| written(name, ty, &KNOWN, "(a + x)", Some("b"));
        assert_eq!(written("ge", Ty::U32).as_deref(), Some("(a + x) >= b"));
        assert_eq!(written("is_power_of_two", Ty::U64).as_deref(), Some("(a + x).count_ones() == 1"));
        assert_eq!(written("is_power_of_two", Ty::I32), None, "std has none");
        assert_eq!(written("sub", Ty::I32).as_deref(), Some("(a + x) - b"));
        assert_eq!(written("is_negative", Ty::I32).as_deref(), Some("(a + x) < 0"));
        assert_eq!(written("is_negative", Ty::U32), None);
        assert_eq!(written("checked_add", Ty::U32), None);
    }

    #[test]
    fn names_are_in_order_and_once() {
        assert!(ALL.is_sorted_by(|(a, _), (b, _)| a < b));
    }
}
