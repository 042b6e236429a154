//! Functions as operations: exported, registered, and declared for kernels.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::{
    Code, Composition, DataType, Expr, OpKind, OpSpec, Program, Registry, validate, validate_with,
};
use vyre::prelude::*;
use vyre::{Device, Error};
use vyre_tests::devices;

#[vyre::function]
fn half(x: u32) -> u32 {
    x / 2
}

#[vyre::function]
fn steps(x: u32) -> u32 {
    let mut x = x;
    let mut count = 0;
    for _ in 0..200 {
        if x <= 1 {
            return count;
        }
        x = if x % 2 == 0 { half(x) } else { 3 * x + 1 };
        count += 1;
    }
    count
}

/// Sums of three neighbours, scaled.
#[vyre::function]
fn sum3(from: &[u32], to: &mut [u32], by: u32, plus: i32, wide: u64, factor: f32) {
    let i = invocation_id().x;
    if i >= to.len() {
        return;
    }
    let mut sum = 0;
    for k in 0..3 {
        if i + k < from.len() {
            sum += half(from[i + k]) * by;
        }
    }
    let scaled = (factor * 2.0) as u32;
    to[i] = sum.wrapping_add(plus as u32).wrapping_add((wide >> 32) as u32).wrapping_add(scaled);
}

#[test]
fn a_function_of_slices_is_an_operation_on_buffers() {
    let spec = sum3::operation("acme.sum3");
    let program = spec.as_program().unwrap();
    let names: Vec<_> = program.buffers.iter().map(|decl| decl.name.as_str()).collect();
    assert_eq!(names, ["from", "to", "by", "plus", "wide", "factor"]);
    assert_eq!((program.workgroup_size, program.buffers[4].count), ([0; 3], 1));
    let mut registry = Registry::standard().clone();
    registry.register(spec).unwrap();
    let program: Program = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        entry { call acme.sum3(from: &a, to: &out, by: 3, plus: -4i, wide: u64(0, 7), factor: 2.5f); out[0] = 1; }"
        .parse()
        .unwrap();
    let program = validate_with(&program, &registry).unwrap();
    for device in devices() {
        let data: Vec<u32> = (0..64).map(|x| x * x).collect();
        let mut out = [0u32; 64];
        device.run_validated(&program, [1, 1, 1], [Arg::read(&data), Arg::write(&mut out)]).unwrap();
        let sum = |i: usize| (i..i + 3).filter_map(|k| data.get(k)).map(|x| x / 2 * 3).sum::<u32>();
        assert!((1..64).all(|i| out[i] == sum(i).wrapping_sub(4) + 7 + 5), "{device}: {out:?}");
    }
}

#[test]
fn validate_knows_what_is_registered() {
    let text = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        entry { call test.known(from: &a, to: &out, by: 3, plus: -4i, wide: u64(0, 7), factor: 2.5f); }";
    let program: Program = text.parse().unwrap();
    assert_eq!(validate(&program).unwrap_err()[0].code(), Code::V016);
    vyre::ops::register(sum3::operation("test.known")).unwrap();
    assert!(validate(&program).is_ok());
    // A parameter that is missing, and one that there is not.
    let wrong: Program = text.replace("by: 3", "bye: 3").parse().unwrap();
    let codes: Vec<Code> = validate(&wrong).unwrap_err().iter().map(|error| error.code()).collect();
    assert_eq!(codes.len(), 2, "{codes:?}");
}

#[vyre::data]
#[derive(Clone, Copy)]
struct Account {
    balance: u32,
    rate: u32,
}

#[vyre::function]
impl Account {
    fn fee(self, days: u32) -> u32 {
        self.balance * self.rate * days / 1000
    }
}

#[test]
fn a_function_is_an_operation_of_programs() {
    let spec = steps::operation("acme.steps");
    assert_eq!(spec.id, "acme.steps");
    let signature = spec.signature().unwrap();
    assert_eq!((signature.inputs.as_slice(), &signature.output), (&[DataType::U32][..], &DataType::U32));
    assert!(matches!(spec.kind, OpKind::Value { .. }));
    let mut registry = Registry::standard().clone();
    registry.register(spec).unwrap();
    let program: Program = "program workgroup_size 64, 1, 1 buffer a: read_write u32 @ 0
        entry { let i = invocation_id.x; a[i] = call acme.steps(a[i]); }"
        .parse()
        .unwrap();
    let program = validate_with(&program, &registry).unwrap();
    for device in devices() {
        let mut data: Vec<u32> = (0..64).collect();
        device.run_validated(&program, [1, 1, 1], [Arg::write(&mut data)]).unwrap();
        assert!((0..64).all(|x| data[x as usize] == steps(x)), "{device}");
    }
}

