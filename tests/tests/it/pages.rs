//! The code that stands on the specification's pages about whole programs, word by word, with what it needs around it, and each call that they name.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(
    clippy::needless_borrow,
    reason = "the pages do not say what their variables are, and write `&` before each"
)]

use vyre::ir::{BufferAccess, BufferDecl, DataType, Dim, Expr, Node, OpSpec, Program, TensorType};
use vyre::prelude::*;
use vyre::tensor::{Accumulator, Conv2d, MatMul, concat, matmul_approx, matmul_into, matmul_with};
use vyre::{Error, Grid, Length, Pipeline, ValidPipeline};

type Result<T = (), E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

#[rustfmt::skip]
mod parallel {
use vyre::prelude::*;

#[vyre::function]
fn square(x: f32) -> f32 { x * x }

pub(super) fn main() -> Result<(), vyre::Error> {
    let device = Device::auto()?;
    let a = device.buffer(&[3.0f32, 1.0, 2.0])?;
    let norm2: f32 = a.par_iter().map(func!(square)).sum_tree()?;                   // one launch, nothing stored between
    let limit = 1.5f32;
    let large: Buffer<f32> = a.par_iter().filter(func!(move |x: f32| x > limit, limit: f32)).collect()?;
    let mut keys = device.buffer(&[5u32, 3, 9])?;
    let mut names = device.buffer(&[50u32, 30, 90])?;
    keys.sort_by_key(&mut names)?;                                                  // keys sorted, names moved along
    assert_eq!((norm2, large.read()?, keys.read()?, names.read()?), (14.0, vec![3.0, 2.0], vec![3, 5, 9], vec![30, 50, 90]));
    Ok(())
}
}

#[test]
fn parallel_algorithms() {
    parallel::main().unwrap();
}

