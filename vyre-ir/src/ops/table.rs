//! How rows become enums with their columns and evaluation.

/// A row on `u32`, where truth is 0 or 1.
macro_rules! untyped {
    (FloatSign $params:tt |$($operand:ident),*| $eval:expr) => {
        untyped!(Arithmetic $params |$($operand),*| $eval)
    };
    (FloatOrder ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {{
        fn row($($operand: f32),*) -> bool { $eval }
        row($(f32::from_bits($param)),*) as u32
    }};
    (Float ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {{
        fn row($($operand: f32),*) -> f32 { $eval }
        float::canonical(row($(f32::from_bits($param)),*))
    }};
    (Elementary $($row:tt)*) => { untyped!(Float $($row)*) };
    (DoubleFromU32 $params:tt $($row:tt)*) => { untyped!(@double u32 $params $($row)*) };
    (DoubleFromI32 $params:tt $($row:tt)*) => { untyped!(@double i32 $params $($row)*) };
    (DoubleFromU64 $params:tt $($row:tt)*) => { untyped!(@double u64 $params $($row)*) };
    (DoubleFromF32 ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: f32) -> f64 { $eval }
        double::canonical(row(f32::from_bits($param))) as u32
    }};
    (ToF32 ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: f64) -> f32 { $eval }
        float::canonical(row(f64::from_bits($param.into())))
    }};
    (@double $int:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: $int) -> f64 { $eval }
        row($param as $int).to_bits() as u32
    }};
    (ToU32 $params:tt $($row:tt)*) => { untyped!(@to u32 $params $($row)*) };
    (ToI32 $params:tt $($row:tt)*) => { untyped!(@to i32 $params $($row)*) };
    (ToU64 $params:tt $($row:tt)*) => { untyped!(@to u64 $params $($row)*) };
    (FromU32 $params:tt $($row:tt)*) => { untyped!(@from u32 $params $($row)*) };
    (FromI32 $params:tt $($row:tt)*) => { untyped!(@from i32 $params $($row)*) };
    (FromU64 $params:tt $($row:tt)*) => { untyped!(@from u64 $params $($row)*) };
    (@to $int:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: f32) -> $int { $eval }
        row(f32::from_bits($param)) as u32
    }};
    (@from $int:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: $int) -> f32 { $eval }
        row($param as $int).to_bits()
    }};
    ($typing:ident $params:tt |$($operand:ident),*| $eval:expr) => {{
        #[inline]
        fn row($($operand: u32),*) -> result!($typing u32) {
            $eval
        }
        row $params as u32
    }};
}

/// What a row gives for an operand of type `$of`.
macro_rules! result {
    (Equality $of:ident) => {
        bool
    };
    (Order $of:ident) => {
        bool
    };
    (Truth $of:ident) => {
        bool
    };
    (Count $of:ident) => {
        u32
    };
    (Distance i32) => {
        u32
    };
    ($typing:ident $of:ident) => {
        $of
    };
}

