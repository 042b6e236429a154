//! How often each byte occurs, and what can be said about that.

/// A count for each of the 256 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteCounts(pub [u64; 256]);

impl Default for ByteCounts {
    fn default() -> ByteCounts {
        ByteCounts([0; 256])
    }
}

impl ByteCounts {
    /// Counts bytes one after the other.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0[usize::from(byte)] += 1;
        }
    }

    /// Adds the counts of some more bytes.
    pub fn add_counts(&mut self, counts: &[u32; 256]) {
        for (sum, &count) in self.0.iter_mut().zip(counts) {
            *sum += u64::from(count);
        }
    }

    /// All bytes.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of different bytes.
    pub fn distinct(&self) -> usize {
        self.0.iter().filter(|&&count| count > 0).count()
    }

    /// Shannon's entropy in bits per byte, from 0 to 8.
    pub fn entropy(&self) -> f64 {
        let total = self.total() as f64;
        let shares = self.0.iter().filter(|&&count| count > 0).map(|&count| count as f64 / total);
        // Adding zero makes of -0 a 0.
        -shares.map(|share| share * share.log2()).sum::<f64>() + 0.0
    }

    /// At most `limit` bytes that occur, the most frequent first.
    pub fn most_frequent(&self, limit: usize) -> Vec<(u8, u64)> {
        let mut bytes: Vec<(u8, u64)> = (0..=u8::MAX).zip(self.0).filter(|&(_, count)| count > 0).collect();
        bytes.sort_by_key(|&(byte, count)| (std::cmp::Reverse(count), byte));
        bytes.truncate(limit);
        bytes
    }
}

/// A byte as people know it: `'a'`, or `0x0a` where it does not print.
pub fn byte_name(byte: u8) -> String {
    if byte.is_ascii_graphic() || byte == b' ' {
        format!("'{}'", char::from(byte))
    } else {
        format!("0x{byte:02x}")
    }
}

/// A count in at most five characters: `999`, `1.2k`, `35M`.
pub fn short_count(count: u64) -> String {
    let units = [(1e18, 'E'), (1e15, 'P'), (1e12, 'T'), (1e9, 'G'), (1e6, 'M'), (1e3, 'k')];
    let count = count as f64;
    // What would round to a thousand of a unit is one of the next.
    match units.iter().find(|(unit, _)| count >= unit * 0.9995) {
        Some((unit, name)) if count < unit * 9.95 => {
            let text = format!("{:.1}", count / unit);
            format!("{}{name}", text.strip_suffix(".0").unwrap_or(&text))
        }
        Some((unit, name)) => format!("{:.0}{name}", count / unit),
        None => format!("{count}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_bytes_add_up() {
        let mut counts = ByteCounts::default();
        counts.add_bytes(b"abca\0");
        let mut more = [0; 256];
        (more[97], more[255]) = (u32::MAX, 1);
        counts.add_counts(&more);
        assert_eq!(counts.0[97], 2 + u64::from(u32::MAX));
        assert_eq!(counts.0[255], 1);
        assert_eq!(counts.distinct(), 5);
        assert_eq!(counts.total(), 6 + u64::from(u32::MAX));
    }

    #[test]
    fn entropy_is_between_nothing_and_eight_bits() {
        let of = |bytes: &[u8]| {
            let mut counts = ByteCounts::default();
            counts.add_bytes(bytes);
            counts.entropy()
        };
        assert_eq!(of(b"").to_string(), "0");
        assert_eq!(of(b"aaaa").to_string(), "0");
        assert_eq!(of(b"abab"), 1.0);
        assert_eq!(of(&(0..=255).collect::<Vec<u8>>()), 8.0);
    }

    #[test]
    fn frequent_bytes_come_first_and_ties_in_order() {
        let mut counts = ByteCounts::default();
        counts.add_bytes(b"cabbage");
        assert_eq!(counts.most_frequent(3), [(b'a', 2), (b'b', 2), (b'c', 1)]);
        assert_eq!(ByteCounts::default().most_frequent(3), []);
    }

    #[test]
    fn names_and_counts_are_short() {
        assert_eq!(
            (byte_name(b'a'), byte_name(b' '), byte_name(10)),
            ("'a'".into(), "' '".into(), "0x0a".into())
        );
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1k"),
            (1234, "1.2k"),
            (9949, "9.9k"),
            (9951, "10k"),
            (999_499, "999k"),
            (999_600, "1M"),
            (35_000_000, "35M"),
            (u64::MAX, "18E"),
        ] {
            assert_eq!(short_count(count), text);
        }
    }
}
