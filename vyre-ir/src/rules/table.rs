//! The macro that makes [`Code`](super::Code) and [`Problem`](super::Problem) from the rows of the table, and those of pipelines from theirs.

/// An optional column of a row; `$some`, if given, is a macro to apply to it.
macro_rules! optional {
    () => {
        None
    };
    ($($some:ident !)? $text:literal) => {
        Some($($some!)?($text))
    };
}

/// A text, what is repeated in it, and the operations that it calls.
macro_rules! example {
    ($text:literal, [], []) => {
        example!($text, None, no_operations)
    };
    ($text:literal, [$piece:literal, $times:literal], []) => {
        example!($text, Some(($piece, $times)), no_operations)
    };
    ($text:literal, [], [$operations:ident]) => {
        example!($text, None, $operations)
    };
    ($text:literal, $repeated:expr, $operations:ident) => {
        Example { text: $text, repeated: $repeated, operations: example::$operations }
    };
}

macro_rules! rules {
    ($Codes:ident, $Problems:ident; $(
        $Code:ident $title:literal
        $(#[doc = $why:literal])+
        { $($Problem:ident { $($field:ident: $ty:ty),* } => $message:literal, fix $fix:literal $(, note $note:literal)?;)+ }
        rejects $rejects:literal
            $(repeats $bad_piece:literal $bad_times:literal)? $(with $bad_ops:ident)?;
        accepts $accepts:literal
            $(repeats $good_piece:literal $good_times:literal)? $(with $good_ops:ident)?;
    )*) => {
        /// The stable identifier of a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Codes { $(#[doc = $title] $Code),* }

        impl $Codes {
            /// Every rule, by number.
            pub const ALL: &'static [$Codes] = &[$($Codes::$Code),*];

            /// The identifier, such as `V010`.
            pub const fn name(self) -> &'static str {
                match self { $($Codes::$Code => stringify!($Code)),* }
            }

            /// What the rule demands, in a few words.
            pub const fn title(self) -> &'static str {
                match self { $($Codes::$Code => $title),* }
            }

            /// What the rule demands and why.
            pub const fn explanation(self) -> &'static str {
                match self { $($Codes::$Code => concat!($($why, "\n"),+)),* }
            }

            /// The messages of the rule.
            pub const fn messages(self) -> &'static [Message] {
                match self { $($Codes::$Code => &[$(
                    Message { problem: $message, fix: $fix, note: optional!($($note)?) }
                ),+]),* }
            }

            /// A program that breaks this rule and no other.
            pub const fn rejects(self) -> Example {
                match self { $($Codes::$Code => example!(
                    $rejects, [$($bad_piece, $bad_times)?], [$($bad_ops)?]
                )),* }
            }

            /// A program like [`rejects`](Self::rejects) that is valid.
            pub const fn accepts(self) -> Example {
                match self { $($Codes::$Code => example!(
                    $accepts, [$($good_piece, $good_times)?], [$($good_ops)?]
                )),* }
            }
        }

        /// One thing that can be wrong.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the message of each variant says what its fields are")]
        pub enum $Problems { $($(#[doc = $message] $Problem { $($field: $ty),* },)+)* }

        impl $Problems {
            /// The rule that the problem breaks.
            pub const fn code(&self) -> $Codes {
                match self { $($($Problems::$Problem { .. } => $Codes::$Code,)+)* }
            }

            /// What to do about it.
            #[allow(unused_variables, reason = "not every message names every field")]
            pub fn fix(&self) -> String {
                match self { $($($Problems::$Problem { $($field),* } => format!($fix),)+)* }
            }

            /// What is true of vyre, where the documented text misleads or says too little.
            #[allow(unused_variables, reason = "not every note names every field")]
            pub fn note(&self) -> Option<String> {
                match self { $($($Problems::$Problem { $($field),* } => optional!($(format! $note)?),)+)* }
            }
        }

        /// What is wrong, without the fix.
        impl fmt::Display for $Problems {
            #[allow(unused_variables, reason = "not every message names every field")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $($($Problems::$Problem { $($field),* } => write!(f, $message),)+)* }
            }
        }
    };
}
