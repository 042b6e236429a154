//! The three smallest of each block by a heap of a fixed capacity, generic over what it holds.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use std::cmp::Reverse;

    struct Heap<T, const N: usize> {
        data: [T; N],
        len: usize,
    }

    impl<T: Ord + Copy + Default, const N: usize> Heap<T, N> {
        fn new() -> Self {
            Self { data: [T::default(); N], len: 0 }
        }

        fn push(&mut self, value: T) -> bool {
            if self.len == N {
                return false;
            }
            let mut at = self.len;
            self.data[at] = value;
            self.len += 1;
            while at > 0 {
                let parent = (at - 1) / 2;
                if self.data[parent] >= self.data[at] {
                    break;
                }
                self.data.swap(parent, at);
                at = parent;
            }
            true
        }

        fn pop(&mut self) -> Option<T> {
            let top = *self.data[..self.len].first()?;
            self.len -= 1;
            self.data[0] = self.data[self.len];
            let mut at = 0;
            loop {
                let children = [2 * at + 1, 2 * at + 2];
                let Some(child) = children.into_iter().filter(|&c| c < self.len).max_by_key(|&c| self.data[c]) else {
                    break;
                };
                if self.data[child] <= self.data[at] {
                    break;
                }
                self.data.swap(child, at);
                at = child;
            }
            Some(top)
        }
    }

    #[kernel(workgroup_size = 32)]
    pub fn smallest(blocks: &[[u32; 10]], small: &mut [[u32; 3]], large: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        let Some(block) = blocks.get(i) else { return };
        let mut up = Heap::<Reverse<u32>, 10>::new();
        let mut down = Heap::<u32, 8>::new();
        let mut refused = 0;
        for &x in block {
            up.push(Reverse(x));
            if !down.push(x) {
                refused += 1;
            }
        }
        assert_eq!(refused, 2);
        for k in 0..3 {
            if let Some(Reverse(x)) = up.pop() {
                small[i][k] = x;
            }
            large[i][k] = down.pop().map_or(0, |x| x);
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let blocks: Vec<[u32; 10]> = (0..40u32).map(|b| std::array::from_fn(|k| (b * 10 + k as u32).wrapping_mul(2654435761) >> 20)).collect();
    let (mut small, mut large) = (vec![[0; 3]; 40], vec![[0; 3]; 40]);
    kernels::smallest(&blocks, &mut small, &mut large).dispatch(device)?;
    for (block, (small, large)) in blocks.iter().zip(small.iter().zip(&large)) {
        let mut sorted = *block;
        sorted.sort();
        assert_eq!(small, &sorted[..3]);
        let mut eight = block[..8].to_vec();
        eight.sort_by(|a, b| b.cmp(a));
        assert_eq!(large, &eight[..3]);
    }
    Ok(())
}
