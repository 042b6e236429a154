//! The operands of elementary functions on floats of 16 bits whose `f32` result, although the nearest to the exact one, lies in the middle between two
//! floats of 16 bits and rounds to the wrong one. All 2^16 operands of each function were tried.

use crate::{Scalar, UnOp};

/// A function, a format, and the bits of the operands whose results have to be one more, and one less.
type Row = (UnOp, Scalar, &'static [u16], &'static [u16]);

/// Every function that has such operands.
pub(super) const CORRECTIONS: &[Row] = &[
    (UnOp::FSin, Scalar::F16, &[0x32b3, 0xb2b3], &[0x5cb0, 0xdcb0]),
    (UnOp::FCos, Scalar::F16, &[0x2b7c, 0xab7c], &[]),
    (UnOp::FTan, Scalar::F16, &[0x2894, 0x774a, 0xa894, 0xf74a], &[0x55ed, 0xd5ed]),
    (UnOp::FAcos, Scalar::F16, &[0x804b, 0xb874], &[0xacaf]),
    (UnOp::FAtan, Scalar::F16, &[0x2745, 0x32b5, 0x466e, 0xa745, 0xb2b5, 0xc66e], &[]),
    (UnOp::FSinh, Scalar::F16, &[0x40f2, 0xc0f2], &[]),
    (UnOp::FCosh, Scalar::F16, &[0x2800, 0xa800], &[]),
    (UnOp::FExp, Scalar::F16, &[], &[0x1f79, 0x25cf]),
    (UnOp::FExp2, Scalar::F16, &[0x11c5], &[]),
    (UnOp::FExpM1, Scalar::F16, &[0x11a8], &[]),
    (UnOp::FLog, Scalar::F16, &[], &[0x1d78]),
    (UnOp::FLog10, Scalar::F16, &[0x33f8, 0x69d0], &[0x338f, 0x57e1, 0x719d]),
    (UnOp::FLog1p, Scalar::F16, &[0x1e03], &[0x9dfd]),
    (
        UnOp::FCbrt,
        Scalar::F16,
        &[
            0x0551, 0x1151, 0x1d51, 0x2951, 0x3551, 0x4151, 0x4d51, 0x5951, 0x6551, 0x7151, 0x8551, 0x9151,
            0x9d51, 0xa951, 0xb551, 0xc151, 0xcd51, 0xd951, 0xe551, 0xf151,
        ],
        &[],
    ),
];