/// A row on a scalar, whose bits are the low ones of a `u64`. What the typing does not take has no value.
macro_rules! typed {
    (Float $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::F64 => {
                fn row($($operand: f64),*) -> f64 { $eval }
                Some(double::canonical(row($(f64::from_bits($param)),*)))
            }
            _ => typed!(@single Float $scalar ($($param),*) |$($operand),*| $eval),
        }
    };
    (Elementary $($row:tt)*) => { typed!(@single Elementary $($row)*) };
    // A sign is in the high word, and the low one stays.
    (FloatSign $scalar:ident ($first:ident $(, $param:ident)*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::F64 => {
                fn row($($operand: u32),*) -> u32 { $eval }
                let high = row(($first >> 32) as u32 $(, ($param >> 32) as u32)*);
                Some(u64::from(high) << 32 | $first & 0xffff_ffff)
            }
            _ => typed!(@single FloatSign $scalar ($first $(, $param)*) |$($operand),*| $eval),
        }
    };
    (FloatOrder $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::F64 => {
                fn row($($operand: f64),*) -> bool { $eval }
                Some(row($(f64::from_bits($param)),*).into())
            }
            _ => typed!(@single FloatOrder $scalar ($($param),*) |$($operand),*| $eval),
        }
    };
    (@single $typing:ident $scalar:ident ($($param:ident),*) $($row:tt)*) => {
        match $scalar {
            Scalar::F32 => {
                $(let $param = $param as u32;)*
                Some(untyped!($typing ($($param),*) $($row)*).into())
            }
            Scalar::U32
            | Scalar::I32
            | Scalar::U64
            | Scalar::Bool
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => None,
        }
    };
    (ToU32 $($row:tt)*) => { typed!(@to u32 u32 $($row)*) };
    (ToI32 $($row:tt)*) => { typed!(@to i32 u32 $($row)*) };
    (ToU64 $($row:tt)*) => { typed!(@to u64 u64 $($row)*) };
    (@to $int:ident $bits:ident $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        match $scalar {
            Scalar::F32 => {
                fn row($operand: f32) -> $int { $eval }
                Some((row(f32::from_bits($param as u32)) as $bits).into())
            }
            Scalar::F64 => {
                fn row($operand: f64) -> $int { $eval }
                Some((row(f64::from_bits($param)) as $bits).into())
            }
            Scalar::U32 | Scalar::I32 | Scalar::U64 | Scalar::Bool | Scalar::F16 | Scalar::BF16 => None,
        }
    };
    (DoubleFromU32 $($row:tt)*) => { typed!(@double U32 u32 $($row)*) };
    (DoubleFromI32 $($row:tt)*) => { typed!(@double I32 i32 $($row)*) };
    (DoubleFromU64 $($row:tt)*) => { typed!(@double U64 u64 $($row)*) };
    (@double $Scalar:ident $int:ident $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        if let Scalar::$Scalar = $scalar {
            fn row($operand: $int) -> f64 { $eval }
            Some(row($param as $int).to_bits())
        } else {
            None
        }
    };
    (DoubleFromF32 $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        if let Scalar::F32 = $scalar {
            fn row($operand: f32) -> f64 { $eval }
            Some(double::canonical(row(f32::from_bits($param as u32))))
        } else {
            None
        }
    };
    (ToF32 $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        if let Scalar::F64 = $scalar {
            fn row($operand: f64) -> f32 { $eval }
            Some(float::canonical(row(f64::from_bits($param))).into())
        } else {
            None
        }
    };
    (FromU32 $($row:tt)*) => { typed!(@from U32 u32 $($row)*) };
    (FromI32 $($row:tt)*) => { typed!(@from I32 i32 $($row)*) };
    (FromU64 $($row:tt)*) => { typed!(@from U64 u64 $($row)*) };
    (@from $Scalar:ident $int:ident $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        if let Scalar::$Scalar = $scalar {
            fn row($operand: $int) -> f32 { $eval }
            Some(row($param as $int).to_bits().into())
        } else {
            None
        }
    };
    (Truth $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($($operand: u32),*) -> bool { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32
            | Scalar::U64
            | Scalar::Bool
            | Scalar::F32
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => None,
        }
    };
    (Atomic $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($($operand: u32),*) -> u32 { $eval }
                Some(row($($param as u32),*).into())
            }
            Scalar::U64 => {
                fn row($($operand: u64),*) -> u64 { $eval }
                Some(row($($param),*))
            }
            Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => None,
        }
    };
    (Shift $scalar:ident ($left:ident, $right:ident) |$a:ident, $b:ident| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($a: u32, $b: u32) -> u32 { $eval }
                Some(row($left as u32, $right as u32) as u64)
            }
            Scalar::I32 => {
                fn row($a: i32, $b: u32) -> i32 { $eval }
                Some(row($left as i32, $right as u32) as u32 as u64)
            }
            Scalar::U64 => {
                fn row($a: u64, $b: u32) -> u64 { $eval }
                Some(row($left, $right as u32))
            }
            Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => None,
        }
    };
    (Bitwise $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@with_bool Bitwise $scalar $params |$($operand),*| $eval)
    };
    (Equality $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@with_bool Equality $scalar $params |$($operand),*| $eval)
    };
    (@with_bool $typing:ident $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::Bool => {
                fn row($($operand: bool),*) -> bool { $eval }
                Some(row($($param != 0),*) as u64)
            }
            _ => typed!(@integers $typing $scalar ($($param),*) |$($operand),*| $eval),
        }
    };
    (@integers $typing:ident $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($($operand: u32),*) -> result!($typing u32) { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32 => {
                fn row($($operand: i32),*) -> result!($typing i32) { $eval }
                Some(row($($param as i32),*) as u32 as u64)
            }
            Scalar::U64 => {
                fn row($($operand: u64),*) -> result!($typing u64) { $eval }
                Some(row($($param),*) as u64)
            }
            Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => None,
        }
    };
    ($typing:ident $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@integers $typing $scalar $params |$($operand),*| $eval)
    };
}

