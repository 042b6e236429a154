//! That ranges contain what the rows of the operators give, and that they are no wider than by hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre_ir::casts::{CASTS, Conversion};
use vyre_ir::{BinOp, DataType, Program, Scalar, Type, UnOp, validate};
use vyre_lower::analysis::range::Range;
use vyre_lower::analysis::ranges::ranges;
use vyre_lower::analysis::transfer;
use vyre_lower::{BufferId, Op, U32, build, value};

/// Values at which operators change what they do.
fn edges(scalar: Scalar) -> Vec<u64> {
    let near = |at: u64| [at.wrapping_sub(1), at, at.wrapping_add(1)];
    let corners: &[u64] = match scalar {
        Scalar::Bool => return vec![0, 1],
        Scalar::U32 | Scalar::I32 | Scalar::F32 => &[1, 5, 32, 1 << 31, u32::MAX as u64 - 1],
        Scalar::F16 | Scalar::BF16 => &[1, 1 << 10, 1 << 15, 0xfffe],
        Scalar::U64 | Scalar::F64 => &[1, 64, 1 << 32, 1 << 63, u64::MAX - 1],
    };
    corners.iter().copied().flat_map(near).collect()
}

/// Sets of values with a range that holds for them: every interval between edges, with the edges in it, and pairs with all that
/// their bits have in common.
fn samples(scalar: Scalar) -> Vec<(Range, Vec<u64>)> {
    let mut values = edges(scalar);
    values.sort_unstable();
    let mut samples = Vec::new();
    for (at, lo) in values.iter().enumerate() {
        for end in at..values.len() {
            samples.push((Range::between(*lo, values[end]), values[at..=end].to_vec()));
            samples.push((Range::one(*lo).join(Range::one(values[end])), vec![*lo, values[end]]));
        }
    }
    samples
}

fn check_binary(op: BinOp, scalar: Scalar, a: &(Range, Vec<u64>), b: &(Range, Vec<u64>)) {
    let range = transfer::binary(op, scalar, a.0, b.0);
    for x in &a.1 {
        for y in &b.1 {
            let value = op.eval_as(scalar, *x, *y).unwrap();
            assert!(range.contains(value), "{op:?} {scalar}: {x} {y} gives {value}\n{a:?}\n{b:?}\n{range:?}");
        }
    }
}

#[test]
fn ranges_contain_what_operators_of_two_operands_give() {
    for scalar in Scalar::ALL {
        let left = samples(*scalar);
        for op in BinOp::ALL.iter().filter(|op| op.typing().result(*scalar).is_some()) {
            let right =
                if op.typing() == vyre_ir::Typing::Shift { samples(Scalar::U32) } else { left.clone() };
            for a in &left {
                right.iter().for_each(|b| check_binary(*op, *scalar, a, b));
            }
        }
    }
}

#[test]
fn ranges_contain_what_operators_of_one_operand_give() {
    for scalar in Scalar::ALL {
        for op in UnOp::ALL.iter().filter(|op| op.typing().result(*scalar).is_some()) {
            for (range, values) in samples(*scalar) {
                let result = transfer::unary(*op, *scalar, range);
                for value in values {
                    let value = op.eval_as(*scalar, value).unwrap();
                    assert!(result.contains(value), "{op:?} {scalar}: {range:?} gives {value}, {result:?}");
                }
            }
        }
    }
}

#[test]
fn ranges_contain_what_conversions_give() {
    let types = |data: DataType| data.value_type();
    // The builder composes those to `U128`, which is four words then.
    for cast in CASTS.iter().filter(|cast| cast.target != DataType::U128) {
        let (Some(source), Some(target)) = (types(cast.source.clone()), types(cast.target.clone())) else {
            continue;
        };
        for (range, values) in samples(source.scalar) {
            let result = transfer::convert(cast.conversion, source, target, range);
            // Every choice of lanes would be too many: all the same, and each value beside the first.
            let lanes = values.iter().flat_map(|value| {
                let mut one = [0; 4];
                let mut two = [0; 4];
                for lane in 0..usize::from(source.lanes) {
                    value::set_bits(source, &mut one, lane, *value);
                    value::set_bits(source, &mut two, lane, if lane == 0 { values[0] } else { *value });
                }
                [one, two]
            });
            for lanes in lanes {
                let converted = value::convert(cast.conversion, lanes, target).unwrap();
                for lane in 0..usize::from(target.lanes) {
                    let value = value::bits(target, &converted, lane);
                    assert!(
                        result.contains(value),
                        "{} to {}: {range:?} gives {value}, {result:?}",
                        cast.source,
                        cast.target
                    );
                }
            }
        }
    }
}

