//! Methods, functions and constants of numbers that std has for constants.

use super::numbers::{Wrong, agree, fitting};
use super::value::{Number, Value, Width};

/// `value.name(args)`; nothing where there is no such method.
pub(super) fn method(value: Value, name: &str, args: Vec<Value>) -> Result<Option<Value>, Wrong> {
    match value {
        Value::Array(elements) => Ok(match (name, &args[..]) {
            ("len", []) => Some(Value::Int(Number::of(elements.len() as u128, "usize"))),
            ("is_empty", []) => Some(Value::Bool(elements.is_empty())),
            ("split_at", [Value::Int(at)]) if at.bits <= elements.len() as u128 => {
                let (first, second) = elements.split_at(at.bits as usize);
                Some(Value::Tuple(vec![Value::list(first.to_vec()), Value::list(second.to_vec())]))
            }
            _ => None,
        }),
        Value::Int(number) => integer(number, name, args),
        Value::F32(value) => Ok(match name {
            "to_bits" => Some(Value::Int(Number::of(value.to_bits().into(), "u32"))),
            "is_nan" => Some(Value::Bool(value.is_nan())),
            "abs" => Some(Value::F32(value.abs())),
            _ => None,
        }),
        Value::F64(value) => Ok(match name {
            "to_bits" => Some(Value::Int(Number::of(value.to_bits().into(), "u64"))),
            "is_nan" => Some(Value::Bool(value.is_nan())),
            "abs" => Some(Value::F64(value.abs())),
            _ => None,
        }),
        _ => Ok(None),
    }
}

fn panics(name: &str) -> Wrong {
    (format!("`{name}` panics here in a constant"), "give it another operand".to_string())
}

