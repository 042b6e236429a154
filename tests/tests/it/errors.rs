//! Wrong use at run time gives a [`vyre::Error`] that says what was wanted and what there is. Nothing panics, and
//! nothing is written.

#![allow(clippy::panic, clippy::unwrap_used, reason = "what tests share fails as they do")]

use vyre::ir::{BufferDecl, Code, DataType, Expr, Node, Program};
use vyre::prelude::*;
use vyre::{DeviceKind, Error, Limit, Obstacle};
use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 256)]
fn double(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] * 2;
    }
}

/// `out[i] = a[i] + fixed[i]`, where `fixed` has four elements.
fn add() -> Program {
    let i = || Expr::invocation_id(0);
    Program::new(
        vec![
            BufferDecl::read("a", 0, DataType::U32),
            BufferDecl::read("fixed", 1, DataType::U32).with_count(4),
            BufferDecl::read_write("out", 2, DataType::U32),
        ],
        [1, 1, 1],
        vec![Node::store("out", i(), Expr::load("a", i()) + Expr::load("fixed", i()))],
    )
}

#[test]
fn a_program_wants_one_argument_for_each_buffer() {
    for device in devices() {
        for got in [0, 1, 2, 4, 5] {
            let mut data = vec![[7u32; 4]; got];
            let args: Vec<Arg<'_>> = data.iter_mut().map(|words| Arg::write(words)).collect();
            let error = device.run(&add(), [4, 1, 1], args).unwrap_err();
            let Error::BufferCount { expected: 3, got: said } = error else { panic!("{error} on {device}") };
            assert_eq!(said, got, "{device}");
            assert_eq!(data, vec![[7; 4]; got], "{device}");
            let text = error.to_string();
            assert!(text.contains('3') && text.contains(&got.to_string()), "{text}");
        }
        let (a, fixed, mut out) = ([1u32, 2, 3, 4], [10u32, 20, 30, 40], [0u32; 4]);
        device.run(&add(), [4, 1, 1], [Arg::read(&a), Arg::read(&fixed), Arg::write(&mut out)]).unwrap();
        assert_eq!(out, [11, 22, 33, 44], "{device}");
    }
}

#[test]
fn an_argument_has_the_type_of_its_buffer() {
    fn expect(device: &Device, wrong: Arg<'_>, got: DataType) {
        let mut out = [7u32; 4];
        let error =
            device.run(&add(), [4, 1, 1], [wrong, Arg::read(&[1u32; 4]), Arg::write(&mut out)]).unwrap_err();
        let text = error.to_string();
        let Error::BufferType { name, expected: DataType::U32, got: said } = error else { panic!("{text}") };
        assert_eq!((name.as_str(), said), ("a", got.clone()), "{device}");
        assert!(text.contains("`a`") && text.contains("u32") && text.contains(got.name()), "{text}");
        assert_eq!(out, [7; 4], "{device}");
    }
    for device in devices() {
        expect(&device, Arg::read(&[1i32; 4]), DataType::I32);
        expect(&device, Arg::read(&[1u64; 4]), DataType::U64);
        expect(&device, Arg::read(&[true; 4]), DataType::Bool);
        expect(&device, Arg::read(&[1u8; 4]), DataType::Bytes);
        expect(&device, Arg::read(&[[1u32; 2]; 4]), DataType::Vec2U32);
        expect(&device, Arg::read(&[[1u32; 4]; 4]), DataType::Vec4U32);
        expect(&device, Arg::write(&mut [1i32; 4]), DataType::I32);

        let (a, fixed, mut out) = ([1u32; 4], [1u32; 4], [7i32; 4]);
        let args = [Arg::read(&a), Arg::read(&fixed), Arg::write(&mut out)];
        let error = device.run(&add(), [4, 1, 1], args).unwrap_err();
        assert!(
            matches!(&error, Error::BufferType { name, got: DataType::I32, .. } if name == "out"),
            "{error}"
        );
        assert_eq!(out, [7; 4], "{device}");
    }
}

