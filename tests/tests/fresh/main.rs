//! Programs of a newcomer.
#![allow(clippy::all, clippy::restriction, clippy::pedantic, missing_debug_implementations, unused, unreachable_pub, unused_qualifications, missing_docs, reason = "as they were written first")]
macro_rules! fresh {
    ($($name:ident)*) => {
        $(mod $name;)*
        $(#[test]
        fn $name() {
            for device in [vyre_tests::devices(), vec![vyre::Device::reference(), vyre::Device::checked()]].concat() {
                println!("{}", device.info());
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