#[rustfmt::skip]
fn text_at_run_time(device: &Device, input: &[u32], mut out: &mut [u32]) -> Result {
let module = vyre::Module::compile("
    const STEP: u32 = 3;
    fn mix(x: u32) -> u32 { x * STEP ^ x >> 7 }
    #[kernel(workgroup_size = 64)]
    fn hash(input: &[u32], out: &mut [u32], seed: u32) {
        let i = invocation_id().x;
        if i < out.len() { out[i] = mix(input[i] ^ seed); }
    }
")?;
module.kernel("hash")?.launch([Arg::read(&input), Arg::write(&mut out), Arg::value(7u32)]).dispatch(&device)?;
    assert_eq!(module.function("mix")?.call(&[vyre::Value::U32(5)])?, vyre::Value::U32(15));
    Ok(())
}

#[test]
fn kernels_compiled_from_text() -> Result {
    for device in vyre_tests::devices() {
        let mut out = [0; 3];
        text_at_run_time(&device, &[1, 200, u32::MAX], &mut out)?;
        let mix = |x: u32| x.wrapping_mul(3) ^ x >> 7;
        assert_eq!(out, [1u32, 200, u32::MAX].map(|x| mix(x ^ 7)), "{device}");
    }
    Ok(())
}

mod tensors {
    use vyre::prelude::*;

    #[rustfmt::skip]
#[vyre::kernel(workgroup_size = (16, 16))]
fn matmul(a: &Tensor<f32, M, K>, b: &Tensor<f32, K, N>, c: &mut Tensor<f32, M, N>) {
    let (j, i) = (invocation_id().x, invocation_id().y);
    let mut sum = 0.0f32;
    for k in 0..K {
        sum = a[[i, k]].mul_add(b[[k, j]], sum);
    }
    c[[i, j]] = sum;
}

    #[rustfmt::skip]
    pub(super) fn product(device: &Device, a: &[f32], b: &[f32], [m, k, n]: [usize; 3]) -> Result<Vec<f32>, vyre::Error> {
let a = device.tensor(&a, [m, k])?;
let b = device.tensor(&b, [n, k])?;
let mut c = device.tensor_zeros::<f32>([m, n])?;
matmul(&a, &b.transpose(), &mut c).dispatch(&device)?;
        c.read()
    }
}

#[test]
fn tensors_in_kernels() -> Result {
    for device in vyre_tests::devices() {
        let c = tensors::product(
            &device,
            &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            &[1.0, 0.0, 2.0, 0.0, 1.0, 1.0],
            [2, 3, 2],
        )?;
        assert_eq!(c, [7.0, 5.0, 16.0, 11.0], "{device}");
    }
    Ok(())
}

mod pipelines {
    #[vyre::kernel(workgroup_size = 64)]
    pub(super) fn double(x: &[u32], y: &mut [u32]) {
        let i = invocation_id().x;
        if i < y.len() {
            y[i] = x[i] * 2;
        }
    }

    #[vyre::kernel(workgroup_size = 1)]
    pub(super) fn prefix(x: &[u32], y: &mut [u32]) {
        let mut sum = 0;
        for i in 0..x.len() {
            sum += x[i];
            y[i] = sum;
        }
    }

    /// `y = x * by`.
    pub(super) mod scaled {
        #[vyre::kernel(workgroup_size = 64)]
        pub(crate) fn double(x: &[u32], y: &mut [u32], by: u32) {
            let i = invocation_id().x;
            if i < y.len() {
                y[i] = x[i] * by;
            }
        }
    }
}

#[rustfmt::skip]
fn sums(device: &Device, data: &[u32]) -> Result<(Vec<u32>, Vec<u32>, usize)> {
    use self::pipelines::{double, prefix};
let mut p = Pipeline::new();
let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
let t = p.temporary("t", DataType::U32, Length::of("a"));
p.step(double::program(), &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
p.step(prefix::program(), &[("x", t.into()), ("y", out.into())], Grid::workgroups([1, 1, 1]));
let p: ValidPipeline = p.validate()?;
let outputs = device.run_pipeline(&p, [("a", Arg::read(&data))])?;         // one submission, nothing read between
let sums: Vec<u32> = outputs.read("out")?;                                 // or .buffer::<u32>("out")?
    let resident = outputs.buffer::<u32>("out")?.read()?;
    Ok((sums, resident, p.launches()))
}

#[test]
fn programs_of_programs() -> Result {
    for device in vyre_tests::devices() {
        let wanted = vec![2, 6, 12, 2];
        assert_eq!(sums(&device, &[1, 2, 3, u32::MAX - 4])?, (wanted.clone(), wanted, 2), "{device}");
    }
    Ok(())
}

/// The other calls of a pipeline's builder that the page names, by the paths that it names.
#[expect(unused_qualifications, reason = "the paths are what is tried")]
#[test]
fn calls_of_pipelines() -> Result {
    use self::pipelines::scaled::double;
    let mut p = vyre::ir::Pipeline::new();
    let (a, n) = (p.in_out("a", DataType::U32), p.value("n"));
    let t = p.temporary("t", DataType::U32, Length::of("a"));
    let flag = p.temporary("flag", DataType::U32, 1);
    p.repeat(n, |p| {
        p.launch(double::step(a, t, 5));
        p.swap(a, t);
    });
    let raise: Program =
        "program workgroup_size 64, 1, 1 buffer x: read_write u32 @ 0 buffer flag: read_write u32 @ 1
        entry {
            let i = invocation_id.x;
            if i < len(x) { if x[i] < 100 { x[i] = x[i] * 3; let old = atomic_or(flag[0], 1); } }
        }"
        .parse()?;
    p.repeat_until_unchanged(flag, 10, |p| {
        p.step(raise.clone(), &[("x", a.into()), ("flag", flag.into())], Grid::covers("a"));
    });
    let p: vyre::ir::ValidPipeline = p.validate()?;
    let _: vyre::ir::Length = vyre::ir::Length::from(3u32);
    let _: vyre::ir::Grid = vyre::ir::Grid::covers("a");
    // 1, 2 and 9 times 5 twice, then threefold until 100 is passed.
    let outputs =
        Device::cpu().run_pipeline(&p, [("a", Arg::read(&[1u32, 2, 9])), ("n", Arg::value(2u32))])?;
    assert_eq!(outputs.read::<u32>("a")?, [225, 150, 225]);
    assert_eq!(p.launches(), 2);
    let explained = p.explain();
    let _ = (explained.to_string(), explained.joined(), explained.apart());
    assert_eq!(p.temporary_bytes(&[("a", Arg::read(&[1u32, 2, 9])), ("n", Arg::value(2u32))])?, 16);
    Ok(())
}

#[vyre::operation("pages.mix")]
fn mix(x: u32) -> u32;

#[vyre::function]
fn mixed(x: u32) -> u32 {
    x ^ 0x55
}

#[vyre::function]
fn sum3(from: &[u32], to: &mut [u32]) {
    let i = invocation_id().x;
    to[i] = from[i] + from[i + 1] + from[i + 2];
}

#[vyre::data]
#[derive(Clone, Copy)]
struct Account {
    balance: u32,
}

#[vyre::function]
impl Account {
    fn fee(self, days: u32) -> u32 {
        self.balance * days
    }
}

#[vyre::kernel]
fn mixes(x: &mut [u32]) {
    let i = invocation_id().x;
    x[i] = mix(x[i]);
}

#[test]
fn operations_that_take_buffers() -> Result {
    let spec: OpSpec = sum3::operation("acme.sum3");
    assert!(spec.as_program().is_some());
    assert!(func!(Account::fee).operation("acme.fee").signature().is_some());
    let _: std::result::Result<(), vyre::ir::DuplicateOp> =
        vyre::ops::register(mixed::operation("pages.mix"));
    let mut x = [1u32, 2];
    mixes(&mut x).dispatch(&Device::cpu())?;
    assert_eq!(x, [0x54, 0x57]);
    // By hand, as the page has its parts.
    let spec = OpSpec::program(
        "acme.sum4",
        "program workgroup_size 0, 0, 0 buffer x: read_write u32 @ 0 entry { x[0] = 1; }".parse()?,
    );
    assert_eq!((spec.id.as_ref(), matches!(spec.kind, vyre::ir::OpKind::Program(_))), ("acme.sum4", true));
    let args: Vec<(String, vyre::ir::OpArg)> = vec![
        ("x".to_string(), vyre::ir::OpArg::Buffer("x".into())),
        ("n".to_string(), vyre::ir::OpArg::Value(Expr::u32(1))),
    ];
    let _ = Node::CallOp { op_id: "acme.sum4".into(), args };
    Ok(())
}

/// Types, declarations and nodes of tensors as the page writes them.
#[test]
fn tensors_of_the_ir() -> Result {
    let ty = TensorType {
        element: Box::new(DataType::U32),
        shape: vec![Dim::Static(2), Dim::Dynamic("N")],
        strides: vec![],
    };
    assert_eq!(ty, TensorType::row_major(DataType::U32, vec![Dim::Static(2), Dim::Dynamic("N")]));
    let buffers = vec![
        BufferDecl::tensor("a", 0, BufferAccess::ReadOnly, ty.clone()).strided_by_launch(),
        BufferDecl::tensor("b", 1, BufferAccess::ReadWrite, ty.clone()),
    ];
    assert_eq!(buffers[1].element, DataType::Tensor(ty));
    let at = || vec![Expr::invocation_id(1), Expr::invocation_id(0)];
    let value = Expr::TensorLoad { tensor: "a".into(), indices: at() }
        * Expr::TensorDim { tensor: "a".into(), axis: 1 };
    let entry = vec![Node::TensorStore { tensor: "b".into(), indices: at(), value }];
    let program = Program::new(buffers, [1, 1, 1], entry);
    for device in vyre_tests::devices() {
        let t = device.tensor(&[1u32, 2, 3, 4, 5, 6], [3, 2])?.transpose();
        let mut b = device.tensor_zeros::<u32>([2, 3])?;
        device.run(&program, [3, 2, 1], [Arg::tensor(&t), Arg::tensor_mut(&mut b)])?;
        assert_eq!(b.read()?, [3, 9, 15, 6, 12, 18], "{device}");
        let (data, [m, k]) = ([1u32, 2, 3, 4, 5, 6], [2, 3]);
        device.run(&program, [3, 2, 1], [Arg::read(&data).shaped([m, k]), Arg::tensor_mut(&mut b)])?;
        assert_eq!(b.read()?, [3, 6, 9, 12, 15, 18], "{device}");
    }
    Ok(())
}

#[test]
fn tensors_on_the_host() -> Result {
    for device in vyre_tests::devices() {
        let t = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3])?;
        let _: (&[usize], &[usize], usize, &Buffer<u32>) = (t.shape(), t.strides(), t.len(), t.buffer());
        assert_eq!((t.shape(), t.strides(), t.len()), (&[2, 3][..], &[3, 1][..], 6));
        assert_eq!(t.transpose().read()?, [1, 4, 2, 5, 3, 6]);
        assert_eq!(device.buffer(&[1u32, 2])?.into_tensor([2, 1])?.shape(), [2, 1]);
        assert_eq!(t.permute(&[1, 0])?.strides(), [1, 3]);
        assert_eq!(t.slice(1, 1..3)?.read()?, [2, 3, 5, 6]);
        assert_eq!(t.index(0, 1)?.read()?, [4, 5, 6]);
        assert_eq!(t.reshape(vec![3, 2])?.index(1, 0)?.read()?, [1, 3, 5]);
        assert!(matches!(t.transpose().reshape([6]), Err(Error::Shape { .. })));
        assert_eq!(t.index(0, 0)?.broadcast(&[2, 3][..])?.read()?, [1, 2, 3, 1, 2, 3]);
        assert_eq!(t.transpose().to_dense()?.strides(), [2, 1]);
        let own = device.tensor_zeros::<u32>([2])?;
        own.write(&[8, 9])?;
        assert_eq!(own.read()?, [8, 9]);
        let from: Tensor<i32> = device.tensor_from(&ndarray::arr2(&[[1i32, 2], [3, 4]]))?;
        assert_eq!(ndarray::ArrayD::<i32>::try_from(&from)?, ndarray::arr2(&[[1, 2], [3, 4]]).into_dyn());

        assert_eq!(t.map(func!(|x: u32| x * 10))?.read()?, [10, 20, 30, 40, 50, 60]);
        let row = t.index(0, 0)?;
        assert_eq!(t.zip_map(&row, func!(|x: u32, y: u32| x * y))?.read()?, [1, 4, 9, 4, 10, 18]);
        assert_eq!((&t + &row)?.read()?, [2, 4, 6, 5, 7, 9]);
        assert_eq!((&t - &row)?.read()?, [0, 0, 0, 3, 3, 3]);
        assert_eq!((&t * &row)?.read()?, [1, 4, 9, 4, 10, 18]);
        assert_eq!((&t / &row)?.read()?, [1, 1, 1, 4, 2, 2]);
        assert_eq!((&t % &row)?.read()?, [0, 0, 0, 0, 1, 0]);
        assert_eq!((t.sum(1)?.read()?, t.sum(1)?.shape()), (vec![6, 15], &[2][..]));
        assert_eq!((t.max(0)?.read()?, t.arg_max(1)?.read()?), (vec![4, 5, 6], vec![2, 2]));
        assert_eq!(t.gather(1, &device.tensor(&[2u32, 0, 3], [3])?)?.read()?, [3, 1, 0, 6, 4, 0]);
        let f = device.tensor(&[1.0f32, 1.0, 3.0, 3.0], [2, 2])?;
        for sums in [f.sum_tree(0)?, f.sum_strict(0)?, f.sum_approx(0)?] {
            assert_eq!(sums.read()?, [4.0, 4.0]);
        }
        assert_eq!(f.softmax(1)?.read()?, [0.5; 4]);
        assert_eq!(f.layer_norm(1, 1e-5)?.read()?, [0.0; 4]);
        assert_eq!(concat(0, &[&f, &f])?.shape(), [4, 2]);
        assert_eq!(vyre::tensor::matmul(&f, &f)?.read()?, [4.0, 4.0, 12.0, 12.0]);
        assert_eq!(
            matmul_with(&f, &f, MatMul { accumulator: Accumulator::F64 })?.read()?,
            [4.0, 4.0, 12.0, 12.0]
        );
        let mut c = device.tensor_zeros::<f64>([2, 2])?;
        matmul_into(&f, &f, &mut c, MatMul { accumulator: Accumulator::F64 })?;
        assert_eq!(c.read()?, [4.0, 4.0, 12.0, 12.0]);
        assert_eq!(matmul_approx(&f, &f)?.shape(), [2, 2]);
        let refused = matmul_with(&f, &f, MatMul { accumulator: Accumulator::U32 });
        assert!(matches!(refused, Err(Error::Accumulator { .. })), "{refused:?}");
        let x = device.tensor(&[1.0f32, 2.0, 3.0, 4.0], [1, 1, 2, 2])?;
        let w = device.tensor(&[10.0f32], [1, 1, 1, 1])?;
        let how = Conv2d { stride: [1, 1], padding: [1, 0], dilation: [1, 1], groups: 1 };
        assert_eq!(x.conv2d(&w, how)?.read()?, [0.0, 0.0, 10.0, 20.0, 30.0, 40.0, 0.0, 0.0]);
    }
    Ok(())
}

