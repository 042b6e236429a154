//! Operations on tensors against loops in plain Rust, to the bit.

use half::{bf16, f16};
use vyre::tensor::{Accumulator, Conv2d, MatMul, Way, concat, matmul, matmul_by, matmul_into, matmul_with};
use vyre::{Device, DeviceKind, Error, Tensor};

/// The interpreter, the one that watches, and those of `vyre_tests`.
fn devices() -> Vec<Device> {
    [Device::reference(), Device::checked()].into_iter().chain(vyre_tests::devices()).collect()
}

/// The kernels to compute a product with: whether it has tiles. Lavapipe takes a minute to compile the one that has, which is for GPUs.
fn ways(device: &Device) -> &'static [Way] {
    if device.info().kind() == DeviceKind::SoftwareGpu { &[Way::Plain] } else { &Way::ALL }
}

/// Numbers that look random.
fn numbers(count: usize, seed: u32) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    (0..count).map(|_| (next() >> 8) as f32 / (1 << 20) as f32 - 8.0).collect()
}

/// The product of row-major matrices as one chain for each element.
fn product(a: &[f32], b: &[f32], [m, k, n]: [usize; 3]) -> Vec<f32> {
    let element = |i: usize, j: usize| (0..k).fold(0.0f32, |sum, q| a[i * k + q].mul_add(b[q * n + j], sum));
    (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| element(i, j)).collect()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_product_is_one_chain_for_each_element() {
    for device in devices() {
        for (m, k, n) in [(1, 1, 1), (3, 5, 7), (64, 4, 65), (17, 33, 9), (5, 0, 4), (0, 3, 2), (130, 17, 3)]
        {
            let (a, b) = (numbers(m * k, 1), numbers(k * n, 2));
            let wanted = product(&a, &b, [m, k, n]);
            let (a, b) = (device.tensor(&a, [m, k]).unwrap(), device.tensor(&b, [k, n]).unwrap());
            let c = matmul(&a, &b).unwrap();
            assert_eq!(c.shape(), [m, n]);
            assert_eq!(bits(&c.read().unwrap()), bits(&wanted), "{m} {k} {n} on {device}");
            for &way in ways(&device) {
                let mut c = device.tensor_zeros::<f32>([m, n]).unwrap();
                matmul_by(&a, &b, &mut c, way).unwrap();
                assert_eq!(bits(&c.read().unwrap()), bits(&wanted), "{m} {k} {n} {way:?} on {device}");
            }
        }
    }
}

#[test]
fn products_have_subnormals_where_they_should() {
    // Of magnitudes whose products are subnormal, overflow or cancel, with zeros, infinities and subnormals among them.
    let (m, k, n) = (5, 19, 131);
    let scaled = |seed: u32, scale: f32| {
        move |count: usize| numbers(count, seed).into_iter().map(|x| x * scale).collect::<Vec<f32>>()
    };
    let among = |mut values: Vec<f32>, every: usize, value: f32| {
        values.iter_mut().step_by(every).for_each(|at| *at = value);
        values
    };
    let subnormal = f32::from_bits(0x0000_4321);
    let pairs = [
        (scaled(1, 1e-30)(m * k), scaled(2, 1e-11)(k * n)),
        (scaled(3, 1e-20)(m * k), scaled(4, 1e-19)(k * n)),
        (among(scaled(5, 1.0)(m * k), 7, subnormal), scaled(6, 1e30)(k * n)),
        (among(scaled(7, 1.0)(m * k), 3, 0.0), among(scaled(8, 1.0)(k * n), 5, -0.0)),
        (among(scaled(9, 1e25)(m * k), 11, f32::INFINITY), among(scaled(10, 1e12)(k * n), 13, 0.0)),
        // The least that is taken as it is, and what is less.
        (scaled(11, 1.0)(m * k), among(scaled(12, 1.0)(k * n), 17, f32::from_bits(0x1800_0000))),
        (scaled(11, 1.0)(m * k), among(scaled(12, 1.0)(k * n), 17, f32::from_bits(0x0100_0000))),
    ];
    for device in devices() {
        for (a, b) in &pairs {
            let canonical = |values: Vec<f32>| -> Vec<u32> {
                values.iter().map(|x| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() }).collect()
            };
            let wanted = canonical(product(a, b, [m, k, n]));
            let (a, b) = (device.tensor(a, [m, k]).unwrap(), device.tensor(b, [k, n]).unwrap());
            for &way in ways(&device) {
                let mut c = device.tensor_zeros::<f32>([m, n]).unwrap();
                matmul_by(&a, &b, &mut c, way).unwrap();
                assert_eq!(bits(&c.read().unwrap()), wanted, "{way:?} on {device}");
            }
        }
    }
}

