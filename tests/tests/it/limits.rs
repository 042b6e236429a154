//! Each limit of a device: what reaches it works, and one more is refused before anything is created, with the limit, the value asked
//! for and the value allowed. The devices are opened with limits that are smaller than their adapter's.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::ir::{BufferDecl, DataType, Expr, Node, Program};
use vyre::prelude::*;
use vyre::{Error, Limit, wgpu};
use vyre_tests::opened_with_wgpu;

fn device(limits: impl FnOnce(&mut wgpu::Limits)) -> Option<Device> {
    let (device, queue) = opened_with_wgpu(limits, None)?;
    Some(Device::from_wgpu(device, queue).unwrap())
}

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, wanted: (Limit, u64, u64)) {
    let error = result.unwrap_err();
    let text = error.to_string();
    let Error::Limit { limit, asked, allowed } = error else { panic!("{text}") };
    assert_eq!((limit, asked, allowed), wanted, "{text}");
    for part in [limit.to_string(), asked.to_string(), allowed.to_string()] {
        assert!(text.contains(&part), "`{text}` lacks `{part}`");
    }
}

/// A program that writes 5 to the first element of `out`, which is its last buffer.
fn program(mut buffers: Vec<BufferDecl>, size: [u32; 3]) -> Program {
    let binding = buffers.len() as u32;
    buffers.push(BufferDecl::read_write("out", binding, DataType::U32));
    Program::new(buffers, size, vec![Node::store("out", 0u32, 5u32)])
}

/// What running a program gives, in the first of three elements; the others are not touched.
fn run(device: &Device, program: &Program, groups: [u32; 3], inputs: &[Vec<u32>]) -> Result<u32, Error> {
    let mut out = [7u32; 3];
    let inputs = inputs.iter().map(|words| Arg::read(words.as_slice()));
    let result =
        device.run(program, groups, inputs.collect::<Vec<_>>().into_iter().chain([Arg::write(&mut out)]));
    assert_eq!(out[1..], [7, 7]);
    assert!(result.is_ok() || out[0] == 7, "{out:?}");
    result.map(|()| out[0])
}

const ONE: [u32; 3] = [1, 1, 1];

#[test]
fn workgroups_have_so_many_invocations() {
    let Some(device) = device(|limits| limits.max_compute_invocations_per_workgroup = 128) else { return };
    // 64 along the third axis is as much as some adapters have.
    for size in [[128, 1, 1], [16, 8, 1], [4, 4, 8], [1, 2, 64]] {
        assert_eq!(run(&device, &program(vec![], size), ONE, &[]).unwrap(), 5);
    }
    for size in [[129, 1, 1], [43, 3, 1], [1, 3, 43]] {
        refused(run(&device, &program(vec![], size), ONE, &[]), (Limit::WorkgroupInvocations, 129, 128));
    }
    assert_eq!(run(&device, &program(vec![], [128, 1, 1]), ONE, &[]).unwrap(), 5);
}

#[test]
fn workgroups_have_so_many_invocations_along_an_axis() {
    let limits = |limits: &mut wgpu::Limits| {
        limits.max_compute_workgroup_size_x = 64;
        limits.max_compute_workgroup_size_y = 32;
        limits.max_compute_workgroup_size_z = 16;
    };
    let Some(device) = device(limits) else { return };
    for (axis, allowed) in [(0, 64), (1, 32), (2, 16)] {
        let mut size = ONE;
        size[axis] = allowed;
        assert_eq!(run(&device, &program(vec![], size), ONE, &[]).unwrap(), 5);
        size[axis] = allowed + 1;
        let wanted = (Limit::WorkgroupSize, u64::from(allowed) + 1, u64::from(allowed));
        refused(run(&device, &program(vec![], size), ONE, &[]), wanted);
    }
}

