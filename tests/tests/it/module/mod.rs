//! Modules that are compiled from their text at run time. What they should give is computed by hand, or by the same function as plain Rust.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod constants;
mod mistakes;
mod modules;
mod structs;
mod types;

use vyre::ir::DataType;
use vyre::prelude::*;
use vyre::{Access, Error, Module, Value};
use vyre_tests::devices;

const HASH: &str = "
    const STEP: u32 = 3;
    fn mix(x: u32) -> u32 { x * STEP ^ x >> 7 }
    #[kernel(workgroup_size = 64)]
    fn hash(input: &[u32], out: &mut [u32], seed: u32) {
        let i = invocation_id().x;
        if i < out.len() { out[i] = mix(input[i] ^ seed); }
    }
";

fn mix(x: u32) -> u32 {
    x.wrapping_mul(3) ^ x >> 7
}

#[test]
fn the_listing_of_the_specification_runs_everywhere() {
    let module = Module::compile(HASH).unwrap();
    let input: Vec<u32> = (0..1000u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let expected: Vec<u32> = input.iter().map(|x| mix(x ^ 7)).collect();
    for device in devices() {
        let mut out = vec![0; input.len()];
        let args = [Arg::read(&input), Arg::write(&mut out), Arg::value(7u32)];
        module.kernel("hash").unwrap().launch(args).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
        // Buffers of the device, through `From`.
        let (buffer, mut result) = (device.buffer(&input).unwrap(), device.zeros::<u32>(1000).unwrap());
        let args: [Arg<'_>; 3] = [(&buffer).into(), (&mut result).into(), 7u32.into()];
        module.kernel("hash").unwrap().launch(args).dispatch(&device).unwrap();
        assert_eq!(result.read().unwrap(), expected, "{device}");
    }
}

#[test]
fn a_launch_is_as_any() {
    let module = Module::compile(HASH).unwrap();
    let kernel = module.kernel("hash").unwrap();
    let input = vec![5u32; 200];
    for device in devices() {
        let mut out = vec![0u32; 200];
        // One workgroup has 64 invocations.
        let args = [Arg::read(&input), Arg::write(&mut out), Arg::value(0u32)];
        kernel.launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out.iter().filter(|x| **x == 15).count(), 64, "{device}");
        let args = [Arg::read(&input), Arg::write(&mut out), Arg::value(0u32)];
        pollster::block_on(kernel.launch(args).invocations([100, 1, 1]).dispatch_async(&device)).unwrap();
        assert_eq!(out.iter().filter(|x| **x == 15).count(), 128, "{device}");
    }
}

#[test]
fn kernels_tell_their_parameters() {
    let text = "
        #[vyre::kernel] fn first(a: &[f32], out: &mut [u8], n: &[AtomicU32], t: &Uniform<[i32]>, x: u64) {}
        #[kernel(workgroup_size = (8, 4))] pub fn second(out: &mut [u32]) { out[0] = 1; }
    ";
    let module = Module::compile(text).unwrap();
    let names: Vec<String> = module.kernels().map(|kernel| kernel.name().to_string()).collect();
    assert_eq!(names, ["first", "second"]);
    let first = module.kernel("first").unwrap();
    let parameters: Vec<(String, String, Access)> =
        first.parameters().into_iter().map(|it| (it.name().to_string(), it.ty(), it.access())).collect();
    let expected = [
        ("a", "&[f32]", Access::Read),
        ("out", "&mut [u8]", Access::Write),
        ("n", "&[AtomicU32]", Access::Atomic),
        ("t", "&Uniform<[i32]>", Access::Uniform),
        ("x", "u64", Access::Value),
    ];
    let expected = expected.map(|(name, ty, access)| (name.to_string(), ty.to_string(), access));
    assert_eq!(parameters, expected);
    let second = module.kernel("second").unwrap();
    assert_eq!(second.program().unwrap().workgroup_size, [8, 4, 1]);
    assert!(second.wgsl().unwrap().contains("@workgroup_size(8, 4, 1)"));
    let error = module.kernel("secnd").unwrap_err();
    assert!(error.to_string().contains("write `second`"), "{error}");
}

#[test]
fn wrong_arguments_are_errors_of_the_dispatch() {
    let module = Module::compile(HASH).unwrap();
    let (kernel, device) = (module.kernel("hash").unwrap(), Device::cpu());
    let (floats, words, mut out) = (vec![1.0f32; 4], vec![1u32; 4], vec![0u32; 4]);
    let error = kernel.launch([Arg::read(&words), Arg::write(&mut out)]).dispatch(&device).unwrap_err();
    assert!(
        matches!(&error, Error::ArgumentCount { expected: 3, got: 2, missing } if missing == &["seed"]),
        "{error}"
    );
    let tried = |args: [Arg<'_>; 3]| match kernel.launch(args).dispatch(&device).unwrap_err() {
        Error::Argument { name, expected, got } => (name, expected, got),
        other => panic!("{other}"),
    };
    let named =
        |name: &str, expected: &str, got: &str| (name.to_string(), expected.to_string(), got.to_string());
    assert_eq!(
        tried([Arg::read(&floats), Arg::write(&mut out), Arg::value(7u32)]),
        named("input", "&[u32]", "&[f32]")
    );
    assert_eq!(
        tried([Arg::read(&words), Arg::read(&words), Arg::value(7u32)]),
        named("out", "&mut [u32]", "&[u32]")
    );
    assert_eq!(
        tried([Arg::read(&words), Arg::write(&mut out), Arg::value(7u64)]),
        named("seed", "u32", "u64")
    );
    assert_eq!(
        tried([Arg::read(&words), Arg::write(&mut out), Arg::read(&words)]),
        named("seed", "u32", "&[u32]")
    );
    assert_eq!(
        tried([Arg::value(1u32), Arg::write(&mut out), Arg::value(7u32)]),
        named("input", "&[u32]", "u32")
    );
}

#[test]
fn values_of_every_type_arrive() {
    let text = "
        #[kernel] fn given(out: &mut [u64], a: u8, b: i8, c: i16, d: i32, e: u64, f: f32, g: bool, h: u128, i: i64) {
            out[0] = a as u64;
            out[1] = b as i64 as u64;
            out[2] = c as i64 as u64;
            out[3] = d as i64 as u64;
            out[4] = e;
            out[5] = f.to_bits() as u64;
            out[6] = g as u64;
            out[7] = (h >> 64) as u64;
            out[8] = i as u64;
        }
    ";
    let module = Module::compile(text).unwrap();
    for device in devices() {
        let mut out = [0u64; 9];
        let args: [Arg<'_>; 10] = [
            Arg::write(&mut out),
            Arg::value(200u8),
            Arg::value(-2i8),
            Arg::value(-300i16),
            Arg::value(-70_000i32),
            Arg::value(1u64 << 40),
            Arg::value(1.5f32),
            Arg::value(true),
            Arg::value(9u128 << 64),
            Arg::value(-1i64),
        ];
        module.kernel("given").unwrap().launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let signed = |value: i64| value as u64;
        let bits = u64::from(1.5f32.to_bits());
        let expected = [200, signed(-2), signed(-300), signed(-70_000), 1 << 40, bits, 1, 9, signed(-1)];
        assert_eq!(out, expected, "{device}");
    }
}

