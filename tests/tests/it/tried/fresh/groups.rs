//! The smallest of each block with its place, by a tree in a workgroup, over any summary.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    pub trait Summary: Copy {
        fn of(x: f32, at: u32) -> Self;
        fn with(self, other: Self) -> Self;
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Least {
        pub value: f32,
        pub at: u32,
    }

    impl Summary for Least {
        fn of(value: f32, at: u32) -> Self {
            Least { value, at }
        }

        fn with(self, other: Self) -> Self {
            match self.value.total_cmp(&other.value).then(self.at.cmp(&other.at)) {
                std::cmp::Ordering::Greater => other,
                _ => self,
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Range {
        pub low: f32,
        pub high: f32,
    }

    impl Summary for Range {
        fn of(x: f32, _: u32) -> Self {
            Range { low: x, high: x }
        }

        fn with(self, other: Self) -> Self {
            Range { low: self.low.min(other.low), high: self.high.max(other.high) }
        }
    }

    fn tree<S: Summary>(own: S) -> S {
        let mut all = workgroup_array::<S, 64>();
        let k = local_id().x as usize;
        all[k] = own;
        barrier();
        let mut width = 32;
        while width > 0 {
            if k < width {
                all[k] = all[k].with(all[k + width]);
            }
            barrier();
            width /= 2;
        }
        all[0]
    }

    #[kernel(workgroup_size = 64)]
    pub fn summarise(data: &[f32], least: &mut [Least], ranges: &mut [Range]) {
        let (i, group) = (invocation_id().x, workgroup_id().x);
        let l = tree(Least::of(data[i], i));
        let r: Range = tree(Summary::of(data[i], i));
        if local_id().x == 0 {
            least[group] = l;
            ranges[group] = r;
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    use kernels::{Least, Range};
    let data: Vec<f32> = (0..256u32).map(|i| ((i * 7919) % 101) as f32 - 50.0).collect();
    let mut least = vec![Least { value: 0.0, at: 0 }; 4];
    let mut ranges = vec![Range { low: 0.0, high: 0.0 }; 4];
    kernels::summarise(&data, &mut least, &mut ranges).workgroups([4, 1, 1]).dispatch(device)?;
    for (g, block) in data.chunks(64).enumerate() {
        let (at, value) = block.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        assert_eq!(least[g], Least { value: *value, at: (g * 64 + at) as u32 });
        let high = block.iter().copied().fold(f32::MIN, f32::max);
        assert_eq!(ranges[g], Range { low: *value, high });
    }
    Ok(())
}