#[test]
fn methods_are_operations_too() {
    let spec = func!(Account::fee).operation("acme.fee");
    // A struct is passed part by part.
    assert_eq!(spec.signature().unwrap().inputs.len(), 3);
    let mut registry = Registry::standard().clone();
    registry.register(spec).unwrap();
    let program: Program = "program workgroup_size 1, 1, 1 buffer a: read_write u32 @ 0
        entry { a[0] = call acme.fee(2000, 3, 7); }"
        .parse()
        .unwrap();
    let program = validate_with(&program, &registry).unwrap();
    let mut data = [0u32];
    Device::cpu().run_validated(&program, [1, 1, 1], [Arg::write(&mut data)]).unwrap();
    assert_eq!(data, [Account { balance: 2000, rate: 3 }.fee(7)]);
}

#[vyre::operation("test.mix")]
fn mix(x: u32) -> u32;

/// A function may call one, too.
#[vyre::function]
fn mixed_twice(x: u32) -> u32 {
    mix(mix(x))
}

#[vyre::kernel(workgroup_size = 64)]
fn mixing(data: &mut [u32], twice: &mut [u32]) {
    let i = invocation_id().x;
    if i < data.len() {
        twice[i] = mixed_twice(data[i]);
        data[i] = mix(data[i] + 1);
    }
}

#[test]
fn a_kernel_is_linked_to_what_was_registered() {
    let mut data = [1u32, 2, 3];
    let mut twice = [0u32; 3];
    let error = mixing(&mut data, &mut twice).dispatch(&Device::cpu()).unwrap_err();
    let Error::Invalid { errors } = &error else { panic!("{error}") };
    assert!(errors.iter().all(|error| error.code() == Code::V016), "{error}");
    assert!(error.to_string().contains("V016: unknown op `test.mix`"), "{error}");
    let value = Composition::expr(&["x"], Expr::var("x") * 3u32 + 1u32);
    vyre::ops::register(OpSpec::inlinable("test.mix", &[DataType::U32], DataType::U32, value.clone()))
        .unwrap();
    let again = OpSpec::inlinable("test.mix", &[DataType::U32], DataType::U32, value);
    assert_eq!(vyre::ops::register(again).unwrap_err().id, "test.mix");
    for device in devices() {
        (data, twice) = ([1, 2, 3], [0; 3]);
        mixing(&mut data, &mut twice).dispatch(&device).unwrap();
        assert_eq!((data, twice), ([7, 10, 13], [13, 22, 31].map(|x| x)), "{device}");
    }
}

#[vyre::operation("test.pair")]
fn pair(x: u32, y: u32) -> u32;

#[vyre::operation("test.float")]
fn float(x: f32) -> f32;

#[vyre::operation("test.result")]
pub(crate) fn result(x: u32) -> i32;

#[vyre::kernel]
fn wrong_count(out: &mut [u32]) {
    out[0] = pair(1, 2);
}

#[vyre::kernel]
fn wrong_type(out: &mut [f32]) {
    out[0] = float(1.0);
}

#[vyre::kernel]
fn wrong_result(out: &mut [i32]) {
    out[0] = result(1);
}

#[test]
fn another_signature_is_an_error_of_the_first_use() {
    let one = |id: &str, ty: DataType| {
        OpSpec::inlinable(
            id,
            std::slice::from_ref(&ty),
            ty.clone(),
            Composition::expr(&["x"], Expr::var("x")),
        )
    };
    for spec in
        [one("test.pair", DataType::U32), one("test.float", DataType::U32), one("test.result", DataType::U32)]
    {
        vyre::ops::register(spec).unwrap();
    }
    let code = |error: Error| match error {
        Error::Invalid { errors } => errors[0].code(),
        other => panic!("{other}"),
    };
    let device = Device::cpu();
    assert_eq!(code(wrong_count(&mut [0]).dispatch(&device).unwrap_err()), Code::V032);
    assert_eq!(code(wrong_type(&mut [0.0]).dispatch(&device).unwrap_err()), Code::V033);
    assert_eq!(code(wrong_result(&mut [0]).dispatch(&device).unwrap_err()), Code::V033);
}

