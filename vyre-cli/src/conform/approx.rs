//! The certificate of what is approximate: how far results are from the exact ones, in units of the last place. What is strict is in none of its sections.

use super::certificate::Measured;
use super::draft::Draft;
use super::whole::{self, Wrong};
use vyre::ir::{CollectiveOp, DataType, Program, UnOp};
use vyre::tensor::matmul_approx;
use vyre::{Arg, Device, Element, bf16, f16};

/// The sections.
const OPERATORS: &str = "approximate operators";
const REDUCTIONS: &str = "approximate reductions and products";
/// How many floats of 32 bits an operator is tried on, of each kind.
const OPERANDS: usize = 20_000;

/// What a case finds.
type Measure<'a> = Box<dyn Fn(&Device) -> Result<Measured, Wrong> + 'a>;

/// A type of floats: how many digits it has, and the exponent of its smallest number.
#[derive(Clone, Copy)]
struct Format {
    digits: i32,
    least: i32,
}

const F32: Format = Format { digits: 24, least: -149 };
const F16: Format = Format { digits: 11, least: -24 };
const BF16: Format = Format { digits: 8, least: -133 };

impl Format {
    /// The distance between floats at a number.
    fn ulp(self, exact: f64) -> f64 {
        let exponent = match exact == 0.0 {
            true => self.least,
            false => (exact.abs().to_bits() >> 52) as i32 - 1023 - (self.digits - 1),
        };
        2f64.powi(exponent.max(self.least))
    }
}

/// Runs all sections.
pub(super) fn run(device: &Device, draft: &Draft, seed: u64) {
    let sections = [(OPERATORS, operators(seed)), (REDUCTIONS, reductions(seed))];
    let added = sections.map(|(name, cases)| (draft.add(name, cases.len() as u64), cases));
    for (at, cases) in added {
        let measured = |measure: &Measure<'_>, device: &Device| {
            let measured = measure(device)?;
            let is_within = measured.is_within();
            let message = measured.to_string();
            draft.change(at, |section| section.measured.push(measured));
            if is_within { Ok(()) } else { Err(Wrong(message)) }
        };
        let cases: Vec<(String, Box<whole::Run<'_>>)> = cases
            .into_iter()
            .map(|(name, measure)| (name, Box::new(move |device: &Device| measured(&measure, device)) as _))
            .collect();
        let cases: Vec<whole::Whole<'_>> = cases.iter().map(|(name, run)| (name.as_str(), &**run)).collect();
        whole::run(device, draft, at, &cases);
    }
}

/// The function that an operator is near to.
fn exact(op: UnOp) -> Option<fn(f64) -> f64> {
    (op == UnOp::FSinApprox).then_some(f64::sin)
}

fn operators(seed: u64) -> Vec<(String, Measure<'static>)> {
    let mut cases: Vec<(String, Measure<'static>)> = Vec::new();
    for op in UnOp::ALL {
        let Some(allowed) = op.tolerance_ulp().map(f64::from) else { continue };
        let mut add = |ty: DataType, measure: Measure<'static>| {
            cases.push((format!("{} on {ty}", op.spelling().text()), measure));
        };
        add(DataType::F32, operator(*op, allowed, F32, singles(seed), f64::from));
        let halves = || 0..=u16::MAX;
        add(DataType::F16, operator(*op, allowed, F16, halves().map(f16::from_bits).collect(), f16::to_f64));
        add(
            DataType::BF16,
            operator(*op, allowed, BF16, halves().map(bf16::from_bits).collect(), bf16::to_f64),
        );
    }
    cases
}

/// Any bits, numbers of usual size, those about multiples of a quarter of a turn, and what is special.
fn singles(seed: u64) -> Vec<f32> {
    let any = random(seed, OPERANDS).map(f32::from_bits);
    let usual = random(seed ^ 1, OPERANDS).map(|bits| f32::from_bits(bits & 0x87ff_ffff | 0x3c00_0000));
    let turns = (0..OPERANDS as u32).map(|at| {
        let turns = (f64::from(at) * std::f64::consts::FRAC_PI_2) as f32;
        f32::from_bits(turns.to_bits().wrapping_add(at % 3).wrapping_sub(1))
    });
    let special = [0.0, -0.0, 1e-45, 65_536.0, 65_536.01, -65_544.0, f32::MAX, f32::INFINITY, f32::NAN];
    any.chain(usual).chain(turns).chain(special).collect()
}