#[test]
fn a_step_that_is_none_adds_nothing() {
    // The chain ends in -0, which a zero more would make +0.
    let (tiny, less) = (f32::from_bits(0x0d80_0000), -f32::from_bits(0x0d80_0000));
    assert_eq!(tiny.mul_add(less, 0.0).to_bits(), 0x8000_0000);
    for device in devices() {
        let (a, b) = (device.tensor(&[tiny], [1, 1]).unwrap(), device.tensor(&[less], [1, 1]).unwrap());
        for &way in ways(&device) {
            let mut c = device.tensor_zeros::<f32>([1, 1]).unwrap();
            matmul_by(&a, &b, &mut c, way).unwrap();
            assert_eq!(bits(&c.read().unwrap()), [0x8000_0000], "{way:?} on {device}");
        }
    }
}

#[test]
fn views_and_batches_are_multiplied_as_they_are() {
    for device in devices() {
        let (m, k, n) = (4, 3, 5);
        let (a, b) = (numbers(2 * m * k, 3), numbers(3 * n * k, 4));
        let left = device.tensor(&a, [2, 1, m, k]).unwrap();
        let right = device.tensor(&b, [3, n, k]).unwrap().transpose();
        let c = matmul(&left, &right).unwrap();
        assert_eq!(c.shape(), [2, 3, m, n]);
        let mut wanted = Vec::new();
        for x in 0..2 {
            for y in 0..3 {
                let b: Vec<f32> = (0..k)
                    .flat_map(|q| (0..n).map(move |j| (q, j)))
                    .map(|(q, j)| b[(y * n + j) * k + q])
                    .collect();
                wanted.extend(product(&a[x * m * k..][..m * k], &b, [m, k, n]));
            }
        }
        assert_eq!(bits(&c.read().unwrap()), bits(&wanted), "{device}");
        // Into a part of a tensor, seen from the other side.
        let whole = device.tensor_zeros::<f32>([n, 2 * m]).unwrap();
        let mut part = whole.transpose().slice(0, 1..=m).unwrap();
        let (a, b) = (left.index(0, 0).unwrap().index(0, 0).unwrap(), right.index(0, 0).unwrap());
        matmul_into(&a, &b, &mut part, MatMul::default()).unwrap();
        assert_eq!(bits(&part.read().unwrap()), bits(&wanted[..m * n]), "{device}");
        assert_eq!(whole.index(1, 0).unwrap().read().unwrap(), vec![0.0; n]);
    }
}

