//! The contents of buffers for runs.

use crate::{Result, Unstructured};
use vyre_ir::{BufferAccess, BufferDecl, DataType};
use vyre_runtime::Arg;

macro_rules! data {
    ($($Type:ident: $Element:ty),*) => {
        /// The contents of one buffer.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Data { $($Type(Vec<$Element>)),* }

        impl Data {
            /// Contents that fit the buffer.
            pub fn new(u: &mut Unstructured<'_>, buffer: &BufferDecl) -> Result<Data> {
                let len = if buffer.count == 0 { u.int_in_range(0..=9)? } else { buffer.count as usize };
                match buffer.element {
                    $(DataType::$Type => {
                        let len = if buffer.element == DataType::Bytes { 4 * len } else { len };
                        Ok(Data::$Type((0..len).map(|_| u.arbitrary()).collect::<Result<_>>()?))
                    })*
                    _ => Err(arbitrary::Error::IncorrectFormat),
                }
            }

            /// The argument for the buffer.
            pub fn arg(&mut self, buffer: &BufferDecl) -> Arg<'_> {
                let is_written = buffer.access == BufferAccess::ReadWrite;
                match self { $(Data::$Type(data) => if is_written { Arg::write(data) } else { Arg::read(data) }),* }
            }
        }
    };
}

data! { U32: u32, I32: i32, U64: u64, Vec2U32: [u32; 2], Vec4U32: [u32; 4], Bool: bool, Bytes: u8 }