#[test]
fn constant_and_type_parameters_are_set_by_name() {
    let text = "
        #[kernel(workgroup_size = 64)]
        fn blur<T: Number, const R: u32>(input: &[T], out: &mut [T]) {
            let i = invocation_id().x;
            let mut last = [T::ZERO; R];
            for k in 0..R { last[k] = input[i + k]; }
            let mut sum = T::ZERO;
            for k in 0..R { sum += last[k]; }
            if i < out.len() { out[i] = sum; }
        }
    ";
    let module = Module::compile(text).unwrap();
    let blur = module.kernel("blur").unwrap();
    assert_eq!((blur.constants(), blur.types()), (&["R".to_string()][..], &["T".to_string()][..]));
    for device in devices() {
        let (input, mut out) = ([1.0f32, 2.0, 3.0, 4.0, 5.0], [0.0f32; 3]);
        let args = [Arg::read(&input), Arg::write(&mut out)];
        blur.clone().with("R", 3).with_type("T", DataType::F32).launch(args).dispatch(&device).unwrap();
        assert_eq!(out, [6.0, 9.0, 12.0], "{device}");
        let (input, mut out) = ([100u8, 100, 100, 4, 5], [0u8; 3]);
        let args = [Arg::read(&input), Arg::write(&mut out)];
        blur.clone().with("R", 3).with_type("T", "u8").launch(args).dispatch(&device).unwrap();
        // 300 wraps around at 256.
        assert_eq!(out, [44, 204, 109], "{device}");
    }
    let wrong = |kernel: vyre::Kernel| match kernel.program() {
        Err(Error::KernelParameter { kernel, name, .. }) => {
            assert_eq!(kernel, "blur");
            name
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(wrong(blur.clone()), "T");
    assert_eq!(wrong(blur.clone().with_type("T", DataType::F32)), "R");
    assert_eq!(wrong(blur.clone().with("S", 3)), "S");
    assert_eq!(wrong(blur.clone().with_type("T", "bool")), "T");
    let error = blur.launch([]).dispatch(&Device::cpu()).unwrap_err();
    assert!(matches!(error, Error::KernelParameter { .. }), "{error}");
    // An array without elements breaks a rule.
    let empty = blur.with("R", 0).with_type("T", DataType::U32);
    assert!(matches!(empty.program(), Err(Error::Invalid { .. })));
}

#[test]
fn functions_are_called_on_the_host() {
    let text = "
        #[data] struct Pair { a: u32, b: [f32; 2] }
        #[data] enum Op { Add, Sub = 5 }
        const STEP: u32 = 3;
        fn mix(x: u32) -> u32 { x * STEP ^ x >> 7 }
        fn swap(p: Pair, t: (i64, bool)) -> (bool, Pair) {
            (t.1 && t.0 < 0, Pair { a: p.a + 1, b: [p.b[1], p.b[0]] })
        }
        fn apply(op: Op, x: u8, y: u8) -> u8 { match op { Op::Add => x + y, Op::Sub => x - y } }
        fn flipped(op: Op) -> Op { if op == Op::Add { Op::Sub } else { Op::Add } }
        fn total(values: &[u16]) -> u32 {
            let mut sum = 0u32;
            for i in 0..values.len() { sum += values[i] as u32; }
            sum
        }
        fn checked(x: usize) -> usize { assert!(x < 10, \"too large\"); x + 1 }
        fn over<T: Number>(x: T) -> T { x }
    ";
    let module = Module::compile(text).unwrap();
    let call = |name: &str, args: &[Value]| module.function(name).unwrap().call(args);
    assert_eq!(call("mix", &[Value::U32(1 << 31)]).unwrap(), Value::U32(mix(1 << 31)));
    let pair =
        |a: u32, b: [f32; 2]| Value::Struct(vec![("a".to_string(), a.into()), ("b".to_string(), b.into())]);
    let swapped = call("swap", &[pair(7, [1.5, 2.5]), Value::Tuple(vec![(-1i64).into(), true.into()])]);
    assert_eq!(swapped.unwrap(), Value::Tuple(vec![true.into(), pair(8, [2.5, 1.5])]));
    let variant = |name: &str| Value::Enum(name.to_string());
    assert_eq!(call("apply", &[variant("Add"), 200u8.into(), 100u8.into()]).unwrap(), Value::U8(44));
    assert_eq!(call("apply", &[variant("Sub"), 200u8.into(), 100u8.into()]).unwrap(), Value::U8(100));
    assert_eq!(call("flipped", &[variant("Add")]).unwrap(), variant("Sub"));
    assert_eq!(call("total", &[vec![60_000u16, 60_000].into()]).unwrap(), Value::U32(120_000));
    assert_eq!(call("checked", &[Value::U32(9)]).unwrap(), Value::U32(10));
    match call("checked", &[Value::U32(10)]).unwrap_err() {
        Error::Assertion { file, line, message, .. } => {
            assert_eq!((file.as_str(), line, message.as_str()), ("<text>", 16, "too large"));
        }
        other => panic!("{other}"),
    }
    let error = call("mix", &[Value::F32(1.0)]).unwrap_err();
    assert!(matches!(&error, Error::Argument { name, .. } if name == "x"), "{error}");
    assert!(matches!(call("mix", &[]).unwrap_err(), Error::ArgumentCount { expected: 1, got: 0, .. }));
    assert!(matches!(module.function("mixx").unwrap_err(), Error::NoSuchItem { .. }));
    assert!(matches!(module.function("over").unwrap_err(), Error::Compile(_)));
}

#[test]
fn a_module_survives_its_bytes() {
    let text = "
        const TABLE: [u32; 4] = [3, 1, 4, 1];
        const BYTES: [u8; 3] = [7, 8, 9];
        fn pick(i: u32) -> u32 { TABLE[i % 4] }
        #[kernel(workgroup_size = 64)]
        fn sum<const N: u32>(out: &mut [u32], bytes: &mut [u8]) {
            let mut local = [0u32; N * 2];
            let i = invocation_id().x;
            local[i % (N * 2)] = pick(i);
            if i < out.len() { out[i] = local[i % (N * 2)] + BYTES[i % 3] as u32; }
            if i < bytes.len() { bytes[i] = BYTES[i % 3]; }
        }
        #[kernel] fn plain(out: &mut [u32]) { assert!(out.len() < 5, \"long\"); out[0] = pick(2); }
    ";
    let module = Module::compile_named("kernels.rs", text).unwrap();
    let bytes = module.to_wire();
    let again = Module::from_wire(&bytes).unwrap();
    assert_eq!(again.to_wire(), bytes);
    for device in devices() {
        for module in [&module, &again] {
            let (mut out, mut bytes) = ([0u32; 5], [0u8; 5]);
            let args = [Arg::write(&mut out), Arg::write(&mut bytes)];
            module.kernel("sum").unwrap().with("N", 4).launch(args).dispatch(&device).unwrap();
            assert_eq!(out, [3 + 7, 1 + 8, 4 + 9, 1 + 7, 3 + 8], "{device}");
            assert_eq!(bytes, [7, 8, 9, 7, 8], "{device}");
            let mut out = [0u32; 5];
            match module
                .kernel("plain")
                .unwrap()
                .launch([Arg::write(&mut out)])
                .dispatch(&device)
                .unwrap_err()
            {
                Error::Assertion { file, line, .. } => {
                    assert_eq!((file.as_str(), line), ("kernels.rs", 13));
                }
                other => panic!("{other}"),
            }
        }
    }
    for length in 0..bytes.len() {
        assert!(Module::from_wire(&bytes[..length]).is_err(), "{length}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        // Whatever it is, it neither panics nor hangs.
        let _ = Module::from_wire(&damaged);
    }
}

mod same {
    #[vyre::kernel(workgroup_size = 64)]
    pub(super) fn hash(input: &[u32], out: &mut [u32], seed: u32) {
        fn mix(x: u32) -> u32 {
            x * 3 ^ x >> 7
        }
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = mix(input[i] ^ seed);
        }
    }

    #[vyre::function]
    fn beside(x: u32) -> u32 {
        x * 3 ^ x >> 7
    }

    #[vyre::kernel(workgroup_size = 64)]
    pub(super) fn outer(input: &[u32], out: &mut [u32], seed: u32) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = beside(input[i] ^ seed);
        }
    }

    const LIMIT: u32 = 10;
    const TABLE: [u32; 3] = [5, 6, 7];

    #[vyre::kernel]
    pub(super) fn limited(out: &mut [u32]) {
        let i = invocation_id().x;
        let mut local = [0u32; 4];
        local[i % 4] = TABLE[i % 3];
        if i < LIMIT {
            out[i] = local[i % 4] + LIMIT;
        }
    }
}

#[test]
fn text_and_macro_give_the_same_program() {
    let text = "
        #[kernel(workgroup_size = 64)] fn hash(input: &[u32], out: &mut [u32], seed: u32) {
            fn mix(x: u32) -> u32 { x * 3 ^ x >> 7 }
            let i = invocation_id().x; if i < out.len() { out[i] = mix(input[i] ^ seed); } }
        #[function] fn beside(x: u32) -> u32 { x * 3 ^ x >> 7 }
        #[kernel(workgroup_size = 64)]
        fn outer(input: &[u32], out: &mut [u32], seed: u32) {
            let i = invocation_id().x;
            if i < out.len() { out[i] = beside(input[i] ^ seed); }
        }
        const LIMIT: u32 = 10;
        const TABLE: [u32; 3] = [5, 6, 7];
        #[kernel] fn limited(out: &mut [u32]) {
            let i = invocation_id().x;
            let mut local = [0u32; 4];
            local[i % 4] = TABLE[i % 3];
            if i < LIMIT { out[i] = local[i % 4] + LIMIT; }
        }
    ";
    let module = Module::compile(text).unwrap();
    let wire = |name: &str| module.kernel(name).unwrap().program().unwrap().to_wire();
    assert_eq!(wire("hash"), same::hash::program().to_wire());
    assert_eq!(wire("outer"), same::outer::program().to_wire());
    assert_eq!(wire("limited"), same::limited::program().to_wire());
}
