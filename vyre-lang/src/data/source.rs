//! What a file says of a name. A macro finds a function or a type by the macro that its attribute leaves, and of one without the attribute
//! rustc only says that there is no such macro. Where it stands in the same file, its text tells more.

use super::hints::words;
use crate::files::Position;
use crate::files::text_of;
use syn::Path;

/// What a name is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Function,
    Type,
}

impl Of {
    fn keywords(self) -> &'static [&'static str] {
        match self {
            Of::Function => &["fn"],
            Of::Type => &["struct", "enum", "type"],
        }
    }

    /// The attribute that it needs.
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Of::Function => "function",
            Of::Type => "data",
        }
    }
}

/// A definition in a file.
pub(super) struct Found {
    pub(super) keyword: &'static str,
    pub(super) line: usize,
    is_marked: bool,
    is_kernel: bool,
    /// The type that a `type` item names.
    pub(super) stands_for: Option<String>,
}

/// What `type Name = ..;` stands for, from behind the name on.
fn stands_for(keyword: &str, rest: &str) -> Option<String> {
    let (ty, _) = rest.trim_start().strip_prefix('=')?.split_once(';')?;
    (keyword == "type").then(|| ty.trim().to_string())
}

/// What a definition stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Around {
    /// The tokens of a macro's call, which may give it an attribute.
    Macro,
    /// A module with `#[vyre::module]`, which does.
    Module,
    Nothing,
}

/// What the definition after a keyword in a line stands in.
fn around(text: &str, line: usize, keyword: &str) -> Around {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let end = start + text[start..].find(keyword).unwrap_or(0);
    let words: Vec<&str> = words(&text[..end]).into_iter().map(|(_, word)| word).collect();
    let mut open = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match *word {
            "{" if at > 1 && words[at - 2] == "mod" && is_marked_module(&words[..at - 2]) => {
                open.push(Around::Module);
            }
            "{" | "(" | "[" => {
                let is_called = at > 1 && words[at - 1] == "!" && words[at - 2] != "!";
                let is_called = is_called
                    && words[at - 2].starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
                open.push(if is_called { Around::Macro } else { Around::Nothing });
            }
            "}" | ")" | "]" => drop(open.pop()),
            _ => {}
        }
    }
    let is_in = |around: &Around| open.contains(around);
    [Around::Module, Around::Macro].into_iter().find(is_in).unwrap_or(Around::Nothing)
}

/// The `impl` of a type in which a function stands, without its items; nothing for one of a trait, and where no text is known.
pub(crate) fn impl_around(name: &syn::Ident) -> Option<syn::ItemImpl> {
    let position = Position::start(name.span());
    // What begins a line stands in nothing.
    let text = text_of(name.span()).filter(|_| position.column > 4)?;
    let line: usize = text.split_inclusive('\n').take(position.line.checked_sub(1)?).map(str::len).sum();
    let column = text.get(line..)?.char_indices().nth(position.column.checked_sub(1)?)?.0;
    let before = text.get(..line + column)?;
    let (mut open, mut start) = (Vec::new(), 0);
    for (at, word) in words(before) {
        match word {
            "{" => open.push((start, at)),
            "}" => drop(open.pop()),
            ";" => {}
            _ => continue,
        }
        start = at + word.len();
    }
    let (start, end) = open.pop()?;
    let block: syn::ItemImpl = syn::parse_str(&format!("{} {{}}", before.get(start..end)?)).ok()?;
    block.trait_.is_none().then_some(block)
}

/// Whether `#[vyre::module]` is among the attributes at the end of these words.
fn is_marked_module(before: &[&str]) -> bool {
    let is_end = |word: &&&str| matches!(**word, ";" | "{" | "}");
    before.iter().rev().take_while(|word| !is_end(word)).any(|word| *word == "module")
}

/// The text of the file in which a path stands.
fn file(path: &Path) -> Option<String> {
    text_of(path.segments.last()?.ident.span())
}

/// Whether text has a word at a byte.
fn is_word_at(line: &str, at: usize, word: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let before = line[..at].chars().next_back();
    let after = line[at + word.len()..].chars().next();
    !before.is_some_and(is_name) && !after.is_some_and(is_name)
}

/// Where a line defines a name, after one of the keywords, and where the name ends.
fn defines(line: &str, of: Of, name: &str) -> Option<(&'static str, usize, usize)> {
    of.keywords().iter().find_map(|keyword| {
        line.match_indices(keyword).find_map(|(at, _)| {
            let rest = &line[at + keyword.len()..];
            let skipped = rest.len() - rest.trim_start().len();
            let start = at + keyword.len() + skipped;
            let is_it = skipped > 0 && line[start..].starts_with(name);
            (is_it && is_word_at(line, at, keyword) && is_word_at(line, start, name)).then_some((
                *keyword,
                at,
                start + name.len(),
            ))
        })
    })
}