/// What each rule says that the page names for kernels, as `validation.md` writes it, and the advice behind it in Rust's words.
#[test]
fn codes_in_kernels() {
    for (body, code, message) in [
        (
            "fn f(a: &mut [u32]) { a[0].fetch_add(1); }",
            "V009",
            "atomic on non-writable buffer `a`. Fix: declare it with BufferAccess::ReadWrite",
        ),
        (
            "fn f(a: &[u32]) { a[0].fetch_add(1); }",
            "V009",
            "atomic on non-writable buffer `a`. Fix: declare it with BufferAccess::ReadWrite",
        ),
        (
            "fn f(a: &mut [i32]) { a[0].fetch_add(1); }",
            "V014",
            "atomic on buffer `a` with non-u32 element type `i32`. Fix: atomics only support U32 elements",
        ),
        (
            "fn f(a: &mut [u32]) { if 1.5f32 { a[0] = 1; } }",
            "V022",
            "if condition must be `u32` or `bool`, got `f32`. Fix: cast or rewrite the condition to produce U32 or Bool",
        ),
        (
            "fn f(a: &mut [u32]) { let x = cast::<[u8]>(a[0]); }",
            "V023",
            "V023: cast to Bytes is unsupported in WGSL lowering. Fix: use buffer load/store directly for byte data",
        ),
        (
            "fn f(a: &mut [u32]) { if a[0] as bool { a[0] = 1; } }",
            "V012",
            "unsupported cast from `u32` to `bool`. Fix: see casts.md for valid conversions",
        ),
        (
            "fn f(a: &mut [u32]) { for i in 0.0f32..2.0 { a[0] = 1; } }",
            "V015",
            "loop bound expression must be `u32`, got `f32`. Fix: ensure `from` and `to` are U32",
        ),
        (
            "fn f(a: &mut [u32], at: f32) { a[at] = 1; }",
            "V029",
            "V029: index of buffer `a` must be `u32`, got `f32`. Fix: cast the index to U32",
        ),
        (
            "fn f(a: &Tensor<u32, N>, out: &mut Tensor<u32, N, N>, at: f32) { out[[0, a[[at]]]] = 1; }",
            "V029",
            "V029: index of buffer `a` must be `u32`, got `f32`. Fix: cast the index to U32",
        ),
        (
            "fn f(a: &Tensor<u32, N>, out: &mut Tensor<u32, N, N>, at: f32) { out[[a[[1]], at]] = 1; }",
            "V029",
            "V029: index of buffer `out` must be `u32`, got `f32`. Fix: cast the index to U32",
        ),
        (
            "fn f(a: &Tensor<u32, M, N>, out: &mut [u32], at: f32) { out[0] = a.row(at * 2.0)[0]; }",
            "V029",
            "V029: index of buffer `a` must be `u32`, got `f32`. Fix: cast the index to U32",
        ),
        (
            "fn f(a: &Tensor<u32, M, N>, out: &mut [u32], at: f32) { let row = a.row(at); out[0] = row[0]; }",
            "V029",
            "V029: index of buffer `a` must be `u32`, got `f32`. Fix: cast the index to U32",
        ),
    ] {
        let mistakes = vyre::Module::compile(&format!("#[kernel] {body}")).expect_err(body);
        let list = mistakes.list();
        assert_eq!(list.len(), 1, "{mistakes}");
        assert_eq!(list[0].code().map(|code| code.name()), Some(code), "{mistakes}");
        // The code stands in front where the rule's own text does not have it.
        let text = list[0].message();
        let text = text.strip_prefix(&format!("[{code}] ")).unwrap_or(text);
        assert_eq!(text, format!("vyre IR validation: {message}."), "{mistakes}");
        assert!(!list[0].notes().is_empty(), "{mistakes}");
        // The advice is about what is written there.
        if code == "V029" {
            assert!(
                list[0]
                    .notes()
                    .iter()
                    .any(|note| note.contains("write `at") || note.contains("write `(at * 2.0)")),
                "{mistakes}"
            );
        }
    }
}
