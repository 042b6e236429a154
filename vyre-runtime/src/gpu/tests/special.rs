//! Forms for launches of one shape: what they compute, when they are made, and that nothing else is launched with them.

use super::super::logical::lock;
use super::super::warm::Key;
use super::super::{Gpu, Mode, Resident};
use super::own_gpu;
use crate::binding::Binding;
use crate::element::DataMut;
use crate::memory::Memory;
use crate::module::Module;
use crate::wgsl::{Form, Variant};
use std::sync::Arc;
use vyre_ir::{Program, validate};
use vyre_lower::SourceMap;
use vyre_lower::specialise::{Bound, Shape};

/// The side of a square of elements.
const SIDE: usize = 64;

/// Each element with those above and below, on a torus; the rows are `w` elements apart.
fn columns() -> Module {
    let text = "program
workgroup_size 16, 4, 1
buffer a: read u32 @ 0
buffer out: read_write u32 @ 1
buffer params: uniform u32[2] @ 2
entry {
    let w = params[0];
    let x = invocation_id.x;
    let y = invocation_id.y;
    let m = w - 1;
    out[y * w + x] = a[y * w + x] + a[((y + 1) & m) * w + x] + a[((y - 1) & m) * w + x] + params[1];
}
";
    let program: Program = text.parse().unwrap();
    Module::new(validate(&program).unwrap()).unwrap().of_kernel("columns", SourceMap::default())
}

/// What a row of sides gives.
fn expected(w: usize, more: u32, elements: usize) -> Vec<u32> {
    let mut out = vec![0; elements];
    let at = |x: usize, y: usize| Some(y * w + x).filter(|at| *at < elements).map_or(0, |at| at as u32 * 3);
    for (x, y) in (0..SIDE * SIDE).map(|at| (at % SIDE, at / SIDE)) {
        let below = at(x, (y + 1) & (w - 1));
        let above = at(x, y.wrapping_sub(1) & (w - 1));
        if let Some(out) = out.get_mut(y * w + x) {
            *out = at(x, y) + below + above + more;
        }
    }
    out
}

struct Launches {
    gpu: &'static Gpu,
    module: Module,
    a: Resident,
    out: Resident,
    elements: usize,
}

impl Launches {
    fn new(gpu: &'static Gpu, elements: usize) -> Launches {
        let (a, out) =
            (gpu.resident(elements as u64 * 4).unwrap(), gpu.resident(elements as u64 * 4).unwrap());
        let words: Vec<u32> = (0..elements as u32).map(|at| at * 3).collect();
        a.write(0, bytemuck::cast_slice(&words)).unwrap();
        Launches { gpu, module: columns(), a, out, elements }
    }

    /// Launches as a program does: the second time, and later, what was kept is repeated.
    fn launch(&self, params: [u32; 2]) {
        let mut bindings = [
            Binding::Resident { memory: &self.a, is_write: false },
            Binding::Resident { memory: &self.out, is_write: true },
            Binding::Words(&params),
        ];
        let groups = [SIDE as u32 / 16, SIDE as u32 / 4, 1];
        let key = Key::of(&self.module, groups, &bindings).unwrap();
        if !super::super::warm::repeat(&key, &bindings).unwrap() {
            let start =
                self.gpu.start(&self.module, groups, &mut bindings, Mode::Block, false, Some(key)).unwrap();
            assert!(start.is_none(), "nobody waits");
        }
    }

    fn check(&self, params: [u32; 2]) {
        let mut words = vec![0u32; self.elements];
        self.out.write(0, bytemuck::cast_slice(&words)).unwrap();
        self.launch(params);
        pollster::block_on(self.out.fetch(0, DataMut::Words(&mut words), Mode::Block)).unwrap();
        let expected = expected(params[0] as usize, params[1], self.elements);
        assert_eq!(words, expected, "{params:?}");
    }

    /// The special forms and all other shapes that are known.
    fn known(&self) -> [usize; 2] {
        lock(&self.gpu.logical().unwrap().specials).known()
    }
}