#[test]
fn integers_wrap_and_floats_of_16_bits_are_added_as_singles() {
    for device in devices() {
        let words: Vec<u32> = numbers(6, 5).into_iter().map(f32::to_bits).collect();
        macro_rules! whole {
            ($($T:ty)*) => {$(
                let data: Vec<$T> = words.iter().map(|word| (u64::from(*word) * 0x1_0000_4321) as $T).collect();
                let (a, b) = (device.tensor(&data, [2, 3]).unwrap(), device.tensor(&data, [3, 2]).unwrap());
                let chain = |i: usize, j: usize| (0..3).fold(0 as $T, |sum, q| {
                    sum.wrapping_add(data[i * 3 + q].wrapping_mul(data[q * 2 + j]))
                });
                let wanted = [chain(0, 0), chain(0, 1), chain(1, 0), chain(1, 1)];
                assert_eq!(matmul(&a, &b).unwrap().read().unwrap(), wanted, "{} on {device}", stringify!($T));
            )*};
        }
        whole!(u32 i32 u64 i64);
        let a = device.tensor(&[200u8, 255], [1, 2]).unwrap();
        let b: Tensor<i32> = matmul(&a, &a.transpose()).unwrap();
        assert_eq!(b.read().unwrap(), [200 * 200 + 255 * 255]);
        let a = device.tensor(&[-128i8, 127], [1, 2]).unwrap();
        assert_eq!(matmul(&a, &a.transpose()).unwrap().read().unwrap(), [128 * 128 + 127 * 127]);
        let a = device.tensor(&[65_535u16, 65_535], [1, 2]).unwrap();
        let b: Tensor<u32> = matmul(&a, &a.transpose()).unwrap();
        assert_eq!(b.read().unwrap(), [(65_535u32 * 65_535).wrapping_mul(2)]);

        let halves: Vec<f16> = numbers(8, 6).into_iter().map(f16::from_f32).collect();
        let (a, b) = (device.tensor(&halves, [2, 4]).unwrap(), device.tensor(&halves, [4, 2]).unwrap());
        let chain = |i: usize, j: usize| {
            (0..4).fold(0.0f32, |sum, q| halves[i * 4 + q].to_f32().mul_add(halves[q * 2 + j].to_f32(), sum))
        };
        let wanted = [chain(0, 0), chain(0, 1), chain(1, 0), chain(1, 1)];
        assert_eq!(matmul(&a, &b).unwrap().read().unwrap(), wanted.map(f16::from_f32), "{device}");
        // Into another type: the chain itself, and the chain as a `bf16`.
        let mut single = device.tensor_zeros::<f32>([2, 2]).unwrap();
        matmul_into(&a, &b, &mut single, MatMul::default()).unwrap();
        assert_eq!(single.read().unwrap(), wanted, "{device}");
        let mut short = device.tensor_zeros::<bf16>([2, 2]).unwrap();
        matmul_into(&a, &b, &mut short, MatMul::default()).unwrap();
        assert_eq!(short.read().unwrap(), wanted.map(bf16::from_f32), "{device}");
    }
}

#[test]
fn an_accumulator_is_one_that_the_result_fits_in() {
    let device = Device::cpu();
    // In an `f32` the small ones are lost, and in an `f64` they are not.
    let a = device.tensor(&[1.0e8f32, 1.0, -1.0e8], [1, 3]).unwrap();
    let ones = device.tensor(&[1.0f32; 3], [3, 1]).unwrap();
    assert_eq!(matmul(&a, &ones).unwrap().read().unwrap(), [0.0]);
    let double = MatMul { accumulator: Accumulator::F64 };
    assert_eq!(matmul_with(&a, &ones, double).unwrap().read().unwrap(), [1.0]);
    for accumulator in [Accumulator::U32, Accumulator::I32, Accumulator::U64, Accumulator::I64] {
        let error = matmul_with(&a, &ones, MatMul { accumulator }).unwrap_err();
        assert!(matches!(error, Error::Accumulator { .. }), "{error}");
    }
    // A product of `f64`s is one chain in `f64`, and sums are in their order.
    let (x, y) = ([0.1f64, 1e17, -3.0, 7.5, -1e17, 0.3], [1.5f64, 0.7, -1e-9, 1.1, 0.7, 9.0]);
    let chain = x.iter().zip(y).fold(0.0f64, |sum, (x, y)| x.mul_add(y, sum));
    let (a64, b64) = (device.tensor(&x, [1, 6]).unwrap(), device.tensor(&y, [6, 1]).unwrap());
    for way in [Way::Plain, Way::Tiled] {
        let mut c = device.tensor_zeros::<f64>([1, 1]).unwrap();
        matmul_by(&a64, &b64, &mut c, way).unwrap();
        assert_eq!(c.read().unwrap(), [chain]);
    }
    assert_eq!(a64.sum_strict(1).unwrap().read().unwrap(), [((((0.1 + 1e17) - 3.0) + 7.5) - 1e17) + 0.3]);
    assert_eq!(a64.sum_tree(1).unwrap().read().unwrap(), [((0.1 + 1e17) + (-3.0 + 7.5)) + (-1e17 + 0.3)]);
    assert_eq!(
        (a64.max(1).unwrap().read().unwrap(), a64.arg_max(1).unwrap().read().unwrap()),
        (vec![1e17], vec![1])
    );
    assert_eq!((&a64 / &b64.transpose()).unwrap().read().unwrap()[2], -3.0 / -1e-9);
    let a = device.tensor(&[u64::MAX, 2], [1, 2]).unwrap();
    for accumulator in [Accumulator::U32, Accumulator::I64, Accumulator::F64] {
        let error = matmul_with(&a, &a.transpose(), MatMul { accumulator }).unwrap_err();
        assert!(matches!(error, Error::Accumulator { .. }), "{error}");
    }
    let a = device.tensor(&[1.0f32; 4], [4]).unwrap();
    assert!(matches!(matmul(&a, &ones), Err(Error::Rank { expected: 2, got: 1, .. })));
    let a = device.tensor(&[1.0f32; 4], [1, 4]).unwrap();
    assert!(matches!(matmul(&a, &ones), Err(Error::Dimension { value: 4, other_value: 3, .. })));
    let mut b = device.tensor(&[1.0f32; 16], [4, 4]).unwrap();
    let c = b.clone();
    assert!(matches!(matmul_into(&c, &c, &mut b, MatMul::default()), Err(Error::BufferAliased { .. })));
    assert!(matches!(matmul_into(&a, &c, &mut b, MatMul::default()), Err(Error::Shape { .. })));
}

