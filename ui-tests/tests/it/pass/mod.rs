//! Kernels that compile, and assert what they computed where they compute something. Each file says what it shows.

mod advice;
mod assertions;
mod attributes_and_comments;
mod calls_at_the_limit;
mod closures;
mod constants;
mod expressions;
mod kernels_from_macros;
mod kernels_in_functions;
mod limits;
mod loops;
mod names;
mod nested_short_circuits;
mod no_implicit_prelude;
mod open_floats;
mod races_that_are_meant;
mod shadowing;
mod slices_as_in_std;
mod structs_without_names_of_fields;
mod uniformity;
mod workgroup_atomics;
mod workgroup_sizes;
