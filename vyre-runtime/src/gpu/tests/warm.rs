//! What a launch leaves for the next one.

use super::super::logical::lock;
use super::super::{Gpu, Mode};
use super::{a_out, id, own_gpu, store};
use crate::binding::Binding;
use crate::element::DataMut;
use crate::memory::Memory;
use crate::module::Module;
use vyre_ir::{BufferDecl, DataType, Expr, Program, validate};

/// The bind groups, pipelines and open or free chunks that a device has.
fn kept(gpu: &Gpu) -> [usize; 2] {
    let logical = gpu.logical().unwrap();
    let groups = logical.recorder().groups.len();
    [groups, lock(&logical.pipelines).compiled.len()]
}

/// `out[i] = a[i] + u[0]`, with `u` uniform.
fn with_parameters() -> Module {
    let mut program = a_out(vec![store(id(), Expr::load("a", id()) + Expr::load("u", 0u32))]);
    program.buffers.push(BufferDecl::uniform("u", 2, DataType::U32));
    Module::new(validate(&program).unwrap()).unwrap()
}

#[test]
fn warm_launches_create_nothing() {
    let Some(gpu) = own_gpu() else { return };
    let module = with_parameters();
    let (a, out) = (gpu.resident(400).unwrap(), gpu.resident(400).unwrap());
    a.write(0, bytemuck::cast_slice(&[3u32; 100])).unwrap();
    let resident = |value: u32| {
        let u = [value];
        let mut bindings = [
            Binding::Resident { memory: &a, is_write: false },
            Binding::Resident { memory: &out, is_write: true },
            Binding::Words(&u),
        ];
        pollster::block_on(gpu.run(&module, [2, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
    };
    let slices = |value: u32| {
        let (a, u, mut out) = ([value; 100], [1], [0; 100]);
        let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out), Binding::Words(&u)];
        pollster::block_on(gpu.run(&module, [2, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
        assert_eq!(out, [value + 1; 100]);
    };
    resident(1);
    slices(1);
    assert_eq!(kept(gpu), [2, 1]);
    for value in 0..600 {
        resident(value);
        if value % 100 == 0 {
            slices(value);
        }
    }
    assert_eq!(kept(gpu), [2, 1]);
    let mut words = [0u32; 100];
    pollster::block_on(out.fetch(0, DataMut::Words(&mut words), Mode::Block)).unwrap();
    assert_eq!(words, [3 + 599; 100]);
    drop(out);
    assert_eq!(kept(gpu), [1, 1], "the bind group of a buffer goes with it");
}

/// Who runs ever new programs does not keep what the driver made of each; what kernels need stays.
#[test]
fn pipelines_of_programs_that_have_ended_go() {
    let Some(gpu) = own_gpu() else { return };
    let run = |module: &Module, value: u32| {
        let (a, mut out) = ([0; 4], [0; 4]);
        let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out)];
        pollster::block_on(gpu.run(module, [1, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
        assert_eq!(out, [value; 4]);
    };
    let module = |value: u32| Module::new(validate(&a_out(vec![store(id(), value)])).unwrap()).unwrap();
    let kernel = module(999).of_kernel("kernel", Default::default());
    run(&kernel, 999);
    let forms = || {
        let logical = gpu.logical().unwrap();
        let forms = lock(&logical.forms);
        forms.values().filter(|form| form.strong_count() > 0).count()
    };
    assert_eq!((kept(gpu)[1], forms()), (1, 1));
    for value in 0..270 {
        run(&module(value), value);
    }
    assert_eq!((kept(gpu)[1], forms()), (257, 257));
    let before = newest(gpu);
    run(&kernel, 999);
    run(&module(269), 269);
    assert_eq!(newest(gpu), before, "what is kept is compiled again");
    run(&module(0), 0);
    assert_ne!(newest(gpu), before, "what is gone is not");
    assert_eq!(kept(gpu)[1], 257);
}

/// The number of the pipeline that was compiled last.
fn newest(gpu: &Gpu) -> Option<u64> {
    let logical = gpu.logical().unwrap();
    lock(&logical.pipelines).compiled.last().map(|(_, pipeline)| pipeline.id)
}

#[test]
fn more_uniform_buffers_than_may_be_offset_still_work() {
    let Some(gpu) = own_gpu() else { return };
    let limits = &gpu.logical().unwrap().limits.clone();
    let count = limits.max_dynamic_uniform_buffers_per_pipeline_layout;
    if count + 1 >= limits.max_uniform_buffers_per_shader_stage {
        return;
    }
    let mut buffers = vec![BufferDecl::read_write("out", 0, DataType::U32)];
    buffers.extend((0..count).map(|at| BufferDecl::uniform(format!("u{at}"), at + 1, DataType::U32)));
    let entry = (0..count).map(|at| store(at, Expr::load(format!("u{at}"), 1u32))).collect();
    let module = Module::new(validate(&Program::new(buffers, [1, 1, 1], entry)).unwrap()).unwrap();
    let values: Vec<[u32; 2]> = (0..count).map(|at| [0, at * 3]).collect();
    let mut out = vec![0; count as usize];
    let mut bindings = vec![Binding::WordsMut(&mut out)];
    bindings.extend(values.iter().map(|value| Binding::Words(value)));
    pollster::block_on(gpu.run(&module, [1, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
    assert!(out.iter().zip(0..).all(|(value, at)| *value == at * 3u32), "{out:?}");
}

#[test]
fn more_uniform_data_than_the_ring_holds_still_work() {
    let Some(gpu) = own_gpu() else { return };
    let mut buffers = vec![BufferDecl::read_write("out", 0, DataType::U32)];
    buffers.extend((0..6).map(|at| BufferDecl::uniform(format!("u{at}"), at + 1, DataType::U32)));
    let entry = (0..6).map(|at| store(at, Expr::load(format!("u{at}"), 16_383u32))).collect();
    let module = Module::new(validate(&Program::new(buffers, [1, 1, 1], entry)).unwrap()).unwrap();
    let values: Vec<Vec<u32>> = (0..6).map(|at| vec![at + 5; 16_384]).collect();
    let mut out = [0; 6];
    let mut bindings = vec![Binding::WordsMut(&mut out)];
    bindings.extend(values.iter().map(|value| Binding::Words(value)));
    pollster::block_on(gpu.run(&module, [1, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
    assert_eq!(out, [5, 6, 7, 8, 9, 10]);
}

#[test]
fn blocks_that_fill_the_ring_begin_another_submission() {
    let Some(gpu) = own_gpu() else { return };
    let module = with_parameters();
    let (a, out) = (gpu.resident(4).unwrap(), gpu.resident(4).unwrap());
    for value in 0..20 {
        let mut u = vec![7; 16_384];
        u[0] = value;
        let mut bindings = [
            Binding::Resident { memory: &a, is_write: false },
            Binding::Resident { memory: &out, is_write: true },
            Binding::Words(&u),
        ];
        pollster::block_on(gpu.run(&module, [1, 1, 1], &mut bindings, Mode::Block, false)).unwrap();
        if value % 3 == 0 {
            let mut word = [0u32];
            pollster::block_on(out.fetch(0, DataMut::Words(&mut word), Mode::Block)).unwrap();
            assert_eq!(word, [value]);
        }
    }
}
