//! Compiles what stands in `fail` and `pass`.

#[test]
fn mistakes_have_their_errors() {
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}

#[test]
fn kernels_compile_and_run() {
    trybuild::TestCases::new().pass("pass/*.rs");
}
