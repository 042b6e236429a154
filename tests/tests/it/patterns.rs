//! What the examples read patterns of the game of life with, on any text. It is tested here for the sake of `proptest`, which whoever runs an
//! example would have to build.

use proptest::prelude::*;
use vyre_examples::rle::Pattern;

proptest! {
    #[test]
    fn any_text_is_a_pattern_or_an_error(text in "(#[NOCRP] ?)?[xyrule=, 0-9\n]{0,20}[bo$!0-9 \n\\PC]{0,60}") {
        let _ = text.parse::<Pattern>();
    }

    #[test]
    fn living_cells_lie_inside_and_in_order(body in "([1-9]?[bo$]\n?){0,40}!") {
        let header = "x = 40, y = 40, rule = B3/S23\n";
        if let Ok(pattern) = format!("{header}{body}").parse::<Pattern>() {
            prop_assert!(pattern.runs.iter().all(|run| run.x + run.length <= 40 && run.y < 40));
            prop_assert!(pattern.runs.is_sorted_by_key(|run| (run.y, run.x)));
            let population: u64 = pattern.runs.iter().map(|run| u64::from(run.length)).sum();
            prop_assert_eq!(pattern.population(), population);
        }
    }
}