/// The sum by the balanced tree.
fn tree(values: &[f32]) -> f32 {
    match values {
        [] => 0.0,
        [only] => *only,
        several => {
            let half = several.len().next_power_of_two() / 2;
            tree(&several[..half]) + tree(&several[half..])
        }
    }
}

#[test]
fn an_axis_is_reduced_in_its_order() {
    for device in devices() {
        for len in [1, 2, 3, 7, 8, 21] {
            let data = numbers(2 * len * 3, len as u32);
            let tensor = device.tensor(&data, [2, len, 3]).unwrap();
            let line =
                |x: usize, z: usize| (0..len).map(|y| data[(x * len + y) * 3 + z]).collect::<Vec<f32>>();
            let lines: Vec<Vec<f32>> = (0..6).map(|at| line(at / 3, at % 3)).collect();
            let each = |f: &dyn Fn(&[f32]) -> f32| lines.iter().map(|line| f(line)).collect::<Vec<f32>>();
            let sum = tensor.sum_tree(1).unwrap();
            assert_eq!(sum.shape(), [2, 3]);
            assert_eq!(bits(&sum.read().unwrap()), bits(&each(&tree)), "{len} on {device}");
            let strict = |line: &[f32]| line[1..].iter().fold(line[0], |sum, value| sum + value);
            let sum = tensor.sum_strict(1).unwrap();
            assert_eq!(bits(&sum.read().unwrap()), bits(&each(&strict)), "{len} on {device}");
            let max = |line: &[f32]| line.iter().copied().max_by(f32::total_cmp).unwrap();
            assert_eq!(bits(&tensor.max(1).unwrap().read().unwrap()), bits(&each(&max)), "{len} on {device}");

            let lined = |f: &dyn Fn(&[f32]) -> Vec<f32>| {
                let lines: Vec<Vec<f32>> = lines.iter().map(|line| f(line)).collect();
                let at = |place: usize| lines[place / (len * 3) * 3 + place % 3][place / 3 % len];
                (0..data.len()).map(at).collect::<Vec<f32>>()
            };
            let norm = |line: &[f32]| {
                let n = line.len() as f32;
                let mean = tree(line) / n;
                let rest: Vec<f32> = line.iter().map(|x| x - mean).collect();
                let squares: Vec<f32> = rest.iter().map(|d| d * d).collect();
                let root = (tree(&squares) / n + 1e-5).sqrt();
                rest.iter().map(|d| d / root).collect()
            };
            let got = tensor.layer_norm(1, 1e-5).unwrap().read().unwrap();
            assert_eq!(bits(&got), bits(&lined(&norm)), "{len} on {device}");
            let got = tensor.softmax(1).unwrap().read().unwrap();
            let soft = |line: &[f32]| {
                let m = max(line);
                // The exponential is correctly rounded, as a power of doubles nearly always is.
                let e: Vec<f32> = line.iter().map(|x| f64::from(x - m).exp() as f32).collect();
                let sum = tree(&e);
                e.iter().map(|e| e / sum).collect()
            };
            assert_eq!(bits(&got), bits(&lined(&soft)), "{len} on {device}");
        }
    }
}

