//! Names that programs use: plain ones, words of WGSL, and names that lowered shaders use themselves.

use crate::{Result, Unstructured};

const NAMES: &[&str] = &[
    "a",
    "b",
    "x",
    "out",
    "i",
    "v1",
    "var",
    "fn",
    "main",
    "array",
    "u32",
    "vec2",
    "atomic",
    "loop",
    "launch",
    "Launch",
    "load_a",
    "store_a",
    "a_len",
    "group_x",
    "id_x",
    "local_id",
    "rows",
    "override",
    "größe",
    "_x",
    "__x",
    "x_",
    "min",
    "select",
    "e",
    "é",
    "__call1_x",
    "__call1_kept",
    "returned",
    "workgroupBarrier",
    "discard",
    "NULL",
    "Self",
];

/// Strings that are no identifiers, besides those that are.
const ODD: &[&str] = &["", "_", "5", "a b", "let", "\"", "\\", "\n", "\u{202e}", "vec2<u32>", "🦀"];

/// Any string.
pub fn any(u: &mut Unstructured<'_>) -> Result<String> {
    match u.int_in_range(0..=15)? {
        0 => Ok(u.choose(ODD)?.to_string()),
        1 => Ok(u.arbitrary::<&str>()?.chars().take(12).collect()),
        2..=9 => Ok(NAMES[u.int_in_range(0..=4)?].to_string()),
        _ => Ok(u.choose(NAMES)?.to_string()),
    }
}
