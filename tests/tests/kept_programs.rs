//! `VYRE_PROGRAMS` names a folder into which kernels are written that are used.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;
use vyre::ir::Program;
use vyre::prelude::*;

mod inner {
    #[vyre::function]
    pub fn twice(x: u32) -> u32 {
        2 * x
    }

    /// One that calls a function, which nothing but its body can stand for in a file.
    #[vyre::kernel]
    pub fn double(data: &mut [u32]) {
        let i = invocation_id().x;
        data[i] = twice(data[i]);
    }
}

/// The child of the test below. By itself it only runs a kernel.
#[test]
fn a_kernel_is_used() {
    let mut data = [1, 2, 3];
    inner::double(&mut data).dispatch(&Device::cpu()).unwrap();
    assert_eq!(data, [2, 4, 6]);
}

#[test]
fn a_used_kernel_is_written_and_does_the_same() {
    let folder = std::env::temp_dir().join(format!("vyre-programs-{}", std::process::id()));
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "a_kernel_is_used"]).env("VYRE_PROGRAMS", folder.join("new"));
    assert!(child.output().unwrap().status.success());
    let files: Vec<_> =
        std::fs::read_dir(folder.join("new")).unwrap().map(|file| file.unwrap().path()).collect();
    let program = Program::from_wire(&std::fs::read(&files[0]).unwrap()).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    let name = files[0].file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with("kept_programs.inner.double-") && name.ends_with(".bin"), "{name}");
    let mut data = [5_u32, 6];
    Device::cpu().run(&program, [1, 1, 1], [Arg::write(&mut data)]).unwrap();
    assert_eq!(data, [10, 12]);
}
