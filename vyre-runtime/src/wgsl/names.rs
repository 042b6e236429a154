//! Names in the shader: the program's own where WGSL allows them, never two alike in one scope.
//!
//! Whatever the program says, a name that comes out is an ASCII identifier that means nothing else in WGSL,
//! so a name cannot inject code.

use super::words;
use std::collections::HashMap;

/// The longest part of a name that comes from the program.
const MAX_LENGTH: usize = 60;

/// Gives out names that are distinct from every name in scope.
#[derive(Default)]
pub(super) struct Names(HashMap<String, Name>);

#[derive(Default)]
struct Name {
    is_in_scope: bool,
    /// The last number that was appended to it.
    last: u32,
}

impl Names {
    /// A name like `wanted` that no name in scope equals. It is in scope until it is released.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let base = identifier(wanted);
        if !words::is_reserved(&base) && self.enter(&base) {
            return base;
        }
        let mut last = self.0.get(&base).map_or(0, |name| name.last);
        loop {
            last += 1;
            let name = format!("{base}_{last}");
            if self.enter(&name) {
                self.0.entry(base).or_default().last = last;
                return name;
            }
        }
    }

    /// Begins the scope of a name. Says whether it had not begun.
    fn enter(&mut self, name: &str) -> bool {
        let name = self.0.entry(name.to_string()).or_default();
        !std::mem::replace(&mut name.is_in_scope, true)
    }

    /// Ends the scope of a name.
    pub(super) fn release(&mut self, name: &str) {
        if let Some(name) = self.0.get_mut(name) {
            name.is_in_scope = false;
        }
    }
}

/// The name with everything replaced that WGSL identifiers, or readers of ASCII, do not have.
fn identifier(name: &str) -> String {
    let mut ascii: String = name
        .chars()
        .take(MAX_LENGTH)
        .map(|character| if character.is_ascii_alphanumeric() { character } else { '_' })
        .collect();
    if ascii.starts_with("__") {
        ascii = format!("_{}", ascii.trim_start_matches('_'));
    }
    if ascii.starts_with(|first: char| first.is_ascii_digit()) {
        ascii.insert(0, '_');
    }
    if ascii.is_empty() || ascii == "_" {
        ascii = "name".to_string();
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers() {
        for (name, expected) in [
            ("x", "x"),
            ("", "name"),
            ("_", "name"),
            ("__", "name"),
            ("___", "name"),
            ("__x", "_x"),
            ("größe", "gr__e"),
            ("αβ", "name"),
            ("a; } fn evil() {", "a____fn_evil____"),
            ("9a", "_9a"),
        ] {
            assert_eq!(identifier(name), expected, "{name}");
        }
        assert_eq!(identifier(&"long".repeat(100)).len(), MAX_LENGTH);
    }

    #[test]
    fn names_in_scope_are_distinct() {
        let mut names = Names::default();
        assert_eq!(names.fresh("i"), "i");
        assert_eq!(names.fresh("i_1"), "i_1");
        assert_eq!(names.fresh("i"), "i_2");
        names.release("i");
        assert_eq!(names.fresh("i"), "i");
        assert_eq!(names.fresh("var"), "var_1");
        assert_eq!(names.fresh("select"), "select_1");
    }

    #[test]
    fn every_word_that_naga_reserves_is_reserved() {
        let known = naga::keywords::wgsl::RESERVED.iter().chain(naga::keywords::wgsl::BUILTIN_IDENTIFIERS);
        for word in known {
            assert!(words::is_reserved(word), "{word}");
        }
    }
}
