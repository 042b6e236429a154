//! Operators and casts of constants.

use super::value::{Number, Value, Width};
use std::cmp::Ordering;
use syn::BinOp;

/// The operator, without what a compound assignment has besides.
pub(super) fn simple(op: &BinOp) -> Option<(&'static str, bool)> {
    Some(match op {
        BinOp::Add(_) => ("+", false),
        BinOp::Sub(_) => ("-", false),
        BinOp::Mul(_) => ("*", false),
        BinOp::Div(_) => ("/", false),
        BinOp::Rem(_) => ("%", false),
        BinOp::BitXor(_) => ("^", false),
        BinOp::BitAnd(_) => ("&", false),
        BinOp::BitOr(_) => ("|", false),
        BinOp::Shl(_) => ("<<", false),
        BinOp::Shr(_) => (">>", false),
        BinOp::Eq(_) => ("==", false),
        BinOp::Lt(_) => ("<", false),
        BinOp::Le(_) => ("<=", false),
        BinOp::Ne(_) => ("!=", false),
        BinOp::Ge(_) => (">=", false),
        BinOp::Gt(_) => (">", false),
        BinOp::AddAssign(_) => ("+", true),
        BinOp::SubAssign(_) => ("-", true),
        BinOp::MulAssign(_) => ("*", true),
        BinOp::DivAssign(_) => ("/", true),
        BinOp::RemAssign(_) => ("%", true),
        BinOp::BitXorAssign(_) => ("^", true),
        BinOp::BitAndAssign(_) => ("&", true),
        BinOp::BitOrAssign(_) => ("|", true),
        BinOp::ShlAssign(_) => ("<<", true),
        BinOp::ShrAssign(_) => (">>", true),
        _ => return None,
    })
}

/// What is wrong, and what to do.
pub(super) type Wrong = (String, String);

fn overflows(op: &str, width: Option<Width>) -> Wrong {
    let ty = width.map_or("any integer", |width| width.name);
    (
        format!("this `{op}` overflows `{ty}` in a constant"),
        format!("use a wider type, or `wrapping_{}`", word(op)),
    )
}

fn word(op: &str) -> &'static str {
    match op {
        "+" => "add",
        "-" => "sub",
        "*" => "mul",
        "/" => "div",
        "%" => "rem",
        "<<" => "shl",
        _ => "shr",
    }
}

/// A number that must fit its type.
pub(super) fn fitting(number: Number) -> Option<Number> {
    let Some(width) = number.width else { return Some(number) };
    (width.cut(number.bits) == number.bits).then_some(number)
}

/// Gives two numbers one type, where one of them has none.
pub(super) fn agree(left: Value, right: Value) -> Result<(Value, Value), Wrong> {
    let mismatch = |left: &Value, right: &Value| {
        let problem = format!("expected `{}`, got `{}`", left.type_name(), right.type_name());
        (problem, "convert one of the two, with `as`".to_string())
    };
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => match (left.width, right.width) {
            (Some(width), None) => (Value::Int(left), Value::Int(settled(right, width)?)),
            (None, Some(width)) => (Value::Int(settled(left, width)?), Value::Int(right)),
            (left_width, right_width) if left_width == right_width => (Value::Int(left), Value::Int(right)),
            _ => return Err(mismatch(&Value::Int(left), &Value::Int(right))),
        },
        (Value::Float(left, _), right @ Value::F32(_)) => (Value::F32(left), right),
        (left @ Value::F32(_), Value::Float(right, _)) => (left, Value::F32(right)),
        (Value::Float(_, left), right @ Value::F64(_)) => (Value::F64(left), right),
        (left @ Value::F64(_), Value::Float(_, right)) => (left, Value::F64(right)),
        (left, right) => {
            let is_same = match (&left, &right) {
                (Value::Array(left), Value::Array(right)) => left.len() == right.len(),
                (Value::Struct(left, _), Value::Struct(right, _))
                | (Value::Variant(left, ..), Value::Variant(right, ..)) => left == right,
                (left, right) => std::mem::discriminant(left) == std::mem::discriminant(right),
            };
            if !is_same {
                return Err(mismatch(&left, &right));
            }
            (left, right)
        }
    })
}

/// A literal with a type.
pub(super) fn settled(number: Number, width: Width) -> Result<Number, Wrong> {
    let is_unsigned = !width.is_signed && number.is_negative();
    match fitting(Number { width: Some(width), ..number }).filter(|_| !is_unsigned) {
        Some(number) => Ok(number),
        None => {
            let text = if number.is_negative() {
                (number.bits as i128).to_string()
            } else {
                number.bits.to_string()
            };
            let limit = match number.is_negative() {
                true => format!("at least `{}`", width.min() as i128),
                false => format!("at most `{}`", width.max()),
            };
            Err((format!("`{text}` is out of range for `{}`", width.name), format!("use a value of {limit}")))
        }
    }
}