/// The definitions of a name in a text.
fn definitions(text: &str, of: Of, name: &str) -> Vec<Found> {
    let lines: Vec<&str> = text.lines().collect();
    let found = lines.iter().enumerate().filter_map(|(number, line)| {
        let (keyword, at, end) = defines(line, of, name)?;
        let is_comment = line.trim_start().starts_with("//");
        let is_method = of == Of::Function && line[at..].contains("self");
        if is_comment || is_method {
            return None;
        }
        let is_about = |line: &&&str| {
            let line = line.trim();
            line.starts_with("//") || line.ends_with(']') || line.is_empty()
        };
        let before = lines[..number].iter().rev().take_while(is_about);
        let before: Vec<&str> = before.copied().chain([&line[..at]]).collect();
        let has = |what: &str| {
            before.iter().flat_map(|line| line.split('#').skip(1)).any(|attribute| attribute.contains(what))
        };
        let is_kernel = has("kernel");
        let is_marked = is_kernel
            || has(of.attribute())
            || has("operation")
            || around(text, number + 1, keyword) == Around::Module;
        let stands_for = stands_for(keyword, &line[end..]);
        Some(Found { keyword, line: number + 1, is_marked, is_kernel, stands_for })
    });
    found.collect()
}

/// The definition of a function or a type without its attribute, if that is what a path means, as far as its file tells.
pub(super) fn unmarked(path: &Path, of: Of) -> Option<Found> {
    let text = file(path)?;
    let name = path.segments.last()?.ident.to_string();
    let first = path.segments.first()?.ident.to_string();
    let is_single = path.segments.len() == 1;
    let is_elsewhere = match is_single {
        true => imports(&text, &name),
        false => first != "self" && !text.contains(&format!("mod {first} {{")),
    };
    let mut found = definitions(&text, of, &name);
    if is_elsewhere || found.iter().any(|found| found.is_marked) {
        return None;
    }
    let is_free = |found: &Found| around(&text, found.line, found.keyword) == Around::Nothing;
    (!found.is_empty()).then(|| found.swap_remove(0)).filter(is_free)
}

/// What macros of std that people write expand to declares no function.
const HARMLESS: [&str; 21] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "env",
    "eprint",
    "eprintln",
    "format",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Keywords before an operand, which may begin with a `!`.
const PREFIXED: [&str; 6] = ["if", "in", "match", "return", "break", "while"];

/// The words of the module in which a byte of a text stands, without those of modules in it.
fn words_around(text: &str, at: usize) -> Vec<&str> {
    let words = words(text);
    let mut open: Vec<(bool, usize)> = Vec::new();
    let mut modules = Vec::new();
    for (number, (_, word)) in words.iter().enumerate() {
        match *word {
            "{" => open.push((number > 1 && words[number - 2].1 == "mod", number)),
            "}" => {
                modules.extend(open.pop().filter(|(is_module, _)| *is_module).map(|(_, from)| from..number))
            }
            _ => {}
        }
    }
    let starts = |number: usize| words[number].0;
    let (around, others): (Vec<_>, Vec<_>) =
        modules.into_iter().partition(|module| starts(module.start) < at && at < starts(module.end));
    let own = around.into_iter().min_by_key(ExactSizeIterator::len).unwrap_or(0..words.len());
    let is_own = |number: &usize| !others.iter().any(|module| module.contains(number));
    own.filter(is_own).map(|number| words[number].1).collect()
}

/// The functions that words declare, not those in bodies; nothing if a macro or an import may bring others, or if the name is more than called.
fn declared_functions<'a>(words: &[&'a str], name: &str) -> Option<Vec<&'a str>> {
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let (mut depth, mut functions) = (0usize, Vec::new());
    for at in 0..words.len() {
        let before = |count: usize| at.checked_sub(count).map_or("", word);
        match word(at) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "fn" if depth <= usize::from(word(0) == "{") => functions.push(word(at + 1)),
            "*" if [2, 1].map(before) == [":"; 2] && [6, 3].map(before) != ["vyre", "prelude"] => {
                return None;
            }
            "*" if [",", "{"].contains(&before(1)) && [",", "}"].contains(&word(at + 1)) => return None,
            "!" if ["(", "[", "{"].contains(&word(at + 1)) || before(1) == "macro_rules" => {
                let is_name = before(1).starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
                if is_name && !HARMLESS.contains(&before(1)) && !PREFIXED.contains(&before(1)) {
                    return None;
                }
            }
            other if other == name && (word(at + 1) != "(" || before(1) == "fn") => return None,
            _ => {}
        }
    }
    Some(functions)
}

