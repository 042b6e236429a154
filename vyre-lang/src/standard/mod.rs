//! Types of std that are written in the language of kernels. A module's text that names one has it as a type of its own: `Reverse`, `Wrapping`,
//! `NonZeroU32` and kin, and `char`.
//!
//! And what is written otherwise before anything else looks at it: `strings`, and the chains of `fluent` methods.
//!
//! A `char` is a struct of its number. [`chars`] writes its literals, patterns and casts as those of the struct before anything else looks at them.

mod blanket;
mod chained;
mod chars;
mod defaults;
mod fluent;
mod into;
mod local_constants;
mod of_functions;
mod orders;
mod parts;
mod plainly;
mod positions;
mod ranges;
mod strings;
mod taken;
mod texts;

pub(crate) use chars::{is_char, names_char};
pub(crate) use fluent::is_fluent;
pub(crate) use plainly::is_iterator;
pub(crate) use positions::{Fitting, fitting, leaves};
pub(crate) use strings::{PARSE, PARTS, TEXT_TYPE, number_in};
pub(crate) use texts::{LIST, is_list, is_of_slices};

use chars::{CHAR, Chars};
use fluent::Fluent;
use quote::ToTokens;
use std::collections::HashSet;
use strings::{FOUND_IN, OF_TEXTS, PATTERN, Strings};
use syn::Item;
use syn::visit_mut::VisitMut;

/// Writes the lists of texts in a text.
pub(crate) fn write_texts(file: &mut syn::File) {
    let has_str = strings::names_str(file);
    texts::write(&mut file.items, has_str);
}

/// Writes the lists of texts among the items of a module, but not of those in it. Gives the constants, which the module has beside its items.
pub(crate) fn write_texts_beside(file: &mut syn::File) -> Vec<Item> {
    let has_str = strings::names_str(file);
    texts::write_beside(&mut file.items, has_str)
}

/// Writes what stands inside of a text's functions and could stand beside them.
pub(crate) fn write_inside(file: &mut syn::File) {
    local_constants::write(&mut file.items);
}

/// Writes what the language has not as what it has.
pub(crate) fn written(file: &mut syn::File) {
    leave_out_host(file);
    orders::write(file);
    defaults::write(file);
    blanket::write(file);
    of_functions::write(file);
    ranges::write(file);
    taken::write(file);
    plainly::write(file);
    into::Into::default().visit_file_mut(file);
    positions::Positions.visit_file_mut(file);
    let has_char = names_char(file.to_token_stream());
    if strings::names_str(file) {
        Strings::of(file).visit_file_mut(file);
    }
    if has_char {
        Chars.visit_file_mut(file);
    }
    parts::write(file);
    Fluent(fluent::named(file)).visit_file_mut(file);
}

/// Whether a name is that of a type that no program writes.
pub(crate) fn is_hidden(name: &str) -> bool {
    is_char(name) || OF_TEXTS.contains(&name) || name.starts_with(HIDDEN)
}

/// The name of a type as std has it.
pub(crate) fn shown(name: &str) -> &str {
    renamed().find(|(.., own)| *own == name).map_or(name, |(_, known, _)| known)
}

/// What the names of such types begin with.
const HIDDEN: &str = "__Vyre";

const TEXT: &str = include_str!("source.rs");

/// The iterators of std as types, for fields and results that are one.
const ITERATORS: &str = include_str!("iterators.rs");

/// What such a type says to derive if it is printed as its field is.
pub(crate) const WRITES_ITS_FIELD: &str = "WritesItsField";

/// The modules of std in which iterators are, their names there and in [`ITERATORS`], or among those of texts.
const OF_ITERATORS: [(&str, &str, &str); 20] = [
    ("slice", "Iter", "__VyreIter"),
    ("slice", "Chunks", "__VyreChunks"),
    ("slice", "Windows", "__VyreWindows"),
    ("array", "IntoIter", "__VyreIntoIter"),
    ("str", "Chars", "__VyreChars"),
    ("str", "CharIndices", "__VyreCharIndices"),
    ("str", "Lines", "__VyreLines"),
    ("str", "SplitWhitespace", "__VyreWords"),
    ("iter", "Peekable", "__VyrePeekable"),
    ("iter", "Copied", "__VyreCopied"),
    ("iter", "Cloned", "__VyreCopied"),
    ("iter", "Enumerate", "__VyreEnumerate"),
    ("iter", "Rev", "__VyreRev"),
    ("iter", "Take", "__VyreTake"),
    ("iter", "Skip", "__VyreSkip"),
    ("iter", "StepBy", "__VyreStepBy"),
    ("iter", "Zip", "__VyreZip"),
    ("iter", "Chain", "__VyreChain"),
    ("iter", "Flatten", "__VyreFlatten"),
    ("iter", "Cycle", "__VyreCycle"),
];

/// `ControlFlow` of std, which a text may have one of its own beside.
pub(crate) const FLOW: &str = "__VyreControlFlow";

/// The types of std that have another name here: the modules of std in which they are, and both names.
fn renamed() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    OF_ITERATORS.into_iter().chain([("ops", "ControlFlow", FLOW)])
}

/// The modules of std in which the types are, and their names.
const TYPES: [(&str, &str); 13] = [
    ("array", "TryFromSliceError"),
    ("num", "TryFromIntError"),
    ("num", "ParseIntError"),
    ("str", "Utf8Error"),
    ("cmp", "Reverse"),
    ("num", "Wrapping"),
    ("num", "Saturating"),
    ("num", "NonZeroU8"),
    ("num", "NonZeroU16"),
    ("num", "NonZeroU32"),
    ("num", "NonZeroU64"),
    ("num", "NonZeroUsize"),
    ("num", "NonZeroI32"),
];

