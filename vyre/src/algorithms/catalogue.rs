//! What there is, for tools: read from the sources, so that there is no second list.

use std::fmt;

/// The sources, with the paths of what they declare.
const SOURCES: [(&str, &str); 6] = [
    ("vyre::algorithms::hash", include_str!("hash.rs")),
    ("vyre::algorithms::encode", include_str!("encode.rs")),
    ("vyre::algorithms::decode", include_str!("decode.rs")),
    ("vyre::algorithms::text", include_str!("text.rs")),
    ("vyre::algorithms::graph", include_str!("graph.rs")),
    ("vyre::algorithms::compression", include_str!("compression.rs")),
];

/// A function over whole buffers, or an operation on slices.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The path of its module, such as `vyre::algorithms::hash`.
    pub module: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it takes and gives, such as `(b: &Buffer<u8>) -> Result<u32, Error>`.
    pub signature: String,
    /// Its documentation, line by line.
    pub meaning: Vec<&'static str>,
}

impl Entry {
    /// Its path, such as `vyre::algorithms::hash::crc32`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// The first sentence of its documentation.
    pub fn summary(&self) -> String {
        let first: Vec<&str> = self.meaning.iter().copied().take_while(|line| !line.is_empty()).collect();
        let first = first.join(" ");
        first.split_once(". ").map_or(first.trim_end_matches('.'), |(first, _)| first).to_string()
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.path(), self.signature)
    }
}

/// Every function.
pub fn entries() -> impl Iterator<Item = Entry> {
    SOURCES.iter().chain(&crate::ops::WRITTEN).flat_map(|(module, source)| declared(module, source))
}

/// The public functions of a source that is formatted as rustfmt does it.
fn declared(module: &'static str, source: &'static str) -> Vec<Entry> {
    let (mut entries, mut meaning, mut is_hidden) = (Vec::new(), Vec::new(), false);
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if let Some(text) = line.strip_prefix("///") {
            meaning.push(text.strip_prefix(' ').unwrap_or(text));
        } else if line.starts_with("#[") {
            is_hidden |= line == "#[doc(hidden)]";
        } else {
            let declared =
                line.strip_prefix("pub fn ").and_then(|rest| Some((rest, rest.split(['(', '<']).next()?)));
            if let Some((first, name)) = declared.filter(|_| !is_hidden) {
                let mut signature = first[name.len()..].to_string();
                while !signature.ends_with('{') {
                    let Some(next) = lines.next() else { break };
                    signature.push(' ');
                    signature.push_str(next.trim());
                }
                let signature =
                    signature.trim_end_matches('{').trim_end().replace("( ", "(").replace(", )", ")");
                let meaning = std::mem::take(&mut meaning);
                entries.push(Entry { module, name, signature, meaning });
            }
            (meaning, is_hidden) = (Vec::new(), false);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::entries;
    use std::collections::HashSet;

    #[test]
    fn all_are_described() {
        let mut paths = HashSet::new();
        for entry in entries() {
            assert!(paths.insert(entry.path()), "{entry} twice");
            assert!(entry.summary().len() > 10 && entry.signature.contains("->"), "{entry}: {entry:?}");
            assert!(entry.meaning.contains(&"```"), "{entry} has no example");
        }
        for known in [
            "vyre::algorithms::hash::blake3_many",
            "vyre::algorithms::graph::pagerank",
            "vyre::algorithms::lower_bound",
            "vyre::ops::hash::md5",
        ] {
            assert!(paths.contains(known), "{known}");
        }
        assert!(
            !paths.contains("vyre::ops::hash::md5_steps")
                && paths.len() == 20 + 7 + 6 + 9 + 5 + 2 + 10 + 3 + 2,
            "{}",
            paths.len()
        );
    }
}