#[test]
fn a_buffer_that_is_written_wants_a_writable_argument() {
    for device in devices() {
        let (a, fixed, out) = ([1u32; 4], [1u32; 4], [7u32; 4]);
        let args = [Arg::read(&a), Arg::read(&fixed), Arg::read(&out)];
        let error = device.run(&add(), [4, 1, 1], args).unwrap_err();
        assert!(matches!(&error, Error::BufferReadOnly { name } if name == "out"), "{error} on {device}");
        assert!(error.to_string().contains("`out`"), "{error}");

        // The other way round is allowed, and changes nothing.
        let (mut a, mut fixed, mut out) = ([1u32; 4], [2u32; 4], [7u32; 4]);
        let args = [Arg::write(&mut a), Arg::write(&mut fixed), Arg::write(&mut out)];
        device.run(&add(), [4, 1, 1], args).unwrap();
        assert_eq!((a, fixed, out), ([1; 4], [2; 4], [3; 4]), "{device}");
    }
}

#[test]
fn a_buffer_of_a_fixed_length_wants_that_length() {
    for device in devices() {
        for len in [0, 1, 3, 5, 1000] {
            let (a, fixed, mut out) = (vec![1u32; len], vec![1u32; len], [7u32; 4]);
            let args = [Arg::read(&a), Arg::read(&fixed), Arg::write(&mut out)];
            let error = device.run(&add(), [4, 1, 1], args).unwrap_err();
            let text = error.to_string();
            let Error::BufferLength { name, expected: 4, got } = error else { panic!("{text} on {device}") };
            assert_eq!((name.as_str(), got), ("fixed", len as u64), "{device}");
            assert!(
                text.contains("`fixed`") && text.contains('4') && text.contains(&len.to_string()),
                "{text}"
            );
            assert_eq!(out, [7; 4], "{device}");
        }
    }
}

fn codes(error: &Error) -> Vec<Code> {
    let Error::Invalid { errors } = error else { panic!("{error}") };
    errors.iter().map(|error| error.code()).collect()
}

#[test]
fn an_invalid_program_is_refused_with_its_rules() {
    let cases: &[(&str, &[Code])] = &[
        ("entry { out[0] = missing[0]; }", &[Code::V004]),
        ("entry { a[0] = 1; }", &[Code::V005]),
        ("entry { out[0] = x; }", &[Code::V006]),
        ("entry { out[0] = local_id.axis(3); }", &[Code::V007]),
        ("entry { let x = 1; let x = 2; }", &[Code::V008]),
        ("entry { out[0] = atomic_add(a[0], 1); }", &[Code::V009]),
        ("entry { if local_id.x < 1 { barrier; } }", &[Code::V010]),
        ("entry { for i in 0..3 { i = 1; } }", &[Code::V011]),
        ("entry { out[0] = 1i; }", &[Code::V027]),
        ("entry { break; }", &[Code::V041]),
        ("entry { a[0] = x; out[1i] = 5; y = 3; }", &[Code::V005, Code::V006, Code::V029, Code::V006]),
    ];
    for device in devices() {
        for (entry, expected) in cases {
            let head =
                "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1 ";
            let program: Program = format!("{head}{entry}").parse().unwrap();
            let (a, mut out) = ([1u32; 4], [7u32; 4]);
            let error = device.run(&program, [1, 1, 1], [Arg::read(&a), Arg::write(&mut out)]).unwrap_err();
            let (mut got, mut expected) = (codes(&error), expected.to_vec());
            got.sort_unstable();
            expected.sort_unstable();
            assert_eq!(got, expected, "{entry} on {device}: {error}");
            assert_eq!(out, [7; 4], "{device}");
            let (text, Error::Invalid { errors }) = (error.to_string(), &error) else { unreachable!() };
            for error in errors {
                assert!(text.contains(&error.problem.to_string()), "{text}\nlacks: {error}");
            }
        }
        // Rules come before arguments: there is nothing to run them with.
        let program = Program::new(vec![], [0, 2048, 1], vec![Node::Break]);
        let error = device.run(&program, [1, 1, 1], [Arg::read(&[1u32])]).unwrap_err();
        assert!(codes(&error).contains(&Code::V003) && codes(&error).contains(&Code::V041), "{error}");
        let program = Program::new(vec![], [2048, 1, 1], vec![]);
        assert_eq!(codes(&device.run(&program, [0, 0, 0], []).unwrap_err()), [Code::V042], "{device}");
    }
}

