//! Lengths: expressions over the lengths of buffers, values and constants.
//!
//! An expression is a list of items in postorder, so nothing that is done with one recurses.

use super::{Handle, Value};
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};

/// The maximum number of items of a length.
pub const MAX_LENGTH_ITEMS: usize = 256;

/// A number of elements or of workgroups that is known once a pipeline has its arguments: an expression over the lengths of buffers, constants
/// and values, in 64 bits. `-` saturates at 0, `+` and `*` at the largest number, and a division by zero gives 0.
///
/// ```
/// use vyre_ir::{DataType, Length, Pipeline};
/// let mut p = Pipeline::new();
/// let (a, n) = (p.input("a", DataType::U32), p.value("n"));
/// let padded = Length::of("a").div_ceil(64) * 64;
/// let _ = p.output("out", DataType::U32, padded + n);
/// assert_eq!((Length::of(a) - 1).to_string(), "len(#0) - 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Length(pub(crate) Vec<Item>);

/// A part of a length. Operators follow their operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Item {
    Constant(u32),
    /// The elements of a buffer by its name.
    Of(String),
    /// The elements of a buffer of a pipeline that the length is not yet part of.
    OfHandle(Handle),
    /// The bytes of a buffer.
    BytesOf(Handle),
    /// The value by this name.
    Value(String),
    ValueOf(Value),
    /// The number of workgroups of the step that has this length, along an axis.
    Groups(u8),
    Operator(Operator),
}

macro_rules! operators {
    ($($Name:ident $tag:literal $spelling:literal $is_function:literal $precedence:literal => $eval:expr;)*) => {
        /// An operator of lengths.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Operator { $($Name),* }

        impl Operator {
            pub(crate) const ALL: &'static [Operator] = &[$(Operator::$Name),*];

            pub(crate) const fn tag(self) -> u8 {
                match self { $(Operator::$Name => $tag),* }
            }

            pub(crate) const fn spelling(self) -> &'static str {
                match self { $(Operator::$Name => $spelling),* }
            }

            pub(crate) const fn is_function(self) -> bool {
                match self { $(Operator::$Name => $is_function),* }
            }

            /// How tightly it binds.
            pub(crate) const fn precedence(self) -> u8 {
                match self { $(Operator::$Name => $precedence),* }
            }

            fn eval(self, left: u64, right: u64) -> u64 {
                match self { $(Operator::$Name => { let eval: fn(u64, u64) -> u64 = $eval; eval(left, right) }),* }
            }
        }
    };
}

operators! {
    Add 0 "+" false 1 => u64::saturating_add;
    Sub 1 "-" false 1 => u64::saturating_sub;
    Mul 2 "*" false 2 => u64::saturating_mul;
    Div 3 "/" false 2 => |left, right| left.checked_div(right).unwrap_or(0);
    DivCeil 4 "div_ceil" true 3 => |left, right| if right == 0 { 0 } else { left.div_ceil(right) };
    Min 5 "min" true 3 => u64::min;
    Max 6 "max" true 3 => u64::max;
}

/// What the names in a length stand for.
pub(crate) trait Known {
    fn of(&self, name: &str) -> Option<u64>;
    fn value(&self, name: &str) -> Option<u64>;
    fn groups(&self, axis: u8) -> Option<u64>;
}

/// What a length can be of: the name of a buffer, or its handle.
pub trait LengthOf {
    #[doc(hidden)]
    fn length(self) -> Length;
}

impl LengthOf for Handle {
    fn length(self) -> Length {
        Length(vec![Item::OfHandle(self)])
    }
}

impl<T: AsRef<str>> LengthOf for T {
    fn length(self) -> Length {
        Length(vec![Item::Of(self.as_ref().to_string())])
    }
}

impl Length {
    /// The number of elements of a buffer, of bytes if it is one of `Bytes`: an input, or any other that is declared before.
    pub fn of(buffer: impl LengthOf) -> Length {
        buffer.length()
    }

    /// The bytes of a buffer.
    #[doc(hidden)]
    pub fn bytes_of(buffer: Handle) -> Length {
        Length(vec![Item::BytesOf(buffer)])
    }

    /// The number of workgroups, along an axis, of the step to which the length is passed.
    #[doc(hidden)]
    pub fn groups(axis: u8) -> Length {
        Length(vec![Item::Groups(axis)])
    }

    pub(crate) fn constant(value: u32) -> Length {
        Length(vec![Item::Constant(value)])
    }

    /// `self / other`, rounded up.
    #[must_use]
    pub fn div_ceil(self, other: impl Into<Length>) -> Length {
        self.binary(Operator::DivCeil, other.into())
    }

