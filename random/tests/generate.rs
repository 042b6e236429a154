//! What holds of every case.

use vyre_random::generate;

#[test]
fn programs_are_valid() {
    for seed in 0..5_000 {
        let case = generate(seed);
        if let Err(errors) = case.validate() {
            panic!("seed {seed}: {errors:?}\n{case}");
        }
    }
}