/// The largest error of an operator on these operands.
fn operator<T: Element>(
    op: UnOp,
    allowed: f64,
    format: Format,
    x: Vec<T>,
    wide: fn(T) -> f64,
) -> Measure<'static> {
    Box::new(move |device| {
        let exact = exact(op).ok_or_else(|| Wrong("nothing says what is exact".to_string()))?;
        let (name, ty) = (op.spelling().text(), T::TYPE);
        let program: Program = format!(
            "program workgroup_size 64, 1, 1 buffer x: read {ty} @ 0 buffer out: read_write {ty} @ 1
             entry {{ let i = invocation_id.x; if i < len(out) {{ out[i] = {name}(x[i]); }} }}"
        )
        .parse()
        .map_err(|error| Wrong(format!("{error}")))?;
        let mut out = x.clone();
        let groups = u32::try_from(x.len().div_ceil(64)).unwrap_or(u32::MAX);
        device.run(&program, [groups, 1, 1], [Arg::read(&x), Arg::write(&mut out)])?;
        let mut measured =
            Measured { name: format!("{name} on {ty}"), operands: x.len() as u64, ulp: 0.0, allowed };
        for (x, got) in x.iter().zip(&out) {
            let (exact, got) = (exact(wide(*x)), wide(*got));
            if exact.is_nan() != got.is_nan() {
                return Err(Wrong(format!("of {} it is {got}, and should be near {exact}", wide(*x))));
            }
            if !exact.is_nan() {
                measured.ulp = measured.ulp.max((got - exact).abs() / format.ulp(exact));
            }
        }
        Ok(measured)
    })
}

/// Numbers of SplitMix64.
fn random(mut state: u64, count: usize) -> impl Iterator<Item = u32> {
    let next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as u32
    };
    std::iter::repeat_with(next).take(count)
}

/// Of either sign and of many sizes, so that they cancel.
fn summands(seed: u64, count: usize) -> Vec<f32> {
    random(seed, count).map(|bits| f32::from_bits(bits & 0x807f_ffff | (100 + bits % 50) << 23)).collect()
}

/// How far a sum is from the exact one, in units of the last place of the sum of the magnitudes, and how far it may be.
fn error_of_sum(values: impl Iterator<Item = f64> + Clone, got: f32) -> (f64, f64) {
    let magnitudes: f64 = values.clone().map(f64::abs).sum();
    let each = CollectiveOp::SumApprox.tolerance_ulp().map_or(0.0, f64::from);
    let error = (f64::from(got) - values.clone().sum::<f64>()).abs();
    (error / F32.ulp(magnitudes), each * values.count() as f64)
}

/// The errors of sums, of which the one that is nearest to what is allowed counts.
fn of_sums(name: &str, sums: impl Iterator<Item = (usize, (f64, f64))>) -> Measured {
    let none = Measured { name: name.to_string(), operands: 0, ulp: 0.0, allowed: 1.0 };
    sums.fold(none, |worst, (count, (ulp, allowed))| {
        let operands = worst.operands + count as u64;
        match ulp * worst.allowed >= worst.ulp * allowed {
            true => Measured { operands, ulp, allowed, ..worst },
            false => Measured { operands, ..worst },
        }
    })
}

fn wide(values: &[f32]) -> impl Iterator<Item = f64> + Clone {
    values.iter().copied().map(f64::from)
}