#[test]
fn what_was_registered_is_there_for_programs_and_pipelines() {
    let fill: Program =
        "program workgroup_size 0, 0, 0 buffer to: read_write u32 @ 0 buffer with: uniform u32[1] @ 1
        entry { to[invocation_id.x] = with[0]; }"
            .parse()
            .unwrap();
    vyre::ops::register(OpSpec::program("test.fill", fill)).unwrap();
    let program: Program = "program workgroup_size 64, 1, 1 buffer out: read_write u32 @ 0
        entry { call test.fill(to: &out, with: 7); }"
        .parse()
        .unwrap();
    let mut p = vyre::Pipeline::new();
    let out = p.output("out", DataType::U32, vyre::Length::from(70u32));
    p.step(&program, &[("out", out.into())], vyre::Grid::covers("out"));
    let p = p.validate().unwrap();
    for device in devices() {
        let mut data = [0u32; 5];
        device.run(&program, [1, 1, 1], [Arg::write(&mut data)]).unwrap();
        assert_eq!(data, [7; 5], "{device}");
        let outputs = device.run_pipeline(&p, []).unwrap();
        assert_eq!(outputs.read::<u32>("out").unwrap(), [7; 70], "{device}");
    }
}

/// What the operations of a text compute is arithmetic by hand.
const DECLARING: &str = "
    mod inner {
        /// Mixes.
        #[vyre::operation(\"text.mix\")]
        pub fn mix(x: u32) -> u32;
    }
    use inner::mix;
    #[derive(Clone, Copy)]
    struct Pair { x: u32, y: i32 }
    #[operation(\"text.turned\")]
    fn turned(pair: Pair) -> Pair;
    #[operation(\"text.three\")]
    fn three(mut x: u32, (a, b): (u32, f32)) -> [u32; 3];
    #[operation(\"text.odd\")]
    fn odd(x: u64) -> bool;

    fn twice(x: u32) -> u32 { mix(mix(x)) }
    trait Change { fn change(self) -> u32; }
    impl Change for Pair { fn change(self) -> u32 { let next = turned(self); next.x * 100 + next.y as u32 } }

    #[kernel]
    fn all(data: &mut [u32], pairs: &mut [u32], threes: &mut [u32]) {
        let i = invocation_id().x;
        if i >= data.len() { return; }
        let pair = Pair { x: data[i], y: -1 };
        pairs[i] = pair.change();
        let list = three(7, (data[i], 2.5));
        threes[i] = list[0] + 10 * list[1] + (list[2] >> 21);
        data[i] = if odd(data[i] as u64) { twice(data[i]) } else { mix(data[i] + 1) };
    }
    #[kernel]
    fn groups<T: vyre::Number>(out: &mut [T], data: &[u32], value: T) {
        if mix(data[0]) == 4 { out[invocation_id().x] = value; }
    }
";

fn register_for_texts() {
    let values = |id: &str, inputs: &[DataType], output: DataType, value: Composition| {
        // Tests of one process may register it first.
        let _ = vyre::ops::register(OpSpec::inlinable(id, inputs, output, value));
    };
    let x = || Expr::var("x");
    values("text.mix", &[DataType::U32], DataType::U32, Composition::expr(&["x"], x() * 3u32 + 1u32));
    let pair = DataType::tuple([DataType::U32, DataType::I32]).unwrap();
    // The parts, each from the other one.
    let parts = vec![Expr::cast(DataType::U32, Expr::var("y")) + 6u32, Expr::cast(DataType::I32, x())];
    let turned = Composition::expr(&["x", "y"], Expr::compose(pair.clone(), parts));
    values("text.turned", &[DataType::U32, DataType::I32], pair, turned);
    let three = DataType::tuple(vec![DataType::U32; 3]).unwrap();
    let parts = vec![x(), Expr::var("a") % 10u32, Expr::cast(DataType::U32, Expr::var("b"))];
    let value = Composition::expr(&["x", "a", "b"], Expr::compose(three.clone(), parts));
    values("text.three", &[DataType::U32, DataType::U32, DataType::F32], three, value);
    let odd = Expr::binary(vyre::ir::BinOp::BitAnd, Expr::cast(DataType::U32, x()), Expr::u32(1));
    values("text.odd", &[DataType::U64], DataType::U32, Composition::expr(&["x"], odd));
}

