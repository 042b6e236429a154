//! Tensors on the host, in kernels and functions, in text, and in programs of the IR.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::Program;
use vyre::prelude::*;
use vyre::{Arg, Error, Module};

/// The interpreter, the one that watches, and those of `vyre_tests`.
fn devices() -> Vec<Device> {
    [Device::reference(), Device::checked()].into_iter().chain(vyre_tests::devices()).collect()
}

#[vyre::kernel(workgroup_size = (16, 16))]
fn matmul(a: &Tensor<f32, M, K>, b: &Tensor<f32, K, N>, c: &mut Tensor<f32, M, N>) {
    let (j, i) = (invocation_id().x, invocation_id().y);
    let mut sum = 0.0f32;
    for k in 0..K {
        sum = a[[i, k]].mul_add(b[[k, j]], sum);
    }
    c[[i, j]] = sum;
}

/// `a`, `b` with its columns as rows, and their product.
fn factors([m, k, n]: [usize; 3]) -> [Vec<f32>; 3] {
    let a: Vec<f32> = (0..m * k).map(|at| at as f32 * 0.37 - 3.0).collect();
    let b: Vec<f32> = (0..n * k).map(|at| 1.0 - at as f32 * 0.21).collect();
    let element = |i: usize, j: usize| (0..k).fold(0.0f32, |sum, q| a[i * k + q].mul_add(b[j * k + q], sum));
    let c = (0..m * n).map(|at| element(at / n, at % n)).collect();
    [a, b, c]
}

#[test]
fn a_kernel_takes_tensors_of_any_strides() {
    let (m, k, n) = (19, 7, 23);
    let [a, b, wanted] = factors([m, k, n]);
    for device in devices() {
        let a = device.tensor(&a, [m, k]).unwrap();
        let b = device.tensor(&b, [n, k]).unwrap();
        let mut c = device.tensor_zeros::<f32>([m, n]).unwrap();
        matmul(&a, &b.transpose(), &mut c).dispatch(&device).unwrap();
        assert_eq!(c.read().unwrap(), wanted, "{device}");
        // Into a part of a tensor, whose rows are columns.
        let whole = device.tensor(&vec![7.0f32; (n + 2) * m], [n + 2, m]).unwrap();
        let mut part = whole.transpose().slice(1, 1..=n).unwrap();
        matmul(&a, &b.transpose(), &mut part).dispatch(&device).unwrap();
        assert_eq!(part.read().unwrap(), wanted, "{device}");
        assert_eq!(whole.index(0, 0).unwrap().read().unwrap(), vec![7.0; m], "{device}");
        assert_eq!(whole.index(0, n + 1).unwrap().read().unwrap(), vec![7.0; m], "{device}");
    }
}

#[test]
fn a_launch_refuses_tensors_that_do_not_fit() {
    let device = Device::cpu();
    let [a, b, _] = factors([4, 3, 5]);
    let a = device.tensor(&a, [4, 3]).unwrap();
    let b = device.tensor(&b, [5, 3]).unwrap();
    let mut c = device.tensor_zeros::<f32>([4, 5]).unwrap();
    match matmul(&a, &b, &mut c).dispatch(&device) {
        Err(Error::Dimension { dimension, name, value: 3, other, other_value: 5 }) => {
            assert_eq!((dimension.as_str(), name.as_str(), other.as_str()), ("K", "a", "b"));
        }
        other => panic!("{other:?}"),
    }
    let row = b.index(0, 0).unwrap();
    match matmul(&a, &row, &mut c).dispatch(&device) {
        Err(Error::Rank { name, expected: 2, got: 1 }) => assert_eq!(name, "b"),
        other => panic!("{other:?}"),
    }
    let mut again = c.index(0, 0).unwrap().broadcast([4, 5]).unwrap();
    let result = matmul(&a, &b.transpose(), &mut again).dispatch(&device);
    assert!(matches!(result, Err(Error::Overlap { ref name }) if name == "c"), "{result:?}");
    let square = device.tensor_zeros::<f32>([3, 3]).unwrap();
    let mut same = square.clone();
    let result = matmul(&square, &square, &mut same).dispatch(&device);
    assert!(matches!(result, Err(Error::BufferAliased { .. })), "{result:?}");
    let other = Device::reference().tensor_zeros::<f32>([3, 5]).unwrap();
    let result = matmul(&a, &other, &mut c).dispatch(&device);
    assert!(matches!(result, Err(Error::BufferDevice { .. })), "{result:?}");
}

