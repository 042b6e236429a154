//! Where the fields of a `#[repr(C)]` struct lie, in words of 32 bits.

use vyre_ir::DataType;

/// The size and the alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) words: u32,
    pub(crate) align: u32,
}

impl Layout {
    pub(crate) const EMPTY: Layout = Layout { words: 0, align: 1 };

    pub(crate) fn of_scalar(ty: DataType) -> Layout {
        let words = ty.lanes() as u32;
        Layout { words, align: words }
    }

    pub(crate) fn repeated(self, count: u32) -> Layout {
        Layout { words: self.words.saturating_mul(count), align: self.align }
    }

    /// The words of padding before what follows this.
    pub(crate) fn padding_before(self, next: Layout) -> u32 {
        (next.align - self.words % next.align) % next.align
    }

    /// A struct that goes on with this field. It has no padding.
    pub(crate) fn followed(self, next: Layout) -> Layout {
        Layout { words: self.words.saturating_add(next.words), align: self.align.max(next.align) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_what_the_alignment_leaves() {
        let (word, wide) = (Layout::of_scalar(DataType::U32), Layout::of_scalar(DataType::U64));
        assert_eq!(word.padding_before(wide), 1);
        assert_eq!(word.followed(word).padding_before(wide), 0);
        assert_eq!(wide.padding_before(word), 0);
        // The end of a struct is padded to its own alignment.
        let odd = wide.followed(word);
        assert_eq!((odd.words, odd.align, odd.padding_before(odd)), (3, 2, 1));
        assert_eq!(wide.repeated(3), Layout { words: 6, align: 2 });
    }
}
