//! The CPU device runs every valid program, and gives what walking its tree gives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vyre_random::{Case, Contents, Order, Sizes, Source, evaluate};
use vyre_runtime::{Arg, Device, Error};
use vyre_tests::data::Data;

fn run(case: &Case) -> Vec<Contents> {
    let validated = match case.validate() {
        Ok(validated) => validated,
        Err(errors) => panic!("the generator breaks rules: {errors:?}\n{case}"),
    };
    let inputs = case.program.bound_buffers().zip(&case.inputs);
    let mut data: Vec<Data> = inputs.map(|(buffer, input)| Data::of(buffer.element.clone(), input)).collect();
    let args: Vec<Arg<'_>> =
        data.iter_mut().enumerate().map(|(at, data)| data.arg(case.is_written(at))).collect();
    match Device::cpu().run_validated(&validated, case.grid, args) {
        Ok(()) | Err(Error::Assertion { .. }) => {}
        Err(error) => panic!("a valid program does not run: {error}\n{case}"),
    }
    data.iter().map(Data::contents).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let sizes = Sizes { nodes: 120, invocations: 8, work: 2_000, total: 20_000, ..Sizes::default() };
    let case = Case::random(&mut Source::from_bytes(bytes), &sizes);
    match evaluate(&case, Order::Reverse) {
        Ok(expected) => assert_eq!(run(&case), expected.contents, "{case}"),
        Err(stuck) => panic!("{stuck}\n{case}"),
    }
});
