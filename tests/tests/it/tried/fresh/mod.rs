//! Sixty programs that a newcomer wrote from the README, the book, the guide and the specification, before one of them was compiled: kernels in modules,
//! chains and algorithms (`p_`), tensors and pipelines (`t_`), texts (`s_`), functions, operations and launches. Changed since are names of the host's functions
//! that had been guessed, and what three of them wrongly expected or computed on the host.

#![allow(
    clippy::restriction,
    clippy::pedantic,
    missing_debug_implementations,
    unused,
    reason = "the programs stay as they were written first"
)]

/// Programs that check their own results, on every device.
macro_rules! fresh {
    ($($name:ident)*) => {
        $(mod $name;)*

        $(#[test]
        fn $name() {
            for device in super::devices() {
                $name::main(&device).unwrap();
            }
        })*
    };
}

fresh! {
    calculator
    candidates
    chains
    colours
    components
    elimination
    f_captured
    fixed_point
    generators
    groups
    heaps
    hulls
    intervals
    isbn
    knapsack
    l_launches
    l_prepared
    logs
    matrices
    mended
    merging
    monoids
    noughts
    o_operations
    p_at_most
    p_average
    p_bytes
    p_columns
    p_graph
    p_means
    p_norms
    p_permutation
    p_questions
    p_runs
    p_segments
    p_sorted
    p_subarray
    p_texts
    p_words
    quaternions
    ratios
    ring
    robots
    s_formulas
    s_generic
    s_records
    s_rules
    settings
    subsequences
    t_attention
    t_blocks
    t_labels
    t_network
    t_powers
    t_stencil
    t_views
    text_folds
    transfers
    varints
    vending
    weekdays
}
