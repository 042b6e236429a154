//! What Miri has to see: each `unsafe` of the engine, in as few instructions as can be, because Miri takes a thousand times as long. The
//! other tests are left out there.

use super::*;
use crate::file::File;
use crate::inst::{Inst, Loop};
use crate::{Code, raw};
use vyre_ir::{Registry, validate_with};

/// Without passes, which have no `unsafe`, and without the operation library, whose compositions Miri takes hours to make. In blocks of a few
/// invocations.
fn compiled(text: &str, block: Option<usize>) -> Code {
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = validate_with(&program, &Registry::empty()).unwrap_or_else(|errors| panic!("{errors:?}"));
    compile_for(&vyre_lower::build(&program).unwrap(), InstructionSet::all()[0], block)
}

fn run(code: &Code, groups: [u32; 3], threads: usize, bindings: &mut [Binding<'_>]) {
    let stop = AtomicBool::new(false);
    let launch = Launch { per_thread: 1, ..Launch::new(groups, threads, &stop) };
    assert!(code.run(launch, bindings).is_ok());
}

/// Operands, results and rows in memory that is loaded and stored in place, and a result that overlaps with an operand.
#[test]
fn memory_in_place() {
    let text = "program\nworkgroup_size 8, 4, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\n\
                buffer s: workgroup u32[32]\nentry {\nlet x = local_id.x; let y = local_id.y; let l = y * 8 + x;\n\
                s[l] = (a[l] ^ 5) + 1; barrier; out[l] = a[l] + s[y * 8] * s[x]; out[l] = out[l] * 3; s[l] = s[l] + 1;\n}\n";
    let a = |l: u32| l * 7;
    let s = |l: u32| (a(l) ^ 5) + 1;
    let expected: Vec<u32> = (0..32).map(|l| (a(l) + s(l / 8 * 8) * s(l % 8)) * 3).collect();
    let (mut words, mut out) = ((0..32).map(a).collect::<Vec<u32>>(), vec![0; 32]);
    let code = compiled(text, None);
    let operations = || {
        code.compiled.insts.iter().filter_map(|inst| if let Inst::Near(it) = inst { Some(it) } else { None })
    };
    assert!(
        operations().any(|it| it.to.is_some())
            && operations().any(|it| matches!(it.f, Loop::Pair(_, Some(_))))
    );
    let mut bindings = [Binding::WordsMut(&mut words), Binding::WordsMut(&mut out)];
    run(&code, [1, 1, 1], 1, &mut bindings);
    assert_eq!(out, expected);
}

/// Registers of 32 and of 64 bits, masks, selections, gathered and scattered words, on one thread.
#[test]
fn registers_of_both_sizes() {
    let text = "program\nworkgroup_size 4, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\nentry {\n\
                let i = invocation_id.x; let x = a[a[i] % 4]; let w = cast<u64>(x * x); let sum = x * x;\n\
                if x & 1 { w = u64(i, x); sum = sum + i; }\n\
                for k in 0..x { if k == 2 { break; } sum = sum + k; w = u64(sum, k); }\n\
                out[a[i] % 4] = select(x > 2, cast<u32>(w), x);\n}\n";
    let a = [5, 2, 3, 4];
    let mut expected = [0; 4];
    for i in 0..4u32 {
        let x = a[a[i as usize] as usize % 4];
        // Every `x` is at least 2, so both rounds are executed, and the low word is the sum.
        let w = x * x + if x & 1 == 1 { i } else { 0 } + (0..x.min(2)).sum::<u32>();
        expected[a[i as usize] as usize % 4] = if x > 2 { w } else { x };
    }
    let mut out = [0; 4];
    let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out)];
    run(&compiled(text, Some(4)), [1, 1, 1], 1, &mut bindings);
    assert_eq!(out, expected);
}

/// A sum of words and of a function of words, which is one instruction.
#[test]
fn a_sum_in_one_pass() {
    let text = "program\nworkgroup_size 4, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\nentry {\n\
                let i = invocation_id.x; let x = a[i]; let y = a[i + 4]; let z = a[i + 8];\n\
                out[i] = x + y + ((x & y) ^ (~x & z)) + 9;\n}\n";
    let a = [1, 5, 12, u32::MAX, 3, 4, 10, 2, 6, 7, 8, 9];
    // The bits of `y` where `x` has one, and those of `z` elsewhere.
    let chosen = [7, 6, 8, 2];
    let expected: Vec<u32> =
        (0..4).map(|i| a[i].wrapping_add(a[i + 4]).wrapping_add(chosen[i]).wrapping_add(9)).collect();
    let code = compiled(text, Some(4));
    assert!(code.compiled.insts.iter().any(|inst| matches!(inst, Inst::Tree(_))));
    let mut out = [0; 4];
    run(&code, [1, 1, 1], 1, &mut [Binding::Words(&a), Binding::WordsMut(&mut out)]);
    assert_eq!(out, *expected);
}

/// Two registers that an instruction sets, as the loop that sets two takes them: without the library no program has its operations.
#[test]
fn two_results() {
    let Ok(mut file) = File::new([false, false, true, false].into_iter(), 32) else {
        panic!("there is memory")
    };
    file.get_mut::<u32>(1).iter_mut().zip(1..).for_each(|(word, value)| *word = value);
    let ([sums, differences], [a, b]) = file.both([3, 0], [1, 1]);
    raw::squares(InstructionSet::all()[0].kernels().squares[1][0], [sums, differences], [a, b], [1, 0]);
    assert_eq!(file.get::<u32>(3), (1..33).map(|word| word * word).collect::<Vec<u32>>());
    assert_eq!(file.get::<u32>(0), [0; 32]);
}

/// Words that threads of the pool share: they load, store and add to the same ones.
#[test]
fn words_that_threads_share() {
    let text = "program\nworkgroup_size 4, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\nbuffer sums: read_write u32 @ 2\n\
                entry {\nlet i = invocation_id.x; out[i] = a[i] + 1; out[12] = out[12] | 8; let old = atomic_add(out[13], i);\n\
                old = atomic_add(sums[i % 2], 1);\n}\n";
    let (a, mut out, mut sums) = ((0..12).collect::<Vec<u32>>(), vec![0; 14], vec![0; 2]);
    let mut bindings = [Binding::Words(&a), Binding::WordsMut(&mut out), Binding::WordsMut(&mut sums)];
    run(&compiled(text, Some(4)), [3, 1, 1], 2, &mut bindings);
    let expected: Vec<u32> = (1..13).chain([8, 66]).collect();
    assert_eq!((out, sums), (expected, vec![6, 6]));
}