fn integer(number: Number, name: &str, args: Vec<Value>) -> Result<Option<Value>, Wrong> {
    let width = number.width.or_else(|| Width::named("i32"));
    let Some(width) = width else { return Ok(None) };
    let number = Number { width: Some(width), ..number };
    let of_type = |bits: u128| Some(Value::Int(Number { bits: width.cut(bits), width: Some(width) }));
    let count = |bits: u32| Some(Value::Int(Number::of(bits.into(), "u32")));
    let plain = width.plain(number.bits);
    let unused = 128 - width.bits;
    let (is_signed, is_negative) = (width.is_signed, number.is_negative());
    if args.is_empty() {
        return Ok(match name {
            "count_ones" => count(plain.count_ones()),
            "count_zeros" => count(width.bits - plain.count_ones()),
            "leading_zeros" => count(plain.leading_zeros() - unused),
            "leading_ones" => count((plain << unused).leading_ones().min(width.bits)),
            "trailing_zeros" => count(plain.trailing_zeros().min(width.bits)),
            "trailing_ones" => count(plain.trailing_ones().min(width.bits)),
            "reverse_bits" => of_type(plain.reverse_bits() >> unused),
            "swap_bytes" | "to_be" => of_type(plain.swap_bytes() >> unused),
            "to_le" => of_type(plain),
            "is_power_of_two" => Some(Value::Bool(plain.is_power_of_two())),
            "next_power_of_two" => {
                let next = plain.checked_next_power_of_two().filter(|next| *next <= width.max());
                of_type(next.ok_or_else(|| panics(name))?)
            }
            "ilog2" | "ilog10" if is_negative || plain == 0 => return Err(panics(name)),
            "ilog2" => count(plain.ilog2()),
            "ilog10" => count(plain.ilog10()),
            "isqrt" if is_negative => return Err(panics(name)),
            "isqrt" => of_type(plain.isqrt()),
            "abs" if is_signed => {
                let bits = (number.bits as i128).unsigned_abs();
                Some(Value::Int(fitting(Number { bits, ..number }).ok_or_else(|| panics(name))?))
            }
            "wrapping_abs" => of_type((number.bits as i128).unsigned_abs()),
            "unsigned_abs" => {
                let bits = (number.bits as i128).unsigned_abs();
                Some(Value::Int(Number { bits, width: Some(width.unsigned()) }))
            }
            "signum" if is_signed => of_type((number.bits as i128).signum() as u128),
            "is_negative" => Some(Value::Bool(is_negative)),
            "is_positive" => Some(Value::Bool(!is_negative && plain != 0)),
            "wrapping_neg" => of_type(number.bits.wrapping_neg()),
            _ => None,
        });
    }
    let [other] = &args[..] else { return Ok(None) };
    let Value::Int(other) = other else { return Ok(None) };
    // The second operand is an amount.
    if let "rotate_left" | "rotate_right" | "wrapping_shl" | "wrapping_shr" | "pow" | "wrapping_pow"
    | "saturating_pow" = name
    {
        let amount = (other.bits % u128::from(width.bits)) as u32;
        return Ok(match name {
            "rotate_left" => of_type(plain << amount | plain.checked_shr(width.bits - amount).unwrap_or(0)),
            "rotate_right" => of_type(plain >> amount | plain.checked_shl(width.bits - amount).unwrap_or(0)),
            "wrapping_shl" => of_type(plain << amount),
            "wrapping_shr" if is_signed => of_type((number.bits as i128 >> amount) as u128),
            "wrapping_shr" => of_type(plain >> amount),
            _ => {
                let exponent = u32::try_from(other.bits).unwrap_or(u32::MAX);
                power(number, exponent, name, width)?
            }
        });
    }
    let (_, other) = agree(Value::Int(number), Value::Int(*other))?;
    let Value::Int(other) = other else { return Ok(None) };
    let (a, b) = (number.bits, other.bits);
    let (signed_a, signed_b) = (a as i128, b as i128);
    let exact = |op: &str| match (op, is_signed) {
        ("add", true) => signed_a.checked_add(signed_b).map(|it| it as u128),
        ("sub", true) => signed_a.checked_sub(signed_b).map(|it| it as u128),
        ("mul", true) => signed_a.checked_mul(signed_b).map(|it| it as u128),
        ("add", false) => a.checked_add(b),
        ("sub", false) => a.checked_sub(b),
        _ => a.checked_mul(b),
    };
    let fits = |bits: Option<u128>| bits.and_then(|bits| fitting(Number { bits, width: Some(width) }));
    let wrapped = |op: &str| match op {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    };
    if let Some((kind, op @ ("add" | "sub" | "mul"))) = name.split_once('_') {
        return Ok(match kind {
            "wrapping" => of_type(wrapped(op)),
            "saturating" => {
                let is_low = match op {
                    "add" => signed_b < 0,
                    "sub" => !is_signed || signed_b > 0,
                    _ => (signed_a < 0) != (signed_b < 0),
                };
                let bound = if is_low && (is_signed || op == "sub") { width.min() } else { width.max() };
                fits(exact(op)).map(Value::Int).or_else(|| of_type(bound))
            }
            "overflowing" => {
                let is_over = fits(exact(op)).is_none();
                of_type(wrapped(op)).map(|value| Value::Tuple(vec![value, Value::Bool(is_over)]))
            }
            _ => None,
        });
    }
    let is_zero = b == 0;
    Ok(match name {
        "abs_diff" => {
            let bits = if is_signed { signed_a.abs_diff(signed_b) } else { a.abs_diff(b) };
            Some(Value::Int(Number { bits, width: Some(width.unsigned()) }))
        }
        "wrapping_div" | "wrapping_rem" | "div_euclid" | "rem_euclid" | "div_ceil" if is_zero => {
            return Err(panics(name));
        }
        "wrapping_div" if is_signed => of_type(signed_a.wrapping_div(signed_b) as u128),
        "wrapping_rem" if is_signed => of_type(signed_a.wrapping_rem(signed_b) as u128),
        "div_euclid" if is_signed => Some(Value::Int(
            fits(signed_a.checked_div_euclid(signed_b).map(|it| it as u128)).ok_or_else(|| panics(name))?,
        )),
        "rem_euclid" if is_signed => of_type(signed_a.wrapping_rem_euclid(signed_b) as u128),
        "wrapping_div" | "div_euclid" => of_type(a / b),
        "wrapping_rem" | "rem_euclid" => of_type(a % b),
        "div_ceil" if !is_signed => of_type(a.div_ceil(b)),
        _ => None,
    })
}

