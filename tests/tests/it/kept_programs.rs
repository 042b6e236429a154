//! `VYRE_PROGRAMS` names a folder into which kernels are written that are used.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::Program;
use vyre::prelude::*;

mod inner {
    #[vyre::function]
    pub fn twice(x: u32) -> u32 {
        2 * x
    }

    /// One that calls a function, which nothing but its body can stand for in a file.
    #[vyre::kernel]
    pub fn double(data: &mut [u32], more: &[u32]) {
        let i = invocation_id().x;
        data[i] = twice(data[i]) + more[data[i]];
    }
}

/// The child of the test below. By itself it only runs a kernel.
#[test]
fn a_kernel_is_used() {
    let mut data = [1, 2, 3];
    inner::double(&mut data, &[0, 0, 10]).dispatch(&Device::cpu()).unwrap();
    assert_eq!(data, [2, 14, 6]);
}

#[test]
fn a_used_kernel_is_written_and_does_the_same() {
    let folder = std::env::temp_dir().join(format!("vyre-programs-{}", std::process::id()));
    let mut child = vyre_tests::process_of(module_path!(), "a_kernel_is_used");
    child.env("VYRE_PROGRAMS", folder.join("new"));
    assert!(child.output().unwrap().status.success());
    let mut files: Vec<_> =
        std::fs::read_dir(folder.join("new")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let program = Program::from_wire(&std::fs::read(&files[0]).unwrap()).unwrap();
    let explained = std::fs::read_to_string(&files[1]).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(files.len(), 2, "{files:?}");
    assert_eq!(files[1], files[0].with_extension("txt"));
    // What the passes left is told with the lines of this file, also behind a call.
    let line =
        include_str!("kept_programs.rs").lines().position(|line| line.contains("data[i] = twice(")).unwrap()
            + 1;
    assert!(explained.contains(&format!("tests/tests/it/kept_programs.rs:{line}:")), "{explained}");
    assert!(explained.contains("\n      data[i] = twice(data[i]) + more[data[i]];\n"), "{explained}");
    assert!(explained.contains("loads 8 bytes and stores 4."), "{explained}");
    let name = files[0].file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with("it.kept_programs.inner.double-") && name.ends_with(".bin"), "{name}");
    let mut data = [5_u32, 6];
    Device::cpu().run(&program, [1, 1, 1], [Arg::write(&mut data), Arg::read(&[3_u32])]).unwrap();
    assert_eq!(data, [10, 12]);
}
