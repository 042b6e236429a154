//! Where the fields of a `#[repr(C)]` struct lie, in bytes.

use crate::types::Ty;

/// The size and the alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) bytes: u32,
    pub(crate) align: u32,
}

impl Layout {
    pub(crate) const EMPTY: Layout = Layout { bytes: 0, align: 1 };

    pub(crate) fn of_scalar(ty: Ty) -> Layout {
        let bytes = ty.bytes();
        Layout { bytes, align: bytes }
    }

    pub(crate) fn repeated(self, count: u32) -> Layout {
        Layout { bytes: self.bytes.saturating_mul(count), align: self.align }
    }

    /// The bytes of padding before what follows this.
    pub(crate) fn padding_before(self, next: Layout) -> u32 {
        (next.align - self.bytes % next.align) % next.align
    }

    /// A struct that goes on with this field. It has no padding.
    pub(crate) fn followed(self, next: Layout) -> Layout {
        Layout { bytes: self.bytes.saturating_add(next.bytes), align: self.align.max(next.align) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_what_the_alignment_leaves() {
        let [byte, half, word, wide] = [Ty::U8, Ty::I16, Ty::U32, Ty::I64].map(Layout::of_scalar);
        assert_eq!(word.padding_before(wide), 4);
        assert_eq!(word.followed(word).padding_before(wide), 0);
        assert_eq!(wide.padding_before(word), 0);
        assert_eq!(byte.padding_before(half), 1);
        assert_eq!(half.followed(byte).padding_before(word), 1);
        // The end of a struct is padded to its own alignment.
        let odd = wide.followed(word);
        assert_eq!((odd.bytes, odd.align, odd.padding_before(odd)), (12, 8, 4));
        assert_eq!(wide.repeated(3), Layout { bytes: 24, align: 8 });
        assert_eq!(byte.repeated(3).padding_before(byte), 0);
    }
}