#[test]
fn workgroup_arrays_have_so_many_bytes() {
    let Some(device) = device(|limits| limits.max_compute_workgroup_storage_size = 1024) else { return };
    let with = |words: &[u32]| {
        let arrays = words.iter().enumerate();
        let arrays = arrays.map(|(at, words)| BufferDecl::workgroup(format!("w{at}"), *words, DataType::U32));
        let mut program = program(vec![], ONE);
        program.buffers.extend(arrays);
        let read = (0..words.len()).map(|at| Expr::load(format!("w{at}"), 0u32));
        let sum = read.fold(Expr::u32(5), |sum, element| sum + element);
        program.entry = vec![Node::store("out", 0u32, sum)];
        program
    };
    for words in [&[256][..], &[128, 128], &[252, 4]] {
        assert_eq!(run(&device, &with(words), ONE, &[]).unwrap(), 5);
    }
    // Arrays are padded to 16 bytes.
    for (words, asked) in [(&[257][..], 1040), (&[256, 1], 1040), (&[16_384], 65_536)] {
        refused(run(&device, &with(words), ONE, &[]), (Limit::WorkgroupMemory, asked, 1024));
    }
}

#[test]
fn programs_have_so_many_buffers() {
    let limits = |limits: &mut wgpu::Limits| {
        limits.max_storage_buffers_per_shader_stage = 4;
        limits.max_uniform_buffers_per_shader_stage = 3;
    };
    let Some(device) = device(limits) else { return };
    let read =
        |count: u32| (0..count).map(|at| BufferDecl::read(format!("a{at}"), at, DataType::U32)).collect();
    let uniform =
        |count: u32| (0..count).map(|at| BufferDecl::uniform(format!("u{at}"), at, DataType::U32)).collect();
    let data = |count: usize| vec![vec![1u32]; count];
    assert_eq!(run(&device, &program(read(3), ONE), ONE, &data(3)).unwrap(), 5);
    refused(run(&device, &program(read(4), ONE), ONE, &data(4)), (Limit::StorageBuffers, 5, 4));
    // Every launch has one of its own.
    assert_eq!(run(&device, &program(uniform(2), ONE), ONE, &data(2)).unwrap(), 5);
    refused(run(&device, &program(uniform(3), ONE), ONE, &data(3)), (Limit::UniformBuffers, 4, 3));
}

#[test]
fn grids_have_so_many_workgroups() {
    let Some(device) = device(|limits| limits.max_compute_workgroups_per_dimension = 100) else { return };
    let count: Program = "program workgroup_size 1, 1, 1 buffer out: read_write u32 @ 0
        entry { let old = atomic_add(out[0], 1); let y = atomic_max(out[1], workgroup_id.y); }"
        .parse()
        .unwrap();
    // They are folded along x, and along y and z if the program looks there.
    for (groups, expected) in [
        ([100, 100, 2], 20_000),
        ([10_000, 1, 1], 10_000),
        ([1000, 10, 1], 10_000),
        ([1, 101, 1], 101),
        ([1, 1, 101], 101),
    ] {
        let mut out = [0u32; 2];
        device.run(&count, groups, [Arg::write(&mut out)]).unwrap();
        assert_eq!(out, [expected, groups[1] - 1], "{groups:?}");
    }
    for (groups, asked) in [([10_001, 1, 1], 101), ([1000, 11, 1], 110)] {
        let mut out = [7u32; 2];
        let result = device.run(&count, groups, [Arg::write(&mut out)]);
        refused(result, (Limit::Workgroups, asked, 100));
        assert_eq!(out, [7, 7]);
    }
    // One that does not look at y and z keeps their lengths.
    for groups in [[1, 101, 1], [1, 1, 101]] {
        refused(run(&device, &program(vec![], ONE), groups, &[]), (Limit::Workgroups, 101, 100));
    }
    let mut out = [7u32; 2];
    let wide = Program { workgroup_size: [256, 1, 1], ..count };
    let result = device.run(&wide, [(1 << 24) + 1, 1, 1], [Arg::write(&mut out)]);
    refused(result, (Limit::Invocations, (1 << 32) + 256, 1 << 32));
    assert_eq!(out, [7, 7]);
}