    /// The smaller one.
    #[must_use]
    pub fn min(self, other: impl Into<Length>) -> Length {
        self.binary(Operator::Min, other.into())
    }

    /// The larger one.
    #[must_use]
    pub fn max(self, other: impl Into<Length>) -> Length {
        self.binary(Operator::Max, other.into())
    }

    pub(crate) fn binary(mut self, operator: Operator, other: Length) -> Length {
        // A length that is too long is refused; it does not grow further.
        if self.0.len() <= MAX_LENGTH_ITEMS {
            self.0.extend(other.0.into_iter().take(MAX_LENGTH_ITEMS + 1));
            self.0.push(Item::Operator(operator));
        }
        self
    }

    /// The value, if it is the same whatever the arguments.
    pub(crate) fn as_constant(&self) -> Option<u64> {
        struct Nothing;
        impl Known for Nothing {
            fn of(&self, _: &str) -> Option<u64> {
                None
            }
            fn value(&self, _: &str) -> Option<u64> {
                None
            }
            fn groups(&self, _: u8) -> Option<u64> {
                None
            }
        }
        self.eval(&Nothing)
    }

    /// The value. `None` if something in it is unknown, or if the items are no expression.
    pub(crate) fn eval(&self, known: &impl Known) -> Option<u64> {
        let mut stack = Vec::new();
        for item in &self.0 {
            let value = match item {
                Item::Constant(value) => u64::from(*value),
                Item::Of(name) => known.of(name)?,
                Item::Value(name) => known.value(name)?,
                Item::Groups(axis) => known.groups(*axis)?,
                Item::OfHandle(_) | Item::BytesOf(_) | Item::ValueOf(_) => return None,
                Item::Operator(operator) => {
                    let (right, left) = (stack.pop()?, stack.pop()?);
                    operator.eval(left, right)
                }
            };
            stack.push(value);
        }
        let value = stack.pop();
        value.filter(|_| stack.is_empty())
    }

    /// Whether the items are one expression that is not too long.
    pub(crate) fn is_whole(&self) -> bool {
        let mut depth = 0usize;
        for item in &self.0 {
            match item {
                Item::Operator(_) if depth < 2 => return false,
                Item::Operator(_) => depth -= 1,
                _ => depth += 1,
            }
        }
        depth == 1 && self.0.len() <= MAX_LENGTH_ITEMS
    }
}

/// The invocations that cover the largest of these shapes, of equal ones the first: x the last dimension, y the one before, z the product of the rest.
pub(crate) fn covering(shapes: impl IntoIterator<Item = Vec<Length>>) -> Option<[Length; 3]> {
    let one = || Length::constant(1);
    let product =
        |lengths: &[Length]| lengths.iter().cloned().reduce(|all, length| all * length).unwrap_or(one());
    let mut largest: Option<(Length, [Length; 3])> = None;
    let mut seen = Vec::new();
    for shape in shapes {
        if seen.contains(&shape) {
            continue;
        }
        let size = product(&shape);
        let mut inner = shape.iter().rev().cloned();
        let (x, y) = (inner.next().unwrap_or(one()), inner.next().unwrap_or(one()));
        let grid = [x, y, product(&shape[..shape.len().saturating_sub(2)])];
        largest = Some(match largest {
            None => (size, grid),
            Some((most, other)) => {
                // 1 where this one is larger. `-` saturates.
                let is_larger = (size.clone() - most.clone()).min(1);
                let mut both = other.into_iter().zip(grid);
                let mut pick = || {
                    let (kept, taken) = both.next().unwrap_or((one(), one()));
                    kept * (one() - is_larger.clone()) + taken * is_larger.clone()
                };
                let grid = [pick(), pick(), pick()];
                (most.max(size), grid)
            }
        });
        seen.push(shape);
    }
    largest.map(|(_, grid)| grid)
}

impl From<u32> for Length {
    fn from(value: u32) -> Length {
        Length::constant(value)
    }
}

impl From<Value> for Length {
    fn from(value: Value) -> Length {
        Length(vec![Item::ValueOf(value)])
    }
}

macro_rules! arithmetic {
    ($($Trait:ident $method:ident),*) => {$(
        impl<T: Into<Length>> $Trait<T> for Length {
            type Output = Length;
            fn $method(self, other: T) -> Length {
                self.binary(Operator::$Trait, other.into())
            }
        }
        impl<T: Into<Length>> $Trait<T> for Value {
            type Output = Length;
            fn $method(self, other: T) -> Length {
                Length::from(self).binary(Operator::$Trait, other.into())
            }
        }
    )*};
}

arithmetic!(Add add, Sub sub, Mul mul, Div div);