/// `left op right`
pub(super) fn binary(op: &str, left: Value, right: Value) -> Result<Value, Wrong> {
    if let ("<<" | ">>", Value::Int(left), Value::Int(right)) = (op, &left, &right) {
        return shift(op, *left, *right).map(Value::Int);
    }
    let (left, right) = agree(left, right)?;
    if let "==" | "!=" | "<" | "<=" | ">" | ">=" = op {
        return compare(op, &left, &right).map(Value::Bool);
    }
    let refused = |value: &Value| {
        let problem = format!("`{op}` has no meaning for `{}` in a constant", value.type_name());
        (problem, "use a number".to_string())
    };
    Ok(match (left, right) {
        (Value::Int(left), Value::Int(right)) => Value::Int(integer(op, left, right)?),
        (Value::Bool(left), Value::Bool(right)) => Value::Bool(match op {
            "&" => left & right,
            "|" => left | right,
            "^" => left ^ right,
            _ => return Err(refused(&Value::Bool(left))),
        }),
        (Value::F32(left), Value::F32(right)) => {
            Value::F32(float32(op, left, right).ok_or_else(|| refused(&Value::F32(left)))?)
        }
        (Value::F64(left), Value::F64(right)) => {
            Value::F64(float64(op, left, right).ok_or_else(|| refused(&Value::F64(left)))?)
        }
        (Value::Float(left, wide_left), Value::Float(right, wide_right)) => {
            match (float32(op, left, right), float64(op, wide_left, wide_right)) {
                (Some(narrow), Some(wide)) => Value::Float(narrow, wide),
                _ => return Err(refused(&Value::Float(left, wide_left))),
            }
        }
        (left, _) => return Err(refused(&left)),
    })
}

fn float32(op: &str, left: f32, right: f32) -> Option<f32> {
    Some(match op {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "%" => left % right,
        _ => return None,
    })
}

fn float64(op: &str, left: f64, right: f64) -> Option<f64> {
    Some(match op {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "%" => left % right,
        _ => return None,
    })
}

fn shift(op: &str, left: Number, right: Number) -> Result<Number, Wrong> {
    let bits = left.width.map_or(128, |width| width.bits);
    if right.is_negative() || right.bits >= u128::from(bits) {
        return Err(overflows(op, left.width));
    }
    let amount = right.bits as u32;
    let shifted = match (op, left.is_signed()) {
        ("<<", _) => left.bits << amount,
        (_, true) => (left.bits as i128 >> amount) as u128,
        (_, false) => left.bits >> amount,
    };
    let cut = left.width.map_or(shifted, |width| width.cut(shifted));
    Ok(Number { bits: cut, ..left })
}

fn integer(op: &str, left: Number, right: Number) -> Result<Number, Wrong> {
    let width = left.width;
    if let ("/" | "%", 0) = (op, right.bits) {
        let problem = if op == "/" { "a division by zero" } else { "a remainder of a division by zero" };
        return Err((format!("{problem} in a constant"), "divide by another number".to_string()));
    }
    let (a, b) = (left.bits, right.bits);
    let bits = match (op, left.is_signed()) {
        ("&", _) => Some(a & b),
        ("|", _) => Some(a | b),
        ("^", _) => Some(a ^ b),
        (op, true) => {
            let (a, b) = (a as i128, b as i128);
            let result = match op {
                "+" => a.checked_add(b),
                "-" => a.checked_sub(b),
                "*" => a.checked_mul(b),
                "/" => a.checked_div(b),
                _ => a.checked_rem(b),
            };
            // The remainder of the smallest number and -1 overflows although it is 0.
            let is_smallest = width.is_some_and(|width| left.bits == width.min() && b == -1);
            result.filter(|_| !(is_smallest && op == "%")).map(|result| result as u128)
        }
        ("+", false) => a.checked_add(b),
        ("-", false) => a.checked_sub(b),
        ("*", false) => a.checked_mul(b),
        ("/", false) => a.checked_div(b),
        (_, false) => a.checked_rem(b),
    };
    bits.and_then(|bits| fitting(Number { bits, width })).ok_or_else(|| overflows(op, width))
}