#[test]
fn a_text_declares_operations() {
    register_for_texts();
    let module = vyre::Module::compile(DECLARING).unwrap();
    assert!(module.warnings().is_empty());
    let again = vyre::Module::from_wire(&module.to_wire()).unwrap();
    for module in [&module, &again] {
        for device in devices() {
            let (mut data, mut pairs, mut threes) = ([1u32, 2, 3], [0u32; 3], [0u32; 3]);
            let args = [Arg::write(&mut data), Arg::write(&mut pairs), Arg::write(&mut threes)];
            module.kernel("all").unwrap().launch(args).dispatch(&device).unwrap();
            // 1 and 3 are odd: 3 * (3 x + 1) + 1; 2 is not: 3 * (2 + 1) + 1.
            assert_eq!(data, [13, 10, 31], "{device}");
            // (-1 + 6) * 100 + x
            assert_eq!(pairs, [501, 502, 503], "{device}");
            // The bits of 2.5 are 2^30 + 2^21.
            assert_eq!(threes, [530, 540, 550], "{device}");
        }
    }
    let groups = module.kernel("groups").unwrap().with_type("T", "u64");
    let mut out = [0u64; 1];
    groups
        .launch([Arg::write(&mut out), Arg::read(&[1u32]), Arg::value(9u64)])
        .workgroups([1; 3])
        .dispatch(&Device::cpu())
        .unwrap();
    assert_eq!(out, [9]);
    let mix = module.function("inner::mix").unwrap();
    assert_eq!(mix.call(&[vyre::Value::U32(5)]).unwrap(), vyre::Value::U32(16));
}

#[test]
fn what_a_text_declares_is_checked_at_the_first_use() {
    let text = |declared: &str, call: &str| {
        let text = format!("{declared} #[kernel] fn k(out: &mut [u32]) {{ out[0] = {call}; }}");
        let module = vyre::Module::compile(&text).unwrap();
        match module.kernel("k").unwrap().program() {
            Ok(_) => panic!("{text} is linked"),
            Err(Error::Invalid { errors }) => (errors[0].code(), errors[0].to_string()),
            Err(other) => panic!("{other}"),
        }
    };
    let (code, message) = text("#[operation(\"text.nowhere\")] fn f(x: u32) -> u32;", "f(1)");
    assert_eq!(code, Code::V016);
    assert!(message.contains("unknown op `text.nowhere`"), "{message}");
    let one = Composition::expr(&["x"], Expr::var("x"));
    let spec = OpSpec::inlinable("text.same", &[DataType::U32], DataType::U32, one);
    vyre::ops::register(spec).unwrap();
    let of =
        |signature: &str, call: &str| text(&format!("#[operation(\"text.same\")] fn f({signature};"), call).0;
    assert_eq!(of("x: u32, y: u32) -> u32", "f(1, 2)"), Code::V032);
    assert_eq!(of("x: f32) -> u32", "f(1.0)"), Code::V033);
    assert_eq!(of("x: u32) -> i32", "f(1) as u32"), Code::V033);
    // A condition on what an operation gives is not known to be the same in a workgroup.
    let text = "#[operation(\"text.same\")] fn f(x: u32) -> u32;
        #[kernel] fn k(out: &mut [u32]) { if f(invocation_id().x) > 0 { barrier(); } out[0] = 1; }";
    let errors = vyre::Module::compile(text).unwrap_err();
    assert_eq!(errors.into_iter().next().unwrap().code(), Some(Code::V010));
}

#[vyre::module]
mod declaring {
    use vyre::prelude::*;

    #[operation("module.mix")]
    pub fn mix(x: u32) -> u32;

    struct Of<T> {
        x: T,
    }

    impl<T: Copy> Of<T> {
        fn get(self) -> T {
            self.x
        }
    }

    #[kernel]
    pub fn seen_whole(data: &mut [u32]) {
        let i = invocation_id().x;
        if i < data.len() {
            data[i] = mix(Of { x: data[i] }.get());
        }
    }
}

#[vyre::module]
mod marked {
    use vyre::prelude::*;

    #[operation("module.mix")]
    pub fn mix(x: u32) -> u32;

    #[kernel]
    pub fn marked(data: &mut [u32]) {
        let i = invocation_id().x;
        if i < data.len() {
            data[i] = mix(data[i]);
        }
    }
}

#[test]
fn a_module_declares_operations() {
    let value = Composition::expr(&["x"], Expr::var("x") * 2u32 + 5u32);
    vyre::ops::register(OpSpec::inlinable("module.mix", &[DataType::U32], DataType::U32, value)).unwrap();
    for device in devices() {
        let (mut whole, mut each) = ([1u32, 2, 3], [4u32, 5, 6]);
        declaring::seen_whole(&mut whole).dispatch(&device).unwrap();
        marked::marked(&mut each).dispatch(&device).unwrap();
        assert_eq!((whole, each), ([7, 9, 11], [13, 15, 17]), "{device}");
    }
}