/// Whether it is the limit, said with the value asked for and the value allowed, and a text that has all three.
fn expect_limit(error: &Error, wanted: &[Limit]) -> (u64, u64) {
    let Error::Limit { limit, asked, allowed } = error else { panic!("{error}") };
    assert!(wanted.contains(limit), "{error}");
    assert!(asked > allowed, "{error}");
    let text = error.to_string();
    for part in [limit.to_string(), asked.to_string(), allowed.to_string()] {
        assert!(text.contains(&part), "`{text}` lacks `{part}`");
    }
    (*asked, *allowed)
}

#[test]
fn a_grid_past_the_last_index_is_refused() {
    let all = [Limit::Workgroups, Limit::Invocations];
    for device in devices() {
        let (a, mut out) = ([1; 4], [7; 4]);
        for groups in [[1 << 24, 1, 1].map(|n| n + 1), [u32::MAX, 1, 1], [u32::MAX; 3], [1 << 31, 0, 1]] {
            let launch = double(&a, &mut out).workgroups(groups);
            // A grid with no workgroup has nothing to refuse, but may be refused.
            match launch.dispatch(&device) {
                Ok(()) => assert!(groups.contains(&0), "{groups:?} on {device}"),
                Err(error) => _ = expect_limit(&error, &all),
            }
        }
        assert_eq!(out, [7; 4], "{device}");

        let axis = |axis: usize| {
            let mut size = [1, 1, 1];
            size[axis] = 4;
            Program::new(vec![], size, vec![])
        };
        for (at, groups) in [[1 << 30, 1, 1], [1, 1 << 30, 1], [1, 1, 1 << 30]].into_iter().enumerate() {
            let groups = groups.map(|n: u32| if n == 1 { 1 } else { n + 1 });
            expect_limit(&device.run(&axis(at), groups, []).unwrap_err(), &all);
        }
    }
}

#[test]
fn more_workgroups_along_y_than_an_adapter_has_run_or_are_refused() {
    let program: Program = "program workgroup_size 1, 1, 1 buffer n: read_write u32 @ 0
        entry { let old = atomic_add(n[0], 1); let top = atomic_max(n[1], workgroup_id.y + workgroup_id.z); }"
        .parse()
        .unwrap();
    for device in devices() {
        for groups in [[1, 70_000, 1], [1, 1, 70_000]] {
            let mut n = [0u32; 2];
            match device.run(&program, groups, [Arg::write(&mut n)]) {
                Ok(()) => assert_eq!(n, [70_000, 69_999], "{groups:?} on {device}"),
                Err(error) => assert_eq!(expect_limit(&error, &[Limit::Workgroups]).0, 70_000, "{device}"),
            }
        }
    }
}

#[vyre::kernel]
fn add_first_and_last(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = a[i] + a[a.len() - 1];
}

#[test]
fn a_buffer_larger_than_a_binding_is_refused_and_harms_nothing() {
    const WORDS: usize = 50_000_000;
    let a = vec![3; WORDS];
    for device in devices() {
        let mut out = [7; 4];
        match add_first_and_last(&a, &mut out).dispatch(&device) {
            Ok(()) => assert_eq!(out, [6; 4], "{device}"),
            Err(error) => {
                let Error::BufferIndivisible { name, asked, allowed, reason } = &error else {
                    panic!("{error}")
                };
                assert_eq!((name.as_str(), *asked, *reason), ("a", 200_000_000, Obstacle::Index), "{device}");
                assert_eq!(*allowed, device.info().limits().binding_bytes / 16 * 16);
                assert!(asked > allowed, "{error}");
                assert_eq!(out, [7; 4], "{device}");
                assert_ne!(device.info().kind(), DeviceKind::Cpu, "{error}");
                if device.info().name().contains("llvmpipe") {
                    assert_eq!(*allowed, 128 << 20, "{error} on {device}");
                }
            }
        }
        // Where each invocation reads its own element it works, and the device is as good as before.
        double(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [6; 4], "{device}");
    }
}