macro_rules! operators {
    (@typed $Enum:ident $params:tt $(($Name:ident $typing:ident |$($operand:ident),*| $eval:expr))*) => {
        operators!(@typed_by $Enum $params $params $(($Name $typing |$($operand),*| $eval))*);
    };
    (@typed_by $Enum:ident ($($param:ident),*) $params:tt $(($Name:ident $typing:ident |$($operand:ident),*| $eval:expr))*) => {
        /// What the operator computes on a scalar whose bits are the low ones of a `u64`; a `Bool` is 0 or 1. It gives the
        /// bits of the result, or `None` if the [`Typing`] does not take the scalar.
        #[inline]
        pub fn eval_as(self, scalar: Scalar, $($param: u64),*) -> Option<u64> {
            if let Some(format) = Format::of(scalar) {
                return self.eval_half(format, $($param),*);
            }
            match self { $($Enum::$Name => typed!($typing scalar $params |$($operand),*| $eval),)* }
        }
    };
    (
        $(#[$enum_attr:meta])*
        $Enum:ident($($param:ident),*) $params:tt $d:tt $rows:ident:
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $Name:ident = $tag:literal, $kind:ident($text:literal $(, $precedence:ident)?), methods [$($method:literal),*],
            $typing:ident $({$($law:ident),*})? $(, library $library:literal)? $(, tolerance $tolerance:literal)?,
            |$($operand:ident),*| $eval:expr,
            examples { $(($($example:expr),*) => $result:expr),* };
        )*
    ) => {
        /// Calls the macro that is named first with the other tokens and, after them, the position of each row.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $rows {
            ($d callback:ident! $d($d args:tt)*) => { $d callback! { $d($d args)* $($tag)* } };
        }

        $(#[$enum_attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $Enum {
            $(
                #[doc = $doc]
                $(#[doc = $more])*
                $Name = $tag,
            )*
        }

        impl $Enum {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [$Enum] = &[$($Enum::$Name),*];

            /// What the operator computes on `u32`; floats are their bits, and of 64 bits there are the low ones. Total: every operand
            /// has a result.
            #[inline]
            pub fn eval(self, $($param: u32),*) -> u32 {
                match self {
                    $($Enum::$Name => untyped!($typing $params |$($operand),*| $eval),)*
                }
            }

            operators!(@typed $Enum $params $(($Name $typing |$($operand),*| $eval))*);

            /// Which scalars the operator computes on, and what it gives.
            pub const fn typing(self) -> Typing {
                match self { $($Enum::$Name => Typing::$typing),* }
            }

            /// The name of the variant.
            pub const fn name(self) -> &'static str {
                match self { $($Enum::$Name => stringify!($Name)),* }
            }

            /// The spelling in the text form.
            pub const fn spelling(self) -> Spelling {
                match self { $($Enum::$Name => Spelling::$kind($text)),* }
            }

            /// How tightly the operator binds its operands in text.
            pub const fn precedence(self) -> Precedence {
                match self { $($Enum::$Name => Precedence::of(Spelling::$kind($text), &[$(Precedence::$precedence)?])),* }
            }

            /// What holds of the operator for every operand.
            pub const fn laws(self) -> &'static [Law] {
                match self { $($Enum::$Name => &[$($(Law::$law),*)?]),* }
            }

            /// The last part of the ids of the operations that compute the same on `I32` and on `U64`, if the library has any.
            pub const fn library_name(self) -> Option<&'static str> {
                let names: &[&str] = match self { $($Enum::$Name => &[$($library)?]),* };
                names.first().copied()
            }

            /// How far from the exact result the operator may be, in ULP of that result, if it is approximate. Every other operator gives one result.
            pub const fn tolerance_ulp(self) -> Option<u32> {
                let tolerances: &[u32] = match self { $($Enum::$Name => &[$($tolerance)?]),* };
                tolerances.first().copied()
            }

            /// The methods by which a kernel may call the operator.
            pub const fn methods(self) -> &'static [&'static str] {
                match self { $($Enum::$Name => &[$($method),*]),* }
            }

            /// The meaning, in words.
            pub const fn doc(self) -> &'static str {
                match self { $($Enum::$Name => concat!($doc $(, $more)*)),* }
            }

            /// Operands with the result that the specification gives for them.
            pub const fn examples(self) -> &'static [(&'static [u32], u32)] {
                match self { $($Enum::$Name => &[$((&[$($example),*], $result)),*]),* }
            }

            /// The operator that the wire form writes as this byte.
            pub(crate) fn from_tag(tag: u8) -> Option<$Enum> {
                match tag { $($tag => Some($Enum::$Name),)* _ => None }
            }

            /// The operator that a kernel calls by this method, if there is one.
            pub fn from_method(method: &str) -> Option<$Enum> {
                Self::find(&|op| op.methods().contains(&method))
            }

            /// The operator that is written as this symbol in the text form and in kernels, if there is one.
            pub fn from_symbol(symbol: &str) -> Option<$Enum> {
                Self::find(&|op| matches!(op.spelling(), Spelling::Symbol(text) if text == symbol))
            }

            /// The operator that is written as this function in the text form, if there is one.
            pub fn from_function(name: &str) -> Option<$Enum> {
                Self::find(&|op| matches!(op.spelling(), Spelling::Function(text) if text == name))
            }

            /// The operators that take the scalar, in the order of the table.
            pub fn on(scalar: Scalar) -> impl Iterator<Item = $Enum> + Clone {
                Self::ALL.iter().copied().filter(move |op| op.typing().result(scalar).is_some())
            }

            /// The operators that take and give `U32` in a program, in the order of the table.
            pub fn on_words() -> Vec<$Enum> {
                let words = (DataType::U32, DataType::U32);
                Self::ALL.iter().copied().filter(|op| op.typing().in_program() == words).collect()
            }

            fn find(is_it: &dyn Fn($Enum) -> bool) -> Option<$Enum> {
                Self::ALL.iter().copied().find(|op| is_it(*op))
            }
        }
    };
}