mod sizes {
    pub(super) const ROWS: u32 = 3;
}

const COLUMNS: usize = 2;

#[vyre::function]
fn total(t: &Tensor<u32, A, B>, i: u32) -> u32 {
    let mut sum = 0;
    for j in 0..B {
        sum += t[[i, j]];
    }
    sum + A * 1000
}

#[vyre::kernel(workgroup_size = 4)]
fn everything(
    a: &Tensor<u32, sizes::ROWS, { COLUMNS }>,
    out: &mut Tensor<u32, N>,
    one: &mut Tensor<u32>,
    more: &[u32],
) {
    fn add(t: &Tensor<u32, X, Y>, out: &mut Tensor<u32, Z>, i: i64) {
        out[[i]] += t[[i, 1]] + X + Y + Z;
    }
    let i = invocation_id().x;
    out[[i]] = total(a, i);
    add(a, out, i as i64);
    out[[i]] += a.dim(0) * 100_000 + a.shape()[1] * 1_000_000;
    let row = a.row(i);
    for j in 0..row.len() {
        out[[i]] += row[j] * 10_000_000;
    }
    let before: i64 = -1;
    out[[before]] = 7;
    out[[1u64 << 32]] = 8;
    out[[-1]] = 9;
    if i == 0 {
        one[[]] = a[[2, 1]] + more[0] + N * 100;
    }
    assert!(a[[0, 0]] == 1, "the first element");
}

#[test]
fn functions_rows_dimensions_and_indices_of_any_type() {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [3, 2]).unwrap();
        let mut out = device.tensor_zeros::<u32>([4]).unwrap();
        let mut one = device.tensor_zeros::<u32>([]).unwrap();
        everything(&a, &mut out, &mut one, &[50]).dispatch(&device).unwrap();
        // 3000 + the sum, the second element + 3 + 2 + 4, 300,000 + 2,000,000, and ten million times the sum.
        let line = |x: u32, y: u32| 3000 + x + y + y + 9 + 2_300_000 + (x + y) * 10_000_000;
        assert_eq!(out.read().unwrap(), [line(1, 2), line(3, 4), line(5, 6), line(0, 0)], "{device}");
        assert_eq!(one.read().unwrap(), [456], "{device}");
        let result = everything(&a.transpose(), &mut out, &mut one, &[0]).dispatch(&device);
        assert!(matches!(result, Err(Error::Dimension { value: 3, other_value: 2, .. })), "{result:?}");
    }
}

