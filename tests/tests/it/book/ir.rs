//! Listings of `book/src/ir.md`.

use vyre::prelude::*;

// ANCHOR: program
#[vyre::kernel(workgroup_size = 64)]
fn triple(data: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] *= 3;
    }
}

fn programs(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    use vyre::ir::Program;

    // The kernel's program, its text, and the program of this text.
    let text = triple::program().to_string();
    let program: Program = text.parse()?;
    let mut data = [1u32, 2, 3];
    device.run(&program, [1, 1, 1], [Arg::write(&mut data)])?;
    assert_eq!(data, [3, 6, 9]);
    assert!(triple::wgsl().contains("@compute"));
    // The same as bytes.
    assert_eq!(Program::from_wire(&program.to_wire())?, program);
    Ok(())
}
// ANCHOR_END: program

// ANCHOR: module
use vyre::{Module, Value};

/// Kernels from a text that was not there when the program was compiled.
fn from_text(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let formula = "x * x + 1"; // What a user has typed.
    let module = Module::compile(&format!(
        "fn f(x: u32) -> u32 {{ {formula} }}
         #[kernel]
         fn table(out: &mut [u32]) {{
             let i = invocation_id().x;
             if i < out.len() {{ out[i] = f(i); }}
         }}"
    ))?;
    let mut out = [0u32; 4];
    module.kernel("table")?.launch([Arg::write(&mut out)]).dispatch(device)?;
    assert_eq!(out, [1, 2, 5, 10]);
    assert_eq!(module.function("f")?.call(&[Value::U32(7)])?, Value::U32(50));
    Ok(())
}

/// What is wrong in such a text comes as a list, with places.
fn wrong_text() {
    let Err(mistakes) = Module::compile("fn f(x: u32) -> u32 { x + y }") else { unreachable!() };
    assert_eq!(mistakes.list().len(), 1);
    assert!(mistakes.to_string().contains("y"));
}
// ANCHOR_END: module

#[test]
fn listings() -> Result<(), Box<dyn std::error::Error>> {
    for device in super::devices() {
        programs(&device)?;
        from_text(&device)?;
    }
    wrong_text();
    Ok(())
}
