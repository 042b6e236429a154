//! The program of the README, and the shape of its WGSL.

use vyre_tests::devices;

/// Every element of `out` is `a ^ b` of its index.
#[vyre::kernel(workgroup_size = 256)]
fn xor(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] ^ b[i];
    }
}

#[test]
fn the_first_program_runs_on_every_device() {
    for device in devices() {
        let (a, b) = (vec![1u32; 1000], vec![3u32; 1000]);
        let mut out = vec![0u32; 1000];
        xor(&a, &b, &mut out).dispatch(&device).unwrap();
        assert!(out.iter().all(|&x| x == 2), "{device}");
    }
}

/// The shader reads like the kernel, with its names. The statements are what a person would write for them.
#[test]
fn the_shader_has_the_names_of_the_kernel() {
    let wgsl = xor::wgsl();
    for line in [
        "@group(0) @binding(0) var<storage, read> a: array<vec4<u32>>;",
        "@group(0) @binding(2) var<storage, read_write> out: array<vec4<u32>>;",
        "@compute @workgroup_size(256, 1, 1)",
        "            if i < launch.out_len {",
    ] {
        assert!(wgsl.lines().any(|found| found == line), "{line}\n{wgsl}");
    }
}

/// The IR is that of the source: four declarations and two statements.
#[test]
fn the_program_is_that_of_the_source() {
    let text = "program
workgroup_size 256, 1, 1
buffer a: read u32 @ 0
buffer b: read u32 @ 1
buffer out: read_write u32 @ 2
entry {
    let i = invocation_id.x;
    if i < len(out) {
        out[i] = a[i] ^ b[i];
    }
}
";
    assert_eq!(*xor::program(), text.parse().unwrap());
}

/// A kernel takes a reference as a function does: a `&mut` variable is borrowed again, not moved, and a `&mut` serves where
/// a `&` is wanted.
#[test]
fn references_are_borrowed_again() {
    fn twice(data: &mut [u32], device: &vyre::Device) -> Result<(), vyre::Error> {
        let mut copy = vec![0; data.len()];
        xor(data, &[1; 3], &mut copy).dispatch(device)?;
        xor(&copy, &[2; 3], data).dispatch(device)?;
        xor(data, &[4; 3], &mut copy).dispatch(device)?;
        data.copy_from_slice(&copy);
        Ok(())
    }
    for device in devices() {
        let mut data = [0, 8, 16];
        twice(&mut data, &device).unwrap();
        assert_eq!(data, [7, 15, 23], "{device}");
    }
}