/// The functions of a module that lacks one of this name, as far as its file tells: those that can be meant. One without the attribute has its
/// line beside it.
pub(super) fn functions_beside_missing(path: &Path) -> Option<Vec<(String, Option<usize>)>> {
    let ident = path.get_ident()?;
    let (text, name) = (file(path)?, ident.to_string());
    let is_glob = |line: &str| is_use(line) && line.contains('*') && !line.contains("vyre::prelude::*");
    let is_called = |(at, _): (usize, &str)| {
        !is_word_at(&text, at, &name) || text[at + name.len()..].trim_start().starts_with('(')
    };
    // Looking at the words of a whole file is slow.
    if text.lines().any(is_glob) || !text.match_indices(&name).all(is_called) {
        return None;
    }
    let place = Position::start(ident.span());
    let before = text.split_inclusive('\n').take(place.line.saturating_sub(1));
    let at = before.map(str::len).sum::<usize>() + place.column.saturating_sub(1);
    let functions = declared_functions(&words_around(&text, at), &name)?;
    let meant = functions.into_iter().filter_map(|other| {
        let found = definitions(&text, Of::Function, other).into_iter().next()?;
        (!found.is_kernel).then(|| (other.to_string(), (!found.is_marked).then_some(found.line)))
    });
    Some(meant.collect())
}

/// Whether the file in which a name stands has a function of that name with the attribute, or imports the name.
pub(super) fn names_function(path: &Path) -> bool {
    let Some(name) = path.get_ident().map(ToString::to_string) else { return false };
    file(path).is_some_and(|text| {
        definitions(&text, Of::Function, &name).iter().any(|found| found.is_marked) || imports(&text, &name)
    })
}

/// Whether the file in which a name stands imports it.
pub(crate) fn is_imported(name: &syn::Ident) -> bool {
    text_of(name.span()).is_some_and(|text| imports(&text, &name.to_string()))
}

/// Whether a line of a text imports a name.
fn imports(text: &str, name: &str) -> bool {
    let has_name = |line: &str| line.match_indices(name).any(|(at, _)| is_word_at(line, at, name));
    text.lines().map(str::trim_start).any(|line| is_use(line) && has_name(line))
}

/// Whether a line begins with a `use`.
fn is_use(line: &str) -> bool {
    line.starts_with("use ") || line.starts_with("pub use ")
}

/// Whether a name may be that of any function, as far as the file in which it stands tells: it has one or imports the name, or everything from
/// somewhere.
pub(crate) fn may_name_function(path: &Path) -> bool {
    let Some(name) = path.get_ident().map(ToString::to_string) else { return true };
    file(path).is_none_or(|text| {
        let mut uses = text
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with("use ") || line.starts_with("pub use "));
        let imports = |line: &str| {
            let is_named = line.match_indices(&name).any(|(at, _)| is_word_at(line, at, &name));
            is_named || line.contains('*') && !line.contains("prelude::*")
        };
        !definitions(&text, Of::Function, &name).is_empty()
            || text.contains("macro_rules!")
            || uses.any(imports)
    })
}

/// Whether the file in which a path stands has a type of its name with the attribute.
pub(crate) fn has_marked_type(path: &Path) -> bool {
    let Some(name) = path.segments.last().map(|last| last.ident.to_string()) else { return false };
    file(path).is_some_and(|text| definitions(&text, Of::Type, &name).iter().any(|found| found.is_marked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found_with_their_attributes() {
        let text = "#[vyre::function]\n/// Says so.\npub fn first(x: u32) -> u32 { x }\n\nfn second<T>(x: T) {}\n\
                    // fn third() {}\n#[vyre::data] struct A { fn_second: u32 }\n#[derive(Debug)]\nenum B { C }\n\
                    impl A { fn fourth(&self) {} }\n";
        let found = |of, name| {
            let found = definitions(text, of, name);
            found.iter().map(|it| (it.line, it.is_marked)).collect::<Vec<_>>()
        };
        assert_eq!(found(Of::Function, "first"), [(3, true)]);
        assert_eq!(found(Of::Function, "second"), [(5, false)]);
        assert!(found(Of::Function, "third").is_empty() && found(Of::Function, "fourth").is_empty());
        assert!(found(Of::Function, "sec").is_empty());
        assert_eq!(found(Of::Type, "A"), [(7, true)]);
        assert_eq!(found(Of::Type, "B"), [(9, false)]);
    }

    #[test]
    fn what_a_macro_takes_may_get_an_attribute() {
        let text = "fn first() {}\nboth! {\n    fn second() { if !(a) { b } }\n}\nfn third() { assert!(x); }\nboth! { fn fourth() {} }\n";
        let is_in_macro = |line| around(text, line, "fn") == Around::Macro;
        assert_eq!([1, 3, 5, 6].map(is_in_macro), [false, true, false, true]);
    }
}
