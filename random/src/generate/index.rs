//! Indices: of elements that an invocation owns, and of any.

use super::arrays::{Map, Owner, Role};
use super::{Generator, Use, interesting};
use vyre_ir::{BinOp, DataType, Expr};

impl Generator<'_, '_> {
    /// An index with which an array may be accessed here.
    pub(super) fn index(&mut self, at: usize, depth: u32) -> Expr {
        if let Some(known) = self.known_index(at) {
            return known;
        }
        match self.arrays[at].role {
            Role::Owned(owner) => self.own_or_outside(at, owner, depth),
            Role::Phased(owner) if !self.reading[at] => self.own_or_outside(at, owner, depth),
            Role::Phased(owner) if owner.region > 0 => {
                let within = self.below(owner.region, depth);
                self.in_region(owner, within)
            }
            _ => self.any_index(at, depth),
        }
    }

    /// A variable that a condition around has compared with the array's length, or one that holds an own index.
    fn known_index(&mut self, at: usize) -> Option<Expr> {
        if self.wants_uniform || self.source.chance(1, 3) {
            return None;
        }
        let Generator { facts, variables, source, .. } = self;
        let compared = facts.iter().filter(|(_, array)| *array == at).map(|(name, _)| name);
        let owned = variables.iter().filter(|variable| variable.of == Use::Owned { array: at });
        source
            .choose(compared.chain(owned.map(|variable| &variable.name)))
            .map(|name| Expr::var(name.as_str()))
    }

    fn own_or_outside(&mut self, at: usize, owner: Owner, depth: u32) -> Expr {
        if self.source.chance(1, 16) { self.outside(at, depth) } else { self.own_index(owner, depth) }
    }

    /// An index past the end.
    pub(super) fn outside(&mut self, at: usize, depth: u32) -> Expr {
        let len = self.arrays[at].len;
        match self.source.below(5) {
            0 => Expr::u32(len + self.source.below(3)),
            1 => {
                Expr::u32(*self.source.pick(&[0x4000_0000, 0x8000_0000, 0xc000_0000, u32::MAX - 1, u32::MAX]))
            }
            2 => self.any(depth) | 0x4000_0000u32,
            3 => Expr::buf_len(self.arrays[at].decl.name.as_str()) + self.below(9, depth),
            _ => {
                Expr::u32(*self.source.pick(&[0x4000_0000, 0x8000_0000]))
                    + Expr::u32(self.source.below(len + 1))
            }
        }
    }

    /// The index of an element that the invocation owns.
    pub(super) fn own_index(&mut self, owner: Owner, depth: u32) -> Expr {
        let flat = self.flat(owner.is_local);
        let mapped = match owner.map {
            Map::Same => flat,
            Map::Plus(number) if number > u32::MAX / 2 && self.source.chance(1, 2) => {
                flat - number.wrapping_neg()
            }
            Map::Plus(number) => flat + number,
            Map::Minus(number) => Expr::u32(number) - flat,
            Map::Xor(bits) => flat ^ bits,
        };
        let own = self.spread(mapped, owner.stride, depth);
        self.in_region(owner, own)
    }

    /// `mapped * stride` plus a number below the stride.
    fn spread(&mut self, mapped: Expr, stride: u32, depth: u32) -> Expr {
        if stride == 1 && self.source.chance(3, 4) {
            return mapped;
        }
        let element = self.below(stride, depth);
        if stride.is_power_of_two() && self.source.chance(1, 3) {
            let shifted = mapped << stride.ilog2();
            return if self.source.chance(1, 2) { shifted | element } else { shifted + element };
        }
        match self.source.below(3) {
            0 => element + mapped * stride,
            1 => Expr::u32(stride) * mapped + element,
            _ => mapped * stride + element,
        }
    }

    fn in_region(&mut self, owner: Owner, within: Expr) -> Expr {
        if owner.region == 0 {
            return within;
        }
        let group = self.flattened(Expr::workgroup_id, self.grid);
        if self.source.chance(1, 2) { group * owner.region + within } else { within + group * owner.region }
    }

