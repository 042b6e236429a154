//! Compiles what stands in `fail` and `pass`.

#[test]
fn mistakes_have_their_errors() {
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

/// What depends on the values of constant parameters is checked where a kernel is used, by `cargo build` and not yet by `cargo check`. A
/// program that compiles makes trybuild build.
#[test]
fn mistakes_of_constant_parameters_have_their_errors() {
    let tests = trybuild::TestCases::new();
    tests.pass("pass/workgroup_sizes.rs");
    tests.compile_fail("fail-build/*.rs");
}

#[test]
fn kernels_compile_and_run() {
    trybuild::TestCases::new().pass("pass/*.rs");
}