fn compare(op: &str, left: &Value, right: &Value) -> Result<bool, Wrong> {
    let order = match (left, right) {
        (Value::Int(left), Value::Int(right)) => Some(left.order(*right)),
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        (Value::Char(left), Value::Char(right)) => Some(left.cmp(right)),
        (Value::F32(left), Value::F32(right)) => left.partial_cmp(right),
        (Value::F64(left), Value::F64(right)) => left.partial_cmp(right),
        (Value::Float(_, left), Value::Float(_, right)) => left.partial_cmp(right),
        (left, right) => match op {
            "==" => return Ok(left == right),
            "!=" => return Ok(left != right),
            _ => {
                let problem = format!("`{op}` has no meaning for `{}` in a constant", left.type_name());
                return Err((problem, "compare numbers".to_string()));
            }
        },
    };
    Ok(match op {
        "==" => order == Some(Ordering::Equal),
        "!=" => order != Some(Ordering::Equal),
        "<" => order == Some(Ordering::Less),
        "<=" => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        ">" => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    })
}

/// `-value`
pub(super) fn negated(value: Value) -> Result<Value, Wrong> {
    Ok(match value {
        Value::Int(number) => {
            if let Some(width) = number.width
                && !width.is_signed
            {
                let problem = format!("`-` needs a signed number, got `{}`", width.name);
                return Err((problem, "use a signed type".to_string()));
            }
            let bits = (number.bits as i128).checked_neg().map(|bits| bits as u128);
            let negated = bits.and_then(|bits| fitting(Number { bits, ..number }));
            Value::Int(negated.ok_or_else(|| overflows("-", number.width))?)
        }
        Value::Float(narrow, wide) => Value::Float(-narrow, -wide),
        Value::F32(value) => Value::F32(-value),
        Value::F64(value) => Value::F64(-value),
        other => {
            let problem = format!("`-` needs a signed number, got `{}`", other.type_name());
            return Err((problem, "use a number".to_string()));
        }
    })
}

/// `!value`
pub(super) fn inverted(value: Value) -> Result<Value, Wrong> {
    match value {
        Value::Bool(value) => Ok(Value::Bool(!value)),
        Value::Int(number) => {
            let bits = number.width.map_or(!number.bits, |width| width.cut(!number.bits));
            Ok(Value::Int(Number { bits, ..number }))
        }
        other => {
            let problem = format!("`!` has no meaning for `{}`", other.type_name());
            Err((problem, "use an integer or a `bool`".to_string()))
        }
    }
}

/// `value as target`, for the name of a type; nothing where Rust has no such cast.
pub(super) fn cast(value: &Value, target: &str) -> Option<Value> {
    if let Some(width) = Width::named(target) {
        let bits = match value {
            Value::Int(number) => number.bits,
            Value::Bool(value) => u128::from(*value),
            Value::Char(letter) => u128::from(u32::from(*letter)),
            Value::Variant(.., number) => *number as u128,
            // `as` from a float takes the nearest number of the type, and 0 for a NaN.
            Value::F32(value) => {
                return Some(Value::Int(Number {
                    bits: of_float(f64::from(*value), width),
                    width: Some(width),
                }));
            }
            Value::F64(value) | Value::Float(_, value) => {
                return Some(Value::Int(Number { bits: of_float(*value, width), width: Some(width) }));
            }
            _ => return None,
        };
        return Some(Value::Int(Number { bits: width.cut(bits), width: Some(width) }));
    }
    let is_signed = |number: &Number| number.is_signed();
    Some(match (target, value) {
        ("f32", Value::Int(number)) if is_signed(number) => Value::F32(number.bits as i128 as f32),
        ("f32", Value::Int(number)) => Value::F32(number.bits as f32),
        ("f64", Value::Int(number)) if is_signed(number) => Value::F64(number.bits as i128 as f64),
        ("f64", Value::Int(number)) => Value::F64(number.bits as f64),
        ("f32", Value::F32(value)) => Value::F32(*value),
        ("f32", Value::Float(narrow, _)) => Value::F32(*narrow),
        ("f32", Value::F64(value)) => Value::F32(*value as f32),
        ("f64", Value::F32(value)) => Value::F64(f64::from(*value)),
        ("f64", Value::F64(value) | Value::Float(_, value)) => Value::F64(*value),
        ("bool", Value::Bool(value)) => Value::Bool(*value),
        ("char", Value::Int(number)) if number.bits < 256 => Value::Char(number.bits as u8 as char),
        _ => return None,
    })
}

fn of_float(value: f64, width: Width) -> u128 {
    match (width.bits, width.is_signed) {
        (8, false) => u128::from(value as u8),
        (8, true) => value as i8 as i128 as u128,
        (16, false) => u128::from(value as u16),
        (16, true) => value as i16 as i128 as u128,
        (32, false) => u128::from(value as u32),
        (32, true) => value as i32 as i128 as u128,
        (64, false) => u128::from(value as u64),
        (64, true) => value as i64 as i128 as u128,
        (_, false) => value as u128,
        (_, true) => value as i128 as u128,
    }
}
