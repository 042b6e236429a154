//! Modules of which nothing but kernels is seen from outside, and attributes in modules, with and without `vyre::`.

use vyre_tests::devices;

#[vyre::module]
mod closed {
    use vyre::prelude::*;

    /// Its result says how long the array is: no attribute on the function alone has that.
    fn blended(rows: &[[f32; 4]], i: usize) -> [f32; 4] {
        let (a, b) = (row(rows, i), row(rows, i + 1));
        std::array::from_fn(|part| a[part] + (b[part] - a[part]) * 0.25)
    }

    fn row(rows: &[[f32; 4]], i: usize) -> [f32; 4] {
        rows[i % rows.len()]
    }

    #[vyre::kernel(workgroup_size = 64)]
    pub(super) fn blend(rows: &[[f32; 4]], out: &mut [[f32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = blended(rows, i);
        }
    }
}

#[test]
fn functions_that_nobody_else_sees_have_all_that_modules_have() {
    let rows = [[0.0f32, 4.0, 8.0, 1.0], [4.0, 0.0, 8.0, 3.0], [8.0, 8.0, 0.0, -1.0]];
    for device in devices() {
        let mut out = [[0f32; 4]; 3];
        closed::blend(&rows, &mut out).dispatch(&device).unwrap();
        // A quarter of the way to the next row, by hand.
        assert_eq!(out, [[1.0, 3.0, 8.0, 1.5], [5.0, 2.0, 6.0, 2.0], [6.0, 7.0, 2.0, -0.5]], "{device:?}");
    }
}

#[vyre::module]
mod marked {
    use vyre::prelude::*;

    #[data]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Grain {
        pub(super) place: [f32; 2],
        pub(super) mass: f32,
    }

    impl Grain {
        /// What takes a `&mut` beside its receiver is a method of modules that are seen as a whole.
        fn fallen(self, steps: &mut u32) -> Grain {
            *steps += 1;
            Grain { place: [self.place[0], self.place[1] - self.mass], ..self }
        }
    }

    #[function]
    const fn doubled(x: u32) -> u32 {
        x * 2
    }

    #[vyre::kernel]
    pub(super) fn fall(grains: &mut [Grain], counts: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < grains.len() {
            let mut steps = 0;
            let grain = grains[i].fallen(&mut steps);
            grains[i] = grain.fallen(&mut steps);
            counts[i] = doubled(steps);
        }
    }
}

#[test]
fn attributes_of_modules_have_paths_or_none() {
    use marked::Grain;
    for device in devices() {
        let mut grains = [Grain { place: [1.0, 2.0], mass: 0.5 }, Grain { place: [0.0, -1.0], mass: 2.0 }];
        let mut counts = [0u32; 2];
        marked::fall(&mut grains, &mut counts).dispatch(&device).unwrap();
        assert_eq!(grains.map(|grain| grain.place), [[1.0, 1.0], [0.0, -5.0]], "{device:?}");
        assert_eq!(counts, [4, 4], "{device:?}");
    }
}

/// No kernel needs any of it.
#[allow(unreachable_pub, reason = "it is written as for others")]
#[vyre::module]
mod without_kernels {
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Pair {
        pub low: u32,
        pub high: u32,
    }

    impl Pair {
        pub fn sum(self) -> u32 {
            self.low + squared(self.high)
        }
    }

    const WEIGHTS: [u32; 3] = [1, 10, 100];

    fn squared(x: u32) -> u32 {
        x * x
    }

    pub fn weight(at: u32) -> u32 {
        WEIGHTS[at as usize % 3]
    }

    pub fn pair(x: u32) -> Pair {
        Pair { low: x * 1000, high: x }
    }
}

#[vyre::module]
mod beside_a_kernel {
    pub fn successor(x: u32) -> u32 {
        x + 1
    }

    #[kernel(workgroup_size = 1)]
    pub fn seven(out: &mut [u32]) {
        out[0] = 7;
    }
}

#[test]
fn functions_that_no_kernel_of_the_module_needs_are_values() {
    use vyre::prelude::*;
    for device in devices() {
        let sums = device
            .par_range(0..4u32)
            .map(func!(without_kernels::pair))
            .map(func!(without_kernels::Pair::sum))
            .map(func!(beside_a_kernel::successor));
        assert_eq!(sums.collect().unwrap().read().unwrap(), [1, 1002, 2005, 3010], "{device}");
        let weights = device.par_range(0..4u32).map(func!(without_kernels::weight));
        assert_eq!(weights.collect().unwrap().read().unwrap(), [1, 10, 100, 1], "{device}");
        let mut out = [0];
        beside_a_kernel::seven(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [7], "{device}");
    }
}