#[test]
fn the_maximum_goes_by_the_total_order_and_the_first_of_equal_ones_counts() {
    for device in devices() {
        let data = [f32::NAN, 1.0, -f32::NAN, 0.0, -0.0, -f32::NAN, 3.0, 3.0, -7.0];
        let tensor = device.tensor(&data, [3, 3]).unwrap();
        assert_eq!(tensor.arg_max(1).unwrap().read().unwrap(), [0, 0, 0], "{device}");
        assert_eq!(tensor.arg_max(0).unwrap().read().unwrap(), [0, 2, 2], "{device}");
        let data = [5i64, -1, i64::MIN, i64::MAX, -2, -2];
        let tensor = device.tensor(&data, [2, 3]).unwrap();
        assert_eq!(tensor.arg_max(1).unwrap().read().unwrap(), [0, 0], "{device}");
        assert_eq!(tensor.max(0).unwrap().read().unwrap(), [i64::MAX, -1, -2], "{device}");
        assert_eq!(tensor.sum(0).unwrap().read().unwrap(), [i64::MIN + 4, -3, i64::MAX - 1], "{device}");
        let data = [-3i32, -4].map(|x| x * 1000);
        assert_eq!(device.tensor(&data, [2]).unwrap().max(0).unwrap().read().unwrap(), [-3000]);
        let halves = [-1.0, -0.5, 2.0, 0.25].map(f16::from_f32);
        assert_eq!(device.tensor(&halves, [4]).unwrap().arg_max(0).unwrap().read().unwrap(), [2], "{device}");
        let empty = device.tensor_zeros::<u32>([2, 0]).unwrap();
        assert!(matches!(empty.max(1), Err(Error::Shape { .. })));
        assert_eq!(empty.sum(1).unwrap().read().unwrap(), [0, 0]);
        assert!(matches!(empty.sum(2), Err(Error::Axis { axis: 2, rank: 2 })));
    }
}

#[test]
fn elements_are_combined_with_broadcasting() {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let b = device.tensor(&[10u32, 0], [2, 1]).unwrap();
        assert_eq!((&a + &b).unwrap().read().unwrap(), [11, 12, 13, 4, 5, 6], "{device}");
        assert_eq!((&a / &b).unwrap().read().unwrap(), [0; 6], "{device}");
        assert_eq!((&b - &a.transpose().slice(0, 1..).unwrap()).unwrap().read().unwrap()[..2], [8, 5]);
        let c = device.tensor(&[-7i32], []).unwrap();
        assert_eq!((&c * &c).unwrap().read().unwrap(), [49], "{device}");
        let d = device.tensor(&[2i32], [1]).unwrap();
        assert_eq!((&c / &d).unwrap().read().unwrap(), [-3], "{device}");
        let halves = device.tensor(&[0.1, 0.2].map(f16::from_f32), [2]).unwrap();
        let sum = (&halves + &halves.slice(0, ..1).unwrap()).unwrap().read().unwrap();
        assert_eq!(sum, [0.1, 0.2].map(|x| f16::from_f32(x) + f16::from_f32(0.1)), "{device}");
        let longs = device.tensor(&[u64::MAX, 3], [2]).unwrap();
        assert_eq!((&longs * &longs).unwrap().read().unwrap(), [1, 9], "{device}");
        assert!(matches!(&a + &a.transpose(), Err(Error::Shape { .. })));
    }
}

/// `&a % &b` of two lists of one type, which is Rust's `%` for each pair.
fn remainders<T: vyre::tensor::Numeric + std::ops::Rem<Output = T> + PartialEq + std::fmt::Debug>(
    a: &[T],
    b: &[T],
) -> Result<(), Error> {
    let wanted: Vec<T> = a.iter().zip(b).map(|(a, b)| *a % *b).collect();
    for device in devices() {
        let (a, b) = (device.tensor(a, [a.len()])?, device.tensor(b, [b.len()])?);
        assert_eq!((&a % &b)?.read()?, wanted, "{device}");
    }
    Ok(())
}

#[test]
fn remainders_are_those_of_rust() -> Result<(), Error> {
    remainders(&[7u32, u32::MAX, 5], &[4, 10, 9])?;
    remainders(&[-7i32, 7, i32::MIN], &[4, -4, 3])?;
    remainders(&[u64::MAX, 1 << 40, 9], &[10, (1 << 33) + 1, 4])?;
    remainders(&[-7i64, i64::MIN, 1 << 40], &[4, 1_000_000_007, -3])?;
    remainders(&[200u8, 7], &[7, 200])?;
    remainders(&[-128i8, 127], &[7, -5])?;
    remainders(&[60_000u16, 7], &[7, 200])?;
    remainders(&[-30_000i16, 7], &[7, 200])?;
    remainders(&[-7.5f32, 1e30, 0.1], &[2.0, 3.0, 0.03])?;
    remainders(&[-7.5f64, 1e300, 0.1], &[2.0, 3.0, 0.03])?;
    let halves = |list: [f32; 3]| list.map(f16::from_f32);
    remainders(&halves([-7.5, 60_000.0, 0.1]), &halves([2.0, 3.0, 0.03]))?;
    let halves = |list: [f32; 3]| list.map(bf16::from_f32);
    remainders(&halves([-7.5, 1e30, 0.1]), &halves([2.0, 3.0, 0.03]))
}

