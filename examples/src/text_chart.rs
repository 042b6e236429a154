//! The histogram of a file's bytes as text.

use crate::byte_counts::{ByteCounts, byte_name, short_count};
use std::fmt::Write;

const ROWS: usize = 8;
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// What stands left of the bars: a label of five characters, a space, the axis.
const MARGIN: usize = 7;
const FREQUENT: usize = 6;

/// The chart, and below it what the counts say. As many bars as fit into `width` characters, a power of two from
/// 32 to 256 of them, so that each stands for as many bytes.
pub fn text_chart(counts: &ByteCounts, width: usize) -> String {
    let bars = [256, 128, 64].into_iter().find(|bars| MARGIN + bars <= width).unwrap_or(32);
    let bytes_per_bar = 256 / bars;
    let sums: Vec<u64> = counts.0.chunks(bytes_per_bar).map(|chunk| chunk.iter().sum()).collect();
    let highest = sums.iter().copied().max().unwrap_or(0);
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let label = if row + 1 == ROWS { short_count(highest) } else { String::new() };
        let cells: String = sums.iter().map(|&sum| cell(sum, highest, row)).collect();
        push_line(&mut text, &format!("{label:>5} │{cells}"));
    }
    // A tick for every 32 bytes.
    let ticks = format!("┬{}", "─".repeat(bars / 8 - 1)).repeat(8);
    push_line(&mut text, &format!("    0 └{ticks}"));
    let labels: String =
        (0..8).map(|tick| format!("{:<1$}", format!("{:02x}", tick * 32), bars / 8)).collect();
    push_line(&mut text, &format!("       {labels}"));
    text.push_str(&summary(counts, bytes_per_bar));
    text
}

/// One character of a bar: how much of it the bar fills. What is there is seen, however little.
fn cell(sum: u64, highest: u64, row: usize) -> char {
    if sum == 0 {
        return ' ';
    }
    let eighths = ((sum as f64 / highest as f64) * (ROWS * 8) as f64).round().max(1.0) as usize;
    EIGHTHS[eighths.saturating_sub(row * 8).min(8)]
}

fn summary(counts: &ByteCounts, bytes_per_bar: usize) -> String {
    let total = counts.total();
    if total == 0 {
        return "no bytes\n".into();
    }
    let unit = match bytes_per_bar {
        1 => "one value to a bar".into(),
        many => format!("{many} values to a bar"),
    };
    let (distinct, entropy) = (counts.distinct(), counts.entropy());
    let mut text = format!("{unit}; {distinct} of 256 values occur; {entropy:.2} bits of entropy per byte\n");
    let share = |count: u64| 100.0 * count as f64 / total as f64;
    let frequent = counts.most_frequent(FREQUENT);
    let frequent = frequent.iter().map(|&(byte, count)| format!("{} {:.1}%", byte_name(byte), share(count)));
    // Writing to a string does not fail.
    let _ = writeln!(text, "most frequent: {}", frequent.collect::<Vec<_>>().join(", "));
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(bytes: &[u8], width: usize) -> String {
        let mut counts = ByteCounts::default();
        counts.add_bytes(bytes);
        text_chart(&counts, width)
    }

    #[test]
    fn the_chart_of_a_few_bytes() {
        let mut bytes = vec![b'A'; 640];
        bytes.extend([b'a'; 300]);
        bytes.extend([0xff; 5]);
        bytes.push(0);
        let expected = "  640 │                █
      │                █
      │                █
      │                █
      │                █       ▆
      │                █       █
      │                █       █
      │▁               █       █                                      ▁
    0 └┬───────┬───────┬───────┬───────┬───────┬───────┬───────┬───────
       00      20      40      60      80      a0      c0      e0
4 values to a bar; 4 of 256 values occur; 0.96 bits of entropy per byte
most frequent: 'A' 67.7%, 'a' 31.7%, 0xff 0.5%, 0x00 0.1%
";
        let chart = chart(&bytes, 80);
        assert_eq!(chart, expected, "{chart}");
    }

    #[test]
    fn charts_keep_to_the_width() {
        for (width, bars) in
            [(0, 32), (60, 32), (71, 64), (80, 64), (134, 64), (135, 128), (262, 128), (500, 256)]
        {
            let chart = chart(&(0..=255).collect::<Vec<u8>>(), width);
            let longest = chart.lines().take(ROWS).map(|line| line.chars().count()).max();
            assert_eq!(longest, Some(MARGIN + bars), "{width}");
        }
    }

    #[test]
    fn nothing_has_a_chart_too() {
        let chart = chart(b"", 80);
        assert!(chart.ends_with("no bytes\n"));
        assert!(!chart.contains('█'));
    }
}