#[test]
fn buffers_have_so_many_bytes() {
    const BYTES: u64 = 32 << 20;
    let Some(device) = device(|limits| limits.max_buffer_size = BYTES) else { return };
    let words = BYTES as usize / 4;
    let wanted = (Limit::BufferSize, BYTES + 16, BYTES);
    let full = device.buffer(&vec![3u32; words]).unwrap();
    assert_eq!(full.read_range(words - 2..).unwrap(), [3, 3]);
    refused(device.zeros::<u32>(words + 1), wanted);
    refused(device.buffer(&vec![true; words + 1]), wanted);
    refused(device.zeros::<u64>(words / 2 + 1), wanted);
    let read = program(vec![BufferDecl::read("a", 0, DataType::U32)], ONE);
    assert_eq!(run(&device, &read, ONE, &[vec![1; words]]).unwrap(), 5);
    refused(run(&device, &read, ONE, &[vec![1; words + 1]]), wanted);
    // No allocation of the host's comes before the check.
    let most = (1 << 60) - 1;
    let asked = ((most as u64) * 4).next_multiple_of(16);
    refused(device.zeros::<u32>(most), (Limit::BufferSize, asked, BYTES));
}

#[test]
fn a_binding_has_so_many_bytes() {
    let Some(device) = device(|limits| limits.max_storage_buffer_binding_size = 1024) else { return };
    let read = |size| {
        let mut program = program(vec![BufferDecl::read("a", 0, DataType::U32)], size);
        let own = Expr::load("a", Expr::invocation_id(0));
        program.entry = vec![Node::if_then(own.equals(9u32), vec![Node::store("out", 0u32, 5u32)])];
        program
    };
    let mut data = vec![0; 5_000];
    data[4_321] = 9;
    assert_eq!(run(&device, &read([64, 1, 1]), [79, 1, 1], &[data.clone()]).unwrap(), 5);
    // Two workgroups, or eight, would have to be one part, so that the next begins where a binding may.
    let error = run(&device, &read([1000, 1, 1]), [5, 1, 1], &[data]).unwrap_err();
    assert!(
        matches!(error, Error::Limit { limit: Limit::BindingSize, asked: 8_000.., allowed: 1024 }),
        "{error}"
    );
}

#[test]
fn a_uniform_buffer_has_so_many_bytes() {
    let Some(device) = device(|limits| limits.max_uniform_buffer_binding_size = 16 << 10) else { return };
    let of = |count| program(vec![BufferDecl::uniform("u", 0, DataType::U32).with_count(count)], ONE);
    assert_eq!(run(&device, &of(4096), ONE, &[vec![1; 4096]]).unwrap(), 5);
    refused(run(&device, &of(4100), ONE, &[vec![1; 4100]]), (Limit::UniformSize, 16_400, 16_384));
}

/// 16 KiB of local arrays: each invocation counts in one of its own, and gives the sum of both.
#[vyre::kernel(workgroup_size = 64)]
fn counted(a: &[u32], out: &mut [u32]) {
    let mut counts = [0u32; 2048];
    let mut last = [0u32; 2048];
    let i = invocation_id().x as usize;
    for (at, &x) in a.iter().enumerate() {
        counts[x as usize % 2048] += 1;
        last[x as usize % 2048] = at as u32;
    }
    if i < out.len() {
        out[i] = counts[i] * 1000 + last[i];
    }
}

#[test]
fn an_invocation_has_so_many_bytes_of_local_arrays() {
    let a: Vec<u32> = (0..500).map(|at| at * 7 % 40).collect();
    let expected: Vec<u32> = (0..64)
        .map(|i| {
            let mut places = (0..500u32).filter(|at| at * 7 % 40 == i);
            places.clone().count() as u32 * 1000 + places.next_back().unwrap_or(0)
        })
        .collect();
    for device in vyre_tests::devices() {
        let mut out = [7; 64];
        let result = counted(&a, &mut out).dispatch(&device);
        let allowed = device.info().limits().private_bytes;
        if allowed < 16 * 1024 {
            refused(result, (Limit::PrivateMemory, 16 * 1024, allowed.into()));
            assert_eq!(out, [7; 64], "on {device}");
        } else {
            result.unwrap();
            assert_eq!(out, *expected, "on {device}");
        }
        // What is refused does no harm to the device.
        assert_eq!(run(&device, &program(vec![], ONE), ONE, &[]).unwrap(), 5);
    }
}
