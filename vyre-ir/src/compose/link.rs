//! The ids of what is linked to a program when it is first used. The macro writes them, and the runtime reads them.

use std::fmt;

/// What a call of an operation that is only declared stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A function, by its position among those that the program calls. Calls of one function whose arguments have other types, as far as is
    /// known before it is linked, have other variants.
    Function {
        /// The position.
        callee: usize,
        /// The variant; 0 for the first.
        variant: usize,
    },
    /// Such a call of a method: it gives a tuple of the parts of the receiver's new value, and of those of the result. One that does not
    /// take `&mut self` leaves the receiver as it is.
    Method {
        /// The position.
        callee: usize,
        /// The variant; 0 for the first.
        variant: usize,
        /// The number of the receiver's parts, which are the first arguments.
        own: usize,
    },
    /// A function inside the caller, or beside it inside the same one, by its position.
    Local(usize),
    /// A constant parameter, by its position.
    Constant(usize),
    /// A constant of Rust's, by its position among those that the program uses.
    Item(usize),
    /// An element of a constant table, by the position of the table among those of the function: the argument is the index.
    Table(usize),
    /// An argument: an integer with these bits, of the parameter's type.
    Literal(u128),
}

/// How many words a function that a kernel takes as an argument may take from around it. A call of it in the program passes so many.
pub const CAPTURED_WORDS: usize = 16;

impl Link {
    /// The link that an id means, if it is one.
    ///
    /// ```
    /// use vyre_ir::Link;
    /// let function = Link::Function { callee: 3, variant: 0 };
    /// let method = Link::Method { callee: 3, variant: 1, own: 2 };
    /// for link in [function, method, Link::Local(2), Link::Constant(1), Link::Item(4), Link::Table(2), Link::Literal(u128::MAX)] {
    ///     assert_eq!(Link::of(&link.to_string()), Some(link));
    /// }
    /// assert_eq!(Link::of("primitive.math.add"), None);
    /// ```
    pub fn of(id: &str) -> Option<Link> {
        let (kind, number) = id.split_once('.')?;
        Some(match kind {
            "function" => {
                let (callee, variant) = number.split_once('.')?;
                Link::Function { callee: callee.parse().ok()?, variant: variant.parse().ok()? }
            }
            "method" => {
                let (callee, rest) = number.split_once('.')?;
                let (variant, own) = rest.split_once('.')?;
                let [callee, variant, own] = [callee, variant, own].map(|number| number.parse().ok());
                Link::Method { callee: callee?, variant: variant?, own: own? }
            }
            "local" => Link::Local(number.parse().ok()?),
            "const" => Link::Constant(number.parse().ok()?),
            "item" => Link::Item(number.parse().ok()?),
            "table" => Link::Table(number.parse().ok()?),
            "literal" => Link::Literal(number.parse().ok()?),
            _ => return None,
        })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Link::Function { callee, variant } => write!(f, "function.{callee}.{variant}"),
            Link::Method { callee, variant, own } => write!(f, "method.{callee}.{variant}.{own}"),
            Link::Local(at) => write!(f, "local.{at}"),
            Link::Constant(at) => write!(f, "const.{at}"),
            Link::Item(at) => write!(f, "item.{at}"),
            Link::Table(at) => write!(f, "table.{at}"),
            Link::Literal(bits) => write!(f, "literal.{bits}"),
        }
    }
}