fn power(base: Number, exponent: u32, name: &str, width: Width) -> Result<Option<Value>, Wrong> {
    let (mut wrapped, mut exact, mut square, mut exact_square, mut left) =
        (1u128, Some(1u128), base.bits, Some(base.bits), exponent);
    let product = |a: Option<u128>, b: Option<u128>| {
        let (a, b) = (a?, b?);
        let bits = match width.is_signed {
            true => (a as i128).checked_mul(b as i128)? as u128,
            false => a.checked_mul(b)?,
        };
        fitting(Number { bits, width: Some(width) }).map(|number| number.bits)
    };
    while left > 0 {
        if left & 1 == 1 {
            wrapped = wrapped.wrapping_mul(square);
            exact = product(exact, exact_square);
        }
        left >>= 1;
        if left > 0 {
            square = square.wrapping_mul(square);
            exact_square = product(exact_square, exact_square);
        }
    }
    let of_type = |bits: u128| Value::Int(Number { bits: width.cut(bits), width: Some(width) });
    Ok(match (name, exact) {
        ("wrapping_pow", _) => Some(of_type(wrapped)),
        (_, Some(bits)) => Some(of_type(bits)),
        ("saturating_pow", None) => {
            let is_low = base.is_negative() && exponent % 2 == 1;
            Some(of_type(if is_low { width.min() } else { width.max() }))
        }
        (_, None) => {
            let problem = format!("this power overflows `{}` in a constant", width.name);
            return Err((problem, "use a wider type, or `wrapping_pow`".to_string()));
        }
    })
}

/// Whether a type of numbers has a constant with this name.
pub(crate) fn is_of_number(name: &str) -> bool {
    ["u32", "f32", "f64"].into_iter().any(|owner| constant(owner, name).is_some())
        || is_of_number_traits(name)
}

/// Whether it is one of `vyre::Number`'s, which std's numbers do not have themselves.
pub(crate) fn is_of_number_traits(name: &str) -> bool {
    matches!(name, "ZERO" | "ONE")
}