#[test]
fn a_shape_that_comes_again_gets_a_form_of_its_own_and_others_do_not_see_it() {
    let Some(gpu) = own_gpu() else { return };
    let launches = Launches::new(gpu, SIDE * SIDE);
    let side = SIDE as u32;
    launches.check([side, 5]);
    assert_eq!(launches.known(), [0, 1], "once is not enough");
    (0..40).for_each(|_| launches.launch([side, 5]));
    launches.check([side, 5]);
    assert_eq!(launches.known(), [1, 0]);
    // The same buffers and the same grid, with other parameters: of longer rows the last ones are not there.
    launches.check([side, 6]);
    launches.check([side * 2, 7]);
    launches.check([side, 5]);
    assert_eq!(launches.known()[0], 1);
}

#[test]
fn elements_that_are_not_there_stay_guarded() {
    let Some(gpu) = own_gpu() else { return };
    // The grid is larger than the buffers, so the form gains nothing.
    let launches = Launches::new(gpu, SIDE * SIDE - 1);
    (0..40).for_each(|_| launches.launch([SIDE as u32, 1]));
    launches.check([SIDE as u32, 1]);
    assert_eq!(launches.known()[0], 0);
}

#[test]
fn parameters_that_differ_all_the_time_give_few_forms() {
    let Some(gpu) = own_gpu() else { return };
    let launches = Launches::new(gpu, SIDE * SIDE);
    for more in 0..12 {
        (0..200).for_each(|_| launches.launch([SIDE as u32, more]));
        launches.check([SIDE as u32, more]);
    }
    assert_eq!(launches.known()[0], 4);
    (0..200).for_each(|at| launches.launch([SIDE as u32, at]));
    launches.check([SIDE as u32, 199]);
    launches.check([SIDE as u32, 2]);
    assert_eq!(launches.known()[0], 4);
}

#[test]
fn a_form_for_a_grid_without_rows_takes_its_workgroups_as_they_are() {
    let text = |x: u32| {
        let elements = u64::from(x) * 16 * SIDE as u64;
        let bound = Bound::Elements(elements as u32);
        let params = Bound::Words(Arc::new([SIDE as u32, 0]));
        let shape = Shape { groups: [x, SIDE as u32 / 4, 1], bound: vec![bound.clone(), bound, params] };
        Form::special(&columns(), Variant::default(), &shape).shader.text
    };
    // The most workgroups along an axis that WebGPU promises.
    let whole = text(65_535);
    assert!(whole.contains("let group_x = workgroup_id.x;\n    let group_y = workgroup_id.y;\n"), "{whole}");
    assert!(!whole.contains("* launch.fold_width") && !whole.contains("return;"), "{whole}");
    let folded = text(65_536);
    assert!(folded.contains("workgroup_id.y / launch.rows"), "{folded}");
    assert!(folded.contains("if group_x >= launch.groups_x"), "{folded}");
}

/// The transpose by tiles that the benches have, on 16,384 x 16,384 elements.
#[test]
fn a_transpose_of_one_shape_has_no_guards() {
    let text = "program
workgroup_size 32, 8, 1
buffer a: read u32 @ 0
buffer out: read_write u32 @ 1
buffer w: uniform u32[1] @ 2
buffer tile: workgroup u32[1056]
entry {
    let x = local_id.x;
    let y = local_id.y;
    let left = workgroup_id.x * 32;
    let top = workgroup_id.y * 32;
    for r in 0 .. 4 { tile[(y + r * 8) * 33 + x] = a[(top + y + r * 8) * w[0] + left + x]; }
    barrier;
    for r in 0 .. 4 { out[(left + y + r * 8) * w[0] + top + x] = tile[x * 33 + y + r * 8]; }
}
";
    let program: Program = text.parse().unwrap();
    let module = Module::new(validate(&program).unwrap()).unwrap();
    let guards = |side: u32| {
        let bound = Bound::Elements(side * side);
        let shape = Shape {
            groups: [512, 512, 1],
            bound: vec![bound.clone(), bound, Bound::Words(Arc::new([side]))],
        };
        Form::special(&module, Variant::default(), &shape).shader.counts.guards
    };
    assert_eq!(guards(16_384), 0);
    // Of the last row of tiles, the last eight rows reach beyond the end.
    assert_eq!(guards(16_383), 2);
}
