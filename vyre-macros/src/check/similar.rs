//! "Did you mean": the known name that is nearest to a misspelt one.

/// The candidate that differs from `name` in at most a third of its letters, and in the fewest; the first of several.
pub(super) fn nearest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let measured = candidates.iter().map(|candidate| (distance(name, candidate), *candidate));
    let near = measured.filter(|(distance, _)| (1..=limit).contains(distance));
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 8 || a.len() > 64 {
        return usize::MAX;
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
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
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
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
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
}