impl Value {
    /// `self / other`, rounded up.
    pub fn div_ceil(self, other: impl Into<Length>) -> Length {
        Length::from(self).div_ceil(other)
    }

    /// The smaller one.
    pub fn min(self, other: impl Into<Length>) -> Length {
        Length::from(self).min(other)
    }

    /// The larger one.
    pub fn max(self, other: impl Into<Length>) -> Length {
        Length::from(self).max(other)
    }
}

/// The text form.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each text with how tightly its outermost operator binds.
        let mut stack: Vec<(String, u8)> = Vec::new();
        for item in self.0.iter().take(MAX_LENGTH_ITEMS) {
            let name = crate::text::name;
            let text = match item {
                Item::Constant(value) => value.to_string(),
                Item::Of(buffer) => format!("len({})", name(buffer)),
                Item::OfHandle(handle) => format!("len(#{})", handle.at),
                Item::BytesOf(handle) => format!("bytes(#{})", handle.at),
                Item::Value(value) => name(value),
                Item::ValueOf(value) => format!("#{}", value.at),
                Item::Groups(axis) => format!("groups({axis})"),
                Item::Operator(operator) => {
                    let none = || (String::new(), u8::MAX);
                    let (right, left) = (stack.pop().unwrap_or_else(none), stack.pop().unwrap_or_else(none));
                    let (symbol, level) = (operator.spelling(), operator.precedence());
                    let text = if operator.is_function() {
                        format!("{symbol}({}, {})", left.0, right.0)
                    } else {
                        let inner = |(text, own): (String, u8), is_right: bool| {
                            if own < level || is_right && own == level { format!("({text})") } else { text }
                        };
                        format!("{} {symbol} {}", inner(left, false), inner(right, true))
                    };
                    stack.push((text, level));
                    continue;
                }
            };
            stack.push((text, u8::MAX));
        }
        f.write_str(&stack.pop().unwrap_or_default().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Five;
    impl Known for Five {
        fn of(&self, name: &str) -> Option<u64> {
            (name == "a").then_some(5)
        }
        fn value(&self, _: &str) -> Option<u64> {
            Some(u64::from(u32::MAX))
        }
        fn groups(&self, _: u8) -> Option<u64> {
            None
        }
    }

    #[test]
    fn arithmetic_is_of_64_bits_and_saturates_below() {
        let a = || Length::of("a");
        let values = [
            (a() + 1, Some(6)),
            (a() - 7, Some(0)),
            (a() * u32::MAX * u32::MAX, Some(u64::MAX)),
            (a() / 2, Some(2)),
            (a() / 0, Some(0)),
            (a().div_ceil(2), Some(3)),
            (a().div_ceil(0), Some(0)),
            (a().min(3), Some(3)),
            (a().max(3) * (a() - 1), Some(20)),
            (Length::of("b") * 2, None),
        ];
        for (length, value) in values {
            assert_eq!(length.eval(&Five), value, "{length}");
        }
        assert_eq!((Length::from(6) / 4).as_constant(), Some(1));
    }

    #[test]
    fn texts_have_the_parentheses_that_they_need() {
        let a = || Length::of("a");
        let texts = [
            ((a() + 1) * 2, "(len(a) + 1) * 2"),
            (a() - (a() - 1), "len(a) - (len(a) - 1)"),
            (a() - 2 - 1, "len(a) - 2 - 1"),
            ((a() / 2).min(a() + 1), "min(len(a) / 2, len(a) + 1)"),
        ];
        for (length, text) in texts {
            assert_eq!(length.to_string(), text);
        }
    }

    #[test]
    fn a_length_does_not_grow_without_bound() {
        let mut length = Length::of("a");
        for _ in 0..10_000 {
            length = length.clone() + length;
        }
        assert!(!length.is_whole());
        assert!(length.0.len() <= 4 * MAX_LENGTH_ITEMS);
    }

    #[test]
    fn a_grid_covers_the_largest_of_several_shapes() {
        let grid = |shapes: &[&[u32]]| {
            let shapes = shapes.iter().map(|shape| shape.iter().copied().map(Length::from).collect());
            covering(shapes).map(|grid| grid.map(|length| length.eval(&Five)))
        };
        assert_eq!(grid(&[]), None);
        assert_eq!(grid(&[&[]]), Some([1, 1, 1].map(Some)));
        assert_eq!(grid(&[&[2, 3, 4, 5]]), Some([5, 4, 6].map(Some)));
        assert_eq!(grid(&[&[7], &[2, 3], &[2, 4], &[4, 2], &[2, 4]]), Some([4, 2, 1].map(Some)));
        assert_eq!(grid(&[&[0, 3], &[]]), Some([1, 1, 1].map(Some)));
    }
}
