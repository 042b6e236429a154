//! Tensors, with what they must give: level L4, and of floats the reductions and products of level L4f. What is expected is computed on the host, by loops.

use super::whole::{Whole, Wrong, program, same};
use vyre::tensor::{Accumulator, Conv2d, MatMul, concat, matmul, matmul_into};
use vyre::{Arg, Device, Tensor, f16};

/// The section of level L4.
pub(super) const NAME: &str = "tensors";
pub(super) const CASES: [Whole<'static>; 7] = [
    ("accesses in and out of bounds", &accesses),
    ("dimensions that a launch says", &dimensions),
    ("views", &views),
    ("sums and maxima of integers", &reductions),
    ("gather and concat", &moved),
    ("products of integers", &products),
    ("convolution of integers", &convolution),
];

/// The section of level L4f.
pub(super) const FLOATS: &str = "reductions and products of floats";
pub(super) const CASES_OF_FLOATS: [Whole<'static>; 7] = [
    ("sums from left to right", &strict_sums),
    ("sums by trees", &tree_sums),
    ("sums of buffers", &buffer_sums),
    ("softmax and layer_norm", &norms),
    ("products of f32 and f64", &float_products),
    ("products of f16", &half_products),
    ("convolution of f32", &float_convolution),
];

/// Numbers of a linear congruence, by their upper bits.
fn numbers(count: usize, seed: u32) -> Vec<u32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state ^ state >> 15
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// Between -4 and 4, with all digits.
fn floats(count: usize, seed: u32) -> Vec<f32> {
    numbers(count, seed).iter().map(|bits| (f64::from(*bits) / f64::from(1u32 << 29) - 4.0) as f32).collect()
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

fn bits64(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A sum by the tree that splits at the largest power of two below the length.
fn tree(values: &[f32]) -> f32 {
    match values {
        [] => 0.0,
        [one] => *one,
        more => {
            let (left, right) = more.split_at(more.len().next_power_of_two() / 2);
            tree(left) + tree(right)
        }
    }
}

/// The lines of the middle axis of three.
fn lines<T: Copy>(data: &[T], [a, b, c]: [usize; 3]) -> Vec<Vec<T>> {
    (0..a * c).map(|at| (0..b).map(|y| data[(at / c * b + y) * c + at % c]).collect()).collect()
}

fn accesses(device: &Device) -> Result<(), Wrong> {
    let program = program(
        "program workgroup_size 4, 4, 1 buffer a: read tensor<u32, [M, 3]> strided @ 0
         buffer b: read_write tensor<u32, [4, M]> @ 1
         entry { let i = invocation_id.x; let j = invocation_id.y; b[[j, i]] = a[[i + 1, j]] + 7; b[[i - 1, 4294967295]] = 1; }",
    )?;
    let data = numbers(15, 1);
    for is_turned in [false, true] {
        let flat = device.tensor(&data, [5, 3])?;
        let a = match is_turned {
            true => flat.transpose().to_dense()?.transpose(),
            false => flat,
        };
        let mut b = device.tensor_zeros::<u32>([4, 5])?;
        device.run(&program, [2, 2, 1], [Arg::tensor(&a), Arg::tensor_mut(&mut b)])?;
        let wanted = (0..20).map(|at| {
            let (j, i) = (at / 5, at % 5 + 1);
            if i < 5 && j < 3 { data[i * 3 + j].wrapping_add(7) } else { 7 }
        });
        same("b", b.read()?, wanted)?;
    }
    Ok(())
}

fn dimensions(device: &Device) -> Result<(), Wrong> {
    let program = program(
        "program workgroup_size 1, 1, 1 buffer a: read tensor<u32, [M, N, M]> strided @ 0 buffer out: read_write u32 @ 1
         entry { out[0] = dim(a, 0); out[1] = dim(a, 1); out[2] = dim(a, 2); out[3] = a[[1, 2, 0]]; }",
    )?;
    let data = numbers(24, 2);
    let a = device.tensor(&data, [3, 2, 4])?.slice(2, 0..2)?.permute(&[2, 0, 1])?;
    let mut out = [0u32; 4];
    device.run(&program, [1, 1, 1], [Arg::tensor(&a), Arg::write(&mut out)])?;
    same("out", out, [2, 3, 2, data[17]])?;
    // A name with two values.
    let b = device.tensor(&data, [2, 3, 4])?;
    match device.run(&program, [1, 1, 1], [Arg::tensor(&b), Arg::write(&mut out)]) {
        Err(vyre::Error::Dimension { .. }) => Ok(()),
        _ => Err(Wrong("`M` is 2 and 4, and that is no error".to_string())),
    }
}

fn views(device: &Device) -> Result<(), Wrong> {
    let data = numbers(24, 3);
    let t = device.tensor(&data, [2, 3, 4])?;
    let at = |x: usize, y: usize, z: usize| data[(x * 3 + y) * 4 + z];
    let every = |shape: [usize; 3], f: &dyn Fn([usize; 3]) -> u32| -> Vec<u32> {
        let [_, b, c] = shape;
        (0..shape.iter().product()).map(|i: usize| f([i / (b * c), i / c % b, i % c])).collect()
    };
    same("transpose", t.transpose().read()?, every([2, 4, 3], &|[x, y, z]| at(x, z, y)))?;
    same("permute", t.permute(&[2, 0, 1])?.read()?, every([4, 2, 3], &|[x, y, z]| at(y, z, x)))?;
    same("slice", t.slice(1, 1..3)?.to_dense()?.read()?, every([2, 2, 4], &|[x, y, z]| at(x, y + 1, z)))?;
    same("index", t.index(2, 3)?.read()?, every([1, 2, 3], &|[_, y, z]| at(y, z, 3)))?;
    let row = t.index(0, 1)?.index(0, 2)?;
    same(
        "broadcast",
        row.broadcast([2, 3, 4])?.to_dense()?.read()?,
        every([2, 3, 4], &|[_, _, z]| at(1, 2, z)),
    )?;
    same("reshape", t.reshape([4, 6])?.transpose().read()?, every([1, 6, 4], &|[_, y, z]| data[z * 6 + y]))?;
    let sum = (&t.transpose() + &row.reshape([4, 1])?)?;
    same("+", sum.read()?, every([2, 4, 3], &|[x, y, z]| at(x, z, y).wrapping_add(at(1, 2, y))))
}

fn reductions(device: &Device) -> Result<(), Wrong> {
    for length in [1usize, 2, 7, 33] {
        let data: Vec<i32> =
            numbers(2 * length * 3, length as u32).iter().map(|bits| *bits as i32 >> 3).collect();
        let t = device.tensor(&data, [2, length, 3])?;
        let lines = lines(&data, [2, length, 3]);
        same(
            "sum",
            t.sum(1)?.read()?,
            lines.iter().map(|line| line.iter().fold(0i32, |sum, x| sum.wrapping_add(*x))),
        )?;
        let max = lines.iter().map(|line| line.iter().copied().max().unwrap_or_default());
        same("max", t.max(1)?.read()?, max)?;
        let first = |line: &Vec<i32>| {
            let max = line.iter().max();
            line.iter().position(|x| Some(x) == max).unwrap_or_default() as u32
        };
        same("arg_max", t.arg_max(1)?.read()?, lines.iter().map(first))?;
    }
    Ok(())
}

fn moved(device: &Device) -> Result<(), Wrong> {
    let data = numbers(24, 5);
    let t = device.tensor(&data, [2, 3, 4])?;
    // Beyond the end there is zero.
    let chosen = [2u32, 3, 0, u32::MAX];
    let taken = t.gather(1, &device.tensor(&chosen, [4])?)?;
    let wanted = (0..32).map(|i| match chosen[i / 4 % 4] as usize {
        y if y < 3 => data[(i / 16 * 3 + y) * 4 + i % 4],
        _ => 0,
    });
    same("gather", taken.read()?, wanted)?;
    let joined = concat(1, &[&t, &t.slice(1, 0..1)?])?;
    let wanted = (0..32).map(|i| data[(i / 16 * 3 + i / 4 % 4 % 3) * 4 + i % 4]);
    same("concat", joined.read()?, wanted)
}

/// One chain in ascending k for each element, of batches that broadcast: `b` has one.
fn chains<A: Copy, B: Copy + Default>(
    (a, b): (&[A], &[A]),
    [batches, m, k, n]: [usize; 4],
    step: impl Fn(B, A, A) -> B,
) -> Vec<B> {
    let element = |at: usize| {
        let (batch, i, j) = (at / (m * n), at / n % m, at % n);
        (0..k).fold(B::default(), |sum, q| step(sum, a[(batch * m + i) * k + q], b[q * n + j]))
    };
    (0..batches * m * n).map(element).collect()
}

const SIZES: [[usize; 4]; 3] = [[1, 1, 1, 1], [2, 5, 7, 3], [1, 33, 40, 35]];

fn products(device: &Device) -> Result<(), Wrong> {
    for shape in SIZES {
        let [batches, m, k, n] = shape;
        let (a, b) = (numbers(batches * m * k, 6), numbers(k * n, 7));
        let (left, right) = (device.tensor(&a, [batches, m, k])?, device.tensor(&b, [k, n])?);
        let wanted = chains((&a, &b), shape, |sum: u32, x, y| sum.wrapping_add(x.wrapping_mul(y)));
        same("u32", matmul(&left, &right)?.read()?, wanted.iter().copied())?;
        let turned = device.tensor(&b, [k, n])?.transpose().to_dense()?.transpose();
        same("u32", matmul(&left, &turned)?.read()?, wanted)?;
        let [a, b] = [a, b].map(|list| list.iter().map(|x| *x as i8).collect::<Vec<i8>>());
        let (left, right) = (device.tensor(&a, [batches, m, k])?, device.tensor(&b, [k, n])?);
        let wanted = chains((&a, &b), shape, |sum: i32, x, y| sum + i32::from(x) * i32::from(y));
        same("i8", matmul(&left, &right)?.read()?, wanted)?;
    }
    Ok(())
}

/// The window and its step, and the sizes: n, c, h, w of the input, and o, p, q of the window.
struct Shape {
    input: [usize; 4],
    window: [usize; 3],
    how: Conv2d,
}

const SHAPE: Shape = Shape {
    input: [2, 4, 7, 6],
    window: [6, 3, 2],
    how: Conv2d { stride: [2, 1], padding: [1, 2], dilation: [1, 2], groups: 2 },
};

/// One chain in ascending (c, p, q), of what does not lie in the padding.
fn convolved<T: Copy, S: Copy + Default>(x: &[T], w: &[T], step: impl Fn(S, T, T) -> S) -> Vec<S> {
    let Shape { input: [n, c, h, width], window: [o, p, q], how } = SHAPE;
    let out = |size: usize, window: usize, at: usize| {
        (size + 2 * how.padding[at] - how.dilation[at] * (window - 1) - 1) / how.stride[at] + 1
    };
    let (rows, columns, own) = (out(h, p, 0), out(width, q, 1), c / how.groups);
    let mut all = Vec::new();
    for at in 0..n * o * rows * columns {
        let (batch, channel) = (at / (o * rows * columns), at / (rows * columns) % o);
        let (row, column) = (at / columns % rows, at % columns);
        let mut sum = S::default();
        for tap in 0..own * p * q {
            let (from, down, right) = (tap / (p * q), tap / q % p, tap % q);
            let y = row * how.stride[0] + down * how.dilation[0];
            let z = column * how.stride[1] + right * how.dilation[1];
            let (Some(y), Some(z)) = (y.checked_sub(how.padding[0]), z.checked_sub(how.padding[1])) else {
                continue;
            };
            if y < h && z < width {
                let group = channel / (o / how.groups);
                let place = ((batch * c + group * own + from) * h + y) * width + z;
                sum = step(sum, x[place], w[(channel * own + from) * p * q + down * q + right]);
            }
        }
        all.push(sum);
    }
    all
}

/// The shapes of the input and of the window.
fn shapes() -> ([usize; 4], [usize; 4]) {
    let Shape { input, window: [o, p, q], how } = SHAPE;
    (input, [o, input[1] / how.groups, p, q])
}

fn convolution(device: &Device) -> Result<(), Wrong> {
    let (input, window) = shapes();
    let (x, w) = (numbers(input.iter().product(), 8), numbers(window.iter().product(), 9));
    let got = device.tensor(&x, input)?.conv2d(&device.tensor(&w, window)?, SHAPE.how)?;
    same("conv2d", got.read()?, convolved(&x, &w, |sum: u32, x, w| sum.wrapping_add(x.wrapping_mul(w))))
}

const LENGTHS: [usize; 5] = [1, 2, 7, 33, 100];

/// A tensor of lines along its middle axis, and these.
fn lined(device: &Device, length: usize) -> Result<(Tensor<f32>, Vec<Vec<f32>>), Wrong> {
    let data = floats(2 * length * 3, length as u32);
    Ok((device.tensor(&data, [2, length, 3])?, lines(&data, [2, length, 3])))
}

fn strict_sums(device: &Device) -> Result<(), Wrong> {
    LENGTHS.into_iter().try_for_each(|length| {
        let (t, lines) = lined(device, length)?;
        let sums: Vec<f32> =
            lines.iter().map(|line| line[1..].iter().fold(line[0], |sum, x| sum + x)).collect();
        same("sum_strict", bits(&t.sum_strict(1)?.read()?), bits(&sums))
    })
}

fn tree_sums(device: &Device) -> Result<(), Wrong> {
    LENGTHS.into_iter().try_for_each(|length| {
        let (t, lines) = lined(device, length)?;
        let sums: Vec<f32> = lines.iter().map(|line| tree(line)).collect();
        same("sum_tree", bits(&t.sum_tree(1)?.read()?), bits(&sums))
    })
}

fn buffer_sums(device: &Device) -> Result<(), Wrong> {
    for count in [1usize, 2, 255, 3000] {
        let data = floats(count, 11);
        let buffer = device.buffer(&data)?;
        let strict = data[1..].iter().fold(data[0], |sum, x| sum + x);
        same("sum_strict", bits(&[vyre::reduce::sum_strict(&buffer)?]), bits(&[strict]))?;
        same("sum_tree", bits(&[vyre::reduce::sum_tree(&buffer)?]), bits(&[tree(&data)]))?;
    }
    Ok(())
}

fn norms(device: &Device) -> Result<(), Wrong> {
    LENGTHS.into_iter().try_for_each(|length| {
        let (t, lines) = lined(device, length)?;
        let placed = |f: &dyn Fn(&[f32]) -> Vec<f32>| {
            let lines: Vec<Vec<f32>> = lines.iter().map(|line| f(line)).collect();
            (0..6 * length)
                .map(|at| lines[at / (length * 3) * 3 + at % 3][at / 3 % length])
                .collect::<Vec<f32>>()
        };
        let norm = |line: &[f32]| {
            let n = line.len() as f32;
            let mean = tree(line) / n;
            let rest: Vec<f32> = line.iter().map(|x| x - mean).collect();
            let squares: Vec<f32> = rest.iter().map(|d| d * d).collect();
            let root = (tree(&squares) / n + 1e-5).sqrt();
            rest.iter().map(|d| d / root).collect()
        };
        same("layer_norm", bits(&t.layer_norm(1, 1e-5)?.read()?), bits(&placed(&norm)))?;
        let soft = |line: &[f32]| {
            let max = line.iter().copied().max_by(f32::total_cmp).unwrap_or_default();
            // The exponential is correctly rounded, as a power of doubles nearly always is.
            let e: Vec<f32> = line.iter().map(|x| f64::from(x - max).exp() as f32).collect();
            let sum = tree(&e);
            e.iter().map(|e| e / sum).collect()
        };
        same("softmax", bits(&t.softmax(1)?.read()?), bits(&placed(&soft)))
    })
}

fn float_products(device: &Device) -> Result<(), Wrong> {
    for shape in SIZES {
        let [batches, m, k, n] = shape;
        let (a, b) = (floats(batches * m * k, 12), floats(k * n, 13));
        let (left, right) = (device.tensor(&a, [batches, m, k])?, device.tensor(&b, [k, n])?);
        let wanted: Vec<f32> = chains((&a, &b), shape, |sum: f32, x: f32, y| x.mul_add(y, sum));
        same("f32", bits(&matmul(&left, &right)?.read()?), bits(&wanted))?;
        // In the accumulator, and rounded once.
        let wide: Vec<f64> =
            chains((&a, &b), shape, |sum: f64, x, y| f64::from(x).mul_add(f64::from(y), sum));
        let mut c = device.tensor_zeros::<f32>([batches, m, n])?;
        matmul_into(&left, &right, &mut c, MatMul { accumulator: Accumulator::F64 })?;
        let rounded: Vec<f32> = wide.iter().map(|x| *x as f32).collect();
        same("f32 in f64", bits(&c.read()?), bits(&rounded))?;
        let [a, b] = [a, b].map(|list| list.iter().map(|x| f64::from(*x) / 3.0).collect::<Vec<f64>>());
        let (left, right) = (device.tensor(&a, [batches, m, k])?, device.tensor(&b, [k, n])?);
        let wanted: Vec<f64> = chains((&a, &b), shape, |sum: f64, x: f64, y| x.mul_add(y, sum));
        same("f64", bits64(&matmul(&left, &right)?.read()?), bits64(&wanted))?;
    }
    Ok(())
}

fn half_products(device: &Device) -> Result<(), Wrong> {
    for shape in SIZES {
        let [batches, m, k, n] = shape;
        let half =
            |count: usize, seed| floats(count, seed).iter().map(|x| f16::from_f32(*x)).collect::<Vec<f16>>();
        let (a, b) = (half(batches * m * k, 14), half(k * n, 15));
        let (left, right) = (device.tensor(&a, [batches, m, k])?, device.tensor(&b, [k, n])?);
        let wanted = chains((&a, &b), shape, |sum: f32, x, y| x.to_f32().mul_add(y.to_f32(), sum));
        let wanted = wanted.iter().map(|sum| f16::from_f32(*sum).to_bits());
        same("f16", matmul(&left, &right)?.read()?.iter().map(|x| x.to_bits()), wanted)?;
    }
    Ok(())
}

fn float_convolution(device: &Device) -> Result<(), Wrong> {
    let (input, window) = shapes();
    let (x, w) = (floats(input.iter().product(), 16), floats(window.iter().product(), 17));
    let got = device.tensor(&x, input)?.conv2d(&device.tensor(&w, window)?, SHAPE.how)?;
    same("conv2d", bits(&got.read()?), bits(&convolved(&x, &w, |sum: f32, x: f32, w| x.mul_add(w, sum))))
}
