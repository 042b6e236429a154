//! Moves the lanes that are still in a loop to the front, so that those which have left it are not computed.

use super::execute::{Block, Mask, padded};
use super::file::File;
use super::inst::{Pack, Packed, Reg};
use super::lanes::LANES;
use bytemuck::Pod;

/// With fewer lanes it is not worth it.
const FEW: usize = 2 * LANES;

/// Whether so many of the lanes up to an extent are worth being moved: a quarter of these need not be computed then. Tests of the engine
/// move them whenever one can be left out, because most of them have few lanes.
fn is_worth_it(count: usize, extent: usize) -> bool {
    let is_less =
        if cfg!(test) { count < extent } else { extent > FEW && 4 * padded(count) <= 3 * padded(extent) };
    count > 0 && is_less
}

impl Block {
    /// Moves the active lanes to the front if that is worth it. `masks` is a register for the mask.
    pub(super) fn pack(&mut self, pack: &Pack, masks: Reg) {
        let (count, extent) = (self.mask.count as usize, self.mask.extent as usize);
        if !is_worth_it(count, extent) {
            return;
        }
        let active = self.active();
        let lanes = self.words(active)[..extent].iter().zip(0..).filter(|(lane, _)| **lane != 0);
        let mut lanes: Vec<u32> = lanes.map(|(_, lane)| lane).collect();
        self.file.narrow(self.width);
        if self.packed.is_empty() {
            pack.registers.iter().for_each(|packed| self.file.swap(packed.reg, packed.other));
        } else {
            self.put_back(pack);
            lanes.iter_mut().for_each(|lane| *lane = self.packed[*lane as usize]);
        }
        for Packed { reg, other, is_long, .. } in &pack.registers {
            if *is_long {
                take::<u64>(&mut self.file, *reg, *other, &lanes);
            } else {
                take::<u32>(&mut self.file, *reg, *other, &lanes);
            }
        }
        self.packed = lanes;
        let count = count as u32;
        self.activate(Mask { reg: masks, count, extent: count, is_run: true });
    }

    /// Moves lanes back to where they were. The mask is that of the front until another one is active.
    pub(super) fn unpack(&mut self, pack: &Pack) {
        if self.packed.is_empty() {
            return;
        }
        self.file.narrow(self.width);
        self.put_back(pack);
        pack.registers.iter().for_each(|packed| self.file.swap(packed.reg, packed.other));
        self.packed.clear();
    }

    /// Writes what lanes at the front have set to where they were.
    fn put_back(&mut self, pack: &Pack) {
        for Packed { reg, other, is_long, .. } in pack.registers.iter().filter(|packed| packed.is_set) {
            if *is_long {
                put::<u64>(&mut self.file, *other, *reg, &self.packed);
            } else {
                put::<u32>(&mut self.file, *other, *reg, &self.packed);
            }
        }
    }
}

fn take<T: Pod>(file: &mut File, dst: Reg, src: Reg, lanes: &[u32]) {
    let (dst, src) = file.two::<T, T>(dst, src);
    dst.iter_mut().zip(lanes).for_each(|(to, lane)| *to = src[*lane as usize]);
}

fn put<T: Pod>(file: &mut File, dst: Reg, src: Reg, lanes: &[u32]) {
    let (dst, src) = file.two::<T, T>(dst, src);
    src.iter().zip(lanes).for_each(|(from, lane)| dst[*lane as usize] = *from);
}
