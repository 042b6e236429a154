//! Says whether the CPU engine's loops over lanes are compiled for more than one instruction set.
//!
//! Without optimisation no loop becomes vector instructions, so one set is enough there: the two others were 157,000 of the crate's 913,000 lines of LLVM's IR.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_instruction_sets)");
    let is = |variable: &str, value: &str| env::var(variable).is_ok_and(|it| it == value);
    if is("CARGO_CFG_TARGET_ARCH", "x86_64") && !is("OPT_LEVEL", "0") {
        println!("cargo::rustc-cfg=has_instruction_sets");
    }
}