/// What the operator gives for every pair of small values.
fn hull(op: BinOp, a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    let values = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| u64::from(op.eval(x as u32, y as u32))));
    let all: Vec<u64> = values.collect();
    (all.iter().copied().min().unwrap(), all.iter().copied().max().unwrap())
}

#[test]
fn intervals_of_small_values_are_exact() {
    use BinOp::*;
    let size = 8;
    let intervals: Vec<(u64, u64)> = (0..size).flat_map(|lo| (lo..size).map(move |hi| (lo, hi))).collect();
    for op in [Add, Mul, Div, Min, Max, AbsDiff, Shl, Shr, Eq, Ne, Lt, Gt, Le, Ge, And, Or, Sub] {
        for a in &intervals {
            for b in &intervals {
                let (x, y) = (Range::between(a.0, a.1), Range::between(b.0, b.1));
                let range = transfer::binary(op, Scalar::U32, x, y);
                // What wraps at times is no interval; a quotient may be 0 for two reasons.
                let is_exact = match op {
                    Sub => a.0 >= b.1 || a.1 < b.0,
                    Div => b.0 > 0 || b.1 == 0,
                    _ => true,
                };
                if is_exact {
                    assert_eq!((range.lo, range.hi), hull(op, *a, *b), "{op:?} {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn ranges_by_hand() {
    use BinOp::*;
    let u32s = |lo: u64, hi: u64| Range::between(lo, hi);
    let any = Range::full(Scalar::U32);
    let most = |op, a, b| {
        let range = transfer::binary(op, Scalar::U32, a, b);
        (range.lo, range.hi)
    };
    assert_eq!(most(Mod, any, Range::one(7)), (0, 6));
    assert_eq!(most(Mod, any, u32s(0, 7)), (0, 6));
    assert_eq!(most(Mod, u32s(2, 4), any), (0, 4));
    assert_eq!(most(Mod, u32s(2, 4), u32s(5, 9)), (2, 4));
    assert_eq!(most(Mod, any, Range::one(0)), (0, 0));
    assert_eq!(most(BitAnd, any, Range::one(15)), (0, 15));
    assert_eq!(most(BitAnd, any, u32s(3, 12)), (0, 12));
    assert_eq!(most(BitOr, u32s(4, 5), u32s(1, 2)), (4, 7));
    assert_eq!(most(BitXor, u32s(4, 5), u32s(0, 3)), (4, 7));
    assert_eq!(most(Div, any, Range::one(1 << 30)), (0, 3));
    assert_eq!(most(Div, u32s(10, 20), u32s(0, 2)), (0, 20));
    assert_eq!(most(Shr, any, Range::one(28)), (0, 15));
    // The amount counts modulo 32.
    assert_eq!(most(Shr, any, Range::one(60)), (0, 15));
    assert_eq!(most(Shl, u32s(1, 3), Range::one(33)), (2, 6));
    assert_eq!(most(Shl, u32s(1, 3), Range::one(31)), (0, 1 << 31));
    // Sums that all wrap are an interval again; those that may are not.
    assert_eq!(most(Add, u32s(1, 9), Range::one(u32::MAX.into())), (0, 8));
    assert_eq!(most(Add, u32s(0, 9), Range::one(u32::MAX.into())), (0, u32::MAX.into()));
    assert_eq!(most(Sub, Range::one(63), u32s(0, 63)), (0, 63));
    assert_eq!(most(Sub, Range::one(62), u32s(0, 63)), (0, u32::MAX.into()));
    // Multiples of 4 stay multiples of 4, and end before the greatest one.
    let fours = transfer::binary(Mul, Scalar::U32, any, Range::one(4));
    assert_eq!((fours.zeros & 7, fours.hi), (3, 0xffff_fffc));
    let next = transfer::binary(Add, Scalar::U32, fours, Range::one(3));
    assert_eq!((next.ones & 7, next.lo, next.hi), (3, 3, 0xffff_ffff));
    let even = transfer::binary(BitXor, Scalar::U32, next, Range::one(1));
    assert_eq!((even.zeros & 3, even.ones & 3), (1, 2));
    let unary = |op, a| {
        let range = transfer::unary(op, Scalar::U32, a);
        (range.lo, range.hi)
    };
    assert_eq!(unary(UnOp::Popcount, any), (0, 32));
    assert_eq!(unary(UnOp::Popcount, u32s(0, 15)), (0, 4));
    assert_eq!(unary(UnOp::Clz, u32s(1, 255)), (24, 31));
    assert_eq!(unary(UnOp::Ctz, u32s(1, 255)), (0, 7));
    assert_eq!(unary(UnOp::Ctz, fours), (2, 32));
    assert_eq!(unary(UnOp::Ctz, next), (0, 0));
    assert_eq!(unary(UnOp::Negate, u32s(1, 2)), (0xffff_fffe, 0xffff_ffff));
    assert_eq!(unary(UnOp::BitNot, u32s(0, 2)), (0xffff_fffd, 0xffff_ffff));
    assert_eq!(unary(UnOp::ReverseBits, u32s(0, 3)), (0, 0xc000_0000));
    assert_eq!(unary(UnOp::LogicalNot, u32s(1, 3)), (0, 0));
    let signed = |op, a, b| {
        let range = transfer::binary(op, Scalar::I32, a, b);
        (range.lo, range.hi)
    };
    let minus = u32s(0xffff_fff0, 0xffff_ffff);
    assert_eq!(signed(Lt, minus, u32s(0, 3)), (0, 1), "negative numbers are below others");
    assert_eq!(signed(Lt, u32s(0, 2), u32s(3, 4)), (1, 1));
    assert_eq!(signed(Min, u32s(1, 2), u32s(3, 4)), (1, 2));
    assert_eq!(signed(Shr, u32s(16, 31), Range::one(4)), (1, 1));
}

#[test]
fn words_of_wide_values_by_hand() {
    let wide = transfer::wide(Range::between(3, 9), Range::one(2));
    assert_eq!((wide.lo, wide.hi), (0x2_0000_0003, 0x2_0000_0009));
    assert_eq!(transfer::word(wide, 0).hi, 15, "bits are known, and no interval");
    assert_eq!(transfer::word(wide, 1).as_one(), Some(2));
    let narrow =
        |a| transfer::convert(Conversion::Truncate, Type::scalar(Scalar::U64), Type::scalar(Scalar::U32), a);
    assert_eq!(narrow(Range::between(3, 9)), Range::between(3, 9));
    let signed = transfer::convert(
        Conversion::SignExtend,
        Type::scalar(Scalar::I32),
        Type::scalar(Scalar::U64),
        Range::between(0xffff_fff0, 0xffff_ffff),
    );
    assert_eq!((signed.lo, signed.hi), (u64::MAX - 15, u64::MAX));
}

/// The interval of what the program stores to `out` at last.
fn stored(entry: &str) -> (u64, u64) {
    let text = format!(
        "program\nworkgroup_size 64, 2, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\nbuffer text: read bytes @ 2\n\
         entry {{\n{entry}\n}}\n"
    );
    let program: Program = text.parse().unwrap();
    let form = build(&validate(&program).unwrap()).unwrap();
    let ranges = ranges(&form);
    let Some(vyre_lower::Stmt::Store { value, .. }) = form.body.last() else { panic!("{form}") };
    (ranges[value.index()].lo, ranges[value.index()].hi)
}

const MAX: u64 = u32::MAX as u64;

#[test]
fn ids_and_loads_are_bounded() {
    assert_eq!(stored("out[0] = local_id.x;"), (0, 63));
    assert_eq!(stored("out[0] = local_id.y;"), (0, 1));
    assert_eq!(stored("out[0] = workgroup_id.x;"), (0, (1 << 26) - 1));
    assert_eq!(stored("out[0] = workgroup_id.y;"), (0, (1 << 31) - 1));
    assert_eq!(stored("out[0] = workgroup_id.z;"), (0, MAX));
    assert_eq!(stored("out[0] = invocation_id.x;"), (0, MAX));
    assert_eq!(stored("out[0] = byte(text, 3);"), (0, 255));
    assert_eq!(stored("out[0] = workgroup_id.x * 64 + local_id.x;"), (0, MAX));
    assert_eq!(stored("out[0] = workgroup_id.x * 64 + local_id.x + 1;"), (0, MAX));
    assert_eq!(stored("out[0] = local_id.x * 3 + 1;"), (1, 190));
}

#[test]
fn vectors_have_the_range_of_all_lanes() {
    assert_eq!(stored("out[0] = vec2<u32>(3, local_id.x).1;"), (0, 63));
    assert_eq!(stored("out[0] = vec2<u32>(local_id.x, 99).0;"), (0, 99));
    assert_eq!(stored("out[0] = cast<vec4<u32>>(local_id.y).3;"), (0, 1));
    assert_eq!(
        stored("out[0] = cast<vec2<u32>>(cast<u64>(local_id.x)).0;"),
        (0, MAX),
        "two lanes of one number"
    );
    assert_eq!(stored("out[0] = cast<u32>(cast<u64>(local_id.x));"), (0, 63));
    assert_eq!(stored("out[0] = cast<u64>(local_id.x).1;"), (0, 0));
}

#[test]
fn lengths_are_those_that_programs_fix() {
    let text = "program\nworkgroup_size 1, 1, 1\nbuffer out: read_write u32[12] @ 0\nentry { out[0] = 1; }";
    let program: Program = text.parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    let length = form.add(Op::Length(BufferId(0)), U32, form.insts[0].origin);
    assert_eq!(ranges(&form)[length.index()], Range::one(12));
}

#[test]
fn locals_are_what_is_set_to_them() {
    assert_eq!(stored("let x = 3; if a[0] > 2 { x = 7; } out[0] = x;"), (3, 7));
    assert_eq!(stored("let x = 3; x = 9; out[0] = x;"), (9, 9), "what was set last");
    assert_eq!(stored("let x = 3; if a[0] > 2 { x = 7; return; } out[0] = x;"), (3, 3));
    // A sum that grows is any number; one that is masked is not, though it is widened on the way.
    assert_eq!(stored("let x = 1; for k in 0 .. a[0] { x = x + 1; } out[0] = x;"), (0, MAX));
    assert_eq!(stored("let x = 1; for k in 0 .. a[0] { x = (x + 1) & 31; } out[0] = x;"), (0, 31));
    assert_eq!(stored("let x = 128; for k in 0 .. a[0] { x = x / 2; } out[0] = x;"), (0, 128));
    assert_eq!(stored("let x = 0; for k in 0 .. 10 { x = k; } out[0] = x;"), (0, 9));
    assert_eq!(stored("let x = 0; for k in 0 .. a[0] { if x < 20 { x = x + 3; } } out[0] = x;"), (0, 22));
    // Two that grow by each other; one is always even.
    let both = "let x = 0; let y = 0; for k in 0 .. a[0] { x = y + 1; y = x + 1; } out[0] = y;";
    assert_eq!(stored(both), (0, MAX - 1));
    // Multiples stay multiples.
    let fours = "let x = 0; for k in 0 .. a[0] { x = x + 4; } out[0] = x;";
    assert_eq!(stored(fours), (0, MAX - 3));
}

#[test]
fn chains_of_locals_end() {
    // What a local is takes a round to come to the next one. After some rounds nothing is assumed.
    let declare: String = (0..20).map(|at| format!("let x{at} = 7; ")).collect();
    let sets: String = (0..19).map(|at| format!("x{at} = x{} & 1023; ", at + 1)).collect();
    let chain = |length: usize| {
        stored(&format!("{declare} for k in 0 .. a[0] {{ {sets} x{length} = k; }} out[0] = x0;"))
    };
    assert_eq!(chain(1), (0, 1023));
    assert_eq!(chain(3), (0, 1023));
    assert_eq!(chain(19), (0, MAX));
}

#[test]
fn locals_are_zero_before_they_are_set() {
    let text = "program\nworkgroup_size 1, 1, 1\nbuffer out: read_write u32 @ 0\n\
                entry { let x = 7; if out[0] == 1 { x = 9; } out[0] = x; }";
    let program: Program = text.parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    form.body.remove(0);
    let Some(vyre_lower::Stmt::Store { value, .. }) = form.body.last() else { panic!("{form}") };
    let range = ranges(&form)[value.index()];
    assert_eq!((range.lo, range.hi), (0, 9));
}

#[test]
fn conditions_narrow() {
    let narrow = |cond: &str| {
        stored(&format!("let i = invocation_id.x; let x = 77; if {cond} {{ x = i; }} out[0] = x;"))
    };
    assert_eq!(narrow("i < 10"), (0, 77));
    assert_eq!(narrow("i < 100"), (0, 99));
    assert_eq!(narrow("i <= 100"), (0, 100));
    assert_eq!(narrow("100 > i"), (0, 99));
    assert_eq!(narrow("100 >= i && i > 50"), (51, 100));
    assert_eq!(narrow("!(i > 100 || i < 80)"), (77, 100));
    assert_eq!(narrow("i > 80"), (77, MAX));
    assert_eq!(narrow("i == 90"), (77, 90));
    assert_eq!(narrow("i != 0 && i < 5"), (1, 77));
    assert_eq!(narrow("i != 99 && i < 100"), (0, 98));
    assert_eq!(narrow("i < 100 || i < 90"), (0, MAX), "one of them holds, and which is not known");
    assert_eq!(narrow("i - 5 < 10"), (0, MAX), "what an operand is computed from is not looked at");
    assert_eq!(
        stored("let i = invocation_id.x; if i >= 100 { return; } out[0] = i;"),
        (0, MAX),
        "an id has one range"
    );
    assert_eq!(stored("let i = invocation_id.x; if i >= 100 { return; } out[0] = i + 1;"), (1, 100));
    assert_eq!(stored("let i = a[0]; if i >= 100 { } else { return; } out[0] = i / 2;"), (50, MAX / 2));
    assert_eq!(
        stored("let i = a[0]; let j = i * 2; if i >= 100 { return; } out[0] = select(j < 9, j, 9);"),
        (0, 9)
    );
}