#[test]
fn elements_are_taken_and_joined_by_place() {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let places = device.tensor(&[2u32, 0, 3, u32::MAX], [2, 2]).unwrap();
        let taken = a.gather(1, &places).unwrap();
        assert_eq!(taken.shape(), [2, 2, 2]);
        assert_eq!(taken.read().unwrap(), [3, 1, 0, 0, 6, 4, 0, 0], "{device}");
        let row = a.transpose().gather(0, &device.tensor(&[1u32], []).unwrap()).unwrap();
        assert_eq!((row.shape(), row.read().unwrap()), (&[2][..], vec![2, 5]), "{device}");
        let joined = concat(1, &[&a, &a.slice(1, ..1).unwrap(), &a.slice(1, 2..2).unwrap()]).unwrap();
        assert_eq!(joined.shape(), [2, 4]);
        assert_eq!(joined.read().unwrap(), [1, 2, 3, 1, 4, 5, 6, 4], "{device}");
        assert!(matches!(concat(0, &[&a, &a.transpose()]), Err(Error::Shape { .. })));
        assert!(matches!(concat::<u32>(0, &[]), Err(Error::Shape { .. })));
    }
}

#[test]
fn a_convolution_is_one_chain_for_each_element() {
    for device in devices() {
        for how in
            [Conv2d::default(), Conv2d { stride: [2, 1], padding: [1, 2], dilation: [1, 2], groups: 2 }]
        {
            let (n, c, h, w, o, p, q) = (2, 4, 5, 6, 2, 3, 2);
            let own = c / how.groups;
            let (x, k) = (numbers(n * c * h * w, 7), numbers(o * own * p * q, 8));
            let size = |axis: usize, length: usize, window: usize| {
                (length + 2 * how.padding[axis] - how.dilation[axis] * (window - 1) - 1) / how.stride[axis]
                    + 1
            };
            let (rows, columns) = (size(0, h, p), size(1, w, q));
            let mut wanted = Vec::new();
            for at in 0..n * o * rows * columns {
                let (b, f, y, z) =
                    (at / (o * rows * columns), at / (rows * columns) % o, at / columns % rows, at % columns);
                let mut sum = 0.0f32;
                for (ci, pi, qi) in (0..own * p * q).map(|at| (at / (p * q), at / q % p, at % q)) {
                    let i = (y * how.stride[0] + pi * how.dilation[0]).wrapping_sub(how.padding[0]);
                    let j = (z * how.stride[1] + qi * how.dilation[1]).wrapping_sub(how.padding[1]);
                    if i < h && j < w {
                        let channel = f / (o / how.groups) * own + ci;
                        sum = x[((b * c + channel) * h + i) * w + j]
                            .mul_add(k[((f * own + ci) * p + pi) * q + qi], sum);
                    }
                }
                wanted.push(sum);
            }
            let x = device.tensor(&x, [n, c, h, w]).unwrap();
            let k = device.tensor(&k, [o, own, p, q]).unwrap();
            let got = x.conv2d(&k, how).unwrap();
            assert_eq!(got.shape(), [n, o, rows, columns]);
            assert_eq!(bits(&got.read().unwrap()), bits(&wanted), "{how:?} on {device}");
            let none = Conv2d { groups: 3, ..how };
            assert!(matches!(x.conv2d(&k, none), Err(Error::Shape { .. })));
        }
    }
}

