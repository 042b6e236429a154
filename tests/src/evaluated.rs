//! Programs as text, whose results on every device are compared with what walking the tree of the program gives.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::data::Data;
use crate::devices;
use vyre::Arg;
use vyre::ir::Program;
use vyre_random::{Case, Contents, Order, evaluate};

/// Runs a program with so many workgroups on every device. The inputs are those of `Program::bound_buffers`.
///
/// # Panics
/// If the program is no valid one, has a race, or a device gives anything else.
pub fn check(text: &str, grid: [u32; 3], inputs: &[&[u32]]) {
    let program: Program = text.parse().unwrap();
    let inputs = inputs.iter().map(|words| Contents::Words(words.to_vec())).collect();
    let case = Case::new(program, grid, inputs);
    let expected = evaluate(&case, Order::Forward).unwrap();
    assert_eq!(expected.race, None, "{text}");
    let validated = case.validate().unwrap();
    for device in devices() {
        let buffers = case.program.bound_buffers().zip(&case.inputs);
        let mut data: Vec<Data> =
            buffers.map(|(buffer, input)| Data::of(buffer.element.clone(), input)).collect();
        let args: Vec<Arg<'_>> =
            data.iter_mut().enumerate().map(|(at, data)| data.arg(case.is_written(at))).collect();
        device.run_validated(&validated, case.grid, args).unwrap();
        let got: Vec<Contents> = data.iter().map(Data::contents).collect();
        assert!(got == expected.contents, "{device}: {got:?}, not {:?}\n{text}", expected.contents);
    }
}