    /// The flat id of the invocation: a variable that holds it, or spelled out.
    pub(super) fn flat(&mut self, is_local: bool) -> Expr {
        let Generator { variables, source, .. } = self;
        let holds = |name: &&super::Variable| name.of == Use::Flat { is_local };
        if source.chance(3, 4)
            && let Some(variable) = source.choose(variables.iter().filter(holds))
        {
            return Expr::var(variable.name.as_str());
        }
        self.spelled_flat(is_local)
    }

    /// The flat id of the invocation, spelled out.
    pub(super) fn spelled_flat(&mut self, is_local: bool) -> Expr {
        if is_local {
            return self.flattened(Expr::local_id, self.size);
        }
        if self.source.chance(1, 4) {
            // By workgroups: another order of ids would be another ownership, so only where it is the same.
            let [x, y, z] = self.size;
            if (y, z) == (1, 1) && self.grid[1..] == [1, 1] {
                return Expr::workgroup_id(0) * x + Expr::local_id(0);
            }
        }
        let extents = std::array::from_fn(|axis| self.size[axis] * self.grid[axis]);
        self.flattened(Expr::invocation_id, extents)
    }

    /// The number of an id in a grid of these extents, x fastest.
    fn flattened(&mut self, id: impl Fn(u32) -> Expr, [x, y, z]: [u32; 3]) -> Expr {
        if self.source.chance(1, 4) {
            return (id(2) * y + id(1)) * x + id(0);
        }
        let mut flat = id(0);
        if y > 1 || self.source.chance(1, 8) {
            flat = flat + id(1) * x;
        }
        if z > 1 || self.source.chance(1, 8) {
            flat = flat + id(2) * (x * y);
        }
        flat
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u32, depth: u32) -> Expr {
        let Generator { variables, source, wants_uniform, .. } = self;
        let fits = |variable: &&super::Variable| {
            variable.below.is_some_and(|below| below <= bound) && (!*wants_uniform || variable.is_uniform)
        };
        if source.chance(1, 3)
            && let Some(variable) = source.choose(variables.iter().filter(fits))
        {
            return Expr::var(variable.name.as_str());
        }
        if depth == 0 || self.is_spent() {
            return Expr::u32(self.source.below(bound));
        }
        match self.source.below(6) {
            0 | 1 => Expr::u32(self.source.below(bound)),
            2 => self.any(depth) % bound,
            // The greatest mask that stays below.
            3 => self.any(depth) & (((bound + 1).next_power_of_two() >> 1).max(1) - 1).min(bound - 1),
            4 if bound > 1 => {
                let op = *self.source.pick(&[BinOp::Lt, BinOp::Eq, BinOp::Ge, BinOp::And]);
                Expr::binary(op, self.any(depth), self.any(depth))
            }
            _ => Expr::binary(BinOp::Min, self.any(depth), bound - 1),
        }
    }

    /// A `U32` for an index.
    fn any(&mut self, depth: u32) -> Expr {
        self.expr(DataType::U32, depth.min(3).saturating_sub(1))
    }

    /// Any index, in bounds or not.
    pub(super) fn any_index(&mut self, at: usize, depth: u32) -> Expr {
        let len = self.arrays[at].len;
        let name = self.arrays[at].decl.name.clone();
        match self.source.below(16) {
            0 | 1 => Expr::u32(self.source.below(len + 1)),
            2 => Expr::u32((len + self.source.below(3)).wrapping_sub(1)),
            3 => Expr::u32(interesting(self.source)),
            4 => Expr::buf_len(name) - self.source.below(3),
            5..=7 => self.any(depth) % self.source.range(len.max(3) - 2, len + 1),
            8 => self.any(depth) % Expr::buf_len(name),
            9 => self.any(depth) & *self.source.pick(&[1u32, 3, 7, 15, 31, 63]),
            10 => Expr::binary(BinOp::Min, self.any(depth), len.saturating_sub(1)),
            11 if !self.wants_uniform && !self.in_operation => self.flat(true),
            12 if !self.wants_uniform && !self.in_operation => self.flat(false),
            13 => {
                let factor = self.source.range(1, 4);
                self.leaf(DataType::U32) * factor + self.source.below(5)
            }
            14 => self.outside(at, depth),
            _ => self.any(depth),
        }
    }
}
