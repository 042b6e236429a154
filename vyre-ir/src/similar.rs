//! "Did you mean": finds the known name that is nearest to a misspelt one.

use std::fmt;

/// The known id that is nearest to an unknown one, if any is near. `Display` writes the end of a sentence, or
/// nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearest(pub Option<String>);

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|id| write!(f, "; the nearest id is `{id}`"))
    }
}

/// The candidate with the smallest edit distance to `name`, if the distance is at most a third of the length. Of
/// several, the first.
pub fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let limit = typos(name);
    let measured =
        candidates.iter().filter_map(|candidate| Some((distance(name, candidate, limit)?, *candidate)));
    let near = measured.filter(|(distance, _)| *distance > 0);
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The known id that is nearest to an unknown one. An id with the same name in another family comes before one with
/// another spelling of the name.
pub fn nearest_id<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> Nearest {
    /// The maximum edit distance between two ids with the same name.
    const FAMILY: usize = 24;
    let name = |id: &'_ str| id.rfind('.').map_or(0, |dot| dot + 1);
    let wanted = &id[name(id)..];
    let limit = typos(wanted);
    let measured = known.into_iter().filter_map(|other| {
        let is_renamed = other[name(other)..] != *wanted;
        let distance = distance(id, other, if is_renamed { limit } else { FAMILY })?;
        Some(((is_renamed, distance), other))
    });
    Nearest(measured.min_by_key(|(order, _)| *order).map(|(_, other)| other.to_string()))
}

/// The maximum edit distance to a name that still counts as a misspelling.
fn typos(name: &str) -> usize {
    (name.chars().count() / 3).max(1)
}

/// The edit distance: the number of insertions, removals, replacements and swaps of neighbours. `None` if it is more
/// than `limit`.
fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit.saturating_mul(4) {
        return None;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        // Each later entry is at least as large as the smallest entry of two consecutive rows.
        if last.iter().chain(&row).all(|distance| *distance > limit) {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    Some(last[b.len()]).filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_hand_counts() {
        for (a, b, expected) in [
            ("coutn", "count", 1),
            ("lenght", "length", 1),
            ("kitten", "sitting", 3),
            ("", "abc", 3),
            ("same", "same", 0),
            ("cout_ones", "count_ones", 1),
            ("a.b.max", "a.bc.max", 1),
        ] {
            assert_eq!(distance(a, b, expected), Some(expected), "{a} {b}");
            assert_eq!(distance(b, a, 9), Some(expected), "{b} {a}");
            let less = expected.checked_sub(1);
            assert_eq!(less.and_then(|limit| distance(a, b, limit)), None, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names_are_meant() {
        let known = ["count", "counter", "x"];
        assert_eq!(nearest("coutn", &known), Some("count"));
        assert_eq!(nearest("countr", &known), Some("count"));
        assert_eq!(nearest("y", &known), Some("x"));
        assert_eq!(nearest("total", &known), None);
        assert_eq!(nearest("count", &["count"]), None);
    }

    #[test]
    fn ids_are_meant_by_their_last_part() {
        let known =
            ["primitive.bitwise.not", "primitive.bitwise.xor", "primitive.math.max", "primitive.u64.max"];
        let meant = |id: &str| nearest_id(id, known).0;
        assert_eq!(meant("primitive.bitwise.xorr").as_deref(), Some("primitive.bitwise.xor"));
        assert_eq!(meant("primitive.math.xor").as_deref(), Some("primitive.bitwise.xor"));
        assert_eq!(meant("primitive.mat.max").as_deref(), Some("primitive.math.max"));
        // Two letters of four are wrong.
        assert_eq!(meant("primitive.bitwise.nope"), None);
        assert_eq!(meant("primitive.math.sine"), None);
        assert_eq!(meant(""), None);
        assert_eq!(meant(&"x".repeat(100_000)), None);
    }
}