#[test]
fn a_uniform_buffer_has_at_most_64_kib() {
    let program = Program::new(
        vec![BufferDecl::uniform("table", 0, DataType::U32), BufferDecl::read_write("out", 1, DataType::U32)],
        [1, 1, 1],
        vec![Node::store(
            "out",
            Expr::invocation_id(0),
            Expr::load("table", Expr::buf_len("table") - Expr::u32(1)),
        )],
    );
    for device in devices() {
        let mut table = vec![1u32; 16_384];
        table[16_383] = 5;
        let mut out = [7u32; 2];
        device.run(&program, [1, 1, 1], [Arg::read(&table), Arg::write(&mut out)]).unwrap();
        assert_eq!(out, [5, 7], "{device}");
        table.push(9);
        let error = device.run(&program, [1, 1, 1], [Arg::read(&table), Arg::write(&mut out)]).unwrap_err();
        assert_eq!(expect_limit(&error, &[Limit::UniformSize]), (65_540, 65_536), "{device}");
        assert_eq!(out, [5, 7], "{device}");
    }
}

#[test]
fn limits_that_differ_between_adapters_are_met_or_named() {
    for device in devices() {
        // A deep workgroup.
        let program: Program = "program workgroup_size 1, 1, 1024 buffer n: read_write u32 @ 0
            entry { n[local_id.z] = invocation_id.z; }"
            .parse()
            .unwrap();
        let mut n = vec![7u32; 1024];
        match device.run(&program, [1, 1, 1], [Arg::write(&mut n)]) {
            Ok(()) => assert_eq!(n, (0..1024).collect::<Vec<_>>(), "{device}"),
            Err(error) => _ = expect_limit(&error, &[Limit::WorkgroupSize, Limit::WorkgroupInvocations]),
        }
        // Arrays as large as the rules allow.
        let program: Program = "program workgroup_size 1, 1, 1 buffer n: read_write u32 @ 0
            buffer t: workgroup u32[65536] entry { t[65535] = 5; n[0] = t[65535] + t[65534]; }"
            .parse()
            .unwrap();
        let mut n = [7u32];
        match device.run(&program, [1, 1, 1], [Arg::write(&mut n)]) {
            Ok(()) => assert_eq!(n, [5], "{device}"),
            Err(error) => assert_eq!(expect_limit(&error, &[Limit::WorkgroupMemory]).0, 262_144, "{device}"),
        }
        // More buffers than most adapters bind.
        let name = |n: u32| format!("buffer_{n}");
        let program = Program::new(
            (0..200).map(|n| BufferDecl::read_write(name(n), n, DataType::U32)).collect(),
            [1, 1, 1],
            (0..200).map(|n| Node::store(name(n), Expr::u32(0), Expr::u32(n))).collect(),
        );
        let mut data = vec![[7u32]; 200];
        match device.run(&program, [1, 1, 1], data.iter_mut().map(|word| Arg::write(word))) {
            Ok(()) => assert_eq!(data.concat(), (0..200).collect::<Vec<_>>(), "{device}"),
            Err(error) => assert!(expect_limit(&error, &[Limit::StorageBuffers]).0 >= 200, "{error}"),
        }
    }
}

#[test]
fn empty_slices_are_arguments_like_others() {
    for device in devices() {
        double(&[], &mut []).dispatch(&device).unwrap();
        double(&[], &mut []).workgroups([3, 1, 1]).dispatch(&device).unwrap();
        let mut out = [7; 3];
        double(&[], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [0; 3], "{device}");
        double(&Vec::new(), &mut Vec::new()).dispatch(&device).unwrap();
        device.run(&Program::new(vec![], [1, 1, 1], vec![]), [1, 1, 1], []).unwrap();
    }
}

#[test]
fn a_device_serves_many_threads() {
    fn is_shared<T: Send + Sync + Clone + 'static>(_: &T) {}
    fn is_sent<T: Send + Sync + std::error::Error + 'static>() {}
    is_sent::<Error>();
    for device in devices() {
        is_shared(&device);
        std::thread::scope(|scope| {
            for thread in 0..8 {
                // Half of them share the device, half have a clone.
                let own = (thread % 2 == 0).then(|| device.clone());
                let shared = &device;
                scope.spawn(move || {
                    let device = own.as_ref().unwrap_or(shared);
                    for round in 0..50 {
                        let a: Vec<u32> = (0..1000 + round).map(|n| n * 8 + thread).collect();
                        let mut out = vec![0; a.len()];
                        double(&a, &mut out).dispatch(device).unwrap();
                        assert!(out.iter().zip(&a).all(|(&x, &y)| x == y * 2), "thread {thread} on {device}");
                        let (fixed, mut sums) = ([thread; 4], [0u32; 4]);
                        let args = [Arg::read(&a), Arg::read(&fixed), Arg::write(&mut sums)];
                        device.run(&add(), [4, 1, 1], args).unwrap();
                        let expected = [0, 8, 16, 24].map(|n| n + thread * 2);
                        assert_eq!(sums, expected, "thread {thread} on {device}");
                    }
                });
            }
        });
    }
}