#[vyre::kernel]
fn turned<T: vyre::Number, const R: u32>(a: &Tensor<T, R, N>, out: &mut Tensor<T, N, R>) {
    let (i, j) = (invocation_id().x / N, invocation_id().x % N);
    out[[j, i]] = a[[i, j]] + T::ONE;
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Point {
    x: u32,
    y: [f32; 2],
}

#[vyre::kernel(workgroup_size = (2, 2))]
fn moved(points: &mut Tensor<Point, M, N>, bytes: &mut Tensor<u8, M, N>) {
    let id = invocation_id();
    points[[id.y, id.x]].y[1] += 0.5;
    bytes[[id.y, id.x]] += 3;
}

#[test]
fn elements_are_of_any_type() {
    for device in devices() {
        let a = device.tensor(&[1i64, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let mut out = device.tensor_zeros::<i64>([3, 2]).unwrap();
        turned::<i64, 2>(&a, &mut out).invocations([6, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), [2, 5, 3, 6, 4, 7], "{device}");
        let points: Vec<Point> = (0..6).map(|x| Point { x, y: [0.0, x as f32] }).collect();
        let mut points = device.tensor(&points, [2, 3]).unwrap();
        let bytes = device.tensor(&[1u8, 2, 3, 4, 5, 6, 7, 8], [2, 4]).unwrap();
        moved(&mut points, &mut bytes.slice(1, ..3).unwrap()).dispatch(&device).unwrap();
        assert_eq!(points.read().unwrap()[4], Point { x: 4, y: [0.0, 4.5] }, "{device}");
        assert_eq!(bytes.read().unwrap(), [4, 5, 6, 4, 8, 9, 10, 8], "{device}");
    }
}

#[vyre::kernel(workgroup_size = (4, 2, 1))]
fn covered(cube: &mut Tensor<u32, A, B, C, D>, small: &mut Tensor<u32, E>) {
    let id = invocation_id();
    cube[[id.z / B, id.z % B, id.y, id.x]] = 1 + id.x + 10 * id.y + 100 * id.z;
    small[[id.x]] = E;
}

#[test]
fn a_launch_covers_its_largest_tensor_that_is_written() {
    for device in devices().into_iter().filter(|device| !device.to_string().contains("checked")) {
        let mut cube = device.tensor_zeros::<u32>([2, 3, 5, 7]).unwrap();
        let mut small = device.tensor_zeros::<u32>([9]).unwrap();
        covered(&mut cube, &mut small).dispatch(&device).unwrap();
        let wanted: Vec<u32> = (0..210).map(|at| 1 + at % 7 + 10 * (at / 7 % 5) + 100 * (at / 35)).collect();
        assert_eq!(cube.read().unwrap(), wanted, "{device}");
        assert_eq!(small.read().unwrap(), [9, 9, 9, 9, 9, 9, 9, 9, 0], "{device}");
        let mut empty = device.tensor_zeros::<u32>([2, 0, 5, 7]).unwrap();
        covered(&mut empty, &mut device.tensor_zeros::<u32>([0]).unwrap()).dispatch(&device).unwrap();
    }
}

#[vyre::kernel(workgroup_size = 6)]
fn counted(values: &Tensor<u32, N>, counts: &Tensor<AtomicU32, B>) {
    let value = values[[invocation_id().x]];
    counts[[value]].fetch_add(1);
}

#[test]
fn atomics_are_elements_of_tensors() {
    for device in devices() {
        let values = device.tensor(&[1u32, 2, 1, 5, 1, 0], [6]).unwrap();
        let counts = device.tensor_zeros::<u32>([3, 2]).unwrap();
        let mut column = counts.index(1, 1).unwrap();
        counted(&values, &mut column).invocations([6, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(counts.read().unwrap(), [0, 1, 0, 3, 0, 1], "{device}");
    }
}

const TEXT: &str = "
    const ROWS: u32 = 3;
    fn total(t: &Tensor<u32, A, B>, i: u32) -> u32 {
        let mut sum = 0;
        for j in 0..B { sum += t[[i, j]]; }
        sum + A * 1000
    }
    #[kernel(workgroup_size = (16, 16))]
    fn matmul(a: &Tensor<f32, M, K>, b: &Tensor<f32, K, N>, c: &mut Tensor<f32, M, N>) {
        let (j, i) = (invocation_id().x, invocation_id().y);
        let mut sum = 0.0f32;
        for k in 0..K { sum = a[[i, k]].mul_add(b[[k, j]], sum); }
        c[[i, j]] = sum;
    }
    #[kernel(workgroup_size = 4)]
    fn rest<const T: u32>(a: &Tensor<u32, { ROWS }, 2>, b: &Tensor<u32, T>, out: &mut Tensor<u32, N>) {
        let i = invocation_id().x;
        out[[i]] = total(a, i) + b[[i]] + a.dim(0) * 100_000 + a.shape()[1] * 1_000_000;
    }";

#[test]
fn a_text_has_tensors_too() {
    let (m, k, n) = (5, 4, 6);
    let [a, b, wanted] = factors([m, k, n]);
    let compiled = Module::compile(TEXT).unwrap();
    let compiled = Module::from_wire(&compiled.to_wire()).unwrap();
    for device in devices() {
        let left = device.tensor(&a, [m, k]).unwrap();
        let right = device.tensor(&b, [n, k]).unwrap();
        let mut c = device.tensor_zeros::<f32>([m, n]).unwrap();
        let kernel = compiled.kernel("matmul").unwrap();
        let turned = right.transpose();
        let args = [Arg::tensor(&left), Arg::tensor(&turned), Arg::tensor_mut(&mut c)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(c.read().unwrap(), wanted, "{device}");
        let mut flat = vec![0.0f32; m * n];
        let args = [Arg::read(&a).shaped([m, k]), Arg::tensor(&turned), Arg::write(&mut flat).shaped([m, n])];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(flat, wanted, "{device}");
        let args = [Arg::tensor(&left), Arg::tensor(&right), Arg::tensor_mut(&mut c)];
        let result = kernel.launch(args).dispatch(&device);
        assert!(matches!(result, Err(Error::Dimension { .. })), "{result:?}");
        let result =
            kernel.launch([Arg::read(&a), Arg::tensor(&turned), Arg::tensor_mut(&mut c)]).dispatch(&device);
        assert!(matches!(result, Err(Error::Argument { .. })), "{result:?}");

        let kernel = compiled.kernel("rest").unwrap().with("T", 2);
        let (six, two, mut out) = ([1u32, 2, 3, 4, 5, 6], [7u32, 8], [0u32; 3]);
        let args =
            [Arg::read(&six).shaped([3, 2]), Arg::read(&two).shaped([2]), Arg::write(&mut out).shaped([3])];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(out, [2_303_010, 2_303_015, 2_303_011], "{device}");
        let args =
            [Arg::read(&six).shaped([3, 2]), Arg::read(&six).shaped([6]), Arg::write(&mut out).shaped([3])];
        let result = kernel.launch(args).dispatch(&device);
        assert!(matches!(result, Err(Error::Dimension { value: 2, other_value: 6, .. })), "{result:?}");
    }
    let names: Vec<String> =
        compiled.kernel("matmul").unwrap().parameters().iter().map(|parameter| parameter.ty()).collect();
    assert_eq!(names, ["&Tensor<f32, M, K>", "&Tensor<f32, K, N>", "&mut Tensor<f32, M, N>"]);
}

#[vyre::function]
fn row_sum(t: &Tensor<u32, A, B>, i: u32) -> u32 {
    let mut sum = 0;
    for k in 0..B {
        sum += t[[i, k]];
    }
    sum
}

#[vyre::kernel(workgroup_size = 4)]
fn scaled(a: &Tensor<u32, M, N>, by: u32, out: &mut Tensor<u32, M>, last: &mut Tensor<u32, { COLUMNS }>) {
    let i = invocation_id().x;
    if i < M {
        out[[i]] += row_sum(a, i) * by;
        last[[i as i64 - 1]] = a.dim(1);
    }
}

/// The kernel has tensors in its program, and computes the same through it as in a launch.
#[test]
fn the_program_of_a_kernel_has_its_tensors() {
    let text = matmul::program().to_string();
    for line in [
        "buffer a: read tensor<f32, [M, K]> strided @ 0",
        "buffer c: read_write tensor<f32, [M, N]> strided @ 2",
        "c[[i, j]] = sum;",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(!text.contains("params") && *matmul::program() == parsed(&text), "{text}");
    let text = scaled::program().to_string();
    assert!(text.contains("buffer last: read_write tensor<u32, [2]> strided @ 2"), "{text}");
    // The number is what is left of the parameter block.
    assert!(text.contains("buffer params: uniform u32[1] @ 3"), "{text}");
    let compiled = Module::compile(TEXT).unwrap();
    let kernel = compiled.kernel("rest").unwrap().with("T", 2);
    assert!(kernel.program().unwrap().to_string().contains("a: read tensor<u32, [3, 2]> strided"));
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [3, 2]).unwrap().transpose();
        let (mut out, mut last) =
            (device.tensor(&[1u32, 2], [2]).unwrap(), device.tensor_zeros::<u32>([2]).unwrap());
        let args =
            [Arg::tensor(&a), Arg::tensor_mut(&mut out), Arg::tensor_mut(&mut last), Arg::read(&[10u32])];
        device.run(scaled::program(), [1, 1, 1], args).unwrap();
        assert_eq!((out.read().unwrap(), last.read().unwrap()), (vec![91, 122], vec![3, 0]), "{device}");
        scaled(&a, 10, &mut out, &mut last).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), [181, 242], "{device}");
    }
}

/// What constants of the text say of a dimension is held against the argument.
#[test]
fn constants_of_a_text_are_dimensions() {
    let text = "const ROWS: u32 = 2; mod sizes { pub const COLS: usize = 3; }
        #[kernel] fn f<const R: u32>(a: &Tensor<u32, { ROWS }, sizes::COLS>, out: &mut Tensor<u32, { R + 1 }>) {
            let i = invocation_id().x;
            out[[i]] = a[[i / 3, i % 3]];
        }";
    let kernel = Module::compile(text).unwrap().kernel("f").unwrap().with("R", 4);
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let mut out = device.tensor_zeros::<u32>([5]).unwrap();
        kernel.launch([Arg::tensor(&a), Arg::tensor_mut(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), [1, 2, 3, 4, 5], "{device}");
        // Static dimensions take flat data.
        kernel.launch([Arg::read(&[7u32; 6]), Arg::tensor_mut(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), [7; 5], "{device}");
        let turned = a.transpose();
        let result = kernel.launch([Arg::tensor(&turned), Arg::tensor_mut(&mut out)]).dispatch(&device);
        assert!(matches!(result, Err(Error::Dimension { value: 2, other_value: 3, .. })), "{result:?}");
        let mut short = device.tensor_zeros::<u32>([4]).unwrap();
        let result = kernel.launch([Arg::tensor(&a), Arg::tensor_mut(&mut short)]).dispatch(&device);
        assert!(matches!(result, Err(Error::Dimension { value: 5, other_value: 4, .. })), "{result:?}");
    }
}

const FUNCTIONS: &str = "
    const ROWS: usize = 2;
    mod sizes { pub const COLS: u32 = 3; }
    fn dot<T: Number>(a: &Tensor<T, M, K>, b: &Tensor<T, K, N>, i: u32, j: u32) -> T {
        let mut sum = T::ZERO;
        for k in 0..K { sum += a[[i, k]] * b[[k, j]]; }
        sum
    }
    fn put(c: &mut Tensor<f32, A, B>, i: u32, j: u32, x: f32) {
        if i < A && j < B { c[[i, j]] = x; }
    }
    fn first(a: &Tensor<f32, { ROWS }, sizes::COLS>) -> f32 { a[[0, 0]] + a.dim(1) as f32 }
    #[kernel(workgroup_size = (2, 2))]
    fn calls(a: &Tensor<f32, M, M>, b: &mut Tensor<f32, M, M>) {
        fn twice(x: &mut Tensor<f32, Q, Q2>, i: u32, j: u32) { x[[i, j]] *= 2.0 + (Q - Q2) as f32; }
        let (j, i) = (invocation_id().x, invocation_id().y);
        put(b, i, j, dot(a, a, i, j) + M as f32 + first(a));
        twice(b, i, j);
    }
    #[kernel(workgroup_size = 4)]
    fn blur<const R: u32>(a: &Tensor<u32, N>, w: &Tensor<u32, { 2 * R + 1 }>, out: &mut Tensor<u32, N>) {
        let i = invocation_id().x;
        let mut sum = 0;
        for k in 0..2 * R + 1 { sum += a[[i as i32 + k as i32 - R as i32]] * w[[k]]; }
        out[[i]] = sum + w.dim(0) * 1000 + w.row(0)[2] * 10_000;
    }
    #[kernel(workgroup_size = 4)]
    fn turned<T: Number>(a: &Tensor<T, M, N>, out: &mut Tensor<T, N, M>) {
        let (j, i) = (invocation_id().x, invocation_id().y);
        out[[i, j]] = a[[j, i]] + T::ONE;
    }";

#[test]
fn functions_of_a_text_bind_dimensions_anew() -> Result<(), Error> {
    let module = Module::compile(FUNCTIONS).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    for device in devices() {
        let a = device.tensor(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
        let mut b = device.tensor_zeros::<f32>([2, 2])?;
        module.kernel("calls")?.launch([Arg::tensor(&a), Arg::tensor_mut(&mut b)]).dispatch(&device)?;
        assert_eq!(b.read()?, [24.0, 30.0, 40.0, 54.0], "{device}");
        let a = device.tensor(&[1u32, 2, 3, 4, 5], [5])?;
        let w = device.tensor(&[1u32, 10, 100], [3])?;
        let mut out = device.tensor_zeros::<u32>([5])?;
        let blur = module.kernel("blur")?.with("R", 1);
        blur.launch([Arg::tensor(&a), Arg::tensor(&w), Arg::tensor_mut(&mut out)]).dispatch(&device)?;
        assert_eq!(out.read()?, [1_003_210, 1_003_321, 1_003_432, 1_003_543, 1_003_054], "{device}");
        let bytes = device.tensor(&[1u8, 2, 255, 4, 5, 6], [2, 3])?;
        let mut out = device.tensor_zeros::<u8>([3, 2])?;
        let turned = module.kernel("turned")?.with_type("T", "u8");
        turned.launch([Arg::tensor(&bytes), Arg::tensor_mut(&mut out)]).dispatch(&device)?;
        assert_eq!(out.read()?, [2, 5, 3, 6, 0, 7], "{device}");
    }
    Ok(())
}

#[test]
fn mistakes_are_said_at_their_place() {
    for (text, code, wanted) in [
        (
            "a: &Tensor<u32, N>, out: &mut [u32]) { out[0] = a[[1, 2]]; }",
            Some("V053"),
            "give 1, one for each",
        ),
        ("a: &Tensor<u32, N>, out: &mut [u32]) { out[0] = a.dim(1); }", Some("V059"), "use an axis below 1"),
        ("a: &Tensor<u32, LEN>, out: &mut [u32]) { out[0] = a[[0]]; }", None, "write `{ LEN }`"),
        ("a: &Tensor<u32, n>, n: u32, out: &mut [u32]) { out[n] = a[[0]]; }", None, "write `{ n }`"),
        ("a: &Tensor<u32, N>, out: &mut [u32]) { out[0] = a[[1.0]]; }", Some("V029"), "got `f64`"),
        ("a: &Tensor<u32, N>) { a[[1]] = 3; }", Some("V005"), "take `a: &mut Tensor<..>`"),
        ("a: &Tensor<u32, N>) { a[[1]] += 3; }", Some("V005"), "take `a: &mut Tensor<..>`"),
        ("a: &Tensor<u32, N>, out: &mut [u32]) { out[0] = a.dim(0, 1); }", None, "`dim` takes one number"),
        (
            "a: &Tensor<u32, L, M, N>, out: &mut [u32]) { out[0] = a.row(1, 2)[0]; }",
            None,
            "all dimensions but the last count the rows",
        ),
        (
            "a: &Tensor<u32, M, N>, out: &mut [u32]) { for x in a.row() { out[0] = *x; } }",
            None,
            "write `a.row(i)`",
        ),
        ("a: &Tensor<u32, N>, out: &mut [u32]) { out[0] = a.shape(1)[0]; }", None, "write `a.shape()`"),
        ("a: &Tensor<u32, 1, 1, 1, 1, 1, 1, 1, 1, 1>) {}", Some("V055"), "9 dimensions"),
        ("a: &Tensor<u32, &str>) {}", None, "no dimension of a tensor"),
        ("a: &Tensor<u32, 4294967296>) {}", None, "a number of 32 bits"),
        ("a: &Tensor<u32, 65536, 65536>) {}", Some("V058"), "positions above 2^32 - 1"),
        ("a: &Tensor<u32, M, N>) { let x = a[0]; }", Some("V060"), "Load of tensor `a`"),
        ("a: &mut Tensor<u32, M, N>) { a[0] = 1; }", Some("V060"), "write `a[[i, j]]`"),
        (
            "a: &Tensor<u32, N>, out: &mut [u32]) { for x in a.iter() { out[0] = *x; } }",
            None,
            "write `a[[i]]`",
        ),
        // A variable of this name would be what accesses are held against.
        ("a: &Tensor<u32, N>, out: &mut [u32]) { let N = 9; out[0] = a[[7]]; }", None, "the dimension `N`"),
        ("a: &Tensor<u32, N>, out: &mut [u32]) { for a in 0..3 { out[a] = 1; } }", None, "the tensor `a`"),
    ] {
        let text = format!("const LEN: u32 = 3; #[kernel] fn f({text}");
        let mistakes = Module::compile(&text).expect_err(&text);
        let all: Vec<_> = mistakes.list().iter().collect();
        assert_eq!(all.len(), 1, "{mistakes}");
        assert!(mistakes.to_string().contains(wanted), "{mistakes}");
        if let Some(code) = code {
            assert!(mistakes.to_string().contains(code), "{mistakes}");
        }
        if code == Some("V005") {
            assert_eq!(&text[all[0].span()], "a[[1]]");
        }
    }
}

fn parsed(text: &str) -> Program {
    text.parse().unwrap()
}

#[test]
fn a_program_is_told_dimensions_and_strides() {
    let program = parsed(
        "program workgroup_size 8, 8, 1
         buffer a: read tensor<f32, [M, K]> strided @ 3
         buffer b: read tensor<f32, [K, N]> strided @ 1
         buffer c: read_write tensor<f32, [M, N]> @ 0
         entry {
             let j = invocation_id.x; let i = invocation_id.y; let sum = 0.0f;
             for k in 0..dim(a, 1) { sum = f_mul_add(a[[i, k]], b[[k, j]], sum); }
             c[[i, j]] = sum;
         }",
    );
    let (m, k, n) = (5, 7, 6);
    let [a, b, wanted] = factors([m, k, n]);
    for device in devices() {
        let (left, right) = (device.tensor(&a, [m, k]).unwrap(), device.tensor(&b, [n, k]).unwrap());
        let mut c = device.tensor_zeros::<f32>([m, n]).unwrap();
        let turned = right.transpose();
        let run = |a: &Tensor<f32>, b: &Tensor<f32>, c: &mut Tensor<f32>| {
            device.run(&program, [1, 1, 1], [Arg::tensor(a), Arg::tensor(b), Arg::tensor_mut(c)])
        };
        run(&left, &turned, &mut c).unwrap();
        assert_eq!(c.read().unwrap(), wanted, "{device}");
        let result = run(&left, &right, &mut c);
        assert!(matches!(result, Err(Error::Dimension { .. })), "{result:?}");
        let result = run(&left.reshape([m, k, 1]).unwrap(), &turned, &mut c);
        assert!(matches!(result, Err(Error::Rank { expected: 2, got: 3, .. })), "{result:?}");
        // `c` is row-major by its declaration.
        let mut columns = device.tensor_zeros::<f32>([n, m]).unwrap().transpose();
        let result = run(&left, &turned, &mut columns);
        assert!(matches!(result, Err(Error::Shape { .. })), "{result:?}");
        let mut flat = vec![0.0f32; m * n];
        let args = [Arg::read(&a).shaped([m, k]), Arg::tensor(&turned), Arg::write(&mut flat).shaped([m, n])];
        device.run(&program, [1, 1, 1], args).unwrap();
        assert_eq!(flat, wanted, "{device}");
        let args =
            [Arg::read(&a).shaped([m, k + 1]), Arg::tensor(&turned), Arg::write(&mut flat).shaped([m, n])];
        let result = device.run(&program, [1, 1, 1], args);
        assert!(matches!(result, Err(Error::Shape { .. } | Error::Dimension { .. })), "{result:?}");
        let result = device.run(
            &program,
            [1, 1, 1],
            [Arg::read(&a), Arg::tensor(&turned), Arg::write(&mut flat).shaped([m, n])],
        );
        assert!(matches!(result, Err(Error::Argument { .. })), "{result:?}");
    }
}

#[test]
fn an_index_beyond_its_own_dimension_is_out_of_bounds() {
    let program = parsed(
        "program workgroup_size 4, 4, 1
         buffer a: read tensor<u32, [2, 3], [4, 1]> @ 0 buffer out: read_write u32 @ 1
         entry { let x = local_id.x; let y = local_id.y; out[y * 4 + x] = a[[y, x]]; }",
    );
    for device in devices() {
        // The flat data have elements between the rows, and the buffer may end too early.
        for len in [0, 2, 6, 8, 20] {
            let data: Vec<u32> = (1..=len).collect();
            let mut out = [9u32; 16];
            device.run(&program, [1, 1, 1], [Arg::read(&data), Arg::write(&mut out)]).unwrap();
            let at = |x: u32, y: u32| if x < 3 && y < 2 && y * 4 + x < len { y * 4 + x + 1 } else { 0 };
            let wanted: Vec<u32> = (0..16).map(|place| at(place % 4, place / 4)).collect();
            assert_eq!(out[..], wanted, "{len} on {device}");
        }
        // Half floats share words, and each has its place.
        let program = parsed(
            "program workgroup_size 8, 1, 1
             buffer h: read_write tensor<f16, [N, 2]> strided @ 0
             entry { let i = local_id.x; h[[i, 1]] = h[[i, 0]]; h[[0, i + 2]] = f16(7); }",
        );
        let mut halves: Vec<u16> = (1..=6).collect();
        device.run(&program, [1, 1, 1], [Arg::write(&mut halves).shaped([3, 2])]).unwrap();
        assert_eq!(halves, [1, 1, 3, 3, 5, 5], "{device}");
    }
}

#[test]
fn the_checked_device_names_the_element_of_the_buffer() {
    let program = parsed(
        "program workgroup_size 4, 1, 1 buffer a: read_write tensor<u32, [M, N]> strided @ 0
         entry { a[[0, 1]] = local_id.x; }",
    );
    let device = Device::checked();
    let mut a = device.tensor_zeros::<u32>([2, 2]).unwrap().transpose();
    let result = device.run(&program, [1, 1, 1], [Arg::tensor_mut(&mut a)]);
    let Err(Error::Checked(report)) = result else { panic!("{result:?}") };
    assert!(report.to_string().contains("a[2]"), "{report}");
}

#[test]
fn views_on_the_host() {
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        assert_eq!((a.shape(), a.strides(), a.len()), (&[2, 3][..], &[3, 1][..], 6));
        assert_eq!(a.transpose().read().unwrap(), [1, 4, 2, 5, 3, 6], "{device}");
        assert_eq!(a.permute(&[1, 0]).unwrap().strides(), [1, 3]);
        assert_eq!(a.slice(1, 1..).unwrap().read().unwrap(), [2, 3, 5, 6]);
        assert_eq!(a.index(1, 2).unwrap().read().unwrap(), [3, 6]);
        assert_eq!(a.index(0, 1).unwrap().broadcast([2, 3]).unwrap().read().unwrap(), [4, 5, 6, 4, 5, 6]);
        assert_eq!(a.reshape(vec![3, 2]).unwrap().index(0, 1).unwrap().read().unwrap(), [3, 4]);
        assert!(matches!(a.transpose().reshape([6]), Err(Error::Shape { .. })));
        assert_eq!(
            a.transpose().to_dense().unwrap().reshape([6]).unwrap().read().unwrap(),
            [1, 4, 2, 5, 3, 6]
        );
        a.transpose().slice(0, 1..).unwrap().write(&[20, 50, 30, 60]).unwrap();
        assert_eq!(a.read().unwrap(), [1, 20, 30, 4, 50, 60], "{device}");
        let result = a.broadcast([2, 2, 3]).unwrap().write(&[0; 12]);
        assert!(matches!(result, Err(Error::Overlap { .. })));
        assert!(matches!(a.write(&[0; 5]), Err(Error::Length { expected: 6, got: 5 })));
        assert!(matches!(device.tensor(&[1u32; 5], [2, 3]), Err(Error::Shape { .. })));
        assert!(matches!(device.tensor_zeros::<u32>([1 << 20, 1 << 20]), Err(Error::Limit { .. })));
        let buffer = device.buffer(&[true, false, true, true]).unwrap();
        let truths = buffer.clone().into_tensor([2, 2]).unwrap();
        assert_eq!(truths.transpose().read().unwrap(), [true, true, false, true], "{device}");
        assert!(matches!(buffer.into_tensor([3]), Err(Error::Shape { .. })));
        assert_eq!(device.tensor(&[5.0f32], []).unwrap().read().unwrap(), [5.0]);
    }
}

#[test]
fn programs_load_and_store_at_up_to_eight_indices() {
    for rank in 1..=8 {
        let names: Vec<String> = (0..rank).map(|axis| format!("n{axis}")).collect();
        let indices: Vec<&str> = (0..rank).map(|axis| if axis + 1 == rank { "i" } else { "1" }).collect();
        let (names, indices) = (names.join(", "), indices.join(", "));
        let text = format!(
            "program workgroup_size 2, 1, 1
            buffer a: read tensor<u32, [{names}]> @ 0
            buffer b: read_write tensor<u32, [{names}]> @ 1
            entry {{ let i = invocation_id.x; b[[{indices}]] = a[[{indices}]] + 7; }}"
        );
        let program: Program = text.parse().unwrap();
        for device in devices() {
            let len = 1 << rank;
            let a = device.tensor(&(0..len).collect::<Vec<u32>>(), &vec![2; rank][..]).unwrap();
            let mut b = device.tensor_zeros::<u32>(&vec![2; rank][..]).unwrap();
            device.run(&program, [1, 1, 1], [Arg::tensor(&a), Arg::tensor_mut(&mut b)]).unwrap();
            // All indices but the last are 1.
            let wanted: Vec<u32> = (0..len).map(|at| if at + 2 >= len { at + 7 } else { 0 }).collect();
            assert_eq!(b.read().unwrap(), wanted, "{rank} on {device}");
        }
    }
}

#[test]
fn errors_of_shapes_say_what_to_do() {
    let device = Device::cpu();
    let a = device.tensor(&[1.0f32; 6], [2, 3]).unwrap();
    let row = device.buffer(&[1u32, 2]).unwrap();
    let said = [
        a.permute(&[0, 0]).err(),
        a.broadcast([4, 3]).err(),
        a.transpose().reshape([6]).err(),
        vyre::tensor::concat::<f32>(0, &[]).err(),
        row.par_iter().step_by(0).collect().err(),
        fixed(&a.transpose(), &mut [0]).dispatch(&device).err(),
    ];
    let said = said.map(|error| error.unwrap().to_string());
    assert_eq!(
        said,
        [
            "[0, 0] does not name each of 2 dimensions once. Fix: name each of them, counted from 0",
            "[2, 3] does not broadcast to [4, 3]. Fix: give a shape that ends in these dimensions, with any number for each 1",
            "[3, 2] with the strides [1, 3] is not [6] without a copy. Fix: reshape the copy that to_dense() makes",
            "no tensors have no shape. Fix: give at least one",
            "a step of 0 reaches no element. Fix: use a step of at least 1",
            "the axis 0 of `a` has the length 2 in the program, got 3. Fix: give a tensor of this length",
        ]
    );
}

#[vyre::kernel]
fn fixed(a: &Tensor<f32, 2, 3>, out: &mut [u32]) {
    out[0] = a[[0, 0]] as u32;
}