#[test]
fn arrays_of_ndarray_are_tensors() {
    use ndarray::{Array1, Array2, Array3, ArrayD, arr0, array, s};
    for device in devices() {
        let a = array![[1u32, 2, 3], [4, 5, 6]];
        let tensor = device.tensor_from(&a).unwrap();
        assert_eq!(
            (tensor.shape(), tensor.read().unwrap()),
            (&[2, 3][..], vec![1, 2, 3, 4, 5, 6]),
            "{device}"
        );
        let turned = device.tensor_from(&a.t()).unwrap();
        assert_eq!(turned.read().unwrap(), [1, 4, 2, 5, 3, 6], "{device}");
        let part = device.tensor_from(&a.slice(s![.., ..;-2])).unwrap();
        assert_eq!(part.read().unwrap(), [3, 1, 6, 4], "{device}");
        assert_eq!(Array2::try_from(&tensor.transpose()).unwrap(), a.t(), "{device}");
        let all: ArrayD<u32> = (&tensor).try_into().unwrap();
        assert_eq!(all, a.clone().into_dyn(), "{device}");
        assert_eq!(Array1::try_from(&tensor.index(1, 2).unwrap()).unwrap(), array![3, 6], "{device}");
        assert!(
            matches!(Array3::try_from(&tensor), Err(Error::Rank { expected: 3, got: 2, .. })),
            "{device}"
        );
        let one = device.tensor_from(&arr0(2.5f64)).unwrap();
        assert_eq!((one.shape(), one.read().unwrap()), (&[][..], vec![2.5]), "{device}");
        let none = device.tensor_from(&Array2::<f32>::zeros((0, 4))).unwrap();
        assert_eq!(Array2::try_from(&none).unwrap().dim(), (0, 4), "{device}");
    }
}

/// The position in a row-major tensor.
fn at(shape: &[usize], place: &[usize]) -> usize {
    shape.iter().zip(place).fold(0, |at, (length, index)| at * length + index)
}

/// The place of a position.
fn place(shape: &[usize], mut at: usize) -> Vec<usize> {
    let mut place: Vec<usize> = shape.iter().rev().map(|length| (at % length, at /= length).0).collect();
    place.reverse();
    place
}

#[test]
fn operations_take_every_number_of_dimensions() {
    for device in devices() {
        for rank in [1, 4, 5, 8] {
            let shape: Vec<usize> = (0..rank).map(|axis| 1 + (axis + 1) % 3).collect();
            let len: usize = shape.iter().product();
            let data: Vec<i16> = (0..len).map(|at| (at * 37 % 101) as i16 - 50).collect();
            let t = device.tensor(&data, &shape[..]).unwrap();
            let backwards: Vec<usize> = (0..rank).rev().collect();
            let turned = t.permute(&backwards).unwrap();
            let of = |place: &[usize]| {
                let straight: Vec<usize> = place.iter().rev().copied().collect();
                data[at(&shape, &straight)]
            };
            for axis in 0..rank {
                let mut left = turned.shape().to_vec();
                let length = left.remove(axis);
                let along = |at: usize| {
                    let rest = place(&left, at);
                    (0..length).map(move |index| {
                        let mut place = rest.clone();
                        place.insert(axis, index);
                        place
                    })
                };
                let outs = || 0..left.iter().product::<usize>();
                let sums: Vec<i16> = outs().map(|at| along(at).map(|place| of(&place)).sum()).collect();
                let greatest: Vec<i16> =
                    outs().map(|at| along(at).map(|place| of(&place)).max().unwrap()).collect();
                let first =
                    |at: usize| along(at).position(|place| of(&place) == greatest[at]).unwrap() as u32;
                assert_eq!(turned.sum(axis).unwrap().read().unwrap(), sums, "{shape:?} {axis} on {device}");
                assert_eq!(
                    turned.max(axis).unwrap().read().unwrap(),
                    greatest,
                    "{shape:?} {axis} on {device}"
                );
                let firsts: Vec<u32> = outs().map(first).collect();
                assert_eq!(
                    turned.arg_max(axis).unwrap().read().unwrap(),
                    firsts,
                    "{shape:?} {axis} on {device}"
                );
                let part = device.tensor(&[length as u32 - 1], [1]).unwrap();
                let last: Vec<i16> = outs().map(|at| of(&along(at).next_back().unwrap())).collect();
                assert_eq!(
                    turned.gather(axis, &part).unwrap().read().unwrap(),
                    last,
                    "{shape:?} {axis} on {device}"
                );
            }
            let twice = (&turned + &turned).unwrap().read().unwrap();
            let wanted: Vec<i16> = (0..len).map(|at| 2 * of(&place(turned.shape(), at))).collect();
            assert_eq!(twice, wanted, "{shape:?} on {device}");
        }
    }
}