#[test]
#[ignore = "run by the tests of VYRE_DEVICE, in a process of its own"]
fn child_that_opens_the_automatic_device() {
    match Device::auto() {
        Ok(device) => println!("opened <{}> of kind {:?}", device.info().name(), device.info().kind()),
        Err(error) => println!("{error:?}\nsays: {error}"),
    }
}

/// What the child says with `VYRE_DEVICE` set to `wanted`.
fn automatic_device(wanted: &str) -> String {
    let output = vyre_tests::process_of(module_path!(), "child_that_opens_the_automatic_device")
        .env("VYRE_DEVICE", wanted)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    text
}

#[test]
fn the_variable_names_the_automatic_device() {
    let cpu = automatic_device("cpu");
    assert!(cpu.contains("of kind Cpu"), "{cpu}");
    for device in devices() {
        let name = device.info().name().to_string();
        for wanted in [name.to_uppercase(), name.to_lowercase()] {
            let text = automatic_device(&wanted);
            assert!(text.contains(&format!("opened <{name}>")), "{wanted}: {text}");
        }
    }
    let gpu = automatic_device("gpu");
    match Device::gpu() {
        Ok(_) => assert!(gpu.contains("opened <") && !gpu.contains("of kind Cpu"), "{gpu}"),
        Err(Error::GpuDisabled) => assert!(gpu.contains("GpuDisabled"), "{gpu}"),
        Err(_) => assert!(gpu.contains("NoAdapter"), "{gpu}"),
    }
}

#[test]
fn a_variable_that_names_no_device_is_an_error() {
    let text = automatic_device("no such thing");
    assert!(text.contains("NoSuchDevice") && text.contains("wanted: \"no such thing\""), "{text}");
    let said = text.split("says: ").nth(1).unwrap_or_default();
    assert!(said.contains("no such thing") && said.contains("VYRE_DEVICE") && said.contains("CPU"), "{text}");
}

#[test]
fn separate_devices_compute_alike_and_refuse_buffers_of_each_other() {
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let other = device.separate().unwrap();
        assert_eq!(other.info().name(), device.info().name());
        let a = device.buffer(&[1u32, 2, 3]).unwrap();
        for at in [&device, &other] {
            let mut out = [0u32; 3];
            double(&[1, 2, 3], &mut out).workgroups([1; 3]).dispatch(at).unwrap();
            assert_eq!(out, [2, 4, 6], "{at}");
        }
        let error = double(&a, &mut [0u32; 3]).workgroups([1; 3]).dispatch(&other).unwrap_err();
        assert!(matches!(&error, Error::BufferDevice { name, .. } if name == "a"), "{error}");
    }
}

/// What the program has opened itself, vyre cannot open again.
#[cfg(feature = "gpu")]
#[test]
fn a_device_of_the_programs_own_has_no_separate_one() {
    let Some(gpu) = devices().into_iter().find(|device| device.info().kind() != DeviceKind::Cpu) else {
        return;
    };
    let Some((device, queue)) = gpu.wgpu_device().unwrap() else { panic!("{gpu} is no GPU") };
    let adopted = Device::from_wgpu(device, queue).unwrap();
    assert!(matches!(adopted.separate(), Err(Error::Adopted)));
}

#[test]
fn the_list_of_devices_ends_with_the_cpu() {
    let list = Device::list();
    assert_eq!(list.iter().filter(|device| device.info().kind() == DeviceKind::Cpu).count(), 1);
    assert_eq!(list.last().map(|device| device.info().kind()), Some(DeviceKind::Cpu));
    assert!(list.iter().all(|device| !device.info().name().is_empty()));
    assert_eq!(Device::cpu().info().kind(), DeviceKind::Cpu);
}