/// A constant of a type or a module of std's, by the last two names of its path.
pub(crate) fn constant(owner: &str, name: &str) -> Option<Value> {
    if let Some(width) = Width::named(owner) {
        return Some(match name {
            "MAX" => Value::Int(Number { bits: width.max(), width: Some(width) }),
            "MIN" => Value::Int(Number { bits: width.min(), width: Some(width) }),
            "BITS" => Value::Int(Number::of(width.bits.into(), "u32")),
            _ => return None,
        });
    }
    use std::f64::consts as wide;
    Some(match (owner, name) {
        ("f32", "MAX") => Value::F32(f32::MAX),
        ("f32", "MIN") => Value::F32(f32::MIN),
        ("f32", "EPSILON") => Value::F32(f32::EPSILON),
        ("f32", "INFINITY") => Value::F32(f32::INFINITY),
        ("f32", "NEG_INFINITY") => Value::F32(f32::NEG_INFINITY),
        ("f32", "NAN") => Value::F32(f32::NAN),
        ("f32", "MIN_POSITIVE") => Value::F32(f32::MIN_POSITIVE),
        ("f32" | "f64", "RADIX") => Value::Int(Number::of(2, "u32")),
        ("f32", "DIGITS") => Value::Int(Number::of(f32::DIGITS.into(), "u32")),
        ("f32", "MANTISSA_DIGITS") => Value::Int(Number::of(f32::MANTISSA_DIGITS.into(), "u32")),
        ("f32", "MAX_EXP") => Value::Int(Number::of(f32::MAX_EXP as u128, "i32")),
        ("f32", "MIN_EXP") => Value::Int(Number::of(f32::MIN_EXP as u128, "i32")),
        ("f32", "MAX_10_EXP") => Value::Int(Number::of(f32::MAX_10_EXP as u128, "i32")),
        ("f32", "MIN_10_EXP") => Value::Int(Number::of(f32::MIN_10_EXP as u128, "i32")),
        ("f64", "DIGITS") => Value::Int(Number::of(f64::DIGITS.into(), "u32")),
        ("f64", "MANTISSA_DIGITS") => Value::Int(Number::of(f64::MANTISSA_DIGITS.into(), "u32")),
        ("f64", "MAX_EXP") => Value::Int(Number::of(f64::MAX_EXP as u128, "i32")),
        ("f64", "MIN_EXP") => Value::Int(Number::of(f64::MIN_EXP as u128, "i32")),
        ("f64", "MAX_10_EXP") => Value::Int(Number::of(f64::MAX_10_EXP as u128, "i32")),
        ("f64", "MIN_10_EXP") => Value::Int(Number::of(f64::MIN_10_EXP as u128, "i32")),
        ("f64", "MAX") => Value::F64(f64::MAX),
        ("f64", "MIN") => Value::F64(f64::MIN),
        ("f64", "EPSILON") => Value::F64(f64::EPSILON),
        ("f64", "INFINITY") => Value::F64(f64::INFINITY),
        ("f64", "NEG_INFINITY") => Value::F64(f64::NEG_INFINITY),
        ("f64", "NAN") => Value::F64(f64::NAN),
        ("f64", "MIN_POSITIVE") => Value::F64(f64::MIN_POSITIVE),
        ("consts", name) => {
            // Each is the nearest `f64`, whose nearest `f32` is std's.
            let value = match name {
                "PI" => wide::PI,
                "TAU" => wide::TAU,
                "E" => wide::E,
                "SQRT_2" => wide::SQRT_2,
                "LN_2" => wide::LN_2,
                "LN_10" => wide::LN_10,
                "LOG2_E" => wide::LOG2_E,
                "LOG10_E" => wide::LOG10_E,
                "LOG2_10" => wide::LOG2_10,
                "LOG10_2" => wide::LOG10_2,
                "FRAC_PI_2" => wide::FRAC_PI_2,
                "FRAC_PI_3" => wide::FRAC_PI_3,
                "FRAC_PI_4" => wide::FRAC_PI_4,
                "FRAC_PI_6" => wide::FRAC_PI_6,
                "FRAC_PI_8" => wide::FRAC_PI_8,
                "FRAC_1_PI" => wide::FRAC_1_PI,
                "FRAC_2_PI" => wide::FRAC_2_PI,
                "FRAC_2_SQRT_PI" => wide::FRAC_2_SQRT_PI,
                "FRAC_1_SQRT_2" => wide::FRAC_1_SQRT_2,
                _ => return None,
            };
            Value::Float(value as f32, value)
        }
        _ => return None,
    })
}

/// A function of a type of std's.
pub(super) fn function(owner: &str, name: &str, args: &[Value]) -> Option<Value> {
    Some(match (owner, name, args) {
        ("f32", "from_bits", [Value::Int(bits)]) => Value::F32(f32::from_bits(bits.bits as u32)),
        ("f64", "from_bits", [Value::Int(bits)]) => Value::F64(f64::from_bits(bits.bits as u64)),
        ("f16", "from_bits", [Value::Int(bits)]) => Value::Half("f16", bits.bits as u16),
        ("bf16", "from_bits", [Value::Int(bits)]) => Value::Half("bf16", bits.bits as u16),
        _ => return None,
    })
}