fn reductions(seed: u64) -> Vec<(String, Measure<'static>)> {
    let sums: Measure<'static> = Box::new(move |device| {
        let program: Program = "program workgroup_size 75, 1, 1 buffer a: read f32 @ 0 buffer out: read_write f32 @ 1
             entry { let x = workgroup_sum_approx(a[invocation_id.x]); if local_id.x == 0 { out[workgroup_id.x] = x; } }"
            .parse()
            .map_err(|error| Wrong(format!("{error}")))?;
        let a = summands(seed ^ 2, 75 * 40);
        let mut out = vec![0f32; 40];
        device.run(&program, [40, 1, 1], [Arg::read(&a), Arg::write(&mut out)])?;
        let groups = a.chunks(75).zip(&out).map(|(group, got)| (75, error_of_sum(wide(group), *got)));
        Ok(of_sums("workgroup_sum_approx", groups))
    });
    let buffers: Measure<'static> = Box::new(move |device| {
        let sums = [1usize, 2, 255, 4097, 20_000].into_iter().map(|count| {
            let a = summands(seed ^ count as u64, count);
            let got = vyre::reduce::sum_approx(&device.buffer(&a)?)?;
            Ok((count, error_of_sum(wide(&a), got)))
        });
        let sums: Vec<_> = sums.collect::<Result<_, Wrong>>()?;
        Ok(of_sums("reduce::sum_approx", sums.into_iter()))
    });
    let axes: Measure<'static> = Box::new(move |device| {
        let a = summands(seed ^ 3, 40 * 100);
        let got = device.tensor(&a, [40, 100])?.sum_approx(1)?.read()?;
        let lines = a.chunks(100).zip(&got).map(|(line, got)| (100, error_of_sum(wide(line), *got)));
        Ok(of_sums("Tensor::sum_approx", lines))
    });
    let single: Measure<'static> = Box::new(move |device| {
        let (a, b) = (summands(seed ^ 4, 20 * 50), summands(seed ^ 5, 50 * 30));
        let got = matmul_approx(&device.tensor(&a, [20, 50])?, &device.tensor(&b, [50, 30])?)?.read()?;
        let [a, b, got] = [a, b, got].map(|list| wide(&list).collect::<Vec<f64>>());
        Ok(of_products("matmul_approx on f32", (&a, &b, &got), F32, -10))
    });
    let half: Measure<'static> = Box::new(move |device| {
        let list = |seed, count| -> Vec<f16> {
            random(seed, count).map(|bits| f16::from_f32(bits as i32 as f32 / 2f32.powi(29))).collect()
        };
        let (a, b) = (list(seed ^ 6, 20 * 50), list(seed ^ 7, 50 * 30));
        let got = matmul_approx(&device.tensor(&a, [20, 50])?, &device.tensor(&b, [50, 30])?)?.read()?;
        let [a, b, got] = [a, b, got].map(|list| list.iter().map(|x| x.to_f64()).collect::<Vec<f64>>());
        Ok(of_products("matmul_approx on f16", (&a, &b, &got), F16, -8))
    });
    [
        ("workgroup_sum_approx", sums),
        ("reduce::sum_approx", buffers),
        ("Tensor::sum_approx", axes),
        ("matmul_approx on f32", single),
        ("matmul_approx on f16", half),
    ]
    .map(|(name, measure)| (name.to_string(), measure))
    .into()
}

/// The errors of a product of 20 x 50 by 50 x 30, in units of the last place of the sum of the magnitudes: `(k + 1) * 2^exponent` of that sum is allowed.
fn of_products(name: &str, (a, b, got): (&[f64], &[f64], &[f64]), format: Format, exponent: i32) -> Measured {
    let each = (0..20 * 30).map(|at| {
        let terms = (0..50).map(|k| a[at / 30 * 50 + k] * b[k * 30 + at % 30]);
        let magnitudes: f64 = terms.clone().map(f64::abs).sum();
        let unit = format.ulp(magnitudes);
        let error = (got[at] - terms.sum::<f64>()).abs();
        (50, (error / unit, 51.0 * 2f64.powi(exponent) * magnitudes / unit))
    });
    of_sums(name, each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre::ir::BinOp;

    #[test]
    fn every_approximate_row_is_measured() {
        let rows: Vec<UnOp> = UnOp::ALL.iter().copied().filter(|op| op.tolerance_ulp().is_some()).collect();
        assert!(rows.iter().all(|op| exact(*op).is_some()), "{rows:?}");
        assert_eq!(operators(0).len(), 3 * rows.len());
        assert!(BinOp::ALL.iter().all(|op| op.tolerance_ulp().is_none()));
        let collectives = CollectiveOp::ALL.iter().filter(|op| op.tolerance_ulp().is_some());
        assert_eq!(collectives.collect::<Vec<_>>(), [&CollectiveOp::SumApprox]);
    }

    #[test]
    fn a_unit_of_the_last_place_is_that_of_the_type() {
        assert_eq!(F32.ulp(1.0), f64::from(f32::EPSILON));
        assert_eq!(F32.ulp(-1.5), f64::from(f32::EPSILON));
        assert_eq!(F32.ulp(0.0), f64::from(f32::from_bits(1)));
        assert_eq!(F16.ulp(1.0), f16::EPSILON.to_f64());
        assert_eq!(BF16.ulp(2.0), 2.0 * bf16::EPSILON.to_f64());
    }
}
