//! Writes random kernels, each twice: as vyre's users write them, and as plain Rust whose operators are functions of `src/plain.rs`.
//! `VYRE_SOURCE_PROGRAMS` says how many, and `VYRE_SOURCE_SEED` which is the first.

mod expression;
mod program;
mod scope;
#[allow(dead_code, reason = "programs as source need fewer choices than programs as trees")]
#[path = "../../random/src/source.rs"]
mod source;
mod statement;
mod types;

use std::path::Path;

fn number(name: &str, default: u64) -> u64 {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=generate");
    println!("cargo::rerun-if-changed=../random/src/source.rs");
    let (first, count) = (number("VYRE_SOURCE_SEED", 0), number("VYRE_SOURCE_PROGRAMS", 100));
    let text = (first..first + count).map(program::program).collect::<String>();
    let list = (first..first + count)
        .map(|seed| format!("({seed}, program_{seed}::run, program_{seed}::plain, program_{seed}::HOST),"));
    let list = list.collect::<String>();
    let file = format!(
        "{text}\npub const PROGRAMS: &[(u64, crate::Run, crate::Plain, Option<crate::Plain>)] = &[{list}];\n"
    );
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::write(Path::new(&out).join("programs.rs"), file)
}