/// Whether a path begins with one of the types: the number of names that lead to its own, and the name that it has here.
pub(crate) fn leading(path: &[String]) -> Option<(usize, &'static str)> {
    let [krate, module, name, ..] = path else { return None };
    let is_std = matches!(krate.as_str(), "std" | "core");
    let types = TYPES.iter().map(|(of, name)| (*of, *name, *name)).chain(renamed());
    let mut types = types.filter(|(of, known, _)| is_std && of == module && known == name);
    types.next().map(|(_, _, own)| (2, own))
}

/// Whether a name is that of one of the types.
pub(crate) fn is_type(name: &str) -> bool {
    TYPES.iter().any(|(_, known)| *known == name) || name == shown(FLOW)
}

/// The names of the types, as a text has them in the end.
pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    let renamed = renamed().map(|(.., own)| own);
    TYPES.iter().map(|(_, name)| *name).chain([CHAR]).chain(OF_TEXTS).chain(renamed)
}

/// The name of the type that an item declares, or that it is an `impl` for.
fn about(item: &Item) -> Option<String> {
    let words = crate::syntax::words(item);
    if words.contains(PATTERN) && !matches!(item, Item::Use(_)) {
        return Some(TEXT_TYPE.to_string());
    }
    let ty = match item {
        Item::Struct(it) => return Some(it.ident.to_string()),
        Item::Enum(it) => return Some(it.ident.to_string()),
        Item::Type(it) => return Some(it.ident.to_string()),
        Item::Impl(it) => &it.self_ty,
        _ => return None,
    };
    let syn::Type::Path(path) = &**ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    if OF_TEXTS.contains(&name.as_str()) {
        return Some(name);
    }
    // Such as `From<char> for u32`.
    if words.contains(CHAR) {
        return Some(CHAR.to_string());
    }
    // Such as `From<NonZeroU32> for u32`.
    let of = TYPES.iter().map(|(_, of)| *of).find(|of| words.contains(*of));
    Some(of.map_or(name, str::to_string))
}

/// The items that a text needs which has these words.
pub(crate) fn items(words: &HashSet<String>, keeps_iterators: bool) -> Vec<Item> {
    let is_named = |own: &str| {
        let by_std = renamed().any(|(_, name, known)| known == own && words.contains(name));
        words.contains(own) || by_std
    };
    let names_text =
        words.contains(PARSE) || words.contains(FOUND_IN) || OF_TEXTS.iter().any(|name| is_named(name));
    let iterators = match keeps_iterators {
        true => syn::parse_str::<syn::File>(ITERATORS).map(|file| file.items).unwrap_or_default(),
        false => Vec::new(),
    };
    // They call each other.
    let of_texts = [CHAR, TEXT_TYPE, "Utf8Error"];
    let is_needed = |name: &str| is_named(name) || names_text && of_texts.contains(&name);
    if !TYPES.iter().any(|(_, name)| is_needed(name)) && !is_needed(CHAR) && !is_needed(FLOW) {
        return iterators;
    }
    let items = syn::parse_str::<syn::File>(TEXT).map(|file| file.items).unwrap_or_default();
    let needed = items.into_iter().filter(|item| about(item).is_none_or(|name| is_needed(&name)));
    needed.chain(iterators).collect()
}

/// Whether iterators may have to be values in a file: it names the type of one, or has a type over iterators.
pub(crate) fn keeps_iterators(file: &syn::File, words: &HashSet<String>) -> bool {
    struct Over(bool);
    impl<'ast> syn::visit::Visit<'ast> for Over {
        fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
            self.0 |= crate::functional::has_iterator_types(&it.generics);
        }

        fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
            self.0 |= crate::functional::has_iterator_types(&it.generics);
        }
    }
    let mut over = Over(false);
    syn::visit::Visit::visit_file(&mut over, file);
    over.0 || names_iterator(words)
}

/// Whether words have the name of such a type in them, which may be imported.
pub(crate) fn may_name_iterator(words: &HashSet<String>) -> bool {
    OF_ITERATORS.iter().any(|(_, name, _)| words.contains(*name))
}

/// Whether words have the type of an iterator in them.
pub(crate) fn names_iterator(words: &HashSet<String>) -> bool {
    let is_named = |(module, name, _): &(&str, &str, &str)| words.contains(*name) && words.contains(*module);
    OF_ITERATORS.iter().any(is_named)
}

/// The traits of std that say how a value is written or hashed: what they do is the host's alone.
const OF_HOST: [&str; 10] =
    ["Debug", "Display", "Binary", "Octal", "LowerHex", "UpperHex", "LowerExp", "UpperExp", "Error", "Hash"];

/// Leaves out the `impl`s of such traits. A kernel that prints writes numbers, and what derives `Debug`.
fn leave_out_host(file: &mut syn::File) {
    struct Declared(HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Declared {
        fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
            self.0.insert(it.ident.to_string());
        }
    }
    let mut declared = Declared(HashSet::new());
    syn::visit::Visit::visit_file(&mut declared, &*file);
    let of_host = |item: &Item| match item {
        Item::Impl(block) => block.trait_.as_ref().is_some_and(|(of, _)| {
            let name = of.segments.last().map(|last| last.ident.to_string());
            name.is_some_and(|name| OF_HOST.contains(&name.as_str()) && !declared.0.contains(&name))
        }),
        _ => false,
    };
    let mut open = vec![&mut file.items];
    while let Some(items) = open.pop() {
        items.retain(|item| !of_host(item));
        open.extend(items.iter_mut().filter_map(|item| match item {
            Item::Mod(it) => it.content.as_mut().map(|(_, items)| items),
            _ => None,
        }));
    }
}
